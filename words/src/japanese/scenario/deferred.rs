//! Delayed synchronisation, in Japanese.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "遅延同期の記事";

pub(super) const UNDONE_HIT: ScenarioWords = ScenarioWords {
    title: "遅延同期: 命中が取り消される",
    source: SOURCE,
    watch: "右の遠くにいる機体を撃つと、3機目が弾の前に飛び込みます。3機目の知らせが届く前に、遠くの機体は命中を受けます。\
            3機目自身の画面では、弾がまだ151 u離れているうちにダメージを受けます。",
    label: "遠くの機体はすぐに12点を失います。3機目に先に当たっていたとわかると、それが戻ります。",
};

pub(super) const NOTHING_UNDONE: ScenarioWords = ScenarioWords {
    title: "遅延同期: 取り消すものがない",
    source: SOURCE,
    watch: "両方の列で同じショットを撃ちます。Aの弾は最初に出会った機体で終わるので、遠くの機体は点を\
            取り戻します。Bの弾は2機を突き抜けて飛び続けます。",
    label: "Aでは、遠くの機体が12点を取り戻します。Bでは2機とも12点を失い、何も取り消されません。",
};
