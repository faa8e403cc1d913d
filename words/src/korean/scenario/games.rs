//! Scenarios of Wolfenstein: ET, QuakeWorld and Source, in Korean.

use crate::scenario::ScenarioWords;

const ET_ARTICLE: &str = "Wolfenstein: Enemy Territory 2.60의 랙 보상(anti-lag)을 다룬 글";
const QUAKEWORLD_ARTICLE: &str = "QuakeWorld의 예측을 다룬 글과 공개된 소스 코드";
const SOURCE_ARTICLES: &str = "Source의 네트워킹과 랙 보상을 다룬 Valve의 글";
const NETWORKING_ARTICLE: &str = "Source의 네트워킹을 다룬 Valve의 글";

pub(crate) const ET_BIAS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 한 프레임 앞",
    source: ET_ARTICLE,
    watch: "빔이 눈에 보이는 기체의 한가운데를 지납니다. 서버는 그 기체가 있던 자리를 마커로 \
            기억하는데, 마커의 시각이 한 프레임씩 어긋나 있습니다. 그래서 서버는 내가 본 곳보다 \
            앞에서 기체를 찾습니다.",
    label: "기체는 내가 본 곳보다 약 23 u 앞에서 판정됩니다.",
};

pub(crate) const ET_VETO: ScenarioWords = ScenarioWords {
    title: "ET 2.60: 엄폐물에 의한 기각",
    source: ET_ARTICLE,
    watch: "훤히 드러나 보이는 기체를 맞힙니다. 서버가 사격을 전해 받을 때 기체는 바위 뒤에 있고, \
            마지막 결정은 바위가 합니다.",
    label: "나와 기체의 지금 위치 사이에 바위가 있으므로 명중이 기각됩니다.",
};

pub(crate) const ET_MAX_FPS: ScenarioWords = ScenarioWords {
    title: "ET 2.60: com_maxfps 20 대 125",
    source: ET_ARTICLE,
    watch: "서버는 상대 기체의 마커를 열 개 보관하고, 그 플레이어가 명령을 보낼 때마다 하나씩 기록합니다. A에서는 1초에 20개, B에서는 1초에 \
            125개입니다. 그 기체는 3분의 1초 늦게 보이는데, B에는 그렇게 오래된 마커가 없습니다. ‘저장된 것’을 누르면 마커가 보입니다.",
    label: "같은 빔이 1초에 명령을 20개 보내는 플레이어의 기체에는 맞고, 125개 보내는 플레이어의 \
            기체에는 빗나갑니다.",
};

pub(crate) const ET_ZIGZAG: ScenarioWords = ScenarioWords {
    title: "ET: 두 마커 사이의 지그재그",
    source: "Wolfenstein: Enemy Territory의 랙 보상(anti-lag)을 다룬 글과 공개된 소스 코드",
    watch: "서버는 50 ms마다 기체의 마커를 하나씩 기록하고, 두 마커를 잇는 직선 위에서 기체를 \
            찾습니다. 여기서는 스냅샷이 1초에 60개 오므로 기체가 실제로 나는 길이 보입니다. \
            기체가 방향을 바꿀 때와 바위에 튕길 때 쏩니다.",
    label: "두 빔 모두 맞습니다. 기체는 방향을 바꿀 때 내가 본 자리에서 약 0.5 u, 튕길 때 약 6 \
            u 떨어진 곳에서 판정됩니다. 기체의 반지름은 16 u입니다.",
};

pub(crate) const HALF_GAP: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 차이의 절반",
    source: QUAKEWORLD_ARTICLE,
    watch: "상대 기체가 모퉁이를 돌며 납니다. 내 화면은 내가 소식보다 앞선 시간의 절반만큼, 상대 \
            기체를 마지막 추력대로 더 날립니다. 모퉁이마다 상대 기체는 너무 멀리 날아갔다가 뒤로 \
            튑니다.",
    label: "모퉁이에서 상대 기체는 실제로 나는 경로에서 약 29 u 벗어나 그려집니다.",
};

pub(crate) const FREEZE: ScenarioWords = ScenarioWords {
    title: "QuakeWorld: 얼어붙은 기체",
    source: QUAKEWORLD_ARTICLE,
    watch: "핑이 1.2초이면 언제나 62개 넘는 명령이 가는 중입니다. 클라이언트는 그렇게 많은 \
            명령을 예측하지 않으므로, 서버에서는 기체가 계속 나는데 내 화면에서는 멈춰 있습니다.",
    label: "내 기체는 내 화면에서 얼어붙습니다. 서버에서는 그곳에서 약 231 u 떨어져 있습니다.",
};

