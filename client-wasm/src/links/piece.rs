//! Quotes a piece of a link in an error message, shortened and with all characters visible. Runs
//! when a link is refused.

use shared::wire::name::is_invisible;

/// A piece of the link, short and without invisible characters.
pub(super) fn clean(piece: &str) -> String {
    const SHOWN_CHARS: usize = 40;
    let mut text: String = piece.chars().filter(|c| !is_invisible(*c)).take(SHOWN_CHARS).collect();
    if piece.chars().count() > SHOWN_CHARS {
        text.push('…');
    }
    text
}
