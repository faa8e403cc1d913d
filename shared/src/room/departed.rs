//! Keeps what players who have left were sent. While their shots are open that is the whole log,
//! since what a shooter drew decides where its shots hit; as long as reports on the shots can be
//! requested, the ticks of the snapshots.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::output::SessionId;
use crate::{
    base::{
        limits::{DEPARTED_KEPT_MAX, JOURNAL_MS},
        queue::{drop_while, push_bounded},
        tick_set::TickSet,
        time::{Tick, TickRate},
    },
    history::sent::SentLog,
};

/// A player who has left.
#[derive(Clone, Debug, Serialize)]
struct DepartedPlayer {
    session: SessionId,
    /// The last tick judged with the player in the room.
    last: Tick,
    sent: SentLog,
}

/// The players who left recently, in order of departure.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DepartedLog(Vec<DepartedPlayer>);

impl DepartedLog {
    /// Records a player who leaves after a tick.
    pub(super) fn record(&mut self, session: SessionId, last: Tick, sent: SentLog) {
        self.0.push(DepartedPlayer { session, last, sent });
    }

    /// Drops players who left before a tick.
    pub(super) fn forget_before(&mut self, tick: Tick) {
        self.0.retain(|departed| departed.last >= tick);
    }

    /// The snapshots sent to a player who was in the room in a tick and has left since.
    pub(super) fn sent(&self, session: SessionId, tick: Tick) -> Option<&SentLog> {
        let there =
            |departed: &&DepartedPlayer| departed.session == session && tick <= departed.last;
        self.0.iter().find(there).map(|departed| &departed.sent)
    }
}

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
