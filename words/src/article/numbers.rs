//! The numbers of an article's text: a figure as it begins, or as somebody has set it, and what
//! came of its match go in; each number as it stands in a sentence comes out.

use alloc::{string::String, vec::Vec};

use article::figure::{FigureControl, FigureSpec};
use lab::{outcome::ColumnOutcome, setup::Setup};

use super::piece::{NUMBERS, Number};
use crate::language::Language;

/// The numbers that there are, by their names.
#[must_use]
pub fn numbers(
    language: Language,
    (figure, setup): (&FigureSpec, &Setup),
    outcomes: &[ColumnOutcome],
) -> Vec<(&'static str, String)> {
    let text_of = |number| match number {
        Number::Value { column } => {
            let outcome = outcomes.get(column)?.outcome?;
            Some(language.measured(outcome.value, outcome.unit))
        }
        Number::Control { at } => match figure.controls.get(at)? {
            FigureControl::Slider(slider) => {
                Some(language.control(*slider, slider.value_in(setup)?))
            }
            FigureControl::Preset { .. } => None,
        },
    };
    let with_text = |(name, number)| Some((name, text_of(number)?));
    NUMBERS.into_iter().filter_map(with_text).collect()
}
