//! Lockstep: a tick runs once the commands of all players have arrived, and no sooner than one tick
//! after the one before. Time spent waiting is not caught up. Runs on every time update, in place
//! of the ticks due by the clock.
//!
//! Ticks wait for a player from that player's first command on, dead or alive. They do not wait for
//! bots, whose commands are always there, nor for players who have only joined. While a tick waits,
//! the newest snapshot is resent: a player who lost it, or whose byte rate left it out, could not
//! make the next command. When a tick has waited [`LOCKSTEP_WAIT_MAX_MS`] for the same players, one
//! or several, they are removed.

use alloc::vec::Vec;
use core::mem;

use serde::Serialize;

use super::{output::SessionId, session::Session, state::Room};
use crate::{
    base::{
        limits::LOCKSTEP_WAIT_MAX_MS,
        time::{Micros, Tick},
    },
    netcode::values::SnapshotDelivery,
    wire::close_reason::CloseReason,
};

impl Session {
    /// Whether a tick waits for this player's command.
    fn blocks(&self, tick: Tick) -> bool {
        self.first_key.is_some_and(|first| first <= tick) && self.window.get(tick).is_none()
    }

    /// Whether a tick to come lacks this player's command although a later one has arrived: one of
    /// two packets was lost, or was overtaken by the other.
    pub(super) fn lacks(&self, tick: Tick) -> bool {
        tick > self.executed
            && self.newest_key.is_some_and(|newest| tick < newest)
            && self.blocks(tick)
    }
}

impl Room {
    /// The time of the next check: when the next tick is due or, once it is late, one tick time
    /// after the last check. Messages that arrive in between are checked on arrival.
    pub(super) fn lockstep_poll_time(&self, lockstep: &LockstepWait) -> Micros {
        let due = self.clock.at(self.world.tick.next());
        if due > lockstep.checked_at { due } else { lockstep.checked_at + self.tick_time() }
    }

    /// Runs the next tick if all players' commands for it have arrived.
    pub(super) fn run_lockstep(&mut self, now: Micros, mut lockstep: LockstepWait) {
        lockstep.checked_at = now;
        let tick = self.world.tick.next();
        let late = now - self.clock.at(tick);
        if late >= Micros::ZERO {
            let missing = self.missing(tick);
            if missing.is_empty() {
                self.end_wait(tick, now, late);
                self.simulate();
                self.transmit(now);
                lockstep.sent_at = now;
                lockstep.missing.clear();
            } else {
                self.wait_for(missing, now, &mut lockstep);
            }
        }
        self.lockstep = Some(lockstep);
    }

    /// Excludes the wait before a tick from the clock and from time-outs.
    fn end_wait(&mut self, tick: Tick, now: Micros, late: Micros) {
        if late == Micros::ZERO {
            return;
        }
        self.clock.postpone(tick, now);
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.flow.ack_wait.postpone(late);
            }
        }
    }

    /// Resends the newest snapshot while a tick waits, and closes the missing sessions if the same
    /// ones have been missing for too long.
    fn wait_for(&mut self, missing: Vec<SessionId>, now: Micros, lockstep: &mut LockstepWait) {
        if now - lockstep.sent_at >= self.tick_time() {
            lockstep.sent_at = now;
            self.resend_tick(now);
        }
        if lockstep.missing != missing {
            (lockstep.missing, lockstep.missing_since) = (missing, now);
        }
        if now - lockstep.missing_since >= Micros::from_ms(LOCKSTEP_WAIT_MAX_MS) {
            for session in mem::take(&mut lockstep.missing) {
                self.close(session, CloseReason::Silent, None);
            }
        }
    }

    /// The sessions that a tick waits for, in seat order.
    fn missing(&self, tick: Tick) -> Vec<SessionId> {
        self.sessions().filter(|session| session.blocks(tick)).map(|session| session.id).collect()
    }

    /// Sends the newest snapshot to players who have not acknowledged it and may have lost it, and
    /// to those whose byte rate left it out.
    fn resend_tick(&mut self, now: Micros) {
        let tick = self.world.tick;
        self.send_snapshots_to(now, |session| {
            let is_datagram = session.subscription.delivery == SnapshotDelivery::Datagram;
            let may_be_lost = is_datagram && session.flow.acked != Some(tick);
            may_be_lost || !session.flow.sent.was_sent(tick)
        });
    }

    fn tick_time(&self) -> Micros {
        self.clock.rate().micros_at(Tick(1))
    }
}

/// The wait of a room's next tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct LockstepWait {
    /// The time of the last check whether the next tick may run.
    pub(super) checked_at: Micros,
    /// When the newest snapshot was last sent.
    pub(super) sent_at: Micros,
    /// The sessions that the next tick waits for, in seat order; empty while ticks run.
    pub(super) missing: Vec<SessionId>,
    /// Since when exactly these have been missing.
    pub(super) missing_since: Micros,
}
