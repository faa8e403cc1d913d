//! The netcode schemes: histories, shots, and the rule that judges them.

pub mod deferred;
pub mod history;
pub mod netcode;
pub mod quakeworld;
pub mod record;
pub mod rule;
pub mod shot;
pub mod targeting;
pub mod view;