pub(crate) const REWIND: ScenarioWords = ScenarioWords {
    title: "Source: 200 ms에서 본 것과 판정한 것",
    source: SOURCE_ARTICLES,
    watch: "두 윤곽선을 비교해 보세요. 하나는 내가 기체를 본 자리, 하나는 서버가 판정한 자리입니다. \
            그 순간 기체는 어디에 있을까요?",
    label: "기체는 내가 본 자리에서 판정되고, 빔이 맞습니다. 그때 기체는 약 140 u 더 나아가 \
            있습니다.",
};

pub(crate) const TELEPORT: ScenarioWords = ScenarioWords {
    title: "Source: 64유닛과 빠른 기체",
    source: SOURCE_ARTICLES,
    watch: "투석기가 상대 기체를 1,280 u/s 넘는 속도로 가로질러 던집니다. 1초에 20틱이면 한 틱에 \
            64 u입니다. A에서는 원래 쓰인 규칙이 그것을 순간 이동으로 여기고 되감지 않습니다. \
            B에서는 새로 태어날 때만 순간 이동으로 칩니다.",
    label: "같은 빔이 64유닛 규칙으로는 빗나가고, 목숨 규칙으로는 맞습니다.",
};

pub(crate) const CHORDS: ScenarioWords = ScenarioWords {
    title: "Source: 1초에 스냅샷 2개일 때와 20개일 때의 직선",
    source: SOURCE_ARTICLES,
    watch: "상대 기체가 이리저리 방향을 바꿉니다. 내 화면은 한 스냅샷에서 다음 스냅샷까지 직선 \
            위에 기체를 그립니다. A에서는 1초에 두 개, B에서는 20개입니다. 서버의 기록에는 기체의 \
            실제 경로가 있습니다. ‘저장된 것’을 누르면 기록이 보입니다.",
    label: "A에서는 기체가 보이는 곳에서 28 u 떨어진 자리에서 판정되고, 빔이 빗나갑니다. B에서는 \
            0.3 u 떨어진 자리에서 판정되고, 빔이 맞습니다.",
};

pub(crate) const TICKS_20: ScenarioWords = ScenarioWords {
    title: "원래 규칙대로의 Source: 1초에 20틱",
    source: SOURCE_ARTICLES,
    watch: "원래 쓰인 규칙은 내가 본 순간을 서버의 온전한 틱으로 반올림하며, 여기서 한 틱은 50 \
            ms입니다. 내가 본 모습은 두 틱의 한가운데였습니다.",
    label: "기체의 속도는 320 u/s이고, 기체는 내가 본 자리에서 8 u 떨어진 자리에서 판정됩니다. 반 \
            틱 동안 나는 거리입니다.",
};

pub(crate) const TICKS_128: ScenarioWords = ScenarioWords {
    title: "원래 규칙대로의 Source: 1초에 128틱",
    source: SOURCE_ARTICLES,
    watch: "같은 규칙으로 하는 같은 사격이지만, 이 방에서는 한 틱이 7.8 ms입니다.",
    label: "기체의 속도는 320 u/s이고, 기체는 내가 본 자리에서 1.2 u 떨어진 자리에서 판정됩니다. \
            반 틱 동안 나는 거리입니다.",
};

pub(crate) const INTERPOLATION_LINE: ScenarioWords = ScenarioWords {
    title: "Source: 잃어버린 스냅샷이 드러나지 않는다",
    source: NETWORKING_ARTICLE,
    watch: "스냅샷을 1초에 20개 받고, 다른 기체들을 100 ms 늦게 그립니다. 틱 340.8에서 나는 스냅샷 \
            340과 342 사이에 그립니다. 상대 플레이어는 스냅샷 342를 잃어버려서 340과 344 사이에 \
            그립니다.",
    label: "나는 340에서 342로 가는 길의 0.40 지점에 그립니다. 342를 잃어버린 상대 플레이어는 \
            340에서 344로 가는 길의 0.20 지점에 그립니다.",
};

pub(crate) const LISTEN_SERVER: ScenarioWords = ScenarioWords {
    title: "Source: 내 컴퓨터에서 돌아가는 서버",
    source: NETWORKING_ARTICLE,
    watch: "서버가 내 컴퓨터에서 돌아가므로 핑은 0입니다. 그래도 A에서는 상대 기체를 \
            보간하므로 100 ms 늦게 그립니다. B에서는 가장 새로운 스냅샷의 위치에 그립니다.",
    label: "상대 기체의 속도는 320 u/s입니다. 보간하는 A에서는 서버가 가진 위치보다 32 u 뒤에 \
            그려집니다. 오는 대로 그리는 B에서는 서버가 가진 위치에 그려집니다.",
};
