//! *Minimum lag for all*, an answer to what the article on ET's anti-lag leaves open: that the low
//! ping shoots first. Computes from a room's minimum and a player's round trip how much earlier
//! than needed that player must send its commands, and checks whether a measured lag reaches the
//! minimum. The client runs it once a frame, the score table once a second.
//!
//! Where shots are judged in the order in which they are executed, the player with the lower ping
//! shoots first. If the commands of players with a lower ping wait on the server until they are as
//! old as those of a player at the minimum, two triggers pulled at the same time are executed
//! together. Low-ping players lose their edge: they see others that much later. None of the five
//! sources has it; a lockstep has it inherently.

use crate::base::time::Micros;

/// How far below the minimum a compliant player's measured lag may be: both are measured in whole
/// ms, over different round trips.
const SLACK: Micros = Micros::from_ms(10);

/// How much earlier than needed a player's commands must be sent, by the minimum of its recent
/// round trips: `max(0, M − RTT)`.
#[must_use]
pub fn wait(minimum: Micros, least_round_trip: Micros) -> Micros {
    (minimum - least_round_trip).max(Micros::ZERO)
}

/// Whether a player keeps to the minimum, by the measured round trip and lead (from trigger to
/// execution). The lag is the downlink plus the lead. A client that does not comply can only be
/// marked; the server delays no commands.
#[must_use]
pub fn keeps_to(minimum: Micros, round_trip: Micros, lead: Micros) -> bool {
    let down = Micros(round_trip.0 / 2);
    down + lead + SLACK >= minimum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_ping_players_wait_up_to_the_minimum() {
        // (minimum, round trip, wait), in ms
        let rows = [(200, 40, 160), (200, 200, 0), (200, 260, 0), (0, 40, 0)];
        for (minimum, round_trip, want) in rows {
            let (minimum, round_trip) = (Micros::from_ms(minimum), Micros::from_ms(round_trip));
            let wait = wait(minimum, round_trip);
            assert_eq!(wait.as_ms(), want, "{minimum:?}, {round_trip:?}");
            assert!(keeps_to(minimum, round_trip, Micros(round_trip.0 / 2) + wait));
        }
        let [minimum, round_trip, lead] = [200, 40, 32].map(Micros::from_ms);
        assert!(!keeps_to(minimum, round_trip, lead), "it does not wait");
    }
}
