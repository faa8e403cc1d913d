//! Scenarios common to all netcodes, in Korean: latency, hiding it, and the choices of a room.

use crate::scenario::ScenarioWords;

pub(crate) const FREE: ScenarioWords = ScenarioWords {
    title: "자유 비행",
    source: "Lagrange",
    watch: "날고 쏘아 보세요. 세 칸은 같은 순간을 내 화면, 서버, 상대 플레이어의 화면에서 각각 \
            보여 줍니다.",
    label: "자유롭게 놀아 보세요. 아무것도 시험하지 않습니다.",
};

pub(crate) const LATENCY: ScenarioWords = ScenarioWords {
    title: "지연 시간: 내 기체는 얼마나 늦게 반응하는가",
    source: "빠른 멀티플레이어 게임을 다룬 Gambetta의 글",
    watch: "핑은 200 ms이고, 이를 전혀 감추지 않습니다. 1초 뒤에 오른쪽으로 날아갑니다. 서버에서는 키 입력이 닿았을 때 기체가 움직입니다. 내 \
            화면에서는 서버의 답이 돌아왔을 때 움직입니다.",
    label: "내 기체는 키를 누르고 약 233 ms 뒤에 반응합니다. 핑에 조금의 대기가 더해진 \
            값입니다.",
};

pub(crate) const PREDICTION: ScenarioWords = ScenarioWords {
    title: "예측: 기다릴 필요가 없는 기체",
    source: "QuakeWorld, 그리고 클라이언트 측 예측을 다룬 Gambetta의 글",
    watch: "두 열 모두 핑은 200 ms이고, 누르는 키도 같습니다. A에서는 내 기체가 서버의 답을 \
            기다립니다. B에서는 클라이언트가 서버의 규칙대로 기체를 곧바로 움직이고, 답이 오면 \
            비교합니다.",
    label: "A에서 내 기체는 키를 누르고 약 233 ms 뒤에 반응합니다. B에서는 17 ms 뒤에 반응하고, \
            예측은 한 번도 틀리지 않습니다.",
};

pub(crate) const BUMP: ScenarioWords = ScenarioWords {
    title: "예측: 뒤에서 들이받히다",
    source: "서버와의 재조정을 다룬 Gambetta의 글, 그리고 Source의 예측 오차 완화",
    watch: "상대 기체가 뒤에서 들이받지만, 내 화면은 그것을 나중에야 압니다. 그러면 화면은 서버의 \
            상태로 되돌아가서 그보다 새로운 명령들을 다시 실행합니다. 그것이 잔상입니다. A에서는 내 \
            기체가 곧바로 새 자리에 그려지고, B에서는 그 자리로 매끄럽게 옮겨 갑니다.",
    label: "A에서 내 기체는 약 44 u 튑니다. B에서는 매끄럽게 옮겨 갑니다.",
};

pub(crate) const INTERPOLATION: ScenarioWords = ScenarioWords {
    title: "보간: 건너뛰거나, 과거에서 매끄럽거나",
    source: "엔티티 보간을 다룬 Gambetta의 글",
    watch: "상대 기체가 내 둘레를 돌고, 1초에 스냅샷 10개가 그 위치를 알려 줍니다. A에서는 가장 \
            새로운 스냅샷의 위치에 그립니다. B에서는 200 ms 늦게, 한 스냅샷에서 다음 스냅샷으로 \
            가는 길 위에 그립니다.",
    label: "A에서 상대 기체는 스냅샷마다 약 28 u씩 건너뜁니다. B에서는 매끄럽게 움직이며, 서버보다 \
            약 266 ms, 거리로는 72 u 뒤에 있습니다.",
};

pub(crate) const SUNK: ScenarioWords = ScenarioWords {
    title: "보간: 바위 속의 기체",
    source: "Source의 네트워킹을 다룬 Valve의 글",
    watch: "상대 기체는 바위에 한 번도 닿지 않고 그 둘레를 돕니다. 내 화면은 한 스냅샷에서 다음 \
            스냅샷까지 직선 위에 기체를 그립니다. A에는 스냅샷이 1초에 두 개, B에는 20개 옵니다. \
            그래서 A에서는 기체가 모퉁이를 가로지릅니다.",
    label: "A에서는 기체가 바위 속으로 약 14 u 깊이 들어간 것처럼 그려집니다. B에서는 그렇지 \
            않습니다.",
};

pub(crate) const JITTER_BUFFER: ScenarioWords = ScenarioWords {
    title: "보간: 버퍼는 얼마나 커야 하나",
    source: "스냅샷 보간을 다룬 Fiedler의 글, 그리고 Source의 네트워크를 다룬 Valve의 글",
    watch: "스냅샷은 저마다 60~140 ms가 걸려 도착하고, 2 %는 사라집니다. 점 하나가 스냅샷 하나이며, 높을수록 늦게 왔습니다. 선은 보간 지연이 버텨 주는 \
            한계입니다. 선보다 위에서 도착한 것은 그리기에 너무 늦습니다.",
    label: "너무 늦게 오는 스냅샷이 있어, 상대 기체가 멈췄다가 건너뜁니다. 약 116 ms 전의 모습으로 그려집니다.",
};

