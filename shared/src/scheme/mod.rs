//! The netcode schemes: histories, shots, and the rule that judges them.

pub mod opinion;
pub mod past;
pub mod recall;
pub mod rule;
mod search;
pub mod shot;
pub mod story;
pub mod story_track;
pub mod trial;
pub mod view;
