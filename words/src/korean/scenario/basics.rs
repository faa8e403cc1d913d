//! The first three ideas of a netcode, in Korean.

use crate::scenario_words::ScenarioWords;

pub(super) const LATENCY: ScenarioWords = ScenarioWords {
    title: "지연 시간: 내 기체는 얼마나 늦게 반응하는가",
    source: "빠른 멀티플레이어 게임을 다룬 Gambetta의 글",
    watch: "왕복 시간은 200 ms이고, 이를 전혀 감추지 않습니다. 1초 뒤에 오른쪽으로 날아갑니다. 서버에서는 키 입력이 닿았을 때 기체가 움직입니다. 내 \
            화면에서는 서버의 답이 돌아왔을 때 움직입니다.",
    label: "내 기체는 키를 누르고 약 233 ms 뒤에 반응합니다. 왕복 시간에 조금의 대기가 더해진 \
            값입니다.",
};

pub(super) const PREDICTION: ScenarioWords = ScenarioWords {
    title: "예측: 기다릴 필요가 없는 기체",
    source: "QuakeWorld, 그리고 클라이언트 측 예측을 다룬 Gambetta의 글",
    watch: "두 열 모두 왕복 시간은 200 ms이고, 누르는 키도 같습니다. A에서는 내 기체가 서버의 답을 \
            기다립니다. B에서는 클라이언트가 서버의 규칙대로 기체를 곧바로 움직이고, 답이 오면 \
            비교합니다.",
    label: "A에서 내 기체는 키를 누르고 약 233 ms 뒤에 반응합니다. B에서는 17 ms 뒤에 반응하고, \
            예측은 한 번도 틀리지 않습니다.",
};

pub(super) const INTERPOLATION: ScenarioWords = ScenarioWords {
    title: "보간: 건너뛰거나, 과거에서 매끄럽거나",
    source: "엔티티 보간을 다룬 Gambetta의 글",
    watch: "상대 기체가 내 둘레를 돌고, 1초에 스냅샷 10개가 그 위치를 알려 줍니다. A에서는 가장 \
            새로운 스냅샷의 위치에 그립니다. B에서는 200 ms 늦게, 한 스냅샷에서 다음 스냅샷으로 \
            가는 길 위에 그립니다.",
    label: "A에서 상대 기체는 스냅샷마다 약 28 u씩 건너뜁니다. B에서는 매끄럽게 움직이며, 서버보다 \
            약 266 ms, 거리로는 72 u 뒤에 있습니다.",
};
