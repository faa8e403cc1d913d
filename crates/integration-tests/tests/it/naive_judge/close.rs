//! Comparisons that report when they are too close to trust: the game computes in f32.

use super::NEAR_U;

/// Something is too close to a threshold; the string says what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Close(pub(super) &'static str);

/// A certain value, or why it is uncertain.
pub(super) type Certain<T> = Result<T, Close>;

/// Rounding error of f32 in a time, in µs.
pub(super) const NEAR_US: f64 = 1.0;

/// Whether a length reaches a limit. If the rules make both equal, it does.
pub(super) fn at_least_u(length_u: f64, limit_u: f64, what: &'static str) -> Certain<bool> {
    if length_u != limit_u && (length_u - limit_u).abs() < NEAR_U {
        return Err(Close(what));
    }
    Ok(length_u >= limit_u)
}
