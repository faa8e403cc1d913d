//! The parts of a figure in Japanese: which one goes in, what it is called comes out.

use shared::netcode::preset::Preset;

use crate::figure::FigureText;

/// What a part is called.
pub(crate) const fn text(text: FigureText) -> &'static str {
    match text {
        FigureText::Play => "再生",
        FigureText::Pause => "一時停止",
        FigureText::Moment => "試合の時点",
        FigureText::Cue => "決定的な瞬間へ",
        FigureText::ColumnA => "A",
        FigureText::ColumnB => "B",
        FigureText::Scheme => "方式",
        FigureText::SchemeOfA => "A",
        FigureText::SchemeOfB => "B",
        FigureText::You => "あなた",
        FigureText::Server => "サーバー",
        FigureText::Other => "相手プレイヤー",
        FigureText::NothingCame => "この設定では、この試合で見せたいことは起こりません。",
    }
}

/// What a preset is called.
pub(crate) const fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Et260 => "Wolfenstein: ET 2.60",
        Preset::EtReleased => "Wolfenstein: ET、巻き戻し",
        Preset::QuakeWorld => "QuakeWorld、予測",
        Preset::Source => "Source、巻き戻し",
        Preset::Deferred => "遅延同期",
        Preset::Targeting => "ターゲティング、収束する弾",
        Preset::Nothing => "補償なし、遅れて出る弾",
        Preset::Jump => "飛び越し、先から始まる弾",
        Preset::Lagrange => "Lagrange、巻き戻し",
    }
}
