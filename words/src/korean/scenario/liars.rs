//! Scenarios of lying clients, in Korean.

use crate::scenario::ScenarioWords;

const SOURCE: &str = "Source의 네트워킹을 다룬 Valve의 글. 속임수를 쓰는 프록시를 언급합니다";

pub(crate) const CLAIM: ScenarioWords = ScenarioWords {
    title: "거짓말: 맞혔다는 주장",
    source: "타기팅을 다룬 글과 지연 동기화를 다룬 글. 둘 다 이것을 경고합니다",
    watch: "500 u 떨어진 기체를 피해 다른 쪽으로 쏘는데, 내 프로그램은 레이저가 모두 그 기체에 \
            맞았다고 주장합니다. A에서는 서버가 주장을 확인합니다. B에서는 주장을 믿습니다.",
    label: "A에서는 기체가 500 u 떨어져 있었으므로 모든 주장이 거부됩니다. B에서는 첫 발보다 1.2초 \
            뒤, 9번째 레이저가 기체를 격추합니다.",
};

pub(crate) const BACKWARDS: ScenarioWords = ScenarioWords {
    title: "거짓말: 거꾸로 가는 시점",
    source: SOURCE,
    watch: "두 번 쏩니다. 두 번째 탄에 대해 내 프로그램은 첫 번째를 쏠 때보다 더 오래된 순간을 \
            보았다고 말합니다.",
    label: "B에서 서버는 두 번째 시점이 첫 번째보다 오래되는 것을 허락하지 않습니다. 거짓말은 333 \
            ms만큼 요구했지만, 두 사격 사이의 시간인 167 ms만 얻습니다.",
};

pub(crate) const COOLDOWN: ScenarioWords = ScenarioWords {
    title: "거짓말: 재사용 대기 없이 쏘기",
    source: SOURCE,
    watch: "포가 쏠 수 있는 가장 빠른 속도로 일곱 번 쏩니다. B에서는 내 프로그램이 그 사이의 모든 \
            명령에서도 방아쇠를 당깁니다. 재사용 대기 시간(cooldown)이 없는 것처럼 행동합니다.",
    label: "A에서 탄 일곱 발이 나가고, B에서도 일곱 발이 나갑니다. 재사용 대기 시간은 서버가 \
            지키므로 거짓말은 아무것도 얻지 못합니다.",
};

pub(crate) const BURST: ScenarioWords = ScenarioWords {
    title: "거짓말: 명령을 쌓아 두었다가 두 배로 보내기",
    source: SOURCE,
    watch: "추력을 내기 시작하면 내 프로그램이 40틱의 명령을 쌓아 두고, 두 배로 늘려서 한꺼번에 \
            보냅니다. A의 방은 늦은 명령을 버립니다. B의 방은 Source처럼 그런 명령을 위해 틱을 \
            저축해 두었습니다.",
    label: "A에서 내 기체는 한 틱에 명령 1개를 실행하고 아무것도 얻지 못합니다. B에서는 한 틱에 \
            25개를 실행합니다. 제 몫의 1개와 저축해 둔 24개입니다.",
};

pub(crate) const OLD_VIEW: ScenarioWords = ScenarioWords {
    title: "거짓말: 더 오래된 순간을 보았다는 주장",
    source: SOURCE,
    watch: "0.4초 전에 기체가 있던 곳을 향해 빔을 똑바로 위로 쏩니다. B에서는 내 프로그램이 1초 \
            전의 순간을 보았다고 말합니다.",
    label: "빔은 A에서도 B에서도 빗나갑니다. 서버는 내 회선으로 설명되는 만큼 오래된 시점만 \
            믿습니다. 거짓말은 기체의 경로에서 26 u만큼만 얻습니다. 400 ms의 한계대로라면 79 u까지 \
            얻었을 것입니다.",
};

pub(crate) const LATE_ECHO: ScenarioWords = ScenarioWords {
    title: "거짓말: 서버의 탐침에 늦게 답하기",
    source: "타기팅을 다룬 글. 그 글의 서버는 탐침으로 핑을 잽니다",
    watch: "내 탄은 명령이 서버까지 가는 동안 날아갈 거리만큼 포구보다 앞에서 시작합니다. 서버는 \
            내가 탐침(probe)에 얼마나 늦게 답하는지를 보고 그 시간을 계산합니다. B에서는 내 \
            프로그램이 200 ms 늦게 답합니다.",
    label: "B에서 내 탄은 90 u 더 앞에서 시작합니다. 200 ms의 절반 동안 탄이 날아가는 거리입니다. \
            서버는 알아차릴 수 없습니다.",
};
