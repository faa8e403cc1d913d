//! Scenarios of delayed synchronisation, its ramming rule and its alternatives, in Japanese.

use crate::scenario::ScenarioWords;

const SOURCE: &str = "遅延同期の記事";

pub(crate) const UNDONE_HIT: ScenarioWords = ScenarioWords {
    title: "遅延同期: 命中が取り消される",
    source: SOURCE,
    watch: "右の遠くにいる機体を撃つと、3機目が弾の前に飛び込みます。3機目の知らせが届く前に、遠くの機体は命中を受けます。\
            3機目自身の画面では、弾がまだ151 u離れているうちにダメージを受けます。",
    label: "遠くの機体はすぐに12点を失います。3機目に先に当たっていたとわかると、それが戻ります。",
};

pub(crate) const NOTHING_UNDONE: ScenarioWords = ScenarioWords {
    title: "遅延同期: 取り消すものがない",
    source: SOURCE,
    watch: "両方の列で同じショットを撃ちます。Aの弾は最初に出会った機体で終わるので、遠くの機体は点を\
            取り戻します。Bの弾は2機を突き抜けて飛び続けます。",
    label: "Aでは、遠くの機体が12点を取り戻します。Bでは2機とも12点を失い、何も取り消されません。",
};

pub(crate) const RAM: ScenarioWords = ScenarioWords {
    title: "体当たり: 跳ね返るのは誰か",
    source: SOURCE,
    watch: "止まっている機体にぶつかります。Aでは、現実のように2機とも跳ね返ります。Bでは自機だけです。\
            あなたは自分の画面が相手の機体をどこに描いているかを知っているので、跳ね返ることがわかり、誰かに\
            知らせてもらう必要がありません。",
    label: "Aでは相手の機体が弾き飛ばされ、あなたの予測が少なくとも1回外れます。Bでは相手の機体は何の影響も受けず、あなたの予測は正確です。",
};

pub(crate) const RAM_THIRD: ScenarioWords = ScenarioWords {
    title: "体当たり: 重なり合う2機",
    source: SOURCE,
    watch: "2機が互いに向かって飛びます。どちらも、3分の1秒前の相手が見える場所で跳ね返ります。どちらも過去の姿になる、3人目のプレイヤーの画面を見てください。",
    label: "3人目のプレイヤーの画面では、2機が重なり合います。この体当たりのやり方の代償です。",
};

pub(crate) const LOCKSTEP: ScenarioWords = ScenarioWords {
    title: "ロックステップ: いちばん遅い人が全員を決める",
    source: "遅延同期の記事、1つ目の比較対象",
    watch: "ここには映っていない3人目のプレイヤーのpingは300 msです。どのティックも、その\
            プレイヤーのコマンドを待ちます。だから全員の世界がその速さで進み、自機が応えるのも\
            そのプレイヤーと同じだけ遅くなります。",
    label: "世界は1秒に約22ティックで進み、自機は約0.3秒後に反応します。",
};

pub(crate) const DIABLO: ScenarioWords = ScenarioWords {
    title: "Diabloのやり方: まず「撃った」、あとで「当たった」",
    source: "遅延同期の記事、2つ目の比較対象",
    watch: "4発目のあとで飛び去る機体に、10発撃ちます。Aでは命中に2つのメッセージが必要です。1つは\
            「撃った」、あとに来るもう1つが「当たった」です。Bでは最初の1つだけで、どの画面もそこから\
            命中を計算します。",
    label: "Aは14個、Bは10個のメッセージを使います。Aの相手プレイヤーが命中を知るのは、Bより約0.25秒後です。",
};

pub(crate) const PREDICT_EVERYONE: ScenarioWords = ScenarioWords {
    title: "全員を予測する: ラグはないが、ワープする",
    source: "サーバーがあるときのロールバックの姿。元になったGGPOにはサーバーがない",
    watch: "どちらの機体も、あなたの最新のコマンドのティックで描かれます。相手の機体が向きを変えるたびに、\
            知らせが届くまで、画面は前の推力のまま飛ばし続けます。",
    label: "自機はすぐに反応し、相手の機体は向きを変える所で約26 uワープします。",
};
