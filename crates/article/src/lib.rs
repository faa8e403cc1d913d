//! The article "How shooters hide lag": its sections in their order, the figure of each, and the
//! task that ends it. What is said in one is in the crate `words`; the page is made of both.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod figure;
pub mod figure_markup;
pub mod figure_outcome;
pub mod section;
pub mod task;
