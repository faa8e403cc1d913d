//! Selects the snapshots to send in a tick, with their baselines, from every session's update rate.
//! Runs before they are encoded.
//!
//! A snapshot that is due is held back where its session's [allowance](super::allowance) does not
//! cover it, or where too many bodies are wanted. In a room whose snapshots contain every ship, up
//! to [`BODIES_PER_TICK_MAX`] bodies are encoded in a tick, each for all sessions with the same
//! baseline. Sessions that have waited longest for their body come first; among equal waits, the
//! body that most sessions want. Time in which the allowance did not cover a snapshot does not
//! count as waiting. A snapshot held back is sent in the next tick with room for it, whatever the
//! update rate. If the next one falls due before that, the older one counts as choke.
//!
//! So of 32 sessions none waits for a body longer than one tick, and of 64 none longer than two,
//! whatever the others acknowledge.
//!
//! Under lockstep nothing is held back and no allowance is charged, since the next tick waits until
//! every player has this one. Only the laboratory uses lockstep, in rooms closed to others.

use alloc::vec::Vec;
use core::{cmp::Reverse, mem};

use super::{
    output::SessionId,
    scratch::{BodyKey, DueSnapshot, WantedBody},
    seat::Seat,
    session::Session,
    state::Room,
};
use crate::base::{
    limits::{ACK_SILENCE_MAX_MS, BODIES_PER_TICK_MAX},
    time::Micros,
};

impl Room {
    /// Collects the snapshots to send for the newest tick, in seat order. Returns the sessions that
    /// have acknowledged nothing for too long.
    pub(super) fn find_due(
        &mut self,
        now: Micros,
        is_due: impl Fn(&Session) -> bool,
        due: &mut Vec<DueSnapshot>,
    ) -> Vec<SessionId> {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        // A tick's wait under lockstep does not count as silence.
        let waited = (now - self.clock.at(tick.next())).max(Micros::ZERO);
        let mut silent = Vec::new();
        due.clear();
        for (seat, taken) in (0..).zip(&mut self.seats) {
            let Seat::Player(session) = taken else { continue };
            if session.is_lost() {
                continue;
            }
            if (session.flow.ack_wait.silence(now) - waited).as_ms() > ACK_SILENCE_MAX_MS {
                silent.push(session.id);
                continue;
            }
            let is_due = is_due(session);
            if is_due && session.flow.held_since.is_some() {
                // The deferred snapshot is dropped for this one.
                session.choke();
                self.stats.choked += 1;
            } else if !is_due && session.flow.held_since.is_none() {
                continue;
            }
            if !session.may_send(now) {
                session.choke();
                session.flow.held_since = None;
                self.stats.choked += 1;
                continue;
            }
            let baseline = session.flow.baseline(tick, rate, &session.subscription);
            if !session.flow.allowance.covers(tick, baseline) {
                session.flow.held_since = Some(tick.next());
                self.stats.held_by_allowance += 1;
                continue;
            }
            let before = baseline.and_then(|baseline| session.flow.parent(baseline));
            let body = BodyKey { codec: session.codec, baseline, before };
            due.push(DueSnapshot { seat, body });
        }
        if self.lockstep.is_none() && !self.filters_by_interest() {
            self.defer_surplus(due);
        }
        silent
    }

    /// Defers the snapshots whose bodies exceed this tick's limit.
    fn defer_surplus(&mut self, due: &mut Vec<DueSnapshot>) {
        let tick = self.world.tick;
        let mut wanted = mem::take(&mut self.scratch.wanted_bodies);
        wanted.clear();
        for DueSnapshot { seat, body } in &*due {
            let Seat::Player(session) = &self.seats[usize::from(*seat)] else { continue };
            let since = session.flow.held_since.unwrap_or(tick);
            match wanted.iter_mut().find(|wanted| wanted.key == *body) {
                Some(known) => {
                    known.since = known.since.min(since);
                    known.n_sessions += 1;
                }
                None => wanted.push(WantedBody { key: *body, since, n_sessions: 1 }),
            }
        }
        if wanted.len() > BODIES_PER_TICK_MAX {
            wanted.sort_by_key(|wanted| (wanted.since, Reverse(wanted.n_sessions)));
            wanted.truncate(BODIES_PER_TICK_MAX);
            due.retain(|DueSnapshot { seat, body }| {
                let is_sent = wanted.iter().any(|wanted| wanted.key == *body);
                if !is_sent && let Seat::Player(session) = &mut self.seats[usize::from(*seat)] {
                    session.flow.held_since.get_or_insert(tick);
                    self.stats.held_by_bodies += 1;
                }
                is_sent
            });
        }
        self.scratch.wanted_bodies = wanted;
    }
}
