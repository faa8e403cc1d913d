//! Labels of a figure's controls and panes, the same for every match.

use shared::netcode::preset::Preset;

use crate::{
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// Labels of a figure.
    FigureTexts of
    /// A label of a figure.
    pub enum FigureText {
        /// The buttons that run and stop time.
        Play,
        Pause,
        /// The time slider.
        Moment,
        /// The mark on it, at the decisive moment.
        Cue,
        /// The buttons that select the column shown.
        ColumnA,
        ColumnB,
        /// Scheme lists: for a single column, for the first and for the second.
        Scheme,
        SchemeOfA,
        SchemeOfB,
        /// Pane titles, by whose truth the pane shows.
        You,
        Server,
        Other,
        /// Shown when these settings produce no outcome.
        NothingCame,
    }
}

impl Language {
    /// Label of a part of a figure.
    #[must_use]
    pub const fn figure(self, text: FigureText) -> &'static str {
        in_language!(self, &figure::TEXTS).of(text)
    }

    /// Name of a preset in a list of all presets.
    #[must_use]
    pub const fn preset(self, preset: Preset) -> &'static str {
        in_language!(self, &figure::PRESETS).of(preset)
    }
}
