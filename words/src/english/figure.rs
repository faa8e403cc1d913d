//! The parts of a figure in English.

use crate::{figure::FigureTexts, panels::PresetTexts};

/// What a part is called.
pub(crate) const TEXTS: FigureTexts = FigureTexts {
    Play: "Play",
    Pause: "Pause",
    Moment: "Moment of the match",
    Cue: "To the decisive moment",
    ColumnA: "A",
    ColumnB: "B",
    Scheme: "Scheme",
    SchemeOfA: "A",
    SchemeOfB: "B",
    You: "You",
    Server: "Server",
    Other: "Other player",
    NothingCame: "With these settings nothing happens of what this match is there to show.",
};

/// What a preset is called.
pub(crate) const PRESETS: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET, rewinding",
    QuakeWorld: "QuakeWorld, prediction",
    Source: "Source, rewinding",
    Deferred: "Delayed synchronisation",
    Targeting: "Targeting, converging bolts",
    Nothing: "Nothing, bolts leave late",
    Jump: "Jump, bolts begin ahead",
    Lagrange: "Lagrange, rewinding",
};
