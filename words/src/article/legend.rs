//! The legend of the marks in a figure, shown once, in the first section.

use crate::language::{Language, in_language};

/// A mark of the instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegendMark {
    Saw,
    Judged,
    Server,
    Sight,
}

impl LegendMark {
    /// Every mark, in the order of the legend.
    pub const ALL: [Self; 4] = [Self::Sight, Self::Saw, Self::Judged, Self::Server];

    /// Its picture as SVG of 24 by 24 px; its classes give the colours.
    #[must_use]
    pub const fn picture(self) -> &'static str {
        match self {
            Self::Saw => {
                "<circle class=\"saw\" cx=\"12\" cy=\"12\" r=\"9\" stroke-dasharray=\"2 2.7\"/>"
            }
            Self::Judged => {
                "<circle class=\"judged\" cx=\"12\" cy=\"12\" r=\"8\"/>\
                 <path class=\"judged\" d=\"M9 9l6 6M15 9l-6 6\"/>"
            }
            Self::Server => "<circle class=\"server\" cx=\"12\" cy=\"12\" r=\"8\"/>",
            Self::Sight => {
                "<path class=\"server\" d=\"M2 19l10-7M9.5 8.5l5 7\"/>\
                 <path class=\"quiet\" d=\"M14 10.6l8-5.6\" stroke-dasharray=\"3 3\"/>"
            }
        }
    }
}

/// The texts of the legend.
#[derive(Clone, Copy, Debug)]
pub struct LegendWords {
    /// Its name.
    pub title: &'static str,
    pub sight: &'static str,
    pub saw: &'static str,
    pub judged: &'static str,
    pub server: &'static str,
}

impl Language {
    /// The name of the legend.
    #[must_use]
    pub const fn legend_title(self) -> &'static str {
        self.legend_words().title
    }

    /// What a mark stands for.
    #[must_use]
    pub const fn legend(self, mark: LegendMark) -> &'static str {
        let words = self.legend_words();
        match mark {
            LegendMark::Sight => words.sight,
            LegendMark::Saw => words.saw,
            LegendMark::Judged => words.judged,
            LegendMark::Server => words.server,
        }
    }

    const fn legend_words(self) -> &'static LegendWords {
        in_language!(self, &legend::LEGEND)
    }
}
