//! Sends players the standings: each player's round trip and lead, once a second. Every player gets
//! a few standings that have changed since they were last sent; a newcomer gets all.

use alloc::vec::Vec;
use core::mem;

use serde::Serialize;

use super::{
    output::{Output, SessionId},
    session::Session,
    state::Room,
};
use crate::{
    base::{limits::STANDINGS_AT_ONCE, time::Micros},
    wire::message::{ServerControl, Standing},
};

impl Room {
    /// Sends standings that have changed, up to [`STANDINGS_AT_ONCE`] in rotation.
    pub(super) fn send_standings(&mut self) {
        let changed = self.changed_standings();
        for (session, standing) in &changed {
            if let Some(found) = self.session_mut(*session) {
                found.sent_standings.own = Some(*standing);
            }
        }
        let changed = changed.into_iter().map(|(_, standing)| standing).collect();
        let all = self.sessions().filter_map(|session| session.sent_standings.own).collect();
        let (all, changed) = (standings_message(all), standings_message(changed));
        for session in self.session_ids() {
            let Some(found) = self.session_mut(session) else { continue };
            let known = mem::replace(&mut found.sent_standings.knows_all, true);
            if let Some(message) = if known { &changed } else { &all } {
                self.outputs.push_back(Output::Reliable { session, message: message.clone() });
            }
        }
    }

    /// The standings that differ from what was sent, up to the limit of one message.
    fn changed_standings(&self) -> Vec<(SessionId, Standing)> {
        let changed = |session: &Session| {
            let (sent, now) = (session.sent_standings, standing_of(session));
            sent.differs(now).then(|| (sent.differs_widely(now), (session.id, now)))
        };
        let mut all: Vec<_> = self.sessions().map(changed).collect();
        let first = self.rotation_start(all.len(), STANDINGS_AT_ONCE);
        all.rotate_left(first);
        let mut changed: Vec<_> = all.into_iter().flatten().collect();
        changed.sort_by_key(|(moved, _)| !moved);
        changed.into_iter().map(|(_, of)| of).take(STANDINGS_AT_ONCE).collect()
    }
}

/// `None` if the list is empty.
fn standings_message(standings: Vec<Standing>) -> Option<Vec<u8>> {
    (!standings.is_empty()).then(|| ServerControl::Standings(standings).encode())
}

fn standing_of(session: &Session) -> Standing {
    let link = session.newest_link_stats();
    let ms = |span: Micros| u16::try_from(span.as_ms()).unwrap_or(u16::MAX);
    Standing { ship: session.ship, round_trip_ms: ms(link.round_trip), lead_ms: ms(link.lead) }
}

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
        let sent = SentStandings { own: Some(at(40, 32)), knows_all: true };
        for (now, is_news, moved) in [
            ((40, 32), false, false),
            ((47, 25), true, false),
            ((48, 32), true, true),
            ((40, 24), true, true),
        ] {
            let now = at(now.0, now.1);
            assert_eq!((sent.differs(now), sent.differs_widely(now)), (is_news, moved), "{now:?}");
        }
        assert!(SentStandings::default().differs_widely(at(0, 0)), "no standing was sent");
    }
}
