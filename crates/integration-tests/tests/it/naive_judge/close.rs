//! Comparisons that say when they cannot be trusted: the game works them out in f32.

use super::NEAR_U;

/// Something is too close to a threshold; and what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Close(pub(super) &'static str);

/// What is sure, or why it is not.
pub(super) type Certain<T> = Result<T, Close>;

/// How far f32 may be off a moment, in µs.
pub(super) const NEAR_US: f64 = 1.0;

/// Whether a length is at least another one. Equal ones are, where both come from the rules.
pub(super) fn at_least_u(length_u: f64, limit_u: f64, what: &'static str) -> Certain<bool> {
    if length_u != limit_u && (length_u - limit_u).abs() < NEAR_U {
        return Err(Close(what));
    }
    Ok(length_u >= limit_u)
}
