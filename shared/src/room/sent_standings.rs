//! What was told of how far away a player is, and what that player was told of the others. Asked
//! when standings are sent.

use serde::Serialize;

use crate::wire::message::Standing;

/// Whose times have changed by so much come first, in ms: half a tick at 60 Hz, by which the waits
/// of commands for their tick differ from one to the next.
const MOVED_MS: u16 = 8;

/// What everybody was told of a player's connection, and what that player was told of others'.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct SentStandings {
    /// How far away the player is, as it was told last.
    pub(super) own: Option<Standing>,
    /// Whether the player was told of everybody once: it knows what the others know.
    pub(super) knows_all: bool,
}

impl SentStandings {
    /// Whether the player's times are not those that were told.
    pub(super) fn differs(&self, now: Standing) -> bool {
        self.own != Some(now)
    }

    /// Whether they are far from what was told, or nothing was.
    pub(super) fn differs_widely(&self, now: Standing) -> bool {
        self.own.is_none_or(|told| {
            told.ship != now.ship
                || told.round_trip_ms.abs_diff(now.round_trip_ms) >= MOVED_MS
                || told.lead_ms.abs_diff(now.lead_ms) >= MOVED_MS
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
