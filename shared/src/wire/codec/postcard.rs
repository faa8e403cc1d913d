//! The whole state as serde writes it, in postcard: what a game sends before any work on its wire
//! format. Nothing is delta-encoded; events follow as bits.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    context::CodecContext,
    event::{read_event, write_event},
};
use crate::{
    base::{
        geometry::{Steps, Turn},
        limits::{BOLTS_MAX, EVENTS_PER_SNAPSHOT_MAX},
        time::Tick,
    },
    sim::{
        bolt::Bolt,
        command::Thrust,
        event::{Event, ShotId},
        rules::SHIP_HEALTH,
        ship::{Body, Ship, ShipId},
        state::WorldState,
    },
    wire::{
        bits::{BitReader, BitWriter, BitsError, PutBits, TakeBits},
        snapshot::{SnapshotError, bad},
    },
};

/// A ship, without floats.
#[derive(Serialize, Deserialize)]
struct ShipRow {
    id: ShipId,
    pos: Steps,
    vel: Steps,
    aim: Turn,
    thrust: Thrust,
    behind: u8,
    health: u8,
    life: u16,
    ticks: [Tick; 4],
    kills: u16,
    deaths: u16,
}

/// A bolt, without floats.
#[derive(Serialize, Deserialize)]
struct BoltRow {
    shot: ShotId,
    fired: Tick,
    origin: Steps,
    aim: Turn,
}

#[derive(Serialize, Deserialize)]
struct Whole {
    ships: Vec<ShipRow>,
    bolts: Vec<BoltRow>,
    n_events: u32,
    events: Vec<u8>,
}

pub(super) fn encode(context: &CodecContext, state: &WorldState, events: &[Event]) -> Vec<u8> {
    let mut writer = BitWriter::default();
    for event in events {
        write_event(&mut writer, context, state, event);
    }
    writer.bits(0, 1);
    let whole = Whole {
        ships: state.ships.iter().map(row_of).collect(),
        bolts: state.bolts.iter().map(bolt_row).collect(),
        n_events: events.len() as u32,
        events: writer.finish().0,
    };
    // Growing a vector cannot fail, nor can serialising these types.
    postcard::to_allocvec(&whole).unwrap_or_default()
}

pub(super) fn decode(
    context: &CodecContext,
    tick: Tick,
    body: &[u8],
) -> Result<(WorldState, Vec<Event>), SnapshotError> {
    let (whole, rest): (Whole, _) =
        postcard::take_from_bytes(body).map_err(|_| SnapshotError::Bits(BitsError::End))?;
    if !rest.is_empty() {
        return Err(SnapshotError::Bits(BitsError::Left));
    }
    if whole.bolts.len() > BOLTS_MAX {
        return Err(bad("number of bolts", whole.bolts.len() as u32));
    }
    let mut state = WorldState { tick, ..WorldState::default() };
    for row in whole.ships {
        let in_order = state.ships.last().is_none_or(|last| last.id.idx < row.id.idx);
        if row.id.idx >= context.seats || !in_order {
            return Err(bad("seat", row.id.idx.into()));
        }
        state.ships.push(ship_of(&row)?);
    }
    let arena = &context.params.arena;
    for BoltRow { shot, fired, origin, aim } in whole.bolts {
        check_place(origin)?;
        state.bolts.push(Bolt::new(shot, fired, origin.pos(), aim, arena));
    }
    if whole.n_events as usize > EVENTS_PER_SNAPSHOT_MAX {
        return Err(bad("number of events", whole.n_events));
    }
    let mut reader = BitReader::new(&whole.events);
    let mut events = Vec::new();
    for _ in 0..whole.n_events {
        events.push(read_event(&mut reader, context, &state)?);
    }
    reader.bits(1)?;
    Ok((state, events))
}

fn row_of(ship: &Ship) -> ShipRow {
    ShipRow {
        id: ship.id,
        pos: Steps::of_pos(ship.body.pos),
        vel: Steps::of_vel(ship.body.vel),
        aim: ship.aim,
        thrust: ship.thrust,
        behind: ship.behind,
        health: ship.health,
        life: ship.life,
        ticks: [ship.shield_until, ship.laser_ready, ship.beam_ready, ship.respawn_at],
        kills: ship.kills,
        deaths: ship.deaths,
    }
}

fn bolt_row(bolt: &Bolt) -> BoltRow {
    let Bolt { shot, fired, origin, aim, .. } = *bolt;
    BoltRow { shot, fired, origin: Steps::of_pos(origin), aim }
}

fn ship_of(row: &ShipRow) -> Result<Ship, SnapshotError> {
    check_place(row.pos)?;
    check_place(row.vel)?;
    if row.health > SHIP_HEALTH {
        return Err(bad("health", row.health.into()));
    }
    let [shield_until, laser_ready, beam_ready, respawn_at] = row.ticks;
    Ok(Ship {
        id: row.id,
        body: Body { pos: row.pos.pos(), vel: row.vel.vel() },
        aim: row.aim.coarse(),
        thrust: row.thrust,
        behind: row.behind,
        health: row.health,
        life: row.life,
        shield_until,
        laser_ready,
        beam_ready,
        respawn_at,
        kills: row.kills,
        deaths: row.deaths,
    })
}

/// No world contains positions beyond 2^22 steps.
fn check_place(steps: Steps) -> Result<(), SnapshotError> {
    let far = |n: i32| n.unsigned_abs() > 1 << 22;
    match [steps.x, steps.y].into_iter().find(|n| far(*n)) {
        Some(n) => Err(bad("position or velocity", n as u32)),
        None => Ok(()),
    }
}
