//! Ships that meet, and a ship that is drawn in a rock, in Japanese.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "遅延同期の記事";

pub(super) const RAM: ScenarioWords = ScenarioWords {
    title: "体当たり: 跳ね返るのは誰か",
    source: SOURCE,
    watch: "止まっている機体にぶつかります。Aでは、現実のように2機とも跳ね返ります。Bでは自機だけです。\
            あなたは自分の画面が相手の機体をどこに描いているかを知っているので、跳ね返ることがわかり、誰かに\
            知らせてもらう必要がありません。",
    label: "Aでは相手の機体が弾き飛ばされ、あなたの予測が少なくとも1回外れます。Bでは相手の機体は何の影響も受けず、あなたの予測は正確です。",
};

pub(super) const RAM_THIRD: ScenarioWords = ScenarioWords {
    title: "体当たり: 重なり合う2機",
    source: SOURCE,
    watch: "2機が互いに向かって飛びます。どちらも、3分の1秒前の相手が見える場所で跳ね返ります。どちらも過去の姿になる、3人目のプレイヤーの画面を見てください。",
    label: "3人目のプレイヤーの画面では、2機が重なり合います。この体当たりのやり方の代償です。",
};

pub(super) const SUNK: ScenarioWords = ScenarioWords {
    title: "補間: 岩の中の機体",
    source: "SourceのネットワークについてのValveの記事",
    watch: "相手の機体は岩のまわりを、触れることなく回ります。あなたの画面は、スナップショットから次のスナップショットへ向かう直線の上に、相手の機体を描きます。Aでは1秒に2個、\
            Bでは20個届くので、Aでは機体が角を突っ切ります。",
    label: "Aの機体は、岩の中に約14 u入った所に描かれます。Bではそうなりません。",
};
