//! Numbers and names as text.

pub mod figures;
pub mod roster;
