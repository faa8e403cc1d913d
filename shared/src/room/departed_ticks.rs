//! The ticks at which departed players were sent snapshots, kept as long as reports on their shots
//! can be requested.

use alloc::collections::VecDeque;

use super::output::SessionId;
use crate::base::{
    limits::{DEPARTED_KEPT_MAX, JOURNAL_MS},
    queue::{drop_while, push_bounded},
    tick_set::TickSet,
    time::{Tick, TickRate},
};

/// The session of each player who left, the last tick judged with it in the room, and the ticks at
/// which it was sent snapshots. In order of departure, up to [`DEPARTED_KEPT_MAX`].
#[derive(Clone, Debug, Default)]
pub(super) struct DepartedTicks(VecDeque<(SessionId, Tick, TickSet)>);

impl DepartedTicks {
    /// Records a player who leaves after a tick.
    pub(super) fn record(&mut self, session: SessionId, last: Tick, sent: TickSet) {
        push_bounded(&mut self.0, (session, last, sent), DEPARTED_KEPT_MAX);
    }

    /// Drops players whose shots can no longer be reported on.
    pub(super) fn forget_old(&mut self, now: Tick, rate: TickRate) {
        let oldest = now.minus(rate.ticks_in_ms(JOURNAL_MS));
        drop_while(&mut self.0, |(_, last, _)| *last < oldest);
    }

    /// The ticks at which a departed player was sent snapshots, and the tick after which it left.
    pub(super) fn sent(&self, session: SessionId) -> Option<(&TickSet, Tick)> {
        let found = self.0.iter().find(|(of, ..)| *of == session)?;
        Some((&found.2, found.1))
    }
}
