//! The panels that the laboratory shares with the game, in Korean.

pub(crate) mod choice;
pub(crate) mod conditions;
pub(crate) mod net_graph;
pub(crate) mod netcode;
pub(crate) mod preset;
pub(crate) mod setting;
