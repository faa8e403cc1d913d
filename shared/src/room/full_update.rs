//! A full update on request: the next snapshot sent to the player is a keyframe, as with Source's
//! `cl_fullupdate`. Limited to one a second, because a keyframe takes many times the bytes of a
//! delta.

use serde::Serialize;

use crate::base::{
    limits::FULL_UPDATE_APART_MS,
    time::{MICROS_PER_S, Tick, TickRate},
};

/// A session's request for a full update.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct FullUpdate {
    /// Whether the next snapshot must be a keyframe.
    due: bool,
    /// When it was last requested.
    asked: Option<Tick>,
}

/// A request came too soon after another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FullUpdateWait {
    /// How long to wait, in ms.
    pub(super) ms: u16,
}

impl FullUpdate {
    /// Requests a full update.
    ///
    /// # Errors
    /// When the last request was less than a second ago.
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

    /// Whether the next snapshot must be a keyframe.
    pub(super) const fn is_due(self) -> bool {
        self.due
    }

    /// Records that a keyframe is sent.
    pub(super) const fn note_sent(&mut self) {
        self.due = false;
    }
}
