//! The panels that the laboratory shares with the game, in English. What settings, their ways and
//! presets are called in English stands in their tables in `shared`, where documents and the
//! command line have it from; every other language has texts of its own.

pub(crate) mod choice;
pub(crate) mod conditions;
pub(crate) mod net_graph;
pub(crate) mod netcode;
