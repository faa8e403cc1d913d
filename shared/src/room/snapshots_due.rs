//! Which snapshots go with a tick: everybody's update rate goes in, and who is told of the tick
//! comes out, with what each of those snapshots builds upon. Runs before they are made.
//!
//! A snapshot that is due is held back where its session's [allowance](super::allowance) does not
//! cover it. It goes with the next tick at which it is covered, whatever the update rate says.
//! Where the next snapshot is due before that, the older one counts as choke.
//!
//! Under lockstep nothing is held back, and no allowance is charged: the next tick waits until
//! everybody knows of this one. Only a laboratory plays by it, and nobody from outside comes into
//! one.

use alloc::vec::Vec;

use super::{bodies::BodyKey, output::SessionId, seat::Seat, session::Session, state::Room};
use crate::base::{limits::ACK_SILENCE_MAX_MS, time::Micros};

/// A snapshot that goes with a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueSnapshot {
    /// Where its viewer sits.
    pub(super) seat: u16,
    pub(super) body: BodyKey,
}

impl Room {
    /// Finds the snapshots that go with the newest tick, in the order of the seats. Gives the
    /// sessions that have acknowledged nothing for too long.
    pub(super) fn find_due(
        &mut self,
        now: Micros,
        is_due: impl Fn(&Session) -> bool,
        due: &mut Vec<DueSnapshot>,
    ) -> Vec<SessionId> {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        // What a tick waits under lockstep is nobody's silence.
        let waited = (now - self.clock.at(tick.next())).max(Micros::ZERO);
        let mut silent = Vec::new();
        due.clear();
        for (seat, taken) in (0..).zip(&mut self.seats) {
            let Seat::Player(session) = taken else { continue };
            if (session.ack_wait.silence(now) - waited).as_ms() > ACK_SILENCE_MAX_MS {
                silent.push(session.id);
                continue;
            }
            let is_due = is_due(session);
            if is_due && session.held_since.is_some() {
                // The one that was held back is left out for this one.
                session.choke();
                self.stats.choked += 1;
            } else if !is_due && session.held_since.is_none() {
                continue;
            }
            if !session.may_send(now) {
                session.choke();
                session.held_since = None;
                self.stats.choked += 1;
                continue;
            }
            let baseline = session.baseline(tick, rate);
            if !session.allowance.covers(tick, baseline) {
                session.held_since = Some(tick);
                self.stats.held_by_allowance += 1;
                continue;
            }
            let before = baseline.and_then(|baseline| session.parent(baseline));
            due.push(DueSnapshot { seat, body: (session.codec, (baseline, before)) });
        }
        silent
    }
}
