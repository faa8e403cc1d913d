//! Snapshot codecs: one file each, the one to use agreed at join, so better ones can be added.
//!
//! A codec turns (baseline, state, what happened in between) into bytes and back. What it does not
//! say must follow from the baseline and from what it says.
//!
//! All but the best are for comparison: a room on a server speaks [`CodecId::Replay`] alone, and
//! the laboratory shows what the others would have cost.

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

/// Which codec a session's snapshots are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CodecId {
    /// Ships are flown on from the baseline by the commands that they executed.
    Replay,
    /// Fields that differ from a baseline that was flown on by dead reckoning.
    Fields,
    /// Differences from the baseline as it was, each in one of four sizes.
    Buckets,
    /// Every field of every ship and bolt, side by side.
    Packed,
    /// Every field of every ship and bolt, as serde writes it.
    Postcard,
}

/// A state that the reader has.
#[derive(Clone, Copy, Debug)]
pub struct Baseline<'a> {
    pub state: &'a WorldState,
    /// The one that it was told against, as far as that is still here: how aims have turned of
    /// late.
    pub before: Option<&'a WorldState>,
}

/// What a snapshot tells.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotInput<'a> {
    /// What its reader has; nothing for a keyframe.
    pub baseline: Option<Baseline<'a>>,
    /// The state to tell.
    pub state: &'a WorldState,
    /// The ticks that lead from the baseline to it.
    pub records: &'a [&'a TickRecord],
    /// What happened in them, in order; in a keyframe the newest that happened.
    pub events: &'a [Event],
    /// Where it is told of only a part of the ships: the area whose shots it is told of, whoever
    /// fires them.
    pub area: Option<Area>,
}

/// What a reader is told of.
#[derive(Clone, Copy, Debug)]
pub struct EventFilter<'a> {
    /// The ships it had.
    pub baseline: Option<&'a WorldState>,
    /// The ships it is told of.
    pub state: &'a WorldState,
    /// See [`SnapshotInput::area`].
    pub area: Option<Area>,
    pub arena: &'a Arena,
}

impl<'a> SnapshotInput<'a> {
    /// What its reader is told of.
    #[must_use]
    pub fn event_filter(&self, arena: &'a Arena) -> EventFilter<'a> {
        let baseline = self.baseline.map(|baseline| baseline.state);
        EventFilter { baseline, state: self.state, area: self.area, arena }
    }
}

impl EventFilter<'_> {
    /// Whether it is told of an event: one that concerns a ship that it knows, or a shot that
    /// comes near.
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
                // What may be in its way is looked for where the whole range comes near.
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

/// What a snapshot told.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodedSnapshot {
    /// The state.
    pub state: WorldState,
    /// What happened since the baseline, in order.
    pub events: Vec<Event>,
    /// What its bits were spent on.
    pub tally: Tally,
}

impl CodecId {
    /// Every codec of this version, best first.
    pub const ALL: [Self; 5] =
        [Self::Replay, Self::Fields, Self::Buckets, Self::Packed, Self::Postcard];

    /// The codecs that need nothing but the two states and the events between them.
    pub const OF_STATES: [Self; 4] = [Self::Fields, Self::Buckets, Self::Packed, Self::Postcard];

    /// Its word in links and files.
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

    /// The codec of a word.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.key() == key)
    }

    /// It and those after it: what a client offers so that a room, which takes the best that it is
    /// offered, takes this one.
    #[must_use]
    pub fn and_simpler(self) -> &'static [Self] {
        const ALL: &[CodecId] = &CodecId::ALL;
        let from = ALL.iter().position(|codec| *codec == self).unwrap_or(0);
        &ALL[from..]
    }

    /// The body of a snapshot.
    #[must_use]
    pub fn encode(self, context: &CodecContext, input: &SnapshotInput) -> (Vec<u8>, Tally) {
        self.encode_in(Vec::new(), context, input)
    }

    /// The body of a snapshot, in place of what is in a buffer.
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

    /// What the body of a snapshot told, with the bits of the viewer's own ship, if it is said,
    /// counted apart from those of the others.
    ///
    /// # Errors
    /// When the bytes end early, a field is impossible, or the state is not the one that was told.
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

    /// Whether a snapshot that builds upon another says again which bolts fly, instead of leaving
    /// it to the events.
    #[must_use]
    pub fn repeats_bolts(self) -> bool {
        self == Self::Postcard
    }

    fn style(self) -> states::Style {
        use states::Style;

        match self {
            Self::Replay | Self::Fields => Style::Reckoned,
            Self::Buckets => Style::Bucketed,
            Self::Packed | Self::Postcard => Style::Packed,
        }
    }
}
