//! The panels that the laboratory and the game share, in Korean.

pub(crate) mod choice;
pub(crate) mod conditions;
pub(crate) mod net_graph;
pub(crate) mod netcode;
pub(crate) mod preset;
pub(crate) mod setting;
