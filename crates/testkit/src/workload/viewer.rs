//! A snapshot receiver for measurements: encodes each due snapshot against the previous one, and
//! decodes it again.

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

/// The last two states received.
#[derive(Clone, Debug)]
pub struct Viewer {
    seats: u16,
    before: Option<WorldState>,
    newest: Option<WorldState>,
}

impl Viewer {
    /// A viewer that has received nothing, in a room with this many seats.
    #[must_use]
    pub fn new(seats: u16) -> Self {
        Self { seats, before: None, newest: None }
    }

    /// The baseline of the next snapshot.
    #[must_use]
    pub fn baseline(&self) -> Option<Baseline<'_>> {
        let state = self.newest.as_ref()?;
        Some(Baseline { state, before: self.before.as_ref() })
    }

    /// Encodes a snapshot body for the newest tick; a keyframe if nothing was received before.
    #[must_use]
    pub fn encode(&self, codec: CodecId, trace: &Trace) -> (Vec<u8>, Tally) {
        let (state, journal) = (trace.journal().state(), trace.journal());
        let known = self.baseline();
        let records = known.and_then(|known| journal.between(known.state.tick, state.tick));
        let baseline = known.filter(|_| records.is_some());
        let records = records.unwrap_or_default();
        let events = match baseline {
            Some(_) => events_of(&records),
            None => journal.newest_events(state.tick),
        };
        let input =
            SnapshotInput { baseline, state, records: &records, events: &events, area: None };
        codec.encode(&self.context(trace), &input)
    }

    /// Decodes a body.
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

    /// Stores the state just sent as the newest.
    pub fn note(&mut self, state: &WorldState) {
        // Reuses the allocation of the state that drops out.
        let mut newest = self.before.take().unwrap_or_default();
        newest.clone_from(state);
        self.before = self.newest.replace(newest);
    }

    fn context<'a>(&self, trace: &'a Trace) -> CodecContext<'a> {
        CodecContext { params: trace.world().params(), seats: self.seats }
    }
}
