//! The netcode schemes: histories, shots, and the rule that judges them.

pub mod et;
pub mod history;
pub mod netcode;
pub mod record;
pub mod rule;
pub mod shot;
pub mod source;
pub mod view;
