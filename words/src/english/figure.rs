//! The parts of a figure in English: which one goes in, what it is called comes out.

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
        FigureText::SchemeOfA => "Scheme of A",
        FigureText::SchemeOfB => "Scheme of B",
        FigureText::You => "You",
        FigureText::Server => "Server",
        FigureText::Other => "Other player",
    }
}
