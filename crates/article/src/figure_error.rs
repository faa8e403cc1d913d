//! The errors of a figure's description, with the keywords that are valid where one is not. Made
//! when a figure is read.

use alloc::{
    borrow::ToOwned,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lab::scenario::Scenario;
use shared::netcode::{preset::Preset, setting::Setting};

use crate::figure::{
    CONTROLS, FIGURE_CONTROLS_MAX, FLIGHTS, FigureSpec, PANE_NAMES, THEMES, is_number,
};

/// Every error in a figure's description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(.0))]
pub struct FigureErrors(pub Vec<FigureError>);

/// One error in a figure's description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FigureError {
    #[error("The scenario is missing. {}", Word::Scenario.known())]
    NoScenario,
    /// An unknown keyword.
    #[error("There is no {} “{}”. {}", .word.noun(), cut(.given), .word.known())]
    Unknown {
        /// What it should name.
        word: Word,
        given: String,
    },
    /// The frame is not a number.
    #[error("“{}” is not a frame. Frames are whole numbers, 60 per second.", cut(.given))]
    NoFrame { given: String },
    /// A control for a second column that does not exist.
    #[error(
        "The control “{control}” needs a second column. The attribute “compare” adds one. {}",
        Word::Scheme.known()
    )]
    NoSecondColumn { control: String },
    #[error("“fly=gun” needs a scenario in which your ship fires once. “{scenario}” is none.")]
    NoGun { scenario: &'static str },
    #[error("There are {n} controls. The limit is {max}.", max = FIGURE_CONTROLS_MAX)]
    TooManyControls { n: usize },
}

/// The kind of keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Attribute,
    Scenario,
    Scheme,
    Control,
    Pane,
    Flight,
    Theme,
}

impl Word {
    const fn noun(self) -> &'static str {
        match self {
            Self::Attribute => "attribute",
            Self::Scenario => "scenario",
            Self::Scheme => "scheme",
            Self::Control => "control",
            Self::Pane => "pane",
            Self::Flight => "flight",
            Self::Theme => "theme",
        }
    }

    /// Every valid keyword of this kind.
    #[must_use]
    pub fn all(self) -> Vec<&'static str> {
        match self {
            Self::Attribute => FigureSpec::NAMES.into(),
            Self::Scenario => Scenario::ALL.into_iter().map(Scenario::key).collect(),
            Self::Scheme => Preset::ALL.into_iter().map(Preset::key).collect(),
            Self::Control => {
                let settings = Setting::ALL.iter().copied().filter(is_number);
                CONTROLS.into_iter().chain(settings.map(|one| one.spec().key)).collect()
            }
            Self::Pane => PANE_NAMES.into(),
            Self::Flight => FLIGHTS.map(|(name, _)| name).into(),
            Self::Theme => THEMES.map(|(name, _)| name).into(),
        }
    }

    /// The valid keywords as a sentence.
    fn known(self) -> String {
        let noun = self.noun();
        let mut first = noun.chars();
        let capital = first.next().map(|c| c.to_ascii_uppercase());
        let more = match self {
            Self::Control => "; “b.” before a setting is for the second column",
            _ => "",
        };
        let all = self.all().join(", ");
        format!("{}{}s: {all}{more}.", capital.unwrap_or_default(), first.as_str())
    }
}

/// Longest part of an unknown keyword that is quoted, in characters.
const GIVEN_CHARS_MAX: usize = 40;

/// Truncates an unknown keyword.
fn cut(given: &str) -> String {
    match given.char_indices().nth(GIVEN_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &given[..end]),
        None => given.to_owned(),
    }
}

/// One line per error.
fn lines(errors: &[FigureError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
