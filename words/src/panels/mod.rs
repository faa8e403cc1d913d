//! What the panels say that the laboratory shares with the game: for each the texts that it has,
//! with their numbers, and how a language is asked for them.

mod conditions;
mod net_graph;
mod netcode;
mod way;

pub use conditions::CarrierText;
pub(crate) use net_graph::term;
pub use net_graph::{GraphMark, GraphRow, GraphText, GraphWarning, Term};
pub use netcode::{NetcodeNote, PictureSaid};
pub(crate) use way::Way;
