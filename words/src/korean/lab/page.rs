//! The texts that stand in the page of the laboratory, in Korean: as `web/lab.html` has them.

use crate::lab::page::{
    BarTexts, BeginningTexts, DeskTexts, HelpTexts, LessonsTexts, NetworkTexts, PageText,
    SchemesTexts, ShareTexts, TimeTexts,
};

pub(crate) const fn text(text: PageText) -> &'static str {
    match text {
        PageText::Bar(text) => bar(text),
        PageText::Time(text) => time(text),
        PageText::Help(text) => help(text),
        PageText::Lessons(text) => lessons(text),
        PageText::Schemes(text) => schemes(text),
        PageText::Network(text) => network(text),
        PageText::Desk(text) => desk(text),
        PageText::Share(text) => share(text),
        PageText::Beginning(text) => beginning(text),
    }
}

const fn bar(text: BarTexts) -> &'static str {
    match text {
        BarTexts::Title => "Lagrange 실험실",
        BarTexts::Heading => "실험실",
        BarTexts::Scenario => "시나리오",
        BarTexts::CaptureEnd => "캡처 닫기",
        BarTexts::Panels => "패널",
        BarTexts::Lessons => "레슨 {0}",
        BarTexts::Schemes => "방식 {0}",
        BarTexts::Network => "네트워크 {0}",
        BarTexts::Desk => "속임수 {0}",
        BarTexts::DeskHint => "속임수 책상: 거짓말하는 프로그램",
        BarTexts::Shots => "사격 {0}",
        BarTexts::Graph => "넷 그래프 {0}",
        BarTexts::Ring => "링 {0}",
        BarTexts::RingHint => "QuakeWorld의 명령 링",
        BarTexts::ViewLine => "시점 선 {0}",
        BarTexts::ViewLineHint => "보간의 시간선",
        BarTexts::Stored => "저장된 것 {0}",
        BarTexts::StoredHint => {
            "서버가 기체에 대해 저장한 것. 기체를 하나씩 넘겨 보거나, 포인터로 가리킨 기체를 봅니다"
        }
        BarTexts::Share => "공유 {0}",
        BarTexts::Help => "도움말 {0}",
        BarTexts::Caption => "무엇을 보여 주는가",
        BarTexts::Close => "닫기 {0}",
        BarTexts::GraphName => "넷 그래프",
        BarTexts::Away => crate::korean::article::ARTICLE.away,
    }
}

const fn time(text: TimeTexts) -> &'static str {
    match text {
        TimeTexts::RingSlot => "명령, 오래된 것부터 새것까지",
        TimeTexts::RingSlotHint => {
            "어느 슬롯의 수를 보여 줄지 고릅니다. 가장 새것이 오른쪽입니다. 슬롯을 가리켜도 됩니다."
        }
        TimeTexts::LanesSay => "시간 띠가 알려 주는 것",
        TimeTexts::Name => "시간",
        TimeTexts::Restart => "다시 시작 {0}",
        TimeTexts::RestartHint => "같은 시드로 다시 시작",
        TimeTexts::FrameBack => "한 프레임 뒤로",
        TimeTexts::FrameOn => "한 프레임 앞으로",
        TimeTexts::Speed => "속도",
        TimeTexts::SpeedHint => "속도: − 와 + 로 바꿉니다",
        TimeTexts::Position => "기록의 어디인지",
        TimeTexts::Cue => "결정적인 순간으로",
        TimeTexts::Take => "직접 조종하기 {0}",
        TimeTexts::Swap => "기체 바꾸기 {0}",
    }
}

