//! The parts of a figure in Korean: which one goes in, what it is called comes out.

use shared::netcode::preset::Preset;

use crate::figure::FigureText;

/// What a part is called.
pub(crate) const fn text(text: FigureText) -> &'static str {
    match text {
        FigureText::Play => "재생",
        FigureText::Pause => "일시 정지",
        FigureText::Moment => "경기의 순간",
        FigureText::Cue => "결정적인 순간으로",
        FigureText::ColumnA => "A",
        FigureText::ColumnB => "B",
        FigureText::Scheme => "방식",
        FigureText::SchemeOfA => "A",
        FigureText::SchemeOfB => "B",
        FigureText::You => "나",
        FigureText::Server => "서버",
        FigureText::Other => "상대 플레이어",
        FigureText::NothingCame => "이 설정에서는 이 경기가 보여 주려는 일이 일어나지 않습니다.",
    }
}

/// What a preset is called.
pub(crate) const fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Et260 => "Wolfenstein: ET 2.60",
        Preset::EtReleased => "Wolfenstein: ET, 되감기",
        Preset::QuakeWorld => "QuakeWorld, 예측",
        Preset::Source => "Source, 되감기",
        Preset::Deferred => "지연 동기화",
        Preset::Targeting => "타기팅, 수렴하는 탄",
        Preset::Nothing => "보상 없음, 늦게 나가는 탄",
        Preset::Jump => "건너뛰기, 앞에서 시작하는 탄",
        Preset::Lagrange => "Lagrange, 되감기",
    }
}
