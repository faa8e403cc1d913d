//! Names of players and rooms: what was typed goes in, what may be shown comes out. Runs wherever a
//! name enters. What a character is for people (a flag, a family) and which names look the same is
//! asked where the tables are: by the server's shell.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::base::limits::{NAME_BYTES_MAX, NAME_CHARS_MAX, TYPED_NAME_BYTES_MAX};

/// The name of a player who gives none.
const NAMELESS: &str = "Pilot";
/// Characters of a name that are left when a number is put behind it.
pub const NUMBERED_CHARS: usize = 12;

/// A name as it may be shown: control, bidirectional and other invisible characters removed, all
/// white space one space, at most [`NAME_BYTES_MAX`] bytes.
#[must_use]
pub fn clean_name(name: &str) -> String {
    clean_within(name, NAME_BYTES_MAX)
}

/// A name as a page sends it: cleaned, but cut only where that needs no tables, since the server
/// cuts it between characters as people count them.
#[must_use]
pub fn clean_typed(name: &str) -> String {
    let chars_max = if name.is_ascii() { NAME_CHARS_MAX } else { TYPED_NAME_BYTES_MAX };
    let clean = clean_within(name, TYPED_NAME_BYTES_MAX);
    let cut: String = clean.chars().take(chars_max).collect();
    cut.trim_end().into()
}

/// The name of a room as a page sends it: cleaned and never cut, for cut it would be another
/// room's. The server refuses one that is too long.
#[must_use]
pub fn clean_room(name: &str) -> String {
    clean_within(name, TYPED_NAME_BYTES_MAX)
}

/// A clean name of so many bytes at most.
#[must_use]
pub fn clean_within(name: &str, bytes_max: usize) -> String {
    let visible =
        name.chars().filter(|c| c.is_whitespace() || !is_invisible(*c) || joins_emoji(*c));
    let mut clean = String::new();
    for c in visible {
        let c = if c.is_whitespace() { ' ' } else { c };
        let is_second = c == ' ' && (clean.is_empty() || clean.ends_with(' '));
        if clean.len() + c.len_utf8() > bytes_max {
            break;
        }
        if !is_second {
            clean.push(c);
        }
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
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFC}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a character that is not seen may belong to an emoji sequence: a joiner, the selector of
/// emoji presentation, and the tags of a flag. The server removes those that belong to none.
#[must_use]
pub fn joins_emoji(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0F}' | '\u{E0020}'..='\u{E007F}')
}

/// A clean name as nobody else has it: with a number where it is taken. `shorten` gives the
/// beginning of a name that leaves room for one.
pub fn free_name(
    clean: &str,
    shorten: impl Fn(&str) -> String,
    mut is_taken: impl FnMut(&str) -> bool,
) -> String {
    let base = if clean.is_empty() { NAMELESS } else { clean };
    let numbered = (2..).map(|n| format!("{} {n}", shorten(base).trim_end()));
    let mut names = core::iter::once(base.to_string()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// The beginning of a name that leaves room for a number.
#[must_use]
pub fn shortened(name: &str) -> String {
    let short: String = name.chars().take(NUMBERED_CHARS).collect();
    clean_name(&short)
}
