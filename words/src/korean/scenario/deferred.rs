//! Scenarios of delayed synchronisation, its ramming rule and its alternatives, in Korean.

use crate::scenario::ScenarioWords;

const SOURCE: &str = "지연 동기화를 다룬 글";

pub(crate) const UNDONE_HIT: ScenarioWords = ScenarioWords {
    title: "지연 동기화: 취소되는 명중",
    source: SOURCE,
    watch: "오른쪽 멀리 있는 기체를 쏘는데, 세 번째 기체가 탄의 길로 날아듭니다. 먼 기체는 세 번째 \
            기체의 소식을 받기 전에 명중을 느낍니다. 세 번째 기체의 화면에서는 탄이 아직 151 u \
            떨어져 있을 때 피해를 입습니다.",
    label: "먼 기체는 곧바로 12점을 잃습니다. 세 번째 기체가 먼저 맞았다는 것이 밝혀지면 그만큼 \
            돌려받습니다.",
};

pub(crate) const NOTHING_UNDONE: ScenarioWords = ScenarioWords {
    title: "지연 동기화: 취소할 것이 없다",
    source: SOURCE,
    watch: "두 열에서 같은 사격을 합니다. A에서는 탄이 처음 만난 기체에서 끝나므로, 먼 기체는 \
            체력을 돌려받습니다. B에서는 탄이 두 기체를 뚫고 계속 날아갑니다.",
    label: "A에서는 먼 기체가 12점을 돌려받습니다. B에서는 두 기체가 모두 12점을 잃고, 아무것도 \
            취소되지 않습니다.",
};

pub(crate) const RAM: ScenarioWords = ScenarioWords {
    title: "들이받기: 누가 튕기는가",
    source: SOURCE,
    watch: "멈춰 있는 기체를 들이받습니다. A에서는 현실에서처럼 두 기체가 모두 튕깁니다. B에서는 내 기체만 튕깁니다. 내 화면이 상대 기체를 어디에 그리는지는 \
            내가 알고 있으므로, 내가 튕긴다는 것도 누가 알려 주지 않아도 압니다.",
    label: "A에서는 상대 기체가 튕겨 나가고, 내 예측이 적어도 한 번 틀립니다. B에서는 상대 기체가 \
            아무것도 느끼지 않고, 내 예측이 정확합니다.",
};

pub(crate) const RAM_THIRD: ScenarioWords = ScenarioWords {
    title: "들이받기: 서로 겹친 두 기체",
    source: SOURCE,
    watch: "두 기체가 서로를 향해 납니다. 각자 상대가 보이는 자리, 곧 3분의 1초 전의 자리에서 \
            튕깁니다. 둘 다 과거의 모습으로 보이는 세 번째 플레이어의 화면을 보세요.",
    label: "세 번째 플레이어의 화면에서는 두 기체가 서로 겹칩니다. 이런 들이받기 방식의 대가입니다.",
};

pub(crate) const LOCKSTEP: ScenarioWords = ScenarioWords {
    title: "록스텝: 가장 느린 플레이어가 모두를 좌우한다",
    source: "지연 동기화를 다룬 글, 첫 번째 대안",
    watch: "여기 보이지 않는 세 번째 플레이어의 핑은 300 ms입니다. 모든 틱은 그 플레이어의 \
            명령을 기다립니다. 그래서 모두의 세계가 그 속도로 돌아가고, 내 기체도 그만큼 늦게 \
            반응합니다.",
    label: "세계는 1초에 약 22틱으로 돌아가고, 내 기체는 약 0.3초 뒤에 반응합니다.",
};

pub(crate) const DIABLO: ScenarioWords = ScenarioWords {
    title: "Diablo의 방법: ‘쐈다’, 그리고 나중에 ‘맞았다’",
    source: "지연 동기화를 다룬 글, 두 번째 대안",
    watch: "상대 기체에 열 발을 쏘고, 상대 기체는 네 번째 발 뒤에 달아납니다. A에서는 명중 하나에 \
            메시지가 두 개 필요합니다. 하나는 ‘쐈다’라고 말하고, 나중에 온 다른 하나는 \
            ‘맞았다’라고 말합니다. B에는 첫 번째 메시지만 있고, 화면마다 그것으로 명중을 \
            계산합니다.",
    label: "A는 메시지 14개, B는 10개가 듭니다. A에서는 상대 플레이어가 B보다 약 0.25초 늦게 \
            명중을 알게 됩니다.",
};

pub(crate) const PREDICT_EVERYONE: ScenarioWords = ScenarioWords {
    title: "모두 예측하기: 랙이 없는 대신 튄다",
    source: "롤백에 서버가 있으면 이렇게 됩니다. 롤백의 출발점인 GGPO에는 서버가 없습니다",
    watch: "두 기체 모두 나의 가장 새로운 명령의 틱에 맞춰 그려집니다. 상대 기체가 방향을 바꿀 \
            때마다, 그 소식이 올 때까지 내 화면은 이전의 추력대로 계속 날립니다.",
    label: "내 기체는 곧바로 반응하고, 상대 기체는 방향을 바꾸는 곳에서 약 26 u 튑니다.",
};
