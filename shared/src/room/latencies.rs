//! Sends players the latency of every player, as round trip and lead, once a second. Each second
//! carries only some of the latencies that changed since they were last sent; a newcomer gets all.

use alloc::vec::Vec;
use core::mem;

use serde::Serialize;

use super::{
    output::{Output, SessionId},
    session::Session,
    state::Room,
};
use crate::{
    base::{limits::LATENCIES_AT_ONCE, time::Micros},
    wire::message::{PlayerLatency, ServerControl},
};

impl Room {
    /// Sends latencies that have changed, up to [`LATENCIES_AT_ONCE`] in rotation.
    pub(super) fn send_latencies(&mut self) {
        let changed = self.changed_latencies();
        for (session, latency) in &changed {
            if let Some(found) = self.session_mut(*session) {
                found.sent_latencies.own = Some(*latency);
            }
        }
        let changed: Vec<PlayerLatency> = changed.into_iter().map(|(_, latency)| latency).collect();
        if !changed.is_empty() {
            self.tell_watchers(&ServerControl::Latencies(changed.clone()));
        }
        let all = self.sessions().filter_map(|session| session.sent_latencies.own).collect();
        let (all, changed) = (latencies_message(all), latencies_message(changed));
        for session in self.session_ids() {
            let Some(found) = self.session_mut(session) else { continue };
            let known = mem::replace(&mut found.sent_latencies.knows_all, true);
            if let Some(message) = if known { &changed } else { &all } {
                self.outputs.push_back(Output::Reliable { session, message: message.clone() });
            }
        }
    }

    /// The latencies that differ from what was sent, up to the limit of one message.
    fn changed_latencies(&self) -> Vec<(SessionId, PlayerLatency)> {
        let changed = |session: &Session| {
            let (sent, now) = (session.sent_latencies, latency_of(session));
            sent.differs(now).then(|| (sent.differs_widely(now), (session.id, now)))
        };
        let mut all: Vec<_> = self.sessions().map(changed).collect();
        let first = self.rotation_start(all.len(), LATENCIES_AT_ONCE);
        all.rotate_left(first);
        let mut changed: Vec<_> = all.into_iter().flatten().collect();
        changed.sort_by_key(|(moved, _)| !moved);
        changed.into_iter().map(|(_, of)| of).take(LATENCIES_AT_ONCE).collect()
    }
}

/// `None` if the list is empty.
fn latencies_message(latencies: Vec<PlayerLatency>) -> Option<Vec<u8>> {
    (!latencies.is_empty()).then(|| ServerControl::Latencies(latencies).encode())
}

fn latency_of(session: &Session) -> PlayerLatency {
    let link = session.newest_link_stats();
    let ms = |span: Micros| u16::try_from(span.as_ms()).unwrap_or(u16::MAX);
    PlayerLatency { ship: session.ship, round_trip_ms: ms(link.round_trip), lead_ms: ms(link.lead) }
}

/// Latencies that changed by this much are sent first, in ms: half a tick at 60 Hz, the variation
/// in how long commands wait for their tick.
const LARGE_CHANGE_MS: u16 = 8;

/// What was last sent about a player's connection, and to that player about others'.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct SentLatencies {
    /// The latency last sent about the player.
    pub(super) own: Option<PlayerLatency>,
    /// Whether the player has been sent all latencies once, and needs only changes.
    pub(super) knows_all: bool,
}

impl SentLatencies {
    /// Whether the latency differs from what was sent.
    pub(super) fn differs(&self, now: PlayerLatency) -> bool {
        self.own != Some(now)
    }

    /// Whether it differs widely, or nothing was sent.
    pub(super) fn differs_widely(&self, now: PlayerLatency) -> bool {
        self.own.is_none_or(|sent| {
            sent.ship != now.ship
                || sent.round_trip_ms.abs_diff(now.round_trip_ms) >= LARGE_CHANGE_MS
                || sent.lead_ms.abs_diff(now.lead_ms) >= LARGE_CHANGE_MS
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ship::ShipId;

    #[test]
    fn changes_of_half_a_tick_are_sent_first() {
        let at = |round_trip_ms, lead_ms| PlayerLatency {
            ship: ShipId::default(),
            round_trip_ms,
            lead_ms,
        };
        let sent = SentLatencies { own: Some(at(40, 32)), knows_all: true };
        for (now, is_news, moved) in [
            ((40, 32), false, false),
            ((47, 25), true, false),
            ((48, 32), true, true),
            ((40, 24), true, true),
        ] {
            let now = at(now.0, now.1);
            assert_eq!((sent.differs(now), sent.differs_widely(now)), (is_news, moved), "{now:?}");
        }
        assert!(SentLatencies::default().differs_widely(at(0, 0)), "no latency was sent");
    }
}
