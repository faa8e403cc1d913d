//! A stall of the server's process: the room's clock opens a new epoch, in which every tick is due
//! later than before; every session is told, and its commands count again once it has answered.
//! Runs when a tick is due after a stall, and for each answer.
//!
//! A client's keys run ahead of the room's tick. After a stall of 3 s they are 3 s further ahead:
//! too far to be taken, and sent for ticks that come again. So the client sets its keys back by as
//! much as the ticks were put off, and until its answer arrives nothing it sent counts, since those
//! commands were made for the epoch before. Its ship meanwhile drifts.

use serde::Serialize;

use super::{Room, session::Session};
use crate::{
    base::{
        limits::EPOCH_STRAYS_MS,
        time::{Micros, Tick, TickRate},
    },
    sim::command::UserCommand,
    wire::message::ServerControl,
};

/// In which epoch of the room's clock a session's commands are keyed.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct KeyEpoch {
    /// The number of the epoch that the client was told of last.
    told: u32,
    /// The number of the epoch that it answered last.
    answered: u32,
    /// The last tick before the epoch; `None` in the epoch in which the session began.
    pub(super) after: Option<Tick>,
    /// The view epoch with which it began for the client, and when the answer came.
    began: Option<(u8, Tick)>,
}

impl KeyEpoch {
    /// The epoch of the room's clock when a session begins: its client knows no other.
    pub(super) fn joined_in(number: u32) -> Self {
        Self { told: number, answered: number, after: None, began: None }
    }

    /// The client keys its commands in an epoch from now on, in packets of this view epoch or a
    /// later one. The answer to an epoch that is over leaves those of the present one to wait for.
    pub(super) fn answer(&mut self, number: u32, view_epoch: u8, tick: Tick) {
        if number == self.told && self.answered != self.told {
            self.answered = number;
            self.began = Some((view_epoch, tick));
        }
    }

    /// Whether the commands of a packet count. Those of the epoch before do not: those sent before
    /// the answer, and over datagrams also those which the answer overtook.
    pub(super) fn counts(&self, view_epoch: u8, tick: Tick, rate: TickRate) -> bool {
        let stray = |(first, answered_at): (u8, Tick)| {
            let recent = tick.since(answered_at) <= i64::from(rate.ticks_in_ms(EPOCH_STRAYS_MS));
            // View epochs are counted round.
            recent && view_epoch.wrapping_sub(first) > u8::MAX / 2
        };
        self.answered == self.told && !self.began.is_some_and(stray)
    }
}

impl Session {
    /// The room's clock has a new epoch after a tick: what the client sent for later ticks does not
    /// count, nor what was measured in the epoch before.
    fn enter_epoch(&mut self, number: u32, after: Tick) {
        self.keys.told = number;
        self.keys.after = Some(after);
        self.window.forget_after(after);
        self.newest_key = None;
        self.last = UserCommand::neutral(after, self.last.aim);
        self.margin = None;
        self.echo.give_up();
    }
}

impl Room {
    /// After a stall: the next tick is due now, and all later ones follow it.
    pub(super) fn open_epoch(&mut self, now: Micros) {
        self.stats.stalls += 1;
        let epoch = self.clock.open_epoch(self.world.tick, now);
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.enter_epoch(epoch.number, epoch.after);
            }
        }
        self.say_to_all(&ServerControl::Epoch(epoch));
    }
}
