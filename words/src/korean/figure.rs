//! Labels of a figure's controls and panes, in Korean.

use crate::{figure::FigureTexts, panels::PresetTexts};

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
