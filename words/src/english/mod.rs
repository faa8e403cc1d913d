//! English.

pub(crate) mod lesson_control;
pub(crate) mod outcome;
