//! The last standing sent about a player, and whether that player has received those of the others.
//! Read when standings are sent.

use serde::Serialize;

use crate::wire::message::Standing;

/// Standings that changed by this much are sent first, in ms: half a tick at 60 Hz, the variation
/// in how long commands wait for their tick.
const MOVED_MS: u16 = 8;

/// What was last sent about a player's connection, and to that player about others'.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct SentStandings {
    /// The standing last sent about the player.
    pub(super) own: Option<Standing>,
    /// Whether the player has been sent all standings once, and needs only changes.
    pub(super) knows_all: bool,
}

impl SentStandings {
    /// Whether the standing differs from what was sent.
    pub(super) fn differs(&self, now: Standing) -> bool {
        self.own != Some(now)
    }

    /// Whether it differs widely, or nothing was sent.
    pub(super) fn differs_widely(&self, now: Standing) -> bool {
        self.own.is_none_or(|sent| {
            sent.ship != now.ship
                || sent.round_trip_ms.abs_diff(now.round_trip_ms) >= MOVED_MS
                || sent.lead_ms.abs_diff(now.lead_ms) >= MOVED_MS
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ship::ShipId;

    #[test]
    fn half_a_tick_comes_first() {
        let at =
            |round_trip_ms, lead_ms| Standing { ship: ShipId::default(), round_trip_ms, lead_ms };
        let told = SentStandings { own: Some(at(40, 32)), knows_all: true };
        for (now, is_news, moved) in [
            ((40, 32), false, false),
            ((47, 25), true, false),
            ((48, 32), true, true),
            ((40, 24), true, true),
        ] {
            let now = at(now.0, now.1);
            assert_eq!((told.differs(now), told.differs_widely(now)), (is_news, moved), "{now:?}");
        }
        assert!(SentStandings::default().differs_widely(at(0, 0)), "who was not told of at all");
    }
}
