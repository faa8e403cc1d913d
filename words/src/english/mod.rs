//! English.

pub(crate) mod outcome;
mod person;
pub(crate) mod shot;
pub(crate) mod shot_end;
pub(crate) mod shot_sheet;
