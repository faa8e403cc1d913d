//! Snapshot codecs: one file each, the one to use agreed at join, so better ones can be added.
//!
//! A codec turns (baseline, state, events since the baseline) into bits and back. What it does not
//! say must follow from the baseline and the events.

mod event;
mod fields;
mod ship;

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    bits::{BitReader, BitWriter, Tally},
    snapshot::{SnapshotError, WorldState},
};
use crate::{
    base::time::Tick,
    sim::{event::Event, ship::ShipId, world::Ground},
};

/// Which codec a session's snapshots are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodecId {
    /// Fields that differ from a baseline that was flown on by dead reckoning.
    Fields,
}

/// What both ends know from the welcome.
#[derive(Clone, Copy, Debug)]
pub struct CodecContext<'a> {
    /// Field and pace.
    pub ground: &'a Ground,
    /// Seats of the room: ids take as many bits as it needs.
    pub seats: u16,
}

impl CodecContext<'_> {
    fn seat_bits(&self) -> u32 {
        16 - self.seats.saturating_sub(1).leading_zeros()
    }
}

impl CodecId {
    /// Every codec of this version, best first.
    pub const ALL: [Self; 1] = [Self::Fields];

    /// The body of a snapshot.
    #[must_use]
    pub fn encode(
        self,
        context: &CodecContext,
        baseline: Option<&WorldState>,
        state: &WorldState,
        events: &[Event],
    ) -> (Vec<u8>, Tally) {
        let mut writer = BitWriter::default();
        match self {
            Self::Fields => fields::encode(context, baseline, state, events, &mut writer),
        }
        writer.finish()
    }

    /// The state and the events since the baseline, from the body of a snapshot.
    ///
    /// # Errors
    /// When the bits end early or a field is impossible.
    pub fn decode(
        self,
        context: &CodecContext,
        baseline: Option<&WorldState>,
        tick: Tick,
        body: &[u8],
    ) -> Result<(WorldState, Vec<Event>, Tally), SnapshotError> {
        self.decode_for(None, context, baseline, tick, body)
    }

    /// The same, with the bits of the viewer's own ship counted apart from those of the others.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn decode_for(
        self,
        viewer: Option<ShipId>,
        context: &CodecContext,
        baseline: Option<&WorldState>,
        tick: Tick,
        body: &[u8],
    ) -> Result<(WorldState, Vec<Event>, Tally), SnapshotError> {
        let mut reader = BitReader::new(body);
        let (state, events) = match self {
            Self::Fields => fields::decode(viewer, context, baseline, tick, &mut reader)?,
        };
        Ok((state, events, reader.tally()))
    }
}
