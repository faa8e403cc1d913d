//! Texts about a player whose connection is lost and whose seat is held: for the notice when it is
//! lost, and for the table of scores.

use shared::base::limits::HELD_SEAT_MS;
use web_ui::text::figures::whole;

/// The notice for the others when a player loses the connection.
#[must_use]
pub fn notice(name: &str) -> String {
    [name, " lost the connection. The seat is held for ", &held_for(), "."].concat()
}

/// The hint beside an absent player.
#[must_use]
pub fn hint() -> String {
    ["The connection is lost; the seat is held for ", &held_for(), "."].concat()
}

fn held_for() -> String {
    [&whole((HELD_SEAT_MS / 1000).into()), " s"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_say_for_how_long_the_room_holds_a_seat() {
        let s = f64::from(HELD_SEAT_MS) / 1000.0;
        let lost = format!("Bob lost the connection. The seat is held for {s} s.");
        assert_eq!(notice("Bob"), lost);
        assert_eq!(hint(), format!("The connection is lost; the seat is held for {s} s."));
    }
}
