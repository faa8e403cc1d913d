//! What a lost packet is on a stream and on datagrams, in Japanese.

use crate::scenario_words::ScenarioWords;

pub(super) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "ストリームが止まり、まとめて届く",
    source: "失われたパケットをTCPが、つまりどのWebSocketもどう扱うか",
    watch: "あなたと3人目のプレイヤーは、同じだけパケットを失います。あなたにはストリームで届きます。1つ\
            失われると、送り直されるまで後のものがすべて待ち、それから一度に届きます。その間、相手の機体は\
            推測で飛び、止まり、飛び移ります。",
    label: "あなたへのスナップショットは約4分の1秒止まり、それから一度に届きます。データグラムで届く3人目\
            のプレイヤーでは、そうなりません。",
};
