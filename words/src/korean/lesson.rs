//! The lessons in Korean: a lesson goes in, its words come out.

use lab::lesson::Lesson;

use crate::lesson_words::LessonWords;

/// What is said of a lesson.
pub(crate) const fn words(lesson: Lesson) -> &'static LessonWords {
    match lesson {
        Lesson::Latency => &LATENCY,
        Lesson::Zones => &ZONES,
        Lesson::Prediction => &PREDICTION,
        Lesson::Interpolation => &INTERPOLATION,
        Lesson::LateLaser => &LATE_LASER,
        Lesson::Convergence => &CONVERGENCE,
        Lesson::Rewinding => &REWINDING,
        Lesson::Cover => &COVER,
        Lesson::AgreeLater => &AGREE_LATER,
        Lesson::Choose => &CHOOSE,
    }
}

const LATENCY: LessonWords = LessonWords {
    title: "지연 시간",
    text: "메시지가 오가는 데는 시간이 걸립니다. 서버까지 갔다가 돌아오는 시간이 왕복 시간이며, 여기서는 200 ms입니다. 이 경기에서는 지연 \
           시간(latency)을 전혀 감추지 않습니다. 내 기체는 서버가 키 입력을 받고 그 답이 나에게 온 뒤에야 내 화면에서 움직입니다.",
    do_this: "기체를 직접 조종해 방향키를 짧게 눌러 보세요. 그런 다음 내 왕복 시간을 0으로 놓고 \
              다시 눌러 보세요.",
    watch_that: "키를 누르고 기체가 움직일 때까지 0.2초 넘게 걸립니다. 정확히 얼마인지는 칸 아래의 \
                 문장이 알려 줍니다. 지연 시간이 없으면 거의 걸리지 않습니다.",
};

const ZONES: LessonWords = LessonWords {
    title: "세 시간대",
    text: "내가 보는 나, 서버가 가진 것, 상대 플레이어가 보는 것은 서로 다른 세 순간입니다. 나는 \
           앞선 모습으로 보입니다. 내 명령이 아직 서버까지 가야 하기 때문입니다. 상대 기체는 늦은 \
           모습으로 보입니다. 그 소식이 나에게 오는 데 시간이 걸렸기 때문입니다.",
    do_this: "시간을 멈추고 연결선을 살펴본 뒤 다시 흐르게 하세요. 그런 다음 내 왕복 시간을 두 \
              배로 늘리세요.",
    watch_that: "연결선은 각 기체를 다른 칸의 같은 기체와 이어 줍니다. 왕복 시간이 두 배가 되면 \
                 연결선이 길어집니다.",
};

const PREDICTION: LessonWords = LessonWords {
    title: "예측",
    text: "내 기체는 서버를 기다릴 필요가 없습니다. 클라이언트는 서버의 규칙을 알고 있으므로 내 \
           명령을 곧바로 실행합니다. 이것이 예측(prediction)입니다. 서버의 소식이 오면 \
           클라이언트는 둘을 비교합니다. 틀린 곳이 있으면 서버가 알려 준 상태로 돌아가, 그 뒤에 \
           내린 명령을 다시 실행합니다.",
    do_this: "두 열에서 동시에 조종해 보세요. A는 예측이 없고 B는 있습니다. 넷 그래프도 여세요.",
    watch_that: "B에서는 기체가 곧바로 반응합니다. 클라이언트와 서버가 비트까지 똑같이 계산하므로, 넷 그래프의 예측 오차는 0.0 u에 머뭅니다.",
};

const INTERPOLATION: LessonWords = LessonWords {
    title: "보간",
    text: "다른 기체가 어디에 있었는지는 스냅샷(snapshot)으로 전해집니다. 여기서는 1초에 10번입니다. 오는 대로 그리면 기체가 뚝뚝 건너뜁니다. \
           보간(interpolation)은 기체를 조금 과거의 모습으로, 언제나 두 스냅샷 사이에 그려서 매끄럽게 움직이게 합니다. 그 대가가 보간 지연이며, \
           여기서는 200 ms입니다.",
    do_this: "두 열을 비교해 보세요. A는 가장 새로운 스냅샷을 그리고 B는 보간합니다. 그런 다음 B의 \
              보간 지연을 50 ms, 곧 스냅샷 간격의 절반으로 놓으세요.",
    watch_that: "A에서는 기체가 건너뛰지만, 서버가 가진 위치에 더 가깝습니다. B에서는 지연이 너무 \
                 짧아지기 전까지 매끄럽게 움직입니다.",
};

