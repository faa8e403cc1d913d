//! The `Replay` codec: both ends replay each ship from the baseline by the commands it actually
//! executed, so a snapshot lists which ships changed their thrust at which tick. What a replay
//! cannot derive is sent as well: shots, hits, spawn positions, and full ships where something else
//! moved them. Aims do not affect movement, so they are sent once a snapshot, to 1/256 of a turn.
//!
//! Everything is [range coded](crate::wire::range) with the probabilities of [`models`].
//!
//! | part | how |
//! |---|---|
//! | state hash, if a second began since the baseline | 16 bits |
//! | ships that left, ships that are new | a flag, then a flag for each, and their number |
//! | model rows: how often thrust changes, how aims turn | two symbols |
//! | whether anything but flying happened | a flag, then three for its kinds |
//! | each tick: numbers of commands other than one | seats and numbers |
//! | where due ships spawn | positions |
//! | changes of thrust | blocks of eight ships: a flag, which of them, its thrust |
//! | contacts and events | see [`events`] |
//! | ships that a replay does not reproduce | their fields relative to the replayed ship |
//! | new ships | their fields relative to a fresh ship |
//! | aims | a symbol each, relative to the turn between the last two states |
//!
//! A keyframe contains every ship as a new one, the newest events, and every bolt in flight.

mod events;
mod models;
mod read;
mod write;

pub(super) use read::decode;
pub(super) use write::encode;

use alloc::vec::Vec;

use super::Baseline;
use crate::{
    base::{
        geometry::Turn,
        limits::BASELINE_MS,
        time::{Tick, TickRate},
    },
    sim::{
        command::Thrust,
        event::{Event, EventKind},
        ship::{Ship, ShipId},
        state::WorldState,
    },
    wire::range::Probability,
};

const SHIPS_CHANGED: Probability = Probability::one_in(64);
const STAYED: Probability = Probability::complement_of_one_in(16);
const SOMETHING_HAPPENED: Probability = Probability::one_in(3);
const COUNTS_VARY: Probability = Probability::one_in(32);
const PATCHED: Probability = Probability::one_in(8);
const MET: Probability = Probability::one_in(4);

/// Whether a second begins between two ticks, in which case a hash is sent.
fn hash_due(after: Tick, tick: Tick, rate: TickRate) -> bool {
    let second = |tick: Tick| tick.0 / u32::from(rate.hz());
    second(tick) != second(after)
}

/// A 16-bit checksum of the ships. It is a sum over ships, so a state that lacks one is detected.
fn state_check(state: &WorldState) -> u32 {
    let mut sum = state.tick.0;
    for ship in &state.ships {
        sum = sum.wrapping_add(ship_check(ship));
    }
    (sum ^ sum >> 16) & 0xFFFF
}

fn ship_check(ship: &Ship) -> u32 {
    let id = u32::from(ship.id.idx) | u32::from(ship.id.generation) << 16;
    let counts = u32::from(ship.kills) | u32::from(ship.deaths) << 16;
    let small =
        u32::from(ship.life) | u32::from(ship.health) << 16 | u32::from(ship.thrust.number()) << 24;
    let last = u32::from(ship.aim.0) | u32::from(ship.behind) << 16;
    let words = [
        id,
        ship.body.pos.x.to_bits(),
        ship.body.pos.y.to_bits(),
        ship.body.vel.x.to_bits(),
        ship.body.vel.y.to_bits(),
        counts,
        small,
        last,
        ship.shield_until.0,
        ship.laser_ready.0,
        ship.beam_ready.0,
        ship.respawn_at.0,
    ];
    let step = |hash: u32, word: u32| (hash ^ word).wrapping_mul(0x9E37_79B1).rotate_left(15);
    words.into_iter().fold(0x811C_9DC5, step)
}

/// The thrust with this index, 0 to 7, among those other than the current one.
fn other_thrust(now: Thrust, n: u32) -> Thrust {
    let n = n as usize;
    Thrust::ALL[n + usize::from(n >= usize::from(now.number()))]
}

