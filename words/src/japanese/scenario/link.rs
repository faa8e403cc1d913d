//! What a lost packet is on a stream and on datagrams, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "ストリームが止まり、まとめて届く",
    source: "失われたパケットを、TCPが(したがってどのWebSocketも)どう扱うか",
    watch: "あなたと3人目のプレイヤーは、同じだけパケットを失います。あなたにはストリームで届きます。1つ失われると、送り直されるまで後のものがすべて待ち、それから一度に届きます。\
            その間、相手の機体は推測で飛び続け、止まり、ワープします。",
    label: "あなたへのスナップショットは約4分の1秒止まり、それから一度に届きます。データグラムで届く3人目\
            のプレイヤーでは、そうなりません。",
};
