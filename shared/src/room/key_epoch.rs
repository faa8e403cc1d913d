//! In which epoch of the room's clock a session keys its commands, and which of them count.

use serde::Serialize;

use crate::base::{
    limits::EPOCH_STRAYS_MS,
    time::{Tick, TickRate},
};

/// In which epoch of the room's clock a session's commands are keyed.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct KeyEpoch {
    /// The number of the epoch that the client was told of last.
    pub(super) told: u32,
    /// The number of the epoch that it answered last.
    answered: u32,
    /// The last tick before the epoch; `None` in the epoch in which the session began.
    pub(super) after: Option<Tick>,
    /// The fence against strays: the client's first view epoch in this epoch of the clock, and the
    /// tick at which its answer came.
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
