//! Delayed synchronisation, in Korean.

use crate::scenario_words::ScenarioWords;

const SOURCE: &str = "지연 동기화를 다룬 글";

pub(super) const UNDONE_HIT: ScenarioWords = ScenarioWords {
    title: "지연 동기화: 취소되는 명중",
    source: SOURCE,
    watch: "오른쪽 멀리 있는 기체를 쏘는데, 세 번째 기체가 탄의 길로 날아듭니다. 먼 기체는 세 번째 \
            기체의 소식을 받기 전에 명중을 느낍니다. 세 번째 기체의 화면에서는 탄이 아직 151 u \
            떨어져 있을 때 피해를 입습니다.",
    label: "먼 기체는 곧바로 12점을 잃습니다. 세 번째 기체가 먼저 맞았다는 것이 밝혀지면 그만큼 \
            돌려받습니다.",
};

pub(super) const NOTHING_UNDONE: ScenarioWords = ScenarioWords {
    title: "지연 동기화: 취소할 것이 없다",
    source: SOURCE,
    watch: "두 열에서 같은 사격을 합니다. A에서는 탄이 처음 만난 기체에서 끝나므로, 먼 기체는 \
            체력을 돌려받습니다. B에서는 탄이 두 기체를 뚫고 계속 날아갑니다.",
    label: "A에서는 먼 기체가 12점을 돌려받습니다. B에서는 두 기체가 모두 12점을 잃고, 아무것도 \
            취소되지 않습니다.",
};
