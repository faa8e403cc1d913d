//! A piece of a link as it is told to the player: any text goes in, one that is short and shows all
//! of itself comes out. Runs when a link is refused.

use shared::wire::name::is_invisible;

/// A piece of the link, short and without characters that hide.
pub(super) fn clean(piece: &str) -> String {
    const SHOWN_CHARS: usize = 40;
    let mut text: String = piece.chars().filter(|c| !is_invisible(*c)).take(SHOWN_CHARS).collect();
    if piece.chars().count() > SHOWN_CHARS {
        text.push('…');
    }
    text
}
