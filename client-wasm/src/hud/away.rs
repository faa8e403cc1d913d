//! Texts about a player whose connection is lost and whose seat is held: for the notice when it is
//! lost, and for the table of scores.

use shared::base::limits::HELD_SEAT_MS;
use web_ui::text::figures::whole;
use words::game::GameWords;

/// The notice for the others when a player loses the connection.
#[must_use]
pub fn notice(words: &GameWords, name: &str) -> String {
    (words.play.away)(name, &held_for_s())
}

/// The hint beside an absent player.
#[must_use]
pub fn hint(words: &GameWords) -> String {
    (words.scores.away_hint)(&held_for_s())
}

fn held_for_s() -> String {
    whole((HELD_SEAT_MS / 1000).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::Language;

    #[test]
    fn both_texts_give_how_long_a_seat_is_held() {
        let s = f64::from(HELD_SEAT_MS) / 1000.0;
        let lost = format!("Bob lost the connection. Their seat is held for {s} s.");
        assert_eq!(notice(Language::English.game(), "Bob"), lost);
        let held = format!("This player lost the connection. Their seat is held for {s} s.");
        assert_eq!(hint(Language::English.game()), held);
    }
}
