//! Fixed texts of the shot sheet, in Korean.

use alloc::{format, string::String};

use forensics::sentence::Separation;

use crate::shot_sheet::{ClampTexts, SheetNotes, SheetTexts};

pub(crate) const TEXTS: SheetTexts = SheetTexts {
    Older: "이전 사격",
    Newer: "다음 사격",
    Save: "이 사격 저장",
    CopyLink: "링크 복사",
    Export: "내보내기",
    ExportHint: "lagrange judge에 쓸 JSON으로",
    Close: "닫기",
    Play: "재생",
    Shots: "사격",
    Schemes: "방식마다 어떻게 판정했을지",
    Age: "쏜 뒤 지난 시간",
    Picture: "쏜 쪽의 화면, 서버, 표적의 화면에서 본 같은 순간. 그 아래에는 사격의 세 시각이 \
              있습니다.",
    Copied: "복사했습니다.",
    SelectAndCopy: "선택해서 복사하세요:",
    YourView: "내가 본 모습",
    ServersView: "서버가 판정한 모습",
    TheirView: "상대가 본 모습",
    ShootersView: "쏜 쪽이 본 모습",
    TargetsView: "표적이 본 모습",
    WorkedOut: "서버가 아는 것으로 계산함",
    NobodyNear: "사격 가까이에 온 기체가 없음",
    BotWithoutScreen: "봇에게는 화면이 없음",
    ScreenUnknown: "이 화면이 무엇을 보여 주었는지 알 수 없음",
    Judged: "판정",
    YouSaw: "내가 본 것",
    TheySaw: "상대가 본 것",
    Now: "지금",
    You: "나",
    YourTimes: "내 사격의 세 시각, 쏜 순간부터 센 ms",
    TheirTimes: "상대 사격의 세 시각, 쏜 순간부터 센 ms",
    TimesUnit: "쏜 순간부터 ms",
    YourCommand: "내 명령",
    TheirCommand: "상대의 명령",
    ServerTick: "서버 틱",
    ViewJudged: "판정한 시점",
    ViewYouSaw: "내가 본 시점",
    ViewTheySaw: "상대가 본 시점",
    NewestSnapshot: "가장 새로운 스냅샷",
    Bound: "한계",
    Elsewhere: "≈ 그 방식이라면 표적이 다른 곳에 그려져, 조준도 달라졌을 것입니다.",
    TimesOnly: "서버는 사용한 시각만 알려 주고, 기체가 있던 자리는 알려 주지 않습니다",
};

pub(crate) const NOTES: SheetNotes = SheetNotes {
    NoShotYet: "나와 관련된 사격이 아직 없습니다. 쏘거나 맞은 뒤에 다시 해 보세요.",
    ReportComing: "이 사격에 대한 서버의 보고를 기다리는 중입니다.",
    InFlight: "아직 날아가는 중입니다. 서버가 이 사격을 아직 판정하지 않았습니다.",
    MatchGoesOn: "경기는 계속되고, 내 기체는 관성으로 납니다.",
    RecordUntilReport: "경기는 계속되고, 내 기체는 관성으로 납니다. 지금 보이는 것은 사격의 기록과 \
                        내 화면이 보여 준 것입니다. 서버의 보고는 아직 오는 중입니다.",
    RecordOnly: "경기는 계속되고, 내 기체는 관성으로 납니다. 지금 보이는 것은 사격의 기록과 내 \
                 화면이 보여 준 것입니다. 서버에는 이 사격의 보고가 더는 없습니다.",
    SchemesComing: "아직 알 수 없습니다. 서버는 사격의 시간이 끝나는 1~2초 뒤에 이것을 계산합니다.",
    SchemesForgotten: "알 수 없습니다. 서버는 사격을 살펴볼 때 이것을 계산하고, 플레이어마다 최근 \
                       1분 동안의 가장 새로운 사격 32개만 기억합니다.",
    NothingComes: "이 사격은 일어나지 않습니다. 이 경기에서는 방아쇠를 당기지 않았습니다.",
    CaptureEnds: "이 사격의 소식이 하나도 오기 전에 캡처가 끝납니다.",
    TimeStandsStill: "시간이 멈춰 있습니다.",
    PlayedAhead: "시간이 멈춰 있습니다. 사격의 결과는 미리 재생해서 알아냈습니다.",
    SchemesNotAsked: "알 수 없습니다. 그 플레이어가 이 사격을 살펴보지 않았으므로, 서버는 방식마다 \
                      어떻게 판정했을지 알려 준 적이 없습니다.",
    RunFull: "알 수 없습니다. 사격의 시간이 끝나기 전에 실행 기록이 가득 찹니다.",
};

pub(crate) const CLAMPS: ClampTexts = ClampTexts {
    Bound: "시점이 한계로 옮겨짐",
    Future: "시점이 사격한 순간으로 옮겨짐",
    Backwards: "시점이 옮겨짐: 거꾸로 가지 않음",
    Implausible: "시점이 핑에 맞게 옮겨짐",
    NotDelayed: "시점이 공통 지연으로 옮겨짐",
    PingCap: "시점이 핑 상한으로 옮겨짐",
};

pub(crate) fn apart(apart: Separation) -> String {
    match apart {
        Separation::Same { .. } => "같은 자리".into(),
        Separation::Off { off_u } => format!("{off_u:.1} u 떨어짐"),
    }
}

pub(crate) fn nth(nth: usize, of: usize) -> String {
    format!("{nth}/{of}")
}
