//! Ships that meet, and a ship that is drawn in a rock, in Korean.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "지연 동기화를 다룬 글";

pub(super) const RAM: ScenarioWords = ScenarioWords {
    title: "들이받기: 누가 튕기는가",
    source: SOURCE,
    watch: "멈춰 있는 기체를 들이받습니다. A에서는 현실에서처럼 두 기체가 모두 튕깁니다. B에서는 내 기체만 튕깁니다. 내 화면이 상대 기체를 어디에 그리는지는 \
            내가 알고 있으므로, 내가 튕긴다는 것도 누가 알려 주지 않아도 압니다.",
    label: "A에서는 상대 기체가 튕겨 나가고, 내 예측이 적어도 한 번 틀립니다. B에서는 상대 기체가 \
            아무것도 느끼지 않고, 내 예측이 정확합니다.",
};

pub(super) const RAM_THIRD: ScenarioWords = ScenarioWords {
    title: "들이받기: 서로 겹친 두 기체",
    source: SOURCE,
    watch: "두 기체가 서로를 향해 납니다. 각자 상대가 보이는 자리, 곧 3분의 1초 전의 자리에서 \
            튕깁니다. 둘 다 과거의 모습으로 보이는 세 번째 플레이어의 화면을 보세요.",
    label: "세 번째 플레이어의 화면에서는 두 기체가 서로 겹칩니다. 이런 들이받기 방식의 대가입니다.",
};

pub(super) const SUNK: ScenarioWords = ScenarioWords {
    title: "보간: 바위 속의 기체",
    source: "Source의 네트워킹을 다룬 Valve의 글",
    watch: "상대 기체는 바위에 한 번도 닿지 않고 그 둘레를 돕니다. 내 화면은 한 스냅샷에서 다음 \
            스냅샷까지 직선 위에 기체를 그립니다. A에는 스냅샷이 1초에 두 개, B에는 20개 옵니다. \
            그래서 A에서는 기체가 모퉁이를 가로지릅니다.",
    label: "A에서는 기체가 바위 속으로 약 14 u 깊이 들어간 것처럼 그려집니다. B에서는 그렇지 \
            않습니다.",
};
