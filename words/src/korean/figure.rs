//! Labels of a figure's controls and panes, in Korean.

use alloc::{format, string::String};

use crate::{
    figure::{FigureTexts, waits_ms},
    panels::PresetTexts,
};

pub(crate) const TEXTS: FigureTexts = FigureTexts {
    Play: "재생",
    Pause: "일시 정지",
    Moment: "경기의 순간",
    Cue: "결정적인 순간으로",
    ColumnA: "A",
    ColumnB: "B",
    Scheme: "방식",
    SchemeOfA: "A",
    SchemeOfB: "B",
    You: "나",
    Server: "서버",
    Other: "상대 플레이어",
    NothingCame: "이 설정에서는 이 경기가 보여 주려는 일이 일어나지 않습니다.",
    Thrust: "추진",
    Turn: "회전",
    Fire: "발사",
    TakeShot: "직접 쏘기",
    FireNow: "발사",
    ShootAgain: "다시 쏘기",
    HoldHint: "버튼을 누르고 있으세요.",
    FireHint: "조준은 완벽합니다. 쏠 순간을 고르세요.",
    TooLate: "너무 늦음",
    InTime: "제때",
    Lost: "유실",
    EndFlight: "결정적인 순간으로 돌아가기",
    YourAnswer: "반응까지:",
};

/// Preset names for lists.
pub(crate) const PRESETS: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET, 되감기",
    QuakeWorld: "QuakeWorld, 예측",
    Source: "Source, 되감기",
    DelayedSync: "지연 동기화",
    Targeting: "타기팅, 수렴하는 탄",
    Nothing: "보상 없음, 늦게 나가는 탄",
    Jump: "건너뛰기, 앞에서 시작하는 탄",
    Lagrange: "Lagrange, 되감기",
};

/// How a wrong prediction is corrected.
pub(crate) const CORRECTIONS: [&str; 2] = ["스냅(곧바로 이동)", "부드럽게 이동"];

/// Whether cover saves from a rewound shot.
pub(crate) const COVER_RULES: [&str; 2] = ["엄폐 규칙 없음", "수비 쪽에 유리"];

/// What makes the answers of a flown ship vary; `None` if it is predicted.
pub(crate) fn flight_spread(snapshots_hz: Option<u32>) -> String {
    match snapshots_hz {
        None => "내 기체는 예측됩니다. 핑이 얼마든 다음 프레임에서 반응합니다.".into(),
        Some(hz) => format!(
            "반응에는 핑에 더해 최대 {most} ms의 대기가 걸립니다. 초당 60번의 틱, {hz}번의 스냅샷, 60번의 화면을 기다리기 때문입니다. 그래서 \
             누를 때마다 달라집니다.",
            most = waits_ms(hz)
        ),
    }
}
