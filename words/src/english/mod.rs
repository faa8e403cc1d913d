//! English.

mod counts;
pub(crate) mod lesson;
pub(crate) mod lesson_control;
pub(crate) mod outcome;
pub(crate) mod scenario;
pub(crate) mod units;
