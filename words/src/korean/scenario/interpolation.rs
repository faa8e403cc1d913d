//! Source's figure of interpolation, and a server on the player's own machine, in Korean.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "Source의 네트워킹을 다룬 Valve의 글";

pub(super) const LINE: ScenarioWords = ScenarioWords {
    title: "Source: 잃어버린 스냅샷이 드러나지 않는다",
    source: SOURCE,
    watch: "스냅샷을 1초에 20개 받고, 다른 기체들을 100 ms 늦게 그립니다. 틱 340.8에서 나는 스냅샷 \
            340과 342 사이에 그립니다. 상대 플레이어는 스냅샷 342를 잃어버려서 340과 344 사이에 \
            그립니다.",
    label: "나는 340에서 342로 가는 길의 0.40 지점에 그립니다. 342를 잃어버린 상대 플레이어는 \
            340에서 344로 가는 길의 0.20 지점에 그립니다.",
};

pub(super) const LISTEN_SERVER: ScenarioWords = ScenarioWords {
    title: "Source: 내 컴퓨터에서 돌아가는 서버",
    source: SOURCE,
    watch: "서버가 내 컴퓨터에서 돌아가므로 왕복 시간은 0입니다. 그래도 A에서는 상대 기체를 \
            보간하므로 100 ms 늦게 그립니다. B에서는 가장 새로운 스냅샷의 위치에 그립니다.",
    label: "상대 기체의 속도는 320 u/s입니다. 보간하는 A에서는 서버가 가진 위치보다 32 u 뒤에 \
            그려집니다. 오는 대로 그리는 B에서는 서버가 가진 위치에 그려집니다.",
};