pub(crate) const CLOCK_STEP: ScenarioWords = ScenarioWords {
    title: "시계: 중간에 느려지는 회선",
    source: "네트워크 물리를 다룬 Fiedler의 글, 그리고 Source의 네트워크를 다룬 Valve의 글",
    watch: "명령이 꼭 제때 닿도록, 내 시계는 서버보다 앞서 갑니다. 1.7 s 뒤부터 명령이 닿는 데 80 ms가 더 걸립니다. 선은 시계가 얼마나 앞서 있는지를 \
            보여 줍니다. 시계는 따라잡을 때까지 더 빨리 가며, 건너뛰지 않습니다.",
    label: "시계는 약 533 ms 만에 따라잡고, 그때까지 너무 늦게 오는 명령이 생깁니다.",
};

pub(crate) const STREAM_STALL: ScenarioWords = ScenarioWords {
    title: "멈췄다가 쏟아지는 스트림",
    source: "TCP, 따라서 모든 WebSocket이 잃어버린 패킷을 다루는 방법",
    watch: "나와 세 번째 플레이어는 똑같은 비율로 패킷을 잃습니다. 내 패킷은 스트림으로 옵니다. \
            하나를 잃으면 다시 보낼 때까지 뒤따르던 것이 모두 기다렸다가 한꺼번에 옵니다. 그동안 \
            상대 기체는 추측으로 날다가 멈춰 서고, 그다음 튑니다.",
    label: "내 스냅샷은 약 4분의 1초 동안 멈췄다가 한꺼번에 옵니다. 데이터그램으로 오는 세 번째 \
            플레이어의 스냅샷은 멈추지 않습니다.",
};

pub(crate) const WHO_FIRST: ScenarioWords = ScenarioWords {
    title: "누가 먼저 쏘는가",
    source: "로켓을 보상하지 않는 Wolfenstein: Enemy Territory, 그리고 최소 랙",
    watch: "내 핑은 200 ms, 상대 플레이어의 핑은 40 ms입니다. 둘이 같은 것을 보고 탄으로 응수합니다. B의 방에는 200 ms의 최소 \
            랙이 있어서, 상대 플레이어의 명령은 그만큼 기다렸다가 실행됩니다.",
    label: "A에서는 상대 플레이어의 탄이 내 탄보다 약 150 ms 먼저 나가고, 그동안 135 u 날아갑니다. \
            B에서는 두 탄이 한 틱 이내의 차이로 나갑니다.",
};

pub(crate) const WHO_FIRST_BEAM: ScenarioWords = ScenarioWords {
    title: "누가 먼저 쏘는가: 빔",
    source: "Wolfenstein: Enemy Territory, 그리고 최소 랙",
    watch: "둘이 같은 것을 세 번 보고, 그때마다 빔으로 응수합니다. 빔을 세 번 맞으면 기체는 \
            격추됩니다. A에서는 상대 플레이어의 세 번째 빔이 내 것보다 먼저 실행됩니다. B에서는 \
            둘이 함께 실행됩니다.",
    label: "A에서는 내가 먼저 격추되어 내 세 번째 빔이 나가지 못합니다. B에서는 두 기체가 모두 \
            격추됩니다.",
};

pub(crate) const PEEKER: ScenarioWords = ScenarioWords {
    title: "먼저 내다보는 쪽의 이점",
    source: "자사 슈팅 게임의 피커스 어드밴티지(peeker’s advantage)를 다룬 Riot의 글",
    watch: "바위를 돌아 나갑니다. 트인 사선(쏠 수 있는 길)은 상대 플레이어보다 나에게 먼저 보입니다. 상대 플레이어가 보는 내 모습이 늦기 때문입니다.",
    label: "나는 칸 위의 두 수를 더한 만큼 먼저 트인 사선을 봅니다. 두 수는 내가 서버보다 앞선 시간과, 상대 플레이어의 화면에서 내가 서버보다 뒤진 \
            시간입니다.",
};

pub(crate) const FAVOUR_DEFENDER: ScenarioWords = ScenarioWords {
    title: "방어하는 쪽 편들기",
    source: "Overwatch 제작진의 설명. 방어하는 쪽이 했다고 서버가 확인한 일이 우선합니다",
    watch: "투석기가 상대 기체를 바위를 돌아가도록 던집니다. A에서는 탄이 내가 본 것을 맞힙니다. B에서는 이제 탄과 기체 사이에 바위가 있으므로, 바위가 기체를 \
            지켜 줍니다.",
    label: "같은 탄이 A에서는 맞고 B에서는 기각됩니다. 탄과 기체의 지금 위치 사이에 바위가 있기 \
            때문입니다.",
};

pub(crate) const PING_CAP: ScenarioWords = ScenarioWords {
    title: "핑 상한",
    source: "어느 핑까지만 보상하고, 나머지는 앞을 겨누게 하는 서버",
    watch: "두 열에서 같은 빔을 쏩니다. A에서는 내가 본 것이 인정됩니다. B에서는 보간 지연을 빼고 \
            150 ms까지 오래된 모습만 인정됩니다. 내가 보는 모습은 그보다 오래되었으므로, 넘는 시간 \
            동안 기체가 날아간 만큼 빗나갑니다.",
    label: "A에서는 빔이 맞습니다. B에서는 내가 보는 모습이 상한보다 오래된 시간 동안 기체가 \
            날아간 만큼 빗나갑니다.",
};
