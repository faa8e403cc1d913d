//! Numbers and names as text, and the language of a page.

pub mod figures;
pub mod language;
pub mod roster;
