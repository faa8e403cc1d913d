//! Snapshot codecs, one file each. The codec is negotiated at join, so better ones can be added.
//!
//! A codec turns (baseline, state, the events in between) into bytes and back. What it omits must
//! follow from the baseline and the rest of the snapshot.
//!
//! All but the best are for comparison: rooms on a server use only [`CodecId::Replay`], and the
//! laboratory shows what the others would have cost.

mod buckets;
mod context;
mod event;
mod packed;
mod postcard;
mod replay;
mod ship;
mod states;

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    bits::{BitReader, BitWriter, Category, Tally},
    range::{RangeReader, RangeWriter},
    snapshot::SnapshotError,
};
use crate::{
    base::{
        geometry::{Area, Segment},
        time::Tick,
    },
    sim::{
        arena::Arena,
        bolt::{Bolt, range_u},
        event::{Event, EventKind},
        ship::ShipId,
        state::WorldState,
        tick_record::TickRecord,
    },
};

pub use context::CodecContext;

/// The codec of a session's snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodecId {
    /// Ships are replayed from the baseline by the commands they executed.
    Replay,
    /// Fields that differ from the dead-reckoned baseline.
    Fields,
    /// Differences from the unmodified baseline, each in one of four sizes.
    Buckets,
    /// Every field of every ship and bolt, packed into bits without a delta.
    Packed,
    /// Every field of every ship and bolt, as serde writes it.
    Postcard,
}

/// A state that the reader has already received.
#[derive(Clone, Copy, Debug)]
pub struct Baseline<'a> {
    pub state: &'a WorldState,
    /// The baseline of `state`, if still available. Comparing the two gives the rate at which each
    /// aim turns.
    pub before: Option<&'a WorldState>,
}

/// The input of an encoder.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotInput<'a> {
    /// What the reader has; `None` for a keyframe.
    pub baseline: Option<Baseline<'a>>,
    /// The state to encode.
    pub state: &'a WorldState,
    /// The ticks from the baseline to the state.
    pub records: &'a [&'a TickRecord],
    /// The events in those ticks, in order; in a keyframe, the most recent ones.
    pub events: &'a [Event],
    /// If the snapshot covers only some of the ships: the area in which all shots are included,
    /// even those of other ships.
    pub area: Option<Area>,
}

/// Decides which events a reader receives.
#[derive(Clone, Copy, Debug)]
pub struct EventFilter<'a> {
    /// The ships in the baseline.
    pub baseline: Option<&'a WorldState>,
    /// The ships in the snapshot.
    pub state: &'a WorldState,
    /// See [`SnapshotInput::area`].
    pub area: Option<Area>,
    pub arena: &'a Arena,
}

impl<'a> SnapshotInput<'a> {
    /// The event filter of this snapshot's reader.
    #[must_use]
    pub fn event_filter(&self, arena: &'a Arena) -> EventFilter<'a> {
        let baseline = self.baseline.map(|baseline| baseline.state);
        EventFilter { baseline, state: self.state, area: self.area, arena }
    }
}

impl EventFilter<'_> {
    /// Whether an event is sent: if it concerns a ship the reader knows, or is a shot that passes
    /// through the area.
    #[must_use]
    pub fn includes(&self, event: &Event) -> bool {
        let Some(area) = &self.area else { return true };
        let knows = |id: ShipId| {
            let has = self.baseline.is_some_and(|baseline| baseline.ship(id).is_some());
            has || self.state.ship(id).is_some()
        };
        match event.kind {
            EventKind::Spawned { ship, .. } => knows(ship),
            EventKind::Fired { shot, origin, aim } => {
                // Tracing the path is expensive, so first test whether the shot's full range
                // reaches the area.
                let may_come = || {
                    let range_u = range_u(shot.weapon);
                    area.grown(range_u).contains(origin)
                        && area.meets(Segment::new(origin, origin + aim.unit() * range_u))
                };
                let path = || Bolt::new(shot, event.tick, origin, aim, self.arena).path();
                knows(shot.shooter) || (may_come() && area.meets(path()))
            }
            EventKind::Hit { shot, victim, .. }
            | EventKind::Settled { shot, victim }
            | EventKind::Retracted { shot, victim, .. }
            | EventKind::Died { victim, shot } => knows(shot.shooter) || knows(victim),
        }
    }
}

