//! The figures of Source, and what its records make of what a screen draws, in Japanese.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Sourceのネットワークとラグ補償についてのValveの記事";

pub(super) const REWIND: ScenarioWords = ScenarioWords {
    title: "Source: 200 msで見えたものと判定されたもの",
    source: SOURCE,
    watch: "2つの輪郭を比べてください。機体が見えていた場所と、サーバーが判定した場所です。そのとき機体\
            そのものはどこにいるでしょうか。",
    label: "機体は見えていた場所で判定され、ビームは命中します。そのとき機体は約140 u先にいます。",
};

pub(super) const TELEPORT: ScenarioWords = ScenarioWords {
    title: "Source: 64ユニットと速い機体",
    source: SOURCE,
    watch: "カタパルトが相手の機体を1,280 u/sを超える速さで飛ばします。1秒に20ティックなら、1ティックに64 uです。Aでは、元のコードどおりのルールがこれをテレポー\
            トと見なし、巻き戻しません。Bでは、復活(リスポーン)だけをテレポートと見なします。",
    label: "同じビームが、64ユニットのルールでは外れ、リスポーンのルールでは命中します。",
};

pub(super) const CHORDS: ScenarioWords = ScenarioWords {
    title: "Source: 1秒に2個と20個のスナップショットの直線",
    source: SOURCE,
    watch: "相手の機体は左右に向きを変えます。あなたの画面は、スナップショットから次のスナップショットへ向かう直線の上に、相手の機体を描きます。Aでは1秒に2個、Bでは20個です。\
            サーバーの記録には、機体の本当の道筋があります。「保存データ」で見えます。",
    label: "Aでは、機体は見えている場所から28 uの所で判定され、ビームは外れます。Bでは0.3 uの所で判定\
            され、命中します。",
};

pub(super) const TICKS_20: ScenarioWords = ScenarioWords {
    title: "元のコードどおりのSource: 1秒に20ティック",
    source: SOURCE,
    watch: "元のコードどおりのルールは、見ていた時刻をサーバーのティックに丸めます。ここでは1ティックが50 msです。見えていた姿は、2つのティックのちょうど中間でした。",
    label: "機体は320 u/sで飛び、見えていた場所から8 uの所で判定されます。半ティックに飛ぶ距離です。",
};

pub(super) const TICKS_128: ScenarioWords = ScenarioWords {
    title: "元のコードどおりのSource: 1秒に128ティック",
    source: SOURCE,
    watch: "同じルールで同じショットを、1ティックが7.8 msのルームで撃ちます。",
    label: "機体は320 u/sで飛び、見えていた場所から1.2 uの所で判定されます。半ティックに飛ぶ距離です。",
};
