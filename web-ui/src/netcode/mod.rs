//! The netcode on a page: the player's choice, its drawer and its texts.

pub mod chosen;
pub mod panel;
pub mod picture;
pub mod status;
pub mod words;
