//! When players were sent snapshots who have left, for whoever looks into their shots, and until
//! nobody can any more.

use alloc::collections::VecDeque;

use super::output::SessionId;
use crate::base::{
    limits::{DEPARTED_KEPT_MAX, JOURNAL_MS},
    queue::{drop_while, push_bounded},
    tick_set::TickSet,
    time::{Tick, TickRate},
};

/// Of each player who left: its session, the last tick that was judged with it in the room, and
/// when it was sent snapshots. In the order in which they left, at most [`DEPARTED_KEPT_MAX`].
#[derive(Clone, Debug, Default)]
pub(super) struct DepartedTicks(VecDeque<(SessionId, Tick, TickSet)>);

impl DepartedTicks {
    /// A player leaves after a tick.
    pub(super) fn record(&mut self, session: SessionId, last: Tick, sent: TickSet) {
        push_bounded(&mut self.0, (session, last, sent), DEPARTED_KEPT_MAX);
    }

    /// Forgets those whose shots nobody can look into any more.
    pub(super) fn forget_old(&mut self, now: Tick, rate: TickRate) {
        let oldest = now.minus(rate.ticks_in_ms(JOURNAL_MS));
        drop_while(&mut self.0, |(_, last, _)| *last < oldest);
    }

    /// When a player was sent snapshots who has left, and after which tick.
    pub(super) fn sent(&self, session: SessionId) -> Option<(&TickSet, Tick)> {
        let found = self.0.iter().find(|(of, ..)| *of == session)?;
        Some((&found.2, found.1))
    }
}
