//! English.

pub(crate) mod outcome;
pub(crate) mod scenario;
