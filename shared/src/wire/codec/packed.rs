//! Writes all of a ship's fields, each in as many bits as its grid needs, without any delta. The
//! reference that all other codecs are measured against.
//!
//! Position and velocity (24 bits an axis), thrust (4), aim (8), health (7), by how many ticks its
//! command is older (8), life, kills, deaths (16 each), and four ticks (a flag for "long ago", one
//! for "far off", 16 or 32 bits).

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

const POS_BITS: u32 = 24;
const VEL_BITS: u32 = 24;
/// Ticks farther from the present than this are written in full.
const NEAR_TICKS: i64 = 1 << 15;

pub(super) fn write_packed(writer: &mut impl PutBits, tick: Tick, ship: &Ship) {
    let Ship { body, aim, thrust, behind, health, life, kills, deaths, .. } = *ship;
    let (pos, vel) = (Steps::of_pos(body.pos), Steps::of_vel(body.vel));
    for (value, n) in [(pos.x, POS_BITS), (pos.y, POS_BITS), (vel.x, VEL_BITS), (vel.y, VEL_BITS)] {
        writer.bits(value as u32 & ((1 << n) - 1), n);
    }
    writer.bits(thrust.number().into(), 4);
    writer.bits((aim.0 >> 8).into(), 8);
    writer.bits(health.into(), 7);
    writer.bits(behind.into(), 8);
    for count in [life, kills, deaths] {
        writer.bits(count.into(), 16);
    }
    for at in ticks(ship) {
        write_tick(writer, tick, at);
    }
}

/// Reads the fields of a ship of which only the id is known.
pub(super) fn read_packed(
    reader: &mut impl TakeBits,
    tick: Tick,
    fresh: &Ship,
) -> Result<Ship, SnapshotError> {
    let mut steps = [0; 4];
    for (value, n) in steps.iter_mut().zip([POS_BITS, POS_BITS, VEL_BITS, VEL_BITS]) {
        let away = 32 - n;
        *value = (reader.bits(n)? << away) as i32 >> away;
    }
    let [x, y, vel_x, vel_y] = steps;
    let body = Body { pos: Steps { x, y }.pos(), vel: Steps { x: vel_x, y: vel_y }.vel() };
    let thrust = reader.bits(4)?;
    let thrust = Thrust::from_number(thrust as u8).ok_or_else(|| bad("thrust", thrust))?;
    let aim = Turn((reader.bits(8)? << 8) as u16);
    let health = reader.bits(7)?;
    if health > SHIP_HEALTH.into() {
        return Err(bad("health", health));
    }
    let behind = reader.bits(8)? as u8;
    let [life, kills, deaths] = [reader.bits(16)?, reader.bits(16)?, reader.bits(16)?];
    let mut at = [Tick::ZERO; 4];
    for at in &mut at {
        *at = read_tick(reader, tick)?;
    }
    let [shield_until, laser_ready, beam_ready, respawn_at] = at;
    Ok(Ship {
        id: fresh.id,
        body,
        aim,
        thrust,
        behind,
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

const fn ticks(ship: &Ship) -> [Tick; 4] {
    [ship.shield_until, ship.laser_ready, ship.beam_ready, ship.respawn_at]
}

fn write_tick(writer: &mut impl PutBits, now: Tick, at: Tick) {
    writer.flag(at == Tick::ZERO);
    if at == Tick::ZERO {
        return;
    }
    let away = at.since(now);
    let near = (-NEAR_TICKS..NEAR_TICKS).contains(&away);
    writer.flag(near);
    if near {
        writer.bits((away + NEAR_TICKS) as u32, 16);
    } else {
        writer.bits(at.0, 32);
    }
}

fn read_tick(reader: &mut impl TakeBits, now: Tick) -> Result<Tick, SnapshotError> {
    if reader.flag()? {
        return Ok(Tick::ZERO);
    }
    if !reader.flag()? {
        return Ok(Tick(reader.bits(32)?));
    }
    let away = i64::from(reader.bits(16)?) - NEAR_TICKS;
    let at = u32::try_from(i64::from(now.0) + away).ok();
    at.map(Tick).ok_or_else(|| bad("tick", away as u32))
}