const fn help(text: HelpTexts) -> &'static str {
    match text {
        HelpTexts::Name => "도움말",
        HelpTexts::About => {
            "방과 플레이어 세 명과 그 사이의 회선 여섯 개가 이 페이지 안에서 하나의 시계로 \
             돌아갑니다. 그래서 세 칸은 네트워크 프로그램이 결코 보여 줄 수 없는 것을 보여 줍니다. \
             내 화면, 서버, 상대 플레이어의 화면의 같은 순간입니다. 연결선은 같은 기체와 같은 탄을 \
             서로 이어 줍니다."
        }
        HelpTexts::KeysFly => "{0}{1}{2}{3} 또는 화살표 키",
        HelpTexts::Fly => "조종하기. 시나리오를 넘겨받습니다",
        HelpTexts::KeysAim => "마우스 또는 {0}{1}, {2}, {3}",
        HelpTexts::Aim => "조준, 레이저, 빔",
        HelpTexts::Play => "재생, 일시 정지",
        HelpTexts::Frames => "한 프레임 뒤로, 한 프레임 앞으로",
        HelpTexts::Cue => {
            "시간 막대에 표시된 결정적인 순간으로. 한 번 더 누르면 그곳에서 계속합니다"
        }
        HelpTexts::Speed => "느리게, 빠르게. 1/100까지",
        HelpTexts::Restart => "같은 시드로 다시 시작",
        HelpTexts::Swap => "기체 바꾸기. 다른 기체를 조종합니다",
        HelpTexts::Maximise => "마우스 아래의 칸만 크게 보기",
        HelpTexts::KeysSchemes => "{0}~{1}",
        HelpTexts::Schemes => "방식. {0} 키로 둘을 비교합니다",
        HelpTexts::Lessons => "레슨, 뒤로, 다음",
        HelpTexts::Drawers => "방식, 네트워크, 사격, 넷 그래프, 공유",
        HelpTexts::Desk => "속임수 책상: 거짓말하는 프로그램과, 방마다 집계한 결과",
        HelpTexts::Ring => "링: 보낸 명령, 확인받은 명령, 다시 실행한 명령",
        HelpTexts::ViewLine => "시점 선: 다른 기체들을 그릴 때 양쪽에 두는 스냅샷",
        HelpTexts::Ghosts => "잔상",
        HelpTexts::PointAtShip => "기체를 가리키기, 또는 {0}",
        HelpTexts::Stored => "서버가 그 기체에 대해 저장한 것. {0} 키로 기체를 차례로 넘깁니다",
        HelpTexts::ClickBolt => "탄을 클릭",
        HelpTexts::WhyHit => "왜 맞았는지, 왜 빗나갔는지",
        HelpTexts::CloseOpen => "열린 것 닫기",
        HelpTexts::CuesWanted => "{0}결정적인 순간에 느려졌다가 멈춰 기다리기",
        HelpTexts::Legend => "{0}서버의 현재{1} {2}쏠 때 본 것{3} {4}서버가 판정한 것",
        HelpTexts::Strip => {
            "칸 아래의 띠: 점 하나가 패킷 하나입니다. 시간이 왼쪽에서 오른쪽으로 흐르는 동안, 점은 \
             보낸 쪽에서 받는 쪽으로 올라갑니다. 잃어버린 패킷은 중간에서 사라지고, 늦은 패킷은 \
             가장자리 아래에서 노란색으로 기다립니다."
        }
        HelpTexts::PlayOnline => "온라인으로 하기",
    }
}

const fn lessons(text: LessonsTexts) -> &'static str {
    match text {
        LessonsTexts::Name => "레슨",
        LessonsTexts::ExampleName => {
            "시간선 위의 1 s와 5 s에 점이 하나씩 있고, 그 한가운데인 3 s에 막대가 있습니다"
        }
        LessonsTexts::Example => {
            "Wolfenstein: ET를 다룬 글의 예입니다. 서버에는 1 s와 5 s의 마커가 있고, 명령은 3 s를 \
             묻습니다. 하나에서 다른 하나로 가는 길의 절반이므로, 기체도 그 절반에 있습니다. \
             여기서 저장된 것을 보려면 기체를 가리키거나 {0} 키를 누르세요."
        }
        LessonsTexts::DoThis => "해 볼 것",
        LessonsTexts::WatchThat => "볼 것",
        LessonsTexts::Article => "글에서 같은 내용 보기",
        LessonsTexts::Back => "뒤로 {0}",
        LessonsTexts::Next => "다음 {0}",
        LessonsTexts::All => "전체 목록",
    }
}

const fn schemes(text: SchemesTexts) -> &'static str {
    match text {
        SchemesTexts::Name => "방식",
        SchemesTexts::About => {
            "넷코드 방식은 메시지가 오가는 시간을 게임이 어떻게 감추는지를 정합니다. 둘을 나란히 \
             실행해 보세요. 조작도 패킷도 같고, 규칙만 다릅니다."
        }
        SchemesTexts::Columns => "열",
        SchemesTexts::Presets => "프리셋",
        SchemesTexts::Alternatives => "비교 대상",
        SchemesTexts::Choices => "이 방식이 고른 것",
        SchemesTexts::ShotLine => "{0}사격선",
        SchemesTexts::RoomPart => "방이 정하는 것",
        SchemesTexts::PlayerPart => "플레이어마다 정하는 것",
        SchemesTexts::PlayerHint => "모든 플레이어가 보고 보내는 것.",
    }
}

const fn network(text: NetworkTexts) -> &'static str {
    match text {
        NetworkTexts::Name => "네트워크",
        NetworkTexts::About => {
            "회선 여섯 개가 모두 이 페이지 안에 있습니다. 플레이어마다 올라가는 길과 내려오는 길이 \
             있습니다. 바꾼 값은 지금부터 보내는 것에 적용됩니다."
        }
        NetworkTexts::Codec => "스냅샷에 담는 것",
        NetworkTexts::CodecHint => {
            "서버가 모두에게 알려 주는 것입니다. 경기가 처음부터 다시 시작됩니다. 바이트 수와 넷 \
             그래프를 보세요."
        }
        NetworkTexts::WhoseLinks => "누구의 회선",
        NetworkTexts::You => "나",
        NetworkTexts::Other => "상대",
        NetworkTexts::Third => "세 번째",
        NetworkTexts::Kinds => "회선의 종류",
        NetworkTexts::WayUp => "올라가는 길: 서버로, 편도",
        NetworkTexts::WayDown => "내려오는 길: 서버에서, 편도",
        NetworkTexts::FullUpdate => "전체 업데이트 요청",
        NetworkTexts::FullUpdateHint => {
            "다음 스냅샷은 앞의 것에 기대지 않고 전체를 담습니다. 넷 그래프에서는 높고 옅은 \
             기둥입니다. 1초에 한 번까지입니다."
        }
        NetworkTexts::WhoFlies => "누가 조종하는가",
        NetworkTexts::Controllers => "이 기체를 조종하는 쪽",
    }
}

