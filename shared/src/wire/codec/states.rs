//! The codecs that encode states: `Fields`, `Buckets` and `Packed`. They differ in how they encode
//! ships.
//!
//! | part | bits |
//! |---|---|
//! | for each ship of the baseline | 1: it is gone; else its fields |
//! | for each new ship | 1, its seat, 16 bits of generation, its fields relative to a fresh ship |
//! | end of the ships | 0 |
//! | events | their number in Exp-Golomb 0, then each, oldest first |
//! | bolts, in a keyframe and in `Packed` | their number in Exp-Golomb 2, then each |
//!
//! In `Packed` every ship is new.

use alloc::vec::Vec;

use super::{
    buckets::{read_bucketed, write_bucketed},
    context::CodecContext,
    event::{read_bolt, read_event, write_bolt, write_event},
    packed::{read_packed, write_packed},
    ship::{read_ship, reckon, write_ship},
};
use crate::{
    base::{
        limits::{BOLTS_MAX, EVENTS_PER_SNAPSHOT_MAX},
        time::Tick,
    },
    sim::{
        event::{Event, EventKind},
        ship::{Ship, ShipId},
        state::{WorldState, carry_bolts},
    },
    wire::{
        bits::{BitReader, BitWriter, Category, PutBits, TakeBits},
        snapshot::{SnapshotError, bad},
    },
};

/// How ships are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As differences from dead reckoning.
    DeadReckoned,
    /// As differences from the unmodified baseline, in buckets.
    Bucketed,
    /// In full.
    Packed,
}

impl Style {
    fn write(
        self,
        writer: &mut BitWriter,
        context: &CodecContext,
        at: [Tick; 2],
        ships: [&Ship; 2],
    ) {
        let ([from, tick], [known, ship]) = (at, ships);
        match self {
            Self::DeadReckoned => {
                let expected = reckon(known, tick.since(from), context.params);
                write_ship(writer, tick, &expected, ship);
            }
            Self::Bucketed => write_bucketed(writer, known, ship),
            Self::Packed => write_packed(writer, tick, ship),
        }
    }

    fn read(
        self,
        reader: &mut BitReader,
        context: &CodecContext,
        [from, tick]: [Tick; 2],
        known: &Ship,
    ) -> Result<Ship, SnapshotError> {
        match self {
            Self::DeadReckoned => {
                read_ship(reader, tick, &reckon(known, tick.since(from), context.params))
            }
            Self::Bucketed => read_bucketed(reader, known),
            Self::Packed => read_packed(reader, tick, known),
        }
    }
}

pub(super) fn encode(
    style: Style,
    context: &CodecContext,
    baseline: Option<&WorldState>,
    state: &WorldState,
    events: &[Event],
    writer: &mut BitWriter,
) {
    writer.enter(Category::Ships);
    let baseline = baseline.filter(|_| style != Style::Packed);
    let known = baseline.map_or(&[][..], |world| &world.ships);
    let at = [baseline.map_or(state.tick, |world| world.tick), state.tick];
    for old in known {
        let ship = state.ship(old.id);
        writer.flag(ship.is_none());
        if let Some(ship) = ship {
            style.write(writer, context, at, [old, ship]);
        }
    }
    let is_known = |id: ShipId| baseline.is_some_and(|world| world.ship(id).is_some());
    for ship in state.ships.iter().filter(|ship| !is_known(ship.id)) {
        writer.flag(true);
        writer.bits(ship.id.idx.into(), context.seat_bits());
        writer.bits(ship.id.generation.into(), 16);
        style.write(writer, context, [state.tick; 2], [&Ship::new(ship.id, Tick::ZERO), ship]);
    }
    writer.flag(false);
    writer.enter(Category::Events);
    writer.golomb(events.len() as u32, 0);
    for event in events {
        writer.enter(match event.kind {
            EventKind::Fired { .. } => Category::Bolts,
            _ => Category::Events,
        });
        write_event(writer, context, state, event);
    }
    if baseline.is_none() {
        writer.enter(Category::Bolts);
        writer.golomb(state.bolts.len() as u32, 2);
        for bolt in &state.bolts {
            write_bolt(writer, context, state, bolt);
        }
    }
}

pub(super) fn decode(
    style: Style,
    viewer: Option<ShipId>,
    context: &CodecContext,
    baseline: Option<&WorldState>,
    tick: Tick,
    reader: &mut BitReader,
) -> Result<(WorldState, Vec<Event>), SnapshotError> {
    let category = |id| if viewer == Some(id) { Category::OwnShip } else { Category::Ships };
    let mut state = WorldState { tick, ..WorldState::default() };
    let baseline = baseline.filter(|_| style != Style::Packed);
    let known = baseline.map_or(&[][..], |world| &world.ships);
    let at = [baseline.map_or(tick, |world| world.tick), tick];
    for old in known {
        reader.enter(category(old.id));
        if !reader.flag()? {
            state.ships.push(style.read(reader, context, at, old)?);
        }
    }
    reader.enter(Category::Ships);
    let mut before = reader.tally();
    while reader.flag()? {
        let idx = reader.bits(context.seat_bits())? as u16;
        let generation = reader.bits(16)? as u16;
        let fresh = Ship::new(ShipId { idx, generation }, Tick::ZERO);
        let ship = style.read(reader, context, [tick; 2], &fresh)?;
        reader.recount(before, category(ship.id));
        before = reader.tally();
        let at = state.ships.partition_point(|other| other.id.idx < idx);
        if idx >= context.seats || state.ships.get(at).is_some_and(|other| other.id.idx == idx) {
            return Err(bad("seat", idx.into()));
        }
        state.ships.insert(at, ship);
    }
    reader.enter(Category::Events);
    let n_events = bounded(reader.golomb(0)?, EVENTS_PER_SNAPSHOT_MAX, "number of events")?;
    let mut events = Vec::new();
    for _ in 0..n_events {
        let before = reader.tally();
        let event = read_event(reader, context, &state)?;
        if matches!(event.kind, EventKind::Fired { .. }) {
            reader.recount(before, Category::Bolts);
        }
        events.push(event);
    }
    if let Some(world) = baseline {
        state.bolts = carry_bolts(&world.bolts, &events, tick, context.params);
    } else {
        reader.enter(Category::Bolts);
        for _ in 0..bounded(reader.golomb(2)?, BOLTS_MAX, "number of bolts")? {
            let bolt = read_bolt(reader, context, &state)?;
            state.bolts.push(bolt);
        }
    }
    Ok((state, events))
}

fn bounded(n: u32, max: usize, field: &'static str) -> Result<u32, SnapshotError> {
    if n as usize > max { Err(bad(field, n)) } else { Ok(n) }
}
