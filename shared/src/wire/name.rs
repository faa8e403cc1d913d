//! Names of players and rooms: what was typed goes in, what may be shown comes out. Runs wherever a
//! name enters.

use alloc::string::String;

use crate::base::limits::NAME_CHARS_MAX;

/// A name as it may be shown: control, bidirectional and other invisible characters removed,
/// white space at the ends too, at most 16 characters.
#[must_use]
pub fn clean_name(name: &str) -> String {
    let visible = name.chars().filter(|c| !invisible(*c));
    let mut clean = String::new();
    for c in visible.skip_while(|c| c.is_whitespace()).take(NAME_CHARS_MAX) {
        clean.push(c);
    }
    while clean.chars().next_back().is_some_and(char::is_whitespace) {
        clean.pop();
    }
    clean
}

fn invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180E}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E0FFF}')
}
