//! The figures of Wolfenstein: ET 2.60, in Korean.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Wolfenstein: Enemy Territory 2.60의 랙 보상(anti-lag)을 다룬 글";

pub(super) const BIAS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 한 프레임 앞",
    source: SOURCE,
    watch: "빔이 눈에 보이는 기체의 한가운데를 지납니다. 서버는 그 기체가 있던 자리를 마커로 \
            기억하는데, 마커의 시각이 한 프레임씩 어긋나 있습니다. 그래서 서버는 내가 본 곳보다 \
            앞에서 기체를 찾습니다.",
    label: "기체는 내가 본 곳보다 약 23 u 앞에서 판정됩니다.",
};

pub(super) const VETO: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 엄폐물에 의한 기각",
    source: SOURCE,
    watch: "훤히 드러나 보이는 기체를 맞힙니다. 서버가 사격을 전해 받을 때 기체는 바위 뒤에 있고, \
            마지막 결정은 바위가 합니다.",
    label: "나와 기체의 지금 위치 사이에 바위가 있으므로 명중이 기각됩니다.",
};

pub(super) const MAX_FPS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: com_maxfps 20 대 125",
    source: SOURCE,
    watch: "서버는 상대 기체의 마커를 열 개 보관하고, 그 플레이어가 명령을 보낼 때마다 하나씩 기록합니다. A에서는 1초에 20개, B에서는 1초에 \
            125개입니다. 그 기체는 3분의 1초 늦게 보이는데, B에는 그렇게 오래된 마커가 없습니다. ‘저장된 것’을 누르면 마커가 보입니다.",
    label: "같은 빔이 1초에 명령을 20개 보내는 플레이어의 기체에는 맞고, 125개 보내는 플레이어의 \
            기체에는 빗나갑니다.",
};

pub(super) const ZIGZAG: ScenarioWords = ScenarioWords {
    title: "ET: 두 마커 사이의 지그재그",
    source: "Wolfenstein: Enemy Territory의 랙 보상(anti-lag)을 다룬 글과 공개된 소스 코드",
    watch: "서버는 50 ms마다 기체의 마커를 하나씩 기록하고, 두 마커를 잇는 직선 위에서 기체를 \
            찾습니다. 여기서는 스냅샷이 1초에 60개 오므로 기체가 실제로 나는 길이 보입니다. \
            기체가 방향을 바꿀 때와 바위에 튕길 때 쏩니다.",
    label: "두 빔 모두 맞습니다. 기체는 방향을 바꿀 때 내가 본 자리에서 약 0.5 u, 튕길 때 약 6 \
            u 떨어진 곳에서 판정됩니다. 기체의 반지름은 16 u입니다.",
};
