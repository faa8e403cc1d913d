//! Labels of a figure's controls and panes, in Japanese.

use crate::{figure::FigureTexts, panels::PresetTexts};

pub(crate) const TEXTS: FigureTexts = FigureTexts {
    Play: "再生",
    Pause: "一時停止",
    Moment: "試合の時点",
    Cue: "決定的な瞬間へ",
    ColumnA: "A",
    ColumnB: "B",
    Scheme: "方式",
    SchemeOfA: "A",
    SchemeOfB: "B",
    You: "あなた",
    Server: "サーバー",
    Other: "相手プレイヤー",
    NothingCame: "この設定では、この試合で見せたいことは起こりません。",
};

/// Preset names for lists.
pub(crate) const PRESETS: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET、巻き戻し",
    QuakeWorld: "QuakeWorld、予測",
    Source: "Source、巻き戻し",
    DelayedSync: "遅延同期",
    Targeting: "ターゲティング、収束する弾",
    Nothing: "補償なし、遅れて出る弾",
    Jump: "飛び越し、先から始まる弾",
    Lagrange: "Lagrange、巻き戻し",
};
