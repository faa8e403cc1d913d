//! Keeps the sent logs of players who have left while their shots are still open: what a shooter
//! drew decides where its shots hit.

use alloc::vec::Vec;

use serde::Serialize;

use super::output::SessionId;
use crate::{base::time::Tick, history::sent::SentLog};

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
