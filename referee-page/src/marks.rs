//! The marks of rules, the same in the curve, in tables and in pictures: colour carries the
//! meaning, shape repeats it.

use referee::explanation::Rival;

/// How a rule stands. The names of styles in `web/referee.css` are [`Mark::class`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The best rule: where the server judged.
    Best,
    /// A rival that the shots do not exclude.
    Left,
    /// A rival that they exclude.
    Excluded,
}

impl Mark {
    pub fn of(rival: &Rival) -> Self {
        if rival.is_excluded() { Self::Excluded } else { Self::Left }
    }

    /// The class of whatever has its colour.
    pub fn class(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Left => "left",
            Self::Excluded => "excluded",
        }
    }

    /// What it says, for those who do not see it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Left => "not excluded",
            Self::Excluded => "excluded",
        }
    }

    /// Its shape around a point, as SVG: a disc with a cross, a diamond, a ring struck through.
    pub fn shape(self, x: f64, y: f64) -> String {
        let path = match self {
            Self::Best => "M-9 0H9M0-9V9M5 0A5 5 0 1 1-5 0A5 5 0 1 1 5 0",
            Self::Left => "M0-6 6 0 0 6-6 0Z",
            Self::Excluded => "M4.5 0A4.5 4.5 0 1 1-4.5 0A4.5 4.5 0 1 1 4.5 0M-6 6 6-6",
        };
        let class = self.class();
        format!(
            "<path class=\"mark {class}\" transform=\"translate({x:.1} {y:.1})\" d=\"{path}\"/>"
        )
    }

    /// Its shape in a line of text.
    pub fn icon(self) -> String {
        let (shape, label) = (self.shape(10.0, 10.0), self.label());
        format!(
            "<svg class=\"icon\" viewBox=\"0 0 20 20\" role=\"img\" \
             aria-label=\"{label}\">{shape}</svg>"
        )
    }
}
