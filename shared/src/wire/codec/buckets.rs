//! Encodes a ship's fields as differences from the baseline, without dead reckoning, each in the
//! smallest of four buckets that holds it. After Glenn Fiedler's "Snapshot Compression" (2015).
//!
//! Two bits select the bucket, then its bits follow. Position: 0, 9, 12 or 25 bits an axis;
//! velocity: 0, 8, 12 or 25; bytes: 0, 2, 4 or 8; counters: 0, 2, 4 or 16; ticks: 0, 4, 8 or 32.

use crate::{
    base::{
        geometry::{Steps, Turn},
        time::Tick,
    },
    sim::{
        command::Thrust,
        rules::SHIP_HEALTH,
        ship::{Body, Ship},
    },
    wire::{
        bits::{PutBits, TakeBits},
        snapshot::{SnapshotError, bad},
    },
};

/// The bucket sizes of a field, in bits; the last one holds every value.
type Buckets = [u32; 4];
const POS: Buckets = [0, 9, 12, 25];
const VEL: Buckets = [0, 8, 12, 25];
const BYTE: Buckets = [0, 2, 4, 8];
const COUNT: Buckets = [0, 2, 4, 16];
const TICK: Buckets = [0, 4, 8, 32];

pub(super) fn write_bucketed(writer: &mut impl PutBits, known: &Ship, ship: &Ship) {
    writer.flag(ship != known);
    if ship == known {
        return;
    }
    for (value, known, buckets) in fields(ship).into_iter().zip(fields(known)).map(pair) {
        put(writer, value.wrapping_sub(known), buckets);
    }
}

pub(super) fn read_bucketed(
    reader: &mut impl TakeBits,
    known: &Ship,
) -> Result<Ship, SnapshotError> {
    if !reader.flag()? {
        return Ok(*known);
    }
    let mut values = [0_u32; N_FIELDS];
    for (value, (known, buckets)) in values.iter_mut().zip(fields(known)) {
        *value = known.wrapping_add(take(reader, buckets)?);
    }
    ship_of(known, values)
}

/// The number of bucketed fields of a ship.
const N_FIELDS: usize = 15;

/// Every field as a number, with its buckets.
fn fields(ship: &Ship) -> [(u32, Buckets); N_FIELDS] {
    let (pos, vel) = (Steps::of_pos(ship.body.pos), Steps::of_vel(ship.body.vel));
    [
        (pos.x as u32, POS),
        (pos.y as u32, POS),
        (vel.x as u32, VEL),
        (vel.y as u32, VEL),
        ((ship.aim.0 >> 8).into(), BYTE),
        (ship.thrust.number().into(), BYTE),
        (ship.behind.into(), BYTE),
        (ship.health.into(), BYTE),
        (ship.life.into(), COUNT),
        (ship.kills.into(), COUNT),
        (ship.deaths.into(), COUNT),
        (ship.shield_until.0, TICK),
        (ship.laser_ready.0, TICK),
        (ship.beam_ready.0, TICK),
        (ship.respawn_at.0, TICK),
    ]
}

fn pair(((value, buckets), (known, _)): ((u32, Buckets), (u32, Buckets))) -> (u32, u32, Buckets) {
    (value, known, buckets)
}

fn ship_of(known: &Ship, values: [u32; N_FIELDS]) -> Result<Ship, SnapshotError> {
    let [x, y, vel_x, vel_y, aim, thrust, behind, health, life, kills, deaths, ticks @ ..] = values;
    let [shield_until, laser_ready, beam_ready, respawn_at] = ticks.map(Tick);
    let far = |n: u32| (n as i32).unsigned_abs() > 1 << 23;
    if let Some(n) = [x, y, vel_x, vel_y].into_iter().find(|n| far(*n)) {
        return Err(bad("position or velocity", n));
    }
    let (thrust, health) = (thrust & 0xFF, health & 0xFF);
    if health > SHIP_HEALTH.into() {
        return Err(bad("health", health));
    }
    Ok(Ship {
        id: known.id,
        body: Body {
            pos: Steps { x: x as i32, y: y as i32 }.pos(),
            vel: Steps { x: vel_x as i32, y: vel_y as i32 }.vel(),
        },
        aim: Turn((aim << 8) as u16),
        thrust: Thrust::from_number(thrust as u8).ok_or_else(|| bad("thrust", thrust))?,
        behind: behind as u8,
        health: health as u8,
        life: life as u16,
        shield_until,
        laser_ready,
        beam_ready,
        respawn_at,
        kills: kills as u16,
        deaths: deaths as u16,
    })
}

/// Writes a difference as a signed number in a small bucket, or in full.
fn put(writer: &mut impl PutBits, difference: u32, buckets: Buckets) {
    let signed = difference as i32;
    let fits = |bits: u32| {
        bits == buckets[3] || bits == 0 && signed == 0 || {
            bits > 0 && signed >= -(1 << (bits - 1)) && signed < 1 << (bits - 1)
        }
    };
    let bucket = buckets.iter().position(|bits| fits(*bits)).unwrap_or(3);
    let bits = buckets[bucket];
    writer.bits(bucket as u32, 2);
    writer.bits(if bits == 32 { difference } else { difference & ((1 << bits) - 1) }, bits);
}

fn take(reader: &mut impl TakeBits, buckets: Buckets) -> Result<u32, SnapshotError> {
    let bits = buckets[reader.bits(2)? as usize];
    if bits == 0 {
        return Ok(0);
    }
    let away = 32 - bits;
    Ok(((reader.bits(bits)? << away) as i32 >> away) as u32)
}
