//! English.

mod counts;
pub(crate) mod outcome;
pub(crate) mod scenario;
