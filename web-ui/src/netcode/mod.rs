//! The netcode on a page: what was chosen, its drawer, and what everything is called.

pub mod chosen;
pub mod panel;
pub mod picture;
pub mod status;
pub mod words;
