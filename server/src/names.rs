//! Names that people type: any text goes in, what may be shown to others comes out, whenever a
//! hello comes. One name is written in one way (Unicode's NFC), marks cannot be heaped on it until
//! they cover other lines, and who looks like somebody else gets a number.
//!
//! This is here and not in the rules, since the pages that hold those could do without the tables.
use std::collections::HashSet;

use shared::wire::message::RosterEntry;
use shared::wire::name::{self, is_invisible};
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::limits::NAME_MARKS_MAX;

/// A name as it may be shown: [clean](name::clean_name), in NFC, and with at most two marks in a
/// row, none of them in front, where it would stand on something else.
pub(crate) fn normalised(typed: &str) -> String {
    let composed: String = typed.chars().filter(|c| !is_invisible(*c)).nfc().collect();
    let mut n_marks = NAME_MARKS_MAX;
    let stays = |c: &char| {
        n_marks = if is_combining_mark(*c) { n_marks + 1 } else { 0 };
        n_marks <= NAME_MARKS_MAX
    };
    let composed: String = composed.trim_start().chars().filter(stays).collect();
    name::clean_name(&composed)
}

/// A clean name that looks like nobody else's in a room.
pub(crate) fn distinct(clean: &str, roster: &[RosterEntry]) -> String {
    let taken: HashSet<String> = roster.iter().map(|entry| looks(&entry.name)).collect();
    name::free_name(clean, |name| taken.contains(&looks(name)))
}

/// What is the same for names that look the same: capitals and small letters, wide and narrow ones,
/// ligatures and their letters (case folding between two times NFKC). Nobody is shown it.
pub(crate) fn looks(name: &str) -> String {
    let compatible: String = name.nfkc().collect();
    UniCase::unicode(compatible).to_folded_case().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_in_one_way_of_writing() {
        for (typed, shown) in [
            ("Ada", "Ada"),
            ("  Ada\u{200B} L. \n", "Ada L."),
            ("Ame\u{301}lie", "Am\u{E9}lie"),
            // A character that hides parts nothing from its mark.
            ("Ame\u{2060}\u{301}lie", "Am\u{E9}lie"),
            ("Z\u{335}\u{336}\u{337}\u{338}algo", "Z\u{335}\u{336}algo"),
            ("\u{301}\u{302}Ada", "Ada"),
            (" \u{301}Ada", "Ada"),
            ("Ada \u{301}L", "Ada \u{301}L"),
            ("\u{180B}\u{180F}\u{1D173}\u{1D17A}\u{FFFC}", ""),
            ("an exceedingly long name", "an exceedingly l"),
        ] {
            assert_eq!(normalised(typed), shown, "{typed:?}");
            assert_eq!(normalised(shown), shown, "cleaning twice changes nothing");
        }
    }

    #[test]
    fn names_look_the_same_whatever_their_case_and_width() {
        for (name, other) in [
            ("Ada", "aDA"),
            ("Ada", "\u{FF21}\u{FF44}\u{FF41}"),
            ("Stra\u{DF}e", "STRASSE"),
            ("o\u{FB03}ce", "OFFICE"),
            ("\u{3C3}\u{3AF}\u{3C2}", "\u{3A3}\u{38A}\u{3A3}"),
        ] {
            assert_eq!(looks(name), looks(other), "{name} {other}");
        }
        assert_ne!(looks("Ada"), looks("Ad\u{E1}"));
    }
}
