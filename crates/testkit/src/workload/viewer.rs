//! Somebody who is told of a match, snapshot by snapshot, each against the one before it: a match
//! goes in whenever a snapshot is due, a body comes out, and back again what it tells.

use alloc::vec::Vec;

use shared::{
    base::time::Tick,
    sim::{journal::events_of, state::WorldState},
    wire::{
        bits::Tally,
        codec::{Baseline, CodecContext, CodecId, DecodedSnapshot, SnapshotInput},
        snapshot::SnapshotError,
    },
};

use super::Trace;

/// What somebody has of a match: the last two states that were told.
#[derive(Clone, Debug)]
pub struct Viewer {
    seats: u16,
    before: Option<WorldState>,
    newest: Option<WorldState>,
}

impl Viewer {
    /// Somebody who was told of nothing yet, in a room of so many seats.
    #[must_use]
    pub fn new(seats: u16) -> Self {
        Self { seats, before: None, newest: None }
    }

    /// What the next snapshot builds upon.
    #[must_use]
    pub fn baseline(&self) -> Option<Baseline<'_>> {
        let state = self.newest.as_ref()?;
        Some(Baseline { state, before: self.before.as_ref() })
    }

    /// The body of a snapshot of the newest tick; a keyframe, if nothing was told before.
    #[must_use]
    pub fn encode(&self, codec: CodecId, trace: &Trace) -> (Vec<u8>, Tally) {
        let (state, journal) = (trace.journal().state(), trace.journal());
        let told = self.baseline();
        let records = told.and_then(|told| journal.between(told.state.tick, state.tick));
        let baseline = told.filter(|_| records.is_some());
        let records = records.unwrap_or_default();
        let events = match baseline {
            Some(_) => events_of(&records),
            None => journal.newest_events(state.tick),
        };
        let input =
            SnapshotInput { baseline, state, records: &records, events: &events, area: None };
        codec.encode(&self.context(trace), &input)
    }

    /// What a body tells of a tick.
    ///
    /// # Errors
    /// As [`CodecId::decode`].
    pub fn decode(
        &self,
        codec: CodecId,
        trace: &Trace,
        tick: Tick,
        body: &[u8],
    ) -> Result<DecodedSnapshot, SnapshotError> {
        codec.decode(None, &self.context(trace), self.baseline(), tick, body)
    }

    /// The newest state was told.
    pub fn note(&mut self, state: &WorldState) {
        // The room of the state that is forgotten is used again.
        let mut newest = self.before.take().unwrap_or_default();
        newest.clone_from(state);
        self.before = self.newest.replace(newest);
    }

    fn context<'a>(&self, trace: &'a Trace) -> CodecContext<'a> {
        CodecContext { ground: trace.world().ground(), seats: self.seats }
    }
}
