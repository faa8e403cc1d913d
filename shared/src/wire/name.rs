//! Names of players and rooms: what was typed goes in, what may be shown comes out. Runs wherever a
//! name enters. Which names look the same is asked where people are: by the server's shell.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::base::limits::NAME_CHARS_MAX;

/// The name of a player who gives none.
const NAMELESS: &str = "Pilot";
/// Characters of a name that are left when a number is put behind it.
const NUMBERED_CHARS: usize = 12;

/// A name as it may be shown: control, bidirectional and other invisible characters removed,
/// white space at the ends too, at most 16 characters.
#[must_use]
pub fn clean_name(name: &str) -> String {
    let visible = name.chars().filter(|c| !is_invisible(*c));
    let mut clean = String::new();
    for c in visible.skip_while(|c| c.is_whitespace()).take(NAME_CHARS_MAX) {
        clean.push(c);
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// Whether nothing is seen of a character, though it may change how others look.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFC}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// A clean name as nobody else has it: with a number where it is taken.
pub fn free_name(clean: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let base = if clean.is_empty() { NAMELESS } else { clean };
    let numbered = (2..).map(|n| {
        let short: String = base.chars().take(NUMBERED_CHARS).collect();
        format!("{} {n}", short.trim_end())
    });
    let mut names = core::iter::once(base.to_string()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}
