//! Small parts that any page can hold.

pub mod toasts;
