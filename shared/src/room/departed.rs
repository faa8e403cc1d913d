//! What players were sent who have left, for as long as their shots are looked at: what a shooter
//! drew decides where its shots meet their targets.

use alloc::vec::Vec;

use serde::Serialize;

use super::output::SessionId;
use crate::{base::time::Tick, history::sent::SentLog};

/// A player who has left.
#[derive(Clone, Debug, Serialize)]
struct DepartedPlayer {
    session: SessionId,
    /// The last tick that was judged with it in the room.
    last: Tick,
    sent: SentLog,
}

/// The players who left a short while ago, in the order in which they left.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct DepartedLog(Vec<DepartedPlayer>);

impl DepartedLog {
    /// A player leaves after a tick.
    pub(super) fn record(&mut self, session: SessionId, last: Tick, sent: SentLog) {
        self.0.push(DepartedPlayer { session, last, sent });
    }

    /// Forgets who left before a tick.
    pub(super) fn forget_before(&mut self, tick: Tick) {
        self.0.retain(|departed| departed.last >= tick);
    }

    /// What a player had been sent who was still there in a tick, and has left since.
    pub(super) fn sent(&self, session: SessionId, tick: Tick) -> Option<&SentLog> {
        let there =
            |departed: &&DepartedPlayer| departed.session == session && tick <= departed.last;
        self.0.iter().find(there).map(|departed| &departed.sent)
    }
}
