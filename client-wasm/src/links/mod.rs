//! Links to a room: parses and writes the fragment of the page's address.

pub mod fragment;
pub mod netcode_query;
pub mod new_room;
pub mod offers;
mod piece;
