//! A full update on request: a player asks, and the next snapshot that it is sent builds upon
//! nothing, as Source's `cl_fullupdate` has it. At most one a second: each takes many times the
//! bytes of an update.

use serde::Serialize;

use crate::base::{
    limits::FULL_UPDATE_APART_MS,
    time::{MICROS_PER_S, Tick, TickRate},
};

/// What a session asked for.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct FullUpdate {
    /// Whether the next snapshot is to be full.
    due: bool,
    /// When it was asked for last.
    asked: Option<Tick>,
}

/// A request came too soon after another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FullUpdateWait {
    /// How long to wait, in ms.
    pub(super) ms: u16,
}

impl FullUpdate {
    /// The player asks.
    ///
    /// # Errors
    /// When it asked less than a second ago.
    pub(super) fn ask(&mut self, tick: Tick, rate: TickRate) -> Result<(), FullUpdateWait> {
        let apart = i64::from(rate.ticks_in_ms(FULL_UPDATE_APART_MS));
        let since = self.asked.map_or(apart, |asked| tick.since(asked));
        if since < apart {
            let micros = (apart - since) * MICROS_PER_S / i64::from(rate.hz());
            return Err(FullUpdateWait { ms: micros.div_euclid(1000) as u16 + 1 });
        }
        *self = Self { due: true, asked: Some(tick) };
        Ok(())
    }

    /// Whether the next snapshot is to be full.
    pub(super) const fn is_due(self) -> bool {
        self.due
    }

    /// A full one is sent.
    pub(super) const fn note_sent(&mut self) {
        self.due = false;
    }
}
