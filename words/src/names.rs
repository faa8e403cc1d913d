//! Names of ships, which are the same in every language: whoever asks for a sentence brings them.

use alloc::string::String;

use shared::sim::ship::ShipId;

/// What ships are called.
pub type Names<'a> = &'a dyn Fn(ShipId) -> String;
