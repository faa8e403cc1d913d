//! Numbers and names as text, and the language of a page: chosen, and its markup translated.

pub mod figures;
pub mod language;
pub mod language_choice;
pub mod page_texts;
pub mod roster;