const fn desk(text: DeskTexts) -> &'static str {
    match text {
        DeskTexts::Name => "속임수 책상",
        DeskTexts::About => {
            "프로그램은 플레이어가 보내는 것을 바꿀 수 있습니다. 하나를 고르면 경기가 처음부터 \
             다시 시작됩니다."
        }
        DeskTexts::Programs => "누구의 프로그램",
        DeskTexts::Columns => "어디에서 거짓말하는가",
        DeskTexts::Lies => "무엇을 하는가",
        DeskTexts::Tries => "시도하는 것",
        DeskTexts::Against => "막는 것",
        DeskTexts::Came => "결과",
        DeskTexts::Gains => "이득",
        DeskTexts::Counters => "모든 집계",
    }
}

const fn share(text: ShareTexts) -> &'static str {
    match text {
        ShareTexts::Shots => "사격",
        ShareTexts::NoShot => "아직 사격이 없습니다. 방아쇠를 당기거나 시나리오를 재생하세요.",
        ShareTexts::Name => "공유",
        ShareTexts::About => {
            "링크는 바로 이 순간을 다른 브라우저에서 비트까지 똑같이 엽니다. 조종한 것이 모두 들어 \
             있고, 여기서 살펴보던 사격도 들어 있습니다."
        }
        ShareTexts::Copy => "복사",
        ShareTexts::AsFigure => "그림으로",
        ShareTexts::Figure => {
            "내 웹 페이지에 요소나 iframe으로 넣을 수 있습니다. 지금 보이는 시나리오와 프리셋으로 \
             만든 {0}입니다. 따로 설정하거나 조종한 것은 들어 있지 않습니다."
        }
        ShareTexts::FigureAlone => "단독 그림",
        ShareTexts::CopyElement => "요소 복사",
        ShareTexts::CopyIframe => "iframe 복사",
        ShareTexts::AsFile => "파일로",
        ShareTexts::Run => {
            "실행 기록에는 밖에서 들어온 것이 모두 담깁니다. {0} 명령은 그것을 재생하고, {1} \
             명령은 그 사격을 판정합니다."
        }
        ShareTexts::SaveRun => "이 실행 기록 내려받기",
        ShareTexts::OpenFile => "파일 열기{0}",
        ShareTexts::Drop => {
            "또는 페이지 아무 곳에나 파일을 끌어다 놓으세요. 실행 기록이나 온라인 경기의 캡처를 열 \
             수 있습니다."
        }
    }
}

const fn beginning(text: BeginningTexts) -> &'static str {
    match text {
        BeginningTexts::Name => "어디서 시작할까요",
        BeginningTexts::About => {
            "네트워크 게임에서 내가 보는 것, 서버가 가진 것, 상대 플레이어가 보는 것은 서로 다른 \
             세 순간입니다. 여기서는 셋을 나란히 볼 수 있고, 시간을 멈출 수도 있습니다."
        }
        BeginningTexts::Learn => "배우기",
        BeginningTexts::LearnHint => {
            "한 번에 하나씩, 지연 시간에서 되감기까지 짧은 레슨 열 개가 있습니다. 글로 읽을 수도 \
             있습니다: {0}."
        }
        BeginningTexts::Article => "슈팅 게임은 어떻게 랙을 감추는가",
        BeginningTexts::Try => "해 보기",
        BeginningTexts::TryHint => {
            "100 ms의 회선에서 봇 둘과 겨루고, 회선을 더 나쁘게 만들어 보세요."
        }
        BeginningTexts::Shot => "사격 하나 살펴보기",
        BeginningTexts::ShotHint => {
            "바위 때문에 기각된 명중입니다. 나, 서버, 상대 플레이어가 각각 무엇을 보았는지, 아홉 가지 규칙이 그것을 어떻게 판정하는지 봅니다."
        }
        BeginningTexts::Dismiss => "둘러보기 {0}",
        BeginningTexts::Panic => "실험실이 내부 오류로 멈췄습니다.",
        BeginningTexts::PanicHint => {
            "새로 고치면 다시 시작합니다. 다시 일어나면 아래 내용을 알려 주세요."
        }
        BeginningTexts::Reload => "새로 고침",
    }
}
