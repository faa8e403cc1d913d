//! *Minimum lag for all*, an answer to what the article on ET's anti-lag leaves open, that the low
//! ping shoots first: a room's minimum and a player's round trip go in; how much earlier that
//! player's commands set out than they must comes out, and whether a measured lag keeps to it. The
//! client asks once a frame, the table of scores once a second.
//!
//! Where shots are judged in the order in which they are executed, a near player shoots first. If
//! the commands of everybody who is nearer wait on the server until they are as old as those of
//! somebody at the minimum, two triggers that are pulled together are executed together. It costs
//! the near ones what they had over the others: their view of the others is that much older. None
//! of the five sources has it; a lockstep has it by itself.

use crate::base::time::Micros;

/// How far below the minimum a measured lag may be of somebody who keeps to it: both are measured
/// in whole ms, over different round trips.
const SLACK: Micros = Micros::from_ms(10);

/// How much earlier than they must the commands of a player set out, by the least round trip of
/// late: `max(0, M − RTT)`.
#[must_use]
pub fn wait(minimum: Micros, least_round_trip: Micros) -> Micros {
    (minimum - least_round_trip).max(Micros::ZERO)
}

/// Whether a player keeps to the minimum, by the round trip and the lead, from trigger to
/// execution, that the server measured: the lag is the way down and the lead. A client that does
/// not can only be shown: nobody is held back.
#[must_use]
pub fn keeps_to(minimum: Micros, round_trip: Micros, lead: Micros) -> bool {
    let down = Micros(round_trip.0 / 2);
    down + lead + SLACK >= minimum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_near_waits_as_if_it_were_far() {
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
