//! The article "How shooters hide lag": its sections in order, each with a figure and a task. The
//! texts are in the crate `words`; the page combines both.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod code;
pub mod figure;
pub mod figure_error;
pub mod figure_markup;
pub mod figure_outcome;
pub mod question;
pub mod section;
pub mod source;
pub mod task;
