//! What rooms may choose besides a scheme, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const FAVOUR_DEFENDER: ScenarioWords = ScenarioWords {
    title: "守る側を優先する",
    source: "Overwatchの開発者の説明。守る側が実際にしたとサーバーで確認できる行動を優先する",
    watch: "カタパルトが相手の機体を岩の向こうへ飛ばします。Aの弾は、見えていたものに当たります。Bでは岩が\
            機体を救います。今では弾と機体の間に岩があるからです。",
    label: "同じ弾がAでは命中し、Bでは却下されます。弾と、機体が今いる場所との間に岩があるからです。",
};

pub(super) const PING_CAP: ScenarioWords = ScenarioWords {
    title: "pingの上限",
    source: "あるpingまでは補償し、それを超える人には先を狙わせるサーバー",
    watch: "両方の列で同じビームを撃ちます。Aでは見えていたとおりに判定されます。Bでは、補間遅延を除いて\
            150 msまでの古さの姿しか認められません。あなたの姿はそれより古いので、超えた時間に機体が飛んだ\
            距離だけ外れます。",
    label: "Aではビームが命中します。Bでは、上限を超えた分の時間に機体が飛んだ距離だけ外れます。",
};
