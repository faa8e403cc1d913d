//! What the parts of a figure are called, whichever match it plays.

/// A text of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl FigureText {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Play,
        Self::Pause,
        Self::Moment,
        Self::Cue,
        Self::ColumnA,
        Self::ColumnB,
        Self::Scheme,
        Self::SchemeOfA,
        Self::SchemeOfB,
        Self::You,
        Self::Server,
        Self::Other,
        Self::NothingCame,
    ];
}
