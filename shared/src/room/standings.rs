//! Sends players the standings: each player's round trip and lead, once a second. Every player gets
//! a few standings that have changed since they were last sent; a newcomer gets all.

use alloc::vec::Vec;
use core::mem;

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
