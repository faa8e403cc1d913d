//! What the player hears: the sounds of each frame, the player's volumes, and the output.

pub mod ears;
mod player;

pub use player::{Heard, SoundPlayer};
