//! Small parts for any page.

pub mod conditions;
pub mod toasts;
