//! What the parts of a figure are called, whichever match it plays.

use shared::netcode::preset::Preset;

use crate::{
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// What the parts of a figure are called.
    FigureTexts of
    /// A text of a figure.
    pub enum FigureText {
        /// The buttons that let time pass, and hold it.
        Play,
        Pause,
        /// The slider of time.
        Moment,
        /// Its mark.
        Cue,
        /// The buttons that show one column.
        ColumnA,
        ColumnB,
        /// Lists of schemes: of the only column, of the first and of the second.
        Scheme,
        SchemeOfA,
        SchemeOfB,
        /// Whose truth a pane shows.
        You,
        Server,
        Other,
        /// What stands for a sentence where with what was chosen nothing comes of the match.
        NothingCame,
    }
}

impl Language {
    /// What a part of a figure is called.
    #[must_use]
    pub const fn figure(self, text: FigureText) -> &'static str {
        in_language!(self, &figure::TEXTS).of(text)
    }

    /// What a preset is called where somebody chooses among all.
    #[must_use]
    pub const fn preset(self, preset: Preset) -> &'static str {
        in_language!(self, &figure::PRESETS).of(preset)
    }
}
