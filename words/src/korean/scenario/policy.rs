//! What rooms may choose besides a scheme, in Korean.

use crate::scenario_words::ScenarioWords;

pub(super) const FAVOUR_DEFENDER: ScenarioWords = ScenarioWords {
    title: "방어하는 쪽 편들기",
    source: "Overwatch 제작진의 설명. 방어하는 쪽이 했다고 서버가 확인한 일이 우선합니다",
    watch: "투석기가 상대 기체를 바위를 돌아가도록 던집니다. A에서는 탄이 내가 본 것을 맞힙니다. B에서는 이제 탄과 기체 사이에 바위가 있으므로, 바위가 기체를 \
            지켜 줍니다.",
    label: "같은 탄이 A에서는 맞고 B에서는 기각됩니다. 탄과 기체의 지금 위치 사이에 바위가 있기 \
            때문입니다.",
};

pub(super) const PING_CAP: ScenarioWords = ScenarioWords {
    title: "핑 상한",
    source: "어느 핑까지만 보상하고, 나머지는 앞을 겨누게 하는 서버",
    watch: "두 열에서 같은 빔을 쏩니다. A에서는 내가 본 것이 인정됩니다. B에서는 보간 지연을 빼고 \
            150 ms까지 오래된 모습만 인정됩니다. 내가 보는 모습은 그보다 오래되었으므로, 넘는 시간 \
            동안 기체가 날아간 만큼 빗나갑니다.",
    label: "A에서는 빔이 맞습니다. B에서는 내가 보는 모습이 상한보다 오래된 시간 동안 기체가 \
            날아간 만큼 빗나갑니다.",
};
