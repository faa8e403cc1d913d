//! Handles a stall of the server's process: the room's clock opens a new epoch, in which every tick
//! is due later than before. Every session is notified, and its commands count again once it has
//! answered. Runs when a tick is due after a stall, and for each answer.
//!
//! A client's keys run ahead of the room's tick. After a stall of 3 s they are 3 s further ahead:
//! too early to accept, and meant for ticks that now come later. So the client sets its keys back
//! by the delay. Until its answer arrives none of its commands count, since they were made for the
//! epoch before. Meanwhile the room's command policy supplies the missing commands. After a stall
//! of a second or more all ships are shielded as after a respawn, so that no player is shot down
//! and no kill is credited before players can react.

use serde::Serialize;

use super::{session::Session, state::Room};
use crate::{
    base::{
        limits::EPOCH_STRAYS_MS,
        time::{Micros, Tick, TickRate},
    },
    sim::{command::UserCommand, rules::SHIELD_MS},
    wire::message::ServerControl,
};

impl Session {
    /// Enters a new epoch of the room's clock after a tick. Commands for later ticks and
    /// measurements from the epoch before are discarded.
    fn enter_epoch(&mut self, number: u32, after: Tick) {
        self.keys.announced = number;
        self.keys.after = Some(after);
        self.window.forget_after(after);
        (self.newest_key, self.newest_early) = (None, None);
        self.last = UserCommand::neutral(after, self.last.aim);
        self.margin = None;
        self.echo.give_up();
    }
}

impl Room {
    /// After a stall: makes the next tick due now, and all later ones follow it.
    pub(super) fn open_epoch(&mut self, now: Micros) {
        self.stats.stalls += 1;
        let epoch = self.clock.open_epoch(self.world.tick, now);
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.enter_epoch(epoch.number, epoch.after);
                session.flow.ack_wait.postpone(epoch.later);
            }
        }
        if epoch.later >= Micros::from_ms(SHIELD_MS.into()) {
            self.world.shield_all();
        }
        self.broadcast(&ServerControl::Epoch(epoch));
    }
}

/// The epoch of the room's clock in which a session keys its commands.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct KeyEpoch {
    /// The epoch last announced to the client.
    pub(super) announced: u32,
    /// The epoch it answered last.
    answered: u32,
    /// The last tick before the epoch; `None` in the epoch in which the session began.
    pub(super) after: Option<Tick>,
    /// The fence against strays: the client's first view epoch in this epoch of the clock, and the
    /// tick at which its answer arrived.
    began: Option<(u8, Tick)>,
}

impl KeyEpoch {
    /// The state of a session that joins in this epoch of the room's clock.
    pub(super) fn joined_in(number: u32) -> Self {
        Self { announced: number, answered: number, after: None, began: None }
    }

    /// Applies the client's answer: from now on it keys its commands in the epoch, in packets of
    /// this view epoch or a later one. An answer to an outdated epoch is ignored.
    pub(super) fn answer(&mut self, number: u32, view_epoch: u8, tick: Tick) {
        if number == self.announced && self.answered != self.announced {
            self.answered = number;
            self.began = Some((view_epoch, tick));
        }
    }

    /// Whether the commands of a packet are accepted. Those of the previous epoch are not: packets
    /// sent before the answer, and over datagrams also packets that the answer overtook.
    pub(super) fn accepts(&self, view_epoch: u8, tick: Tick, rate: TickRate) -> bool {
        let stray = |(first, answered_at): (u8, Tick)| {
            let recent = tick.since(answered_at) <= i64::from(rate.ticks_in_ms(EPOCH_STRAYS_MS));
            // View epochs wrap around.
            recent && view_epoch.wrapping_sub(first) > u8::MAX / 2
        };
        self.answered == self.announced && !self.began.is_some_and(stray)
    }
}
