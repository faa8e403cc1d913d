//! Formats the numbers in a section's text from its figure's settings, initial or changed by the
//! reader, and the outcomes of its match.

use alloc::{string::String, vec::Vec};

use article::figure::{FigureControl, FigureSpec};
use lab::{outcome::ColumnOutcome, setup::Setup};

use super::piece::{NUMBERS, Number};
use crate::language::Language;

/// Each available number, by name.
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
