//! The figures of QuakeWorld, in Japanese.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "QuakeWorldの予測の記事と、公開されたソースコード";

pub(super) const HALF_GAP: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 差の半分",
    source: SOURCE,
    watch: "相手の機体が角を曲がります。あなたの画面は、知らせより先にいる時間の半分だけ、最後の推力で機体を飛ばします。角のたびに飛びすぎて、ワープして戻ります。",
    label: "角では、相手の機体が実際の道筋から約29 u外れて描かれます。",
};

pub(super) const FREEZE: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 凍りついた機体",
    source: SOURCE,
    watch: "往復時間が1.2秒なので、いつも62個を超えるコマンドが届く途中です。クライアントはそれほど多くは\
            予測しないので、自機はサーバーで飛んでいるのに、あなたの画面では止まっています。",
    label: "自機はあなたの画面で凍りつきます。サーバーでは、そこから約231 u離れています。",
};
