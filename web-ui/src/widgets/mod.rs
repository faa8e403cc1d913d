//! Small parts that any page can hold.

pub mod conditions;
pub mod toasts;
