//! Cleans the names of players and rooms for display, wherever they enter the system. Decisions
//! that need Unicode tables (user-perceived characters, such as a flag or a family, and names that
//! look alike) are left to the server's shell, which has the tables.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::base::limits::{NAME_BYTES_MAX, NAME_CHARS_MAX, TYPED_NAME_BYTES_MAX};

/// The name of a player who enters none.
const NAMELESS: &str = "Pilot";
/// Characters kept of a name that gets a number appended.
pub const NUMBERED_CHARS: usize = 12;

/// Cleans a name for display: removes control, bidirectional and other invisible characters,
/// collapses all white space to single spaces, and truncates to [`NAME_BYTES_MAX`] bytes.
#[must_use]
pub fn clean_name(name: &str) -> String {
    clean_within(name, NAME_BYTES_MAX)
}

/// Cleans a name for a page to send. It is truncated only where no tables are needed, since the
/// server truncates at user-perceived characters.
#[must_use]
pub fn clean_typed(name: &str) -> String {
    let chars_max = if name.is_ascii() { NAME_CHARS_MAX } else { TYPED_NAME_BYTES_MAX };
    let clean = clean_within(name, TYPED_NAME_BYTES_MAX);
    let cut: String = clean.chars().take(chars_max).collect();
    cut.trim_end().into()
}

/// Cleans a room name for a page to send. It is never truncated, as that could name another room;
/// the server rejects one that is too long.
#[must_use]
pub fn clean_room(name: &str) -> String {
    clean_within(name, TYPED_NAME_BYTES_MAX)
}

/// Cleans a name and truncates it to a number of bytes.
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

/// Whether a character is invisible, though it may change how others look.
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

/// Whether an invisible character may belong to an emoji sequence: the joiner, the emoji
/// presentation selector, and the tags of a flag. The server removes those that are not part of
/// one.
#[must_use]
pub fn joins_emoji(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0F}' | '\u{E0020}'..='\u{E007F}')
}

/// Makes a clean name unique, with a number appended if it is taken. `shorten` truncates a name to
/// leave room for the number.
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

/// Truncates a name to leave room for a number.
#[must_use]
pub fn shortened(name: &str) -> String {
    let short: String = name.chars().take(NUMBERED_CHARS).collect();
    clean_name(&short)
}
