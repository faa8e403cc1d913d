//! What a lost packet is on a stream and on datagrams, in Korean.

use crate::scenario_words::ScenarioWords;

pub(super) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "멈췄다가 쏟아지는 스트림",
    source: "TCP, 따라서 모든 WebSocket이 잃어버린 패킷을 다루는 방법",
    watch: "나와 세 번째 플레이어는 똑같은 비율로 패킷을 잃습니다. 내 패킷은 스트림으로 옵니다. \
            하나를 잃으면 다시 보낼 때까지 뒤따르던 것이 모두 기다렸다가 한꺼번에 옵니다. 그동안 \
            상대 기체는 추측으로 날다가 멈춰 서고, 그다음 튑니다.",
    label: "내 스냅샷은 약 4분의 1초 동안 멈췄다가 한꺼번에 옵니다. 데이터그램으로 오는 세 번째 \
            플레이어의 스냅샷은 멈추지 않습니다.",
};
