//! Encodes a ship's fields relative to dead reckoning.
//!
//! One bit says that everything is as expected. Otherwise: thrust (1, +4), position and velocity
//! (1, + four signed Exp-Golomb residuals), aim (1, + Exp-Golomb 2 of 256ths of a turn), health (1,
//! +7), laser (1, + Exp-Golomb 3 of the ticks until it is ready), and one bit for the rare ones:
//! beam, life, shield, respawn, kills, deaths (1 each, + Exp-Golomb of the difference), and by how
//! many ticks its last command is older (1, +8).

use crate::{
    base::{
        geometry::{Steps, Turn},
        time::Tick,
    },
    sim::{
        command::Thrust,
        rules::SHIP_HEALTH,
        ship::{Body, Ship},
        world::WorldParams,
    },
    wire::{
        bits::{PutBits, TakeBits},
        snapshot::{SnapshotError, bad},
    },
};

/// No world contains positions beyond this: 2^22 steps are 16,384 u.
const STEPS_MAX: i32 = 1 << 22;

/// Dead reckoning: moves a ship for some ticks with the thrust of its last command.
pub(super) fn reckon(ship: &Ship, ticks: i64, params: &WorldParams) -> Ship {
    let mut ship = *ship;
    if ship.alive() {
        for _ in 0..ticks {
            params.motion.fly(&mut ship.body, ship.thrust, &params.arena);
        }
    }
    ship
}

pub(super) fn write_ship(writer: &mut impl PutBits, tick: Tick, expected: &Ship, ship: &Ship) {
    writer.flag(ship != expected);
    if ship == expected {
        return;
    }
    writer.changed(ship.thrust.number().into(), expected.thrust.number().into(), 4);
    writer.flag(ship.body != expected.body);
    if ship.body != expected.body {
        write_residual(writer, Steps::of_pos(expected.body.pos), Steps::of_pos(ship.body.pos));
        write_residual(writer, Steps::of_vel(expected.body.vel), Steps::of_vel(ship.body.vel));
    }
    writer.flag(ship.aim != expected.aim);
    if ship.aim != expected.aim {
        writer.signed((expected.aim.shortest_turn_to(ship.aim) >> 8).into(), 2);
    }
    writer.changed(ship.health.into(), expected.health.into(), 7);
    write_tick(writer, tick, expected.laser_ready, ship.laser_ready);
    let rare = |s: &Ship| {
        (s.beam_ready, s.life, s.shield_until, s.respawn_at, s.kills, s.deaths, s.behind)
    };
    writer.flag(rare(ship) != rare(expected));
    if rare(ship) != rare(expected) {
        write_tick(writer, tick, expected.beam_ready, ship.beam_ready);
        write_tick(writer, tick, expected.shield_until, ship.shield_until);
        write_tick(writer, tick, expected.respawn_at, ship.respawn_at);
        write_count(writer, expected.life, ship.life);
        write_count(writer, expected.kills, ship.kills);
        write_count(writer, expected.deaths, ship.deaths);
        writer.changed(ship.behind.into(), expected.behind.into(), 8);
    }
}

pub(super) fn read_ship(
    reader: &mut impl TakeBits,
    tick: Tick,
    expected: &Ship,
) -> Result<Ship, SnapshotError> {
    let mut ship = *expected;
    if !reader.flag()? {
        return Ok(ship);
    }
    let thrust = reader.changed(expected.thrust.number().into(), 4)?;
    ship.thrust = Thrust::from_number(thrust as u8).ok_or_else(|| bad("thrust", thrust))?;
    if reader.flag()? {
        let pos = read_residual(reader, Steps::of_pos(expected.body.pos))?.pos();
        let vel = read_residual(reader, Steps::of_vel(expected.body.vel))?.vel();
        ship.body = Body { pos, vel };
    }
    if reader.flag()? {
        let turn = reader.signed(2)?;
        let turn = i8::try_from(turn).map_err(|_| bad("aim", turn as u32))?;
        ship.aim = Turn(expected.aim.0.wrapping_add((i16::from(turn) << 8) as u16));
    }
    let health = reader.changed(expected.health.into(), 7)?;
    if health > SHIP_HEALTH.into() {
        return Err(bad("health", health));
    }
    ship.health = health as u8;
    ship.laser_ready = read_tick(reader, tick, expected.laser_ready)?;
    if reader.flag()? {
        ship.beam_ready = read_tick(reader, tick, expected.beam_ready)?;
        ship.shield_until = read_tick(reader, tick, expected.shield_until)?;
        ship.respawn_at = read_tick(reader, tick, expected.respawn_at)?;
        ship.life = read_count(reader, expected.life)?;
        ship.kills = read_count(reader, expected.kills)?;
        ship.deaths = read_count(reader, expected.deaths)?;
        ship.behind = reader.changed(expected.behind.into(), 8)? as u8;
    }
    Ok(ship)
}

fn write_residual(writer: &mut impl PutBits, expected: Steps, actual: Steps) {
    writer.signed(actual.x - expected.x, 5);
    writer.signed(actual.y - expected.y, 5);
}

fn read_residual(reader: &mut impl TakeBits, expected: Steps) -> Result<Steps, SnapshotError> {
    let axis = |residual: i32, expected: i32| {
        let value = expected.checked_add(residual).filter(|v| (-STEPS_MAX..=STEPS_MAX).contains(v));
        value.ok_or_else(|| bad("position or velocity", residual as u32))
    };
    let x = axis(reader.signed(5)?, expected.x)?;
    let y = axis(reader.signed(5)?, expected.y)?;
    Ok(Steps { x, y })
}

/// Writes a tick near the snapshot's, past or future; [`Tick::ZERO`] stands for "long ago".
fn write_tick(writer: &mut impl PutBits, now: Tick, expected: Tick, actual: Tick) {
    writer.flag(actual != expected);
    if actual != expected {
        writer.flag(actual == Tick::ZERO);
        if actual != Tick::ZERO {
            writer.signed(actual.since(now) as i32, 3);
        }
    }
}

fn read_tick(reader: &mut impl TakeBits, now: Tick, expected: Tick) -> Result<Tick, SnapshotError> {
    if !reader.flag()? {
        return Ok(expected);
    }
    if reader.flag()? {
        return Ok(Tick::ZERO);
    }
    let ahead = reader.signed(3)?;
    now.0.checked_add_signed(ahead).map(Tick).ok_or_else(|| bad("tick", ahead as u32))
}

fn write_count(writer: &mut impl PutBits, expected: u16, actual: u16) {
    writer.golomb(actual.wrapping_sub(expected).into(), 0);
}

fn read_count(reader: &mut impl TakeBits, expected: u16) -> Result<u16, SnapshotError> {
    let more = reader.golomb(0)?;
    let more = u16::try_from(more).map_err(|_| bad("count", more))?;
    Ok(expected.wrapping_add(more))
}
