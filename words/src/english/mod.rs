//! English.

pub(crate) mod outcome;
