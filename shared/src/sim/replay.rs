//! Replays one tick: from a tick's state and the next tick's record to the next state, exact to the
//! bit. The server runs it after each step to find out what the record still lacks; clients run it
//! for every tick between a baseline and its snapshot.
//!
//! The order is that of [`World::step`](super::world::World::step): ships spawn and fly, colliding
//! ships separate, bolts age, and then judged events apply.

use super::{
    bolt::Bolt,
    collision::contact,
    event::{Event, EventKind, Finality, ShotId, Weapon},
    rules::{BEAM_COOLDOWN_MS, LASER_COOLDOWN_MS, RESPAWN_MS, SHIELD_MS},
    ship::{Ship, ShipId},
    state::WorldState,
    tick_record::TickRecord,
    world::{WorldParams, settle},
};
use crate::base::{
    geometry::{Turn, Vec2, quantise_pos},
    limits::BOLTS_MAX,
    time::Tick,
};

/// Whether a ship spawns at this tick; its record is then just a spawn position.
#[must_use]
pub fn appears(ship: &Ship, tick: Tick) -> bool {
    !ship.alive() && ship.respawn_at <= tick
}

/// A ship after its own part of a tick: spawning, and flight under its commands.
#[must_use]
pub fn flown(ship: &Ship, record: &TickRecord, params: &WorldParams) -> Ship {
    let (mut ship, seat, tick) = (*ship, ship.id.idx, record.tick);
    if appears(&ship, tick)
        && let Some(at) = record.spawn(seat)
    {
        ship.spawn(at, tick.plus(params.rate.ticks_in_ms(SHIELD_MS)));
    }
    let n_commands = record.n_commands(seat);
    ship.behind = (i16::from(ship.behind) + 1 - i16::from(n_commands)).clamp(0, 255) as u8;
    if ship.alive() {
        ship.thrust = record.thrust_change(seat).unwrap_or(ship.thrust);
        for _ in 0..n_commands {
            params.motion.fly(&mut ship.body, ship.thrust, &params.arena);
        }
    }
    ship
}

/// Where a shot leaves a ship.
#[must_use]
pub fn tip(ship: &Ship, aim: Turn) -> Vec2 {
    quantise_pos(Ship { aim, ..*ship }.muzzle())
}

/// Advances the state by one tick.
pub fn replay(state: &mut WorldState, record: &TickRecord, params: &WorldParams) {
    replay_motion(state, record, params);
    age_bolts(state, record, params);
    for event in &record.events {
        apply_event(state, event, params);
    }
    for patch in &record.patches {
        if let Some(ship) = state.ship_mut(patch.ship.id) {
            *ship = Ship { aim: ship.aim, ..patch.ship };
        }
    }
}

/// The motion part of the next tick, before any event applies: spawns, flight and separation.
pub(crate) fn replay_motion(state: &mut WorldState, record: &TickRecord, params: &WorldParams) {
    state.tick = record.tick;
    for ship in &mut state.ships {
        *ship = flown(ship, record, params);
    }
    for (a, b) in &record.pairs {
        separate(state, *a, *b, params);
    }
}

fn separate(state: &mut WorldState, a: u16, b: u16, params: &WorldParams) {
    let (Some(a), Some(b)) = (state.place(a), state.place(b)) else { return };
    let (low, high) = state.ships.split_at_mut(a.max(b));
    let (Some(a), Some(b)) = (low.get_mut(a.min(b)), high.first_mut()) else { return };
    if contact(&mut a.body, &mut b.body) {
        settle(a, &params.arena);
        settle(b, &params.arena);
    }
}

fn age_bolts(state: &mut WorldState, record: &TickRecord, params: &WorldParams) {
    let (tick, rate) = (record.tick, params.rate);
    state.bolts.retain(|bolt| bolt.flies_at(tick, rate));
    for event in &record.events {
        let EventKind::Fired { shot, origin, aim } = event.kind else { continue };
        let cooldown = |ms| shot.tick.plus(rate.ticks_in_ms(ms));
        if let Some(ship) = state.ship_mut(shot.shooter) {
            match shot.weapon {
                Weapon::Laser => ship.laser_ready = cooldown(LASER_COOLDOWN_MS),
                Weapon::Beam => ship.beam_ready = cooldown(BEAM_COOLDOWN_MS),
            }
        }
        if shot.weapon == Weapon::Laser && state.bolts.len() < BOLTS_MAX {
            let bolt = Bolt::new(shot, tick, origin, aim, &params.arena);
            if bolt.flies_at(tick, rate) {
                state.bolts.push(bolt);
            }
        }
    }
}

/// Applies a judged event and its consequences.
fn apply_event(state: &mut WorldState, event: &Event, params: &WorldParams) {
    match event.kind {
        EventKind::Hit { shot, victim, damage, finality, .. } => {
            let least = match finality {
                Finality::Final => {
                    end_bolt(state, shot);
                    0
                }
                Finality::Piercing => 0,
                Finality::Tentative => 1,
            };
            if let Some(ship) = state.ship_mut(victim) {
                ship.health = ship.health.saturating_sub(damage).max(ship.health.min(least));
            }
        }
        EventKind::Settled { shot, .. } => end_bolt(state, shot),
        EventKind::Retracted { victim, refund, .. } => {
            if let Some(ship) = state.ship_mut(victim) {
                ship.health = ship.health.saturating_add(refund);
            }
        }
        EventKind::Died { victim, shot } => die(state, victim, shot, event.tick, params),
        EventKind::Spawned { .. } | EventKind::Fired { .. } => {}
    }
}

fn die(state: &mut WorldState, victim: ShipId, shot: ShotId, tick: Tick, params: &WorldParams) {
    if let Some(ship) = state.ship_mut(victim) {
        mark_dead(ship, tick, params);
    }
    if let Some(ship) = state.ship_mut(shot.shooter) {
        ship.kills = ship.kills.saturating_add(1);
    }
}

/// Marks a ship as shot down at a tick.
pub(crate) fn mark_dead(ship: &mut Ship, tick: Tick, params: &WorldParams) {
    ship.health = 0;
    ship.deaths = ship.deaths.saturating_add(1);
    ship.respawn_at = tick.plus(params.rate.ticks_in_ms(RESPAWN_MS));
    ship.body.vel = Vec2::ZERO;
}

fn end_bolt(state: &mut WorldState, shot: ShotId) {
    state.bolts.retain(|bolt| bolt.shot != shot);
}
