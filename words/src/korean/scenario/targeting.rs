//! The last problem of the article on targeting, in Korean.

use crate::scenario_words::ScenarioWords;

const LAST_PROBLEM: &str = "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 마지막 문제";

pub(super) const TWO_ALIENS: ScenarioWords = ScenarioWords {
    title: "타기팅: 한 줄로 선 두 외계인",
    source: LAST_PROBLEM,
    watch: "내 화면에서는 탄이 앞의 기체를 만납니다. A에서는 내 말이 인정됩니다. B에서는 서버가 \
            정하는데, 서버에서는 그 기체가 이미 더 나아가 있으므로 탄이 그 옆을 지나 뒤의 기체로 \
            날아갑니다.",
    label: "내 말이 인정되는 곳에서는 앞의 기체가 맞습니다. 서버가 정하는 곳에서는 뒤의 기체가 \
            맞습니다.",
};

pub(super) const HUNDREDTH_PART: ScenarioWords = ScenarioWords {
    title: "타기팅: 남은 길의 100분의 1",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, ‘/100’",
    watch: "탄이 목표점을 쫓습니다. 프레임마다 남은 길의 일부를 갑니다. k = 1인 A에서는 절반을, k \
            = 99인 B에서는 100분의 1을 갑니다. B에서는 최대 99프레임의 움직임만큼 뒤처지고, 끝내 \
            닿지 못합니다.",
    label: "탄은 k = 1이면 15프레임 뒤에, k = 99이면 60프레임 뒤에 기체를 만납니다. 그때 두 번째 \
            탄은 자기 길의 약 4분의 1을 왔습니다.",
};

pub(super) const BOTH_AGAINST_ONE: ScenarioWords = ScenarioWords {
    title: "타기팅: 레이저 하나에 두 외계인",
    source: LAST_PROBLEM,
    watch: "여기서는 탄이 기체를 뚫고 계속 날아갑니다. 내 화면에서는 내 탄이 두 기체를 모두 \
            만납니다. A에서는 내 말이 인정됩니다. B에서는 서버가 정하는데, 서버에서는 앞의 기체가 \
            이미 더 나아가 있습니다.",
    label: "내 말이 인정되는 곳에서는 탄 하나가 두 기체를 맞힙니다. 서버가 정하는 곳에서는 뒤의 \
            기체만 맞힙니다.",
};

pub(super) const THREE_SPEEDS: ScenarioWords = ScenarioWords {
    title: "타기팅: 세 컴퓨터, 세 가지 속도",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 목표점 옮기기",
    watch: "내 명령은 서버까지 60 ms, 거기서 나온 소식은 상대 플레이어까지 90 ms가 걸립니다. \
            어느 컴퓨터에서든 탄은 포구에서 시작해 내 화면의 탄을 따라잡아야 합니다. 소식을 \
            늦게 듣는 컴퓨터일수록 탄이 처음에 더 빠르게 날아갑니다.",
    label: "탄의 처음 100 ms 동안의 속도는 내 화면에서 900 u/s, 서버에서 약 1780 u/s, 상대 \
            플레이어의 화면에서 약 2680 u/s입니다.",
};
