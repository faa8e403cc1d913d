//! The netcode schemes: histories, shots, and the rule that judges them.

pub mod deferred;
pub mod et;
pub mod opinion;
pub mod past;
pub mod quakeworld;
pub mod recall;
pub mod rule;
mod search;
pub mod shot;
pub mod source;
pub mod story;
pub mod story_track;
pub mod targeting;
pub mod trial;
pub mod view;