/// The index of a thrust among those other than the current one.
fn thrust_number(now: Thrust, next: Thrust) -> u32 {
    u32::from(next.number() - u8::from(next.number() > now.number()))
}

/// The last known aim of a ship in a baseline.
fn known_aim(baseline: &WorldState, id: ShipId) -> Turn {
    baseline.ship(id).map(|ship| ship.aim).unwrap_or_default()
}

/// The expected aims of ships at a tick: extrapolated from the turn between their last two known
/// states, starting at the latest state or at their last shot since.
#[derive(Debug)]
struct Aims {
    expected: Vec<Turn>,
}

impl Aims {
    /// Aims for the ships of a baseline, in its order.
    fn new(baseline: Baseline, tick: Tick, events: &[Event], rate: TickRate) -> Self {
        let from = baseline.state.tick;
        let reach = i64::from(rate.ticks_in_ms(BASELINE_MS));
        let before = baseline.before.filter(|before| {
            let span = from.since(before.tick);
            span > 0 && tick.since(before.tick) <= reach
        });
        let span = before.map_or(1, |before| from.since(before.tick)) as i32;
        let ticks = tick.since(from) as i32;
        let mut older = before.map_or(&[][..], |before| &before.ships).iter().peekable();
        let mut expected: Vec<Turn> = Vec::with_capacity(baseline.state.ships.len());
        // How far each ship turned between the two states.
        let mut turned: Vec<i16> = Vec::with_capacity(baseline.state.ships.len());
        for ship in &baseline.state.ships {
            while older.next_if(|old| old.id.idx < ship.id.idx).is_some() {}
            let old = older.next_if(|old| old.id == ship.id);
            let turn = old.map_or(0, |old| old.aim.shortest_turn_to(ship.aim));
            turned.push(turn);
            let on = i32::from(turn) * ticks / span;
            expected.push(Turn(ship.aim.0.wrapping_add(on as u16)));
        }
        for event in events {
            let EventKind::Fired { shot, aim, .. } = event.kind else { continue };
            let Some(at) = baseline.state.place(shot.shooter.idx) else { continue };
            if baseline.state.ships[at].id == shot.shooter {
                let on = i32::from(turned[at]) * tick.since(event.tick) as i32 / span;
                expected[at] = Turn(aim.0.wrapping_add(on as u16));
            }
        }
        Self { expected }
    }

    /// The expected aim of the ship at an index of the baseline.
    fn of(&self, place: usize) -> Turn {
        self.expected.get(place).copied().unwrap_or_default().coarse()
    }

    /// The aim `residual` 256ths of a turn away from the expected one.
    fn at(&self, place: usize, residual: i16) -> Turn {
        Turn(self.of(place).0.wrapping_add((residual << 8) as u16))
    }

    /// The difference of an aim from the expected one, in 256ths of a turn.
    fn residual(&self, place: usize, aim: Turn) -> i16 {
        self.of(place).shortest_turn_to(aim.coarse()) >> 8
    }
}

/// The ships present in both the baseline and the snapshot, in seat order.
#[derive(Clone, Debug, Default)]
struct StayingShips(Vec<ShipId>);

/// The indices of the ships in both states, in seat order.
fn both<'a>(
    baseline: &'a WorldState,
    state: &'a WorldState,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let mut at = 0;
    baseline.ships.iter().enumerate().filter_map(move |(place, ship)| {
        while state.ships.get(at).is_some_and(|other| other.id.idx < ship.id.idx) {
            at += 1;
        }
        state.ships.get(at).filter(|other| other.id == ship.id).map(|_| (place, at))
    })
}

impl StayingShips {
    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn id(&self, rank: u32) -> Option<ShipId> {
        self.0.get(rank as usize).copied()
    }

    fn rank(&self, id: ShipId) -> Option<u32> {
        let rank = self.seat(id.idx)?;
        (self.0[rank as usize] == id).then_some(rank)
    }

    /// The rank of the ship in a seat.
    fn seat(&self, seat: u16) -> Option<u32> {
        self.0.binary_search_by_key(&seat, |id| id.idx).ok().map(|rank| rank as u32)
    }
}
