//! The figures of QuakeWorld, in Korean.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "QuakeWorld의 예측을 다룬 글과 공개된 소스 코드";

pub(super) const HALF_GAP: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 차이의 절반",
    source: SOURCE,
    watch: "상대 기체가 모퉁이를 돌며 납니다. 내 화면은 내가 소식보다 앞선 시간의 절반만큼, 상대 \
            기체를 마지막 추력대로 더 날립니다. 모퉁이마다 상대 기체는 너무 멀리 날아갔다가 뒤로 \
            튑니다.",
    label: "모퉁이에서 상대 기체는 실제로 나는 경로에서 약 29 u 벗어나 그려집니다.",
};

pub(super) const FREEZE: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 얼어붙은 기체",
    source: SOURCE,
    watch: "왕복 시간이 1.2초이면 언제나 62개 넘는 명령이 가는 중입니다. 클라이언트는 그렇게 많은 \
            명령을 예측하지 않으므로, 서버에서는 기체가 계속 나는데 내 화면에서는 멈춰 있습니다.",
    label: "내 기체는 내 화면에서 얼어붙습니다. 서버에서는 그곳에서 약 231 u 떨어져 있습니다.",
};
