//! The netcode schemes: histories, shots, and the rule that judges them.

pub mod deferred;
pub mod et;
mod grid;
pub mod history;
mod newcomers;
pub mod opinion;
pub mod past;
mod pose;
pub mod present;
pub mod quakeworld;
pub mod recall;
pub mod record;
pub mod rule;
mod search;
mod sent;
pub mod shortlist;
pub mod shot;
pub mod source;
pub mod story;
pub mod story_track;
pub mod targeting;
pub mod trial;
pub mod view;
mod ways;
