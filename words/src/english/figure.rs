//! Labels of a figure's controls and panes, in English.

use alloc::{format, string::String};

use crate::{
    figure::{FigureTexts, waits_ms},
    panels::PresetTexts,
};

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
    Thrust: "Thrust",
    Turn: "Turn",
    Fire: "Fire",
    TakeShot: "Take the shot",
    FireNow: "Fire",
    ShootAgain: "Fire again",
    HoldHint: "Press a button and hold it.",
    FireHint: "Your aim is perfect. You choose when.",
    TooLate: "too late",
    InTime: "in time",
    Lost: "lost",
    EndFlight: "Back to the moment",
    YourAnswer: "Your answer:",
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

/// How a wrong prediction is corrected.
pub(crate) const CORRECTIONS: [&str; 2] = ["snaps", "slides"];

/// Whether cover saves from a rewound shot.
pub(crate) const COVER_RULES: [&str; 2] = ["no rule for cover", "favours the defender"];

/// What makes the answers of a flown ship vary; `None` if it is predicted.
pub(crate) fn flight_spread(snapshots_hz: Option<u32>) -> String {
    match snapshots_hz {
        None => "Your ship is predicted: it answers in the next picture, at any ping.".into(),
        Some(hz) => format!(
            "The answer takes your ping and up to {most} ms of waiting: for one of 60 ticks a \
             second, one of {hz} snapshots and one of 60 pictures. So it varies from press to \
             press.",
            most = waits_ms(hz)
        ),
    }
}
