//! Links to a room: what stands after the `#` of the page's address, both ways.

pub mod fragment;
pub mod netcode_query;
mod piece;
