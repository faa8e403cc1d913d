//! What delayed synchronisation is compared with, in Korean.

use crate::scenario_words::ScenarioWords;

pub(super) const LOCKSTEP: ScenarioWords = ScenarioWords {
    title: "록스텝: 가장 느린 플레이어가 모두를 좌우한다",
    source: "지연 동기화를 다룬 글, 첫 번째 대안",
    watch: "여기 보이지 않는 세 번째 플레이어의 왕복 시간은 300 ms입니다. 모든 틱은 그 플레이어의 \
            명령을 기다립니다. 그래서 모두의 세계가 그 속도로 돌아가고, 내 기체도 그만큼 늦게 \
            반응합니다.",
    label: "세계는 1초에 약 22틱으로 돌아가고, 내 기체는 약 0.3초 뒤에 반응합니다.",
};

pub(super) const DIABLO: ScenarioWords = ScenarioWords {
    title: "Diablo의 방법: ‘쐈다’, 그리고 나중에 ‘맞았다’",
    source: "지연 동기화를 다룬 글, 두 번째 대안",
    watch: "상대 기체에 열 발을 쏘고, 상대 기체는 네 번째 발 뒤에 달아납니다. A에서는 명중 하나에 \
            메시지가 두 개 필요합니다. 하나는 ‘쐈다’라고 말하고, 나중에 온 다른 하나는 \
            ‘맞았다’라고 말합니다. B에는 첫 번째 메시지만 있고, 화면마다 그것으로 명중을 \
            계산합니다.",
    label: "A는 메시지 14개, B는 10개가 듭니다. A에서는 상대 플레이어가 B보다 약 0.25초 늦게 \
            명중을 알게 됩니다.",
};

pub(super) const PREDICT_EVERYONE: ScenarioWords = ScenarioWords {
    title: "모두 예측하기: 랙이 없는 대신 튄다",
    source: "롤백에 서버가 있으면 이렇게 됩니다. 롤백의 출발점인 GGPO에는 서버가 없습니다",
    watch: "두 기체 모두 나의 가장 새로운 명령의 틱에 맞춰 그려집니다. 상대 기체가 방향을 바꿀 \
            때마다, 그 소식이 올 때까지 내 화면은 이전의 추력대로 계속 날립니다.",
    label: "내 기체는 곧바로 반응하고, 상대 기체는 방향을 바꾸는 곳에서 약 26 u 튑니다.",
};