/// A decoded snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodedSnapshot {
    pub state: WorldState,
    /// The events since the baseline, in order.
    pub events: Vec<Event>,
    /// Its bits by category.
    pub tally: Tally,
}

impl CodecId {
    /// Every codec of this build, best first.
    pub const ALL: [Self; 5] =
        [Self::Replay, Self::Fields, Self::Buckets, Self::Packed, Self::Postcard];

    /// The codecs that need only the two states and the events between them.
    pub const OF_STATES: [Self; 4] = [Self::Fields, Self::Buckets, Self::Packed, Self::Postcard];

    /// Its name in links and files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Replay => "replay",
            Self::Fields => "fields",
            Self::Buckets => "buckets",
            Self::Packed => "packed",
            Self::Postcard => "postcard",
        }
    }

    /// Parses a codec's name.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.key() == key)
    }

    /// This codec and those after it. A client that offers these gets this one, as the room takes
    /// the best offered.
    #[must_use]
    pub fn with_fallbacks(self) -> &'static [Self] {
        const ALL: &[CodecId] = &CodecId::ALL;
        let from = ALL.iter().position(|codec| *codec == self).unwrap_or(0);
        &ALL[from..]
    }

    /// Encodes the body of a snapshot.
    #[must_use]
    pub fn encode(self, context: &CodecContext, input: &SnapshotInput) -> (Vec<u8>, Tally) {
        self.encode_in(Vec::new(), context, input)
    }

    /// Encodes the body of a snapshot, replacing the contents of a buffer.
    #[must_use]
    pub fn encode_in(
        self,
        mut buffer: Vec<u8>,
        context: &CodecContext,
        input: &SnapshotInput,
    ) -> (Vec<u8>, Tally) {
        buffer.clear();
        match self {
            Self::Replay => {
                let mut writer = RangeWriter::onto(buffer);
                replay::encode(context, input, &mut writer);
                writer.finish()
            }
            Self::Fields | Self::Buckets | Self::Packed => {
                let mut writer = BitWriter::onto(buffer);
                let known = input.baseline.map(|baseline| baseline.state);
                let SnapshotInput { state, events, .. } = input;
                states::encode(self.style(), context, known, state, events, &mut writer);
                writer.finish()
            }
            Self::Postcard => {
                let body = postcard::encode(context, input.state, input.events);
                let bits = body.len() as u32 * 8;
                (body, Tally::default().and(Category::Ships, bits))
            }
        }
    }

    /// Decodes the body of a snapshot. With a viewer given, the bits of its own ship are counted
    /// apart from those of the others.
    ///
    /// # Errors
    /// If the bytes end early, a field is invalid, or the state does not match the server's.
    pub fn decode(
        self,
        viewer: Option<ShipId>,
        context: &CodecContext,
        baseline: Option<Baseline>,
        tick: Tick,
        body: &[u8],
    ) -> Result<DecodedSnapshot, SnapshotError> {
        match self {
            Self::Replay => {
                let mut reader = RangeReader::new(body);
                let (state, events) = replay::decode(viewer, context, baseline, tick, &mut reader)?;
                Ok(DecodedSnapshot { state, events, tally: reader.finish()? })
            }
            Self::Fields | Self::Buckets | Self::Packed => {
                let mut reader = BitReader::new(body);
                let known = baseline.map(|baseline| baseline.state);
                let style = self.style();
                let (state, events) =
                    states::decode(style, viewer, context, known, tick, &mut reader)?;
                Ok(DecodedSnapshot { state, events, tally: reader.tally() })
            }
            Self::Postcard => {
                let (state, events) = postcard::decode(context, tick, body)?;
                let tally = Tally::default().and(Category::Ships, body.len() as u32 * 8);
                Ok(DecodedSnapshot { state, events, tally })
            }
        }
    }

    /// Whether a delta snapshot lists the bolts in flight again, instead of deriving them from the
    /// events.
    #[must_use]
    pub fn repeats_bolts(self) -> bool {
        self == Self::Postcard
    }

    fn style(self) -> states::Style {
        use states::Style;

        match self {
            Self::Replay | Self::Fields => Style::DeadReckoned,
            Self::Buckets => Style::Bucketed,
            Self::Packed | Self::Postcard => Style::Packed,
        }
    }
}
