//! The panels that the laboratory and the game share, in English. English names of settings,
//! choices and presets come from their tables in `shared`, which documents and the command line
//! use too; every other language has separate texts.

pub(crate) mod choice;
pub(crate) mod conditions;
pub(crate) mod net_graph;
pub(crate) mod netcode;
pub(crate) mod preset;
