//! Labels of a figure's controls and panes, in English.

use crate::{figure::FigureTexts, panels::PresetTexts};

pub(crate) const TEXTS: FigureTexts = FigureTexts {
    Play: "Play",
    Pause: "Pause",
    Moment: "Time in the match",
    Cue: "To the decisive moment",
    ColumnA: "A",
    ColumnB: "B",
    Scheme: "Scheme",
    SchemeOfA: "A",
    SchemeOfB: "B",
    You: "You",
    Server: "Server",
    Other: "Other player",
    NothingCame: "With these settings, what this match is meant to show does not happen.",
};

/// Preset names for lists.
pub(crate) const PRESETS: PresetTexts = PresetTexts {
    Et260: "Wolfenstein: ET 2.60",
    EtReleased: "Wolfenstein: ET, rewinding",
    QuakeWorld: "QuakeWorld, prediction",
    Source: "Source, rewinding",
    DelayedSync: "Delayed synchronisation",
    Targeting: "Targeting, converging bolts",
    Nothing: "Nothing, bolts leave late",
    Jump: "Jump, bolts start ahead",
    Lagrange: "Lagrange, rewinding",
};
