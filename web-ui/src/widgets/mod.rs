//! Small parts for any page.

pub mod conditions;
mod slider_scale;
pub mod toasts;
