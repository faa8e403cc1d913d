//! The parts of a figure in English: which one goes in, what it is called comes out.

use shared::netcode::preset::Preset;

use crate::figure::FigureText;

/// What a part is called.
pub(crate) const fn text(text: FigureText) -> &'static str {
    match text {
        FigureText::Play => "Play",
        FigureText::Pause => "Pause",
        FigureText::Moment => "Moment of the match",
        FigureText::Cue => "To the decisive moment",
        FigureText::ColumnA => "A",
        FigureText::ColumnB => "B",
        FigureText::Scheme => "Scheme",
        FigureText::SchemeOfA => "A",
        FigureText::SchemeOfB => "B",
        FigureText::You => "You",
        FigureText::Server => "Server",
        FigureText::Other => "Other player",
        FigureText::NothingCame => {
            "With these settings nothing happens of what this match is there to show."
        }
    }
}

/// What a preset is called.
pub(crate) const fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Et260 => "Wolfenstein: ET 2.60",
        Preset::EtReleased => "Wolfenstein: ET, rewinding",
        Preset::QuakeWorld => "QuakeWorld, prediction",
        Preset::Source => "Source, rewinding",
        Preset::Deferred => "Delayed synchronisation",
        Preset::Targeting => "Targeting, converging bolts",
        Preset::Nothing => "Nothing, bolts leave late",
        Preset::Jump => "Jump, bolts begin ahead",
        Preset::Lagrange => "Lagrange, rewinding",
    }
}
