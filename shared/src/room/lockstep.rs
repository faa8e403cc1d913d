//! Lockstep: a tick runs when the commands of all who play are in, and no sooner than one tick's
//! time after the one before; what it waited is not caught up. Runs when a shell says that time has
//! passed, in place of the ticks that fall due by the clock.
//!
//! Everybody's tick waits for a player from that player's first command on, dead or alive; not for
//! bots, whose command is always there, nor for who has only joined. A tick that waits is told of
//! again, for a snapshot that is lost, or that a byte rate left out, would keep its player from
//! making the next command. When a tick has waited [`LOCKSTEP_WAIT_MAX_MS`] for the same players,
//! one or several, they are out.

use alloc::vec::Vec;
use core::mem;

use super::{lockstep_wait::LockstepWait, output::SessionId, session::Session, state::Room};
use crate::{
    base::{
        limits::LOCKSTEP_WAIT_MAX_MS,
        time::{Micros, Tick},
    },
    netcode::values::Delivery,
    wire::close_reason::CloseReason,
};

impl Session {
    /// Whether a tick waits for this player's command.
    fn blocks(&self, tick: Tick) -> bool {
        self.first_key.is_some_and(|first| first <= tick) && self.window.get(tick).is_none()
    }
}

impl Room {
    /// When to look again, where ticks wait: when the next one is due, or, once it is late, after
    /// what was looked at last; what arrives meanwhile is looked at as it comes.
    pub(super) fn lockstep_poll_time(&self, lockstep: &LockstepWait) -> Micros {
        let due = self.clock.at(self.world.tick.next());
        if due > lockstep.looked_at { due } else { lockstep.looked_at + self.tick_time() }
    }

    /// Time has passed: the next tick, if all who play have sent their commands for it.
    pub(super) fn run_lockstep(&mut self, now: Micros, mut lockstep: LockstepWait) {
        lockstep.looked_at = now;
        let tick = self.world.tick.next();
        let late = now - self.clock.at(tick);
        if late >= Micros::ZERO {
            let missing = self.missing(tick);
            if missing.is_empty() {
                self.wait_for_nobody(tick, now, late);
                self.simulate();
                self.transmit(now);
                lockstep.told_at = now;
                lockstep.missing.clear();
            } else {
                self.wait_for(missing, now, &mut lockstep);
            }
        }
        self.lockstep = Some(lockstep);
    }

    /// A tick runs: what it waited counts for no time-out, and is not caught up.
    fn wait_for_nobody(&mut self, tick: Tick, now: Micros, late: Micros) {
        if late == Micros::ZERO {
            return;
        }
        self.clock.postpone(tick, now);
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.ack_wait.postpone(late);
            }
        }
    }

    /// A tick waits: the newest one is told of again to those who may not know it, and when the
    /// same players have been missing for too long, all of them are out.
    fn wait_for(&mut self, missing: Vec<SessionId>, now: Micros, lockstep: &mut LockstepWait) {
        if now - lockstep.told_at >= self.tick_time() {
            lockstep.told_at = now;
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

    /// For whom a tick waits, in the order of the seats.
    fn missing(&self, tick: Tick) -> Vec<SessionId> {
        self.sessions().filter(|session| session.blocks(tick)).map(|session| session.id).collect()
    }

    /// Sends the newest snapshot to those who have not acknowledged it and may have lost it, and
    /// to those for whom the byte rate left it out.
    fn resend_tick(&mut self, now: Micros) {
        let tick = self.world.tick;
        self.send_snapshots_to(now, |session| {
            let is_datagram = session.subscription.delivery == Delivery::Datagram;
            let may_be_lost = is_datagram && session.acked != Some(tick);
            may_be_lost || !session.sent.was_sent(tick)
        });
    }

    fn tick_time(&self) -> Micros {
        self.clock.rate().micros_at(Tick(1))
    }
}
