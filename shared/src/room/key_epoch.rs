//! Tracks the epoch of the room's clock in which a session keys its commands, and decides which
//! packets count.

use serde::Serialize;

use crate::base::{
    limits::EPOCH_STRAYS_MS,
    time::{Tick, TickRate},
};

/// The epoch of the room's clock in which a session keys its commands.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct KeyEpoch {
    /// The epoch last announced to the client.
    pub(super) told: u32,
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
        Self { told: number, answered: number, after: None, began: None }
    }

    /// Applies the client's answer: from now on it keys its commands in the epoch, in packets of
    /// this view epoch or a later one. An answer to an outdated epoch is ignored.
    pub(super) fn answer(&mut self, number: u32, view_epoch: u8, tick: Tick) {
        if number == self.told && self.answered != self.told {
            self.answered = number;
            self.began = Some((view_epoch, tick));
        }
    }

    /// Whether the commands of a packet count. Those of the previous epoch do not: packets sent
    /// before the answer, and over datagrams also packets that the answer overtook.
    pub(super) fn counts(&self, view_epoch: u8, tick: Tick, rate: TickRate) -> bool {
        let stray = |(first, answered_at): (u8, Tick)| {
            let recent = tick.since(answered_at) <= i64::from(rate.ticks_in_ms(EPOCH_STRAYS_MS));
            // View epochs wrap around.
            recent && view_epoch.wrapping_sub(first) > u8::MAX / 2
        };
        self.answered == self.told && !self.began.is_some_and(stray)
    }
}
