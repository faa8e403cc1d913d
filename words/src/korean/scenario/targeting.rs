//! Scenarios from the article on targeting, its four figures and its last problem, in Korean.

use crate::scenario::ScenarioWords;

const LAST_PROBLEM: &str = "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 마지막 문제";

pub(crate) const ZONES: ScenarioWords = ScenarioWords {
    title: "세 시간대",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 그림 1",
    watch: "두 기체가 나란히 납니다. 내 화면에서 내 기체는 서버가 가진 위치보다 앞에 있고, 상대 \
            기체는 뒤에 있습니다.",
    label: "나는 서버보다 약 0.13초 앞선 모습으로, 상대 기체는 서버보다 약 0.2초 뒤진 모습으로 \
            보입니다.",
};

pub(crate) const LATE_MISS: ScenarioWords = ScenarioWords {
    title: "늦은 레이저",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 그림 2",
    watch: "눈에 보이는 것을 정확히 겨눕니다. 하지만 탄은 서버가 명령을 받고 나서야 나가고, 그때 \
            기체는 이미 내가 본 자리에 없습니다.",
    label: "탄이 지나갈 때 기체는 약 146 u 더 나아가 있으므로 탄이 빗나갑니다.",
};

pub(crate) const OUT_OF_NOWHERE: ScenarioWords = ScenarioWords {
    title: "난데없이 나타나는 레이저",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 그림 3",
    watch: "내 화면에서는 탄이 포구에서 나갑니다. 상대 플레이어의 화면에서는 포구보다 훨씬 앞에서 \
            시작합니다.",
    label: "상대 플레이어의 화면에서 내 탄은 포구보다 약 128 u 앞에서 시작합니다.",
};

pub(crate) const CONVERGE: ScenarioWords = ScenarioWords {
    title: "수렴: 따라잡는 탄",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 그림 4",
    watch: "내 탄은 모든 화면에서 포구에서 시작합니다. 다른 화면에서는 내 화면의 탄을 따라잡을 \
            때까지 더 빠르게 날아갑니다.",
    label: "상대 플레이어의 화면에서도 탄은 내 포구에서 시작합니다. 그리고 따라잡아서 맞습니다.",
};

pub(crate) const MODEM: ScenarioWords = ScenarioWords {
    title: "모뎀에서의 수렴",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 그림 4를 28.8 모뎀으로",
    watch: "그림 4와 같은 장면인데 기체가 더 느리고, 두 플레이어와 서버 사이가 모두 28.8 모뎀입니다. \
            한쪽 방향에 90 ms가 걸리고, 지터는 최대 20 ms이며, 패킷 100개에 하나꼴로 사라집니다. \
            그래도 탄은 내 포구에서 시작해 따라잡습니다. 첫 명령이 회선에서 늦을 때를 대비해 1초 뒤에 \
            한 번 더 쏩니다. 여기서 따지는 것은 첫 탄입니다.",
    label: "탄이 따라잡아서 맞습니다. 내 회선이 1초에 나르는 것은 수신 약 560바이트, 송신 약 \
            310바이트입니다. 방향마다 3200바이트까지 나를 수 있습니다.",
};

pub(crate) const TWO_ALIENS: ScenarioWords = ScenarioWords {
    title: "타기팅: 한 줄로 선 두 외계인",
    source: LAST_PROBLEM,
    watch: "내 화면에서는 탄이 앞의 기체를 만납니다. A에서는 내 말이 인정됩니다. B에서는 서버가 \
            정하는데, 서버에서는 그 기체가 이미 더 나아가 있으므로 탄이 그 옆을 지나 뒤의 기체로 \
            날아갑니다.",
    label: "내 말이 인정되는 곳에서는 앞의 기체가 맞습니다. 서버가 정하는 곳에서는 뒤의 기체가 \
            맞습니다.",
};

pub(crate) const HUNDREDTH_PART: ScenarioWords = ScenarioWords {
    title: "타기팅: 남은 길의 100분의 1",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, ‘/100’",
    watch: "탄이 목표점을 쫓습니다. 프레임마다 남은 길의 일부를 갑니다. k = 1인 A에서는 절반을, k \
            = 99인 B에서는 100분의 1을 갑니다. B에서는 최대 99프레임의 움직임만큼 뒤처지고, 끝내 \
            닿지 못합니다.",
    label: "탄은 k = 1이면 15프레임 뒤에, k = 99이면 60프레임 뒤에 기체를 만납니다. 그때 두 번째 \
            탄은 자기 길의 약 4분의 1을 왔습니다.",
};

pub(crate) const BOTH_AGAINST_ONE: ScenarioWords = ScenarioWords {
    title: "타기팅: 레이저 하나에 두 외계인",
    source: LAST_PROBLEM,
    watch: "여기서는 탄이 기체를 뚫고 계속 날아갑니다. 내 화면에서는 내 탄이 두 기체를 모두 \
            만납니다. A에서는 내 말이 인정됩니다. B에서는 서버가 정하는데, 서버에서는 앞의 기체가 \
            이미 더 나아가 있습니다.",
    label: "내 말이 인정되는 곳에서는 탄 하나가 두 기체를 맞힙니다. 서버가 정하는 곳에서는 뒤의 \
            기체만 맞힙니다.",
};

pub(crate) const THREE_SPEEDS: ScenarioWords = ScenarioWords {
    title: "타기팅: 세 컴퓨터, 세 가지 속도",
    source: "네트워크 우주 슈팅 게임의 타기팅을 다룬 글, 목표점 옮기기",
    watch: "내 명령은 서버까지 60 ms, 거기서 나온 소식은 상대 플레이어까지 90 ms가 걸립니다. \
            어느 컴퓨터에서든 탄은 포구에서 시작해 내 화면의 탄을 따라잡아야 합니다. 소식을 \
            늦게 듣는 컴퓨터일수록 탄이 처음에 더 빠르게 날아갑니다.",
    label: "탄의 처음 100 ms 동안의 속도는 내 화면에서 900 u/s, 서버에서 약 1780 u/s, 상대 \
            플레이어의 화면에서 약 2680 u/s입니다.",
};
