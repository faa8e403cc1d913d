//! What a shorter way to the server is worth, in Korean.

use crate::scenario_words::ScenarioWords;

pub(super) const WHO_FIRST: ScenarioWords = ScenarioWords {
    title: "누가 먼저 쏘는가",
    source: "로켓을 보상하지 않는 Wolfenstein: Enemy Territory, 그리고 최소 랙",
    watch: "내 왕복 시간은 200 ms, 상대 플레이어의 왕복 시간은 40 ms입니다. 둘이 같은 것을 보고 탄으로 응수합니다. B의 방에는 200 ms의 최소 \
            랙이 있어서, 상대 플레이어의 명령은 그만큼 기다렸다가 실행됩니다.",
    label: "A에서는 상대 플레이어의 탄이 내 탄보다 약 150 ms 먼저 나가고, 그동안 135 u 날아갑니다. \
            B에서는 두 탄이 한 틱 이내의 차이로 나갑니다.",
};

pub(super) const WHO_FIRST_BEAM: ScenarioWords = ScenarioWords {
    title: "누가 먼저 쏘는가: 빔",
    source: "Wolfenstein: Enemy Territory, 그리고 최소 랙",
    watch: "둘이 같은 것을 세 번 보고, 그때마다 빔으로 응수합니다. 빔을 세 번 맞으면 기체는 \
            격추됩니다. A에서는 상대 플레이어의 세 번째 빔이 내 것보다 먼저 실행됩니다. B에서는 \
            둘이 함께 실행됩니다.",
    label: "A에서는 내가 먼저 격추되어 내 세 번째 빔이 나가지 못합니다. B에서는 두 기체가 모두 \
            격추됩니다.",
};

pub(super) const PEEKER: ScenarioWords = ScenarioWords {
    title: "먼저 내다보는 쪽의 이점",
    source: "자사 슈팅 게임의 피커스 어드밴티지(peeker’s advantage)를 다룬 Riot의 글",
    watch: "바위를 돌아 나갑니다. 트인 사선(쏠 수 있는 길)은 상대 플레이어보다 나에게 먼저 보입니다. 상대 플레이어가 보는 내 모습이 늦기 때문입니다.",
    label: "나는 칸 위의 두 수를 더한 만큼 먼저 트인 사선을 봅니다. 두 수는 내가 서버보다 앞선 시간과, 상대 플레이어의 화면에서 내가 서버보다 뒤진 \
            시간입니다.",
};
