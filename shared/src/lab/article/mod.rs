//! The article "How shooters hide lag": its sections in their order, the figure of each, and the
//! task that ends it. What is said in one is in the crate `words`; the page is made of both.

pub mod came;
pub mod section;
pub mod task;