const LATE_LASER: LessonWords = LessonWords {
    title: "늦은 레이저",
    text: "내가 겨누는 것은 눈에 보이는 모습이고, 그 모습은 이미 과거입니다. 명령은 그보다도 늦게 \
           서버에 닿습니다. 그때 서버가 기체의 지금 위치를 묻는다면, 완벽한 조준도 빗나갑니다. 그 \
           모든 시간 동안 기체가 날아간 만큼 빗나갑니다.",
    do_this: "재생해 보세요. 그런 다음 내 왕복 시간을 절반으로 줄이세요.",
    watch_that: "칸 아래의 문장이 얼마나 빗나갔는지 알려 줍니다. 왕복 시간이 짧아지면 줄어들지만, \
                 보간 지연이 남으므로 0이 되지는 않습니다.",
};

const CONVERGENCE: LessonWords = LessonWords {
    title: "건너뛰기와 수렴",
    text: "서버는 탄을 지금 내 화면의 탄이 가 있는 자리, 곧 포구보다 앞에서 시작시킬 수 있습니다. \
           그러면 탄이 건너뛰고, 내 가까이에 있는 플레이어는 탄이 오는 것을 볼 수 없습니다. 또는 \
           탄을 포구에서 시작시키고, 따라잡을 때까지 더 빠르게 날릴 수 있습니다. 그러면 탄이 \
           수렴합니다.",
    do_this: "두 열에서 상대 플레이어의 화면을 보세요. A에서는 탄이 건너뛰고 B에서는 수렴합니다.",
    watch_that: "각각의 탄이 처음 보이는 자리를 보세요. 도착하는 때는 같습니다.",
};

const REWINDING: LessonWords = LessonWords {
    title: "되감기",
    text: "서버는 모두가 언제 어디에 있었는지 기억해 두었다가, 내가 본 순간으로 사격을 판정할 수 \
           있습니다. 이것이 랙 보상(lag compensation)이며 되감기(rewinding)라고도 합니다. 내가 본 \
           것이 인정됩니다. 서버는 정해진 만큼만 과거를 돌아봅니다. 그 한계가 없다면, 회선이 아주 \
           느린 플레이어는 기체가 오래전에 있던 자리를 쏘아 맞힐 수 있습니다.",
    do_this: "재생해 보세요. 그런 다음 서버가 200 ms보다 먼 과거는 돌아보지 못하게 하세요.",
    watch_that: "윤곽선 하나는 내가 본 것이고, 다른 하나는 서버가 판정한 것입니다. 둘은 한계가 내 \
                 지연보다 짧아지기 전까지 겹쳐 있습니다.",
};

const COVER: LessonWords = LessonWords {
    title: "엄폐물 뒤에서 맞기",
    text: "되감기의 대가는 누군가 치릅니다. 바로 맞는 플레이어입니다. 그 플레이어 자신의 화면에서는 기체가 이미 바위 뒤에 있는데, 과거에서 온 사격에 맞습니다. \
           어떤 게임은 여기에 기각(veto)을 더합니다. 기체의 지금 위치까지 가로막는 것이 없을 때만 명중이 인정됩니다.",
    do_this: "두 열에서 상대 플레이어의 화면을 보세요. A에는 기각 규칙이 없고 B에는 있습니다.",
    watch_that: "A에서는 상대 기체가 바위 뒤에서 맞습니다. B에서는 내 명중이 인정되지 않습니다. 둘 \
                 가운데 하나는 언제나 억울합니다.",
};

const AGREE_LATER: LessonWords = LessonWords {
    title: "지연 동기화",
    text: "나중에 합의하기만 한다면 화면은 한동안 서로 달라도 됩니다. 모두가 다른 기체들을 정해진 \
           지연 D만큼 과거의 모습으로 그리고, 탄은 그곳에서 만나는 기체에 맞습니다. D가 지날 \
           때까지 명중은 잠정적입니다. 다른 기체가 먼저 맞았다는 것이 밝혀지면 명중은 취소되고, \
           잃었던 체력이 돌아옵니다.",
    do_this: "재생해 보세요. 탄이 나가면 시간을 멈추고 한 프레임씩 넘겨 보세요.",
    watch_that: "먼 기체가 12점을 잃습니다. 잠정적이므로 빗금으로 표시되고, 나중에 돌아옵니다.",
};

const CHOOSE: LessonWords = LessonWords {
    title: "나의 방식 고르기",
    text: "지연을 없애는 넷코드(netcode)는 없습니다. 저마다 누가 지연을 느낄지를 정합니다. 표적보다 앞을 겨눠야 하는 쏘는 쪽이거나, 과거의 모습으로 맞는 \
           표적이거나, 조금씩 나누는 모두입니다. 아무거나 둘을 골라 같은 경기에서, 같은 조작과 같은 패킷 손실로 비교해 보세요.",
    do_this: "두 열 A와 B의 방식을 고르고, 플레이어들이 쓸 것 같은 회선을 고르세요.",
    watch_that: "같은 사격이 두 번 판정됩니다. A에서는 아무것도 보상하지 않으므로 빗나갑니다. \
                 B에서는 내가 본 것이 인정되므로 맞습니다.",
};
