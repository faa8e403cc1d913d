//! A long match of sixteen pilots, with the state and everything sent and drawn hashed every
//! hundred ticks. The hashes must be equal in every build.
//!
//! Twelve pilots are room bots. Four are players behind jittery links who fly blind, to cover
//! walls, asteroids and late commands. The state hash covers room, links and clients.

use alloc::{string::ToString, vec::Vec};

use lab::{harness::Harness, played::Played};
use shared::{
    base::{
        geometry::Turn,
        rng::mix_all,
        time::{Tick, TickRate},
    },
    client::{Client, Controls},
    netcode::{
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode},
    },
    room::{ConfigError, Difficulty, RoomConfig, RoomKind, RoomStats},
    sim::{
        arena::{Arena, Asteroid},
        command::{Thrust, Trigger},
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

pub const TICKS: u32 = 10_000;
/// Ticks between hashes.
pub const EVERY: u32 = 100;
pub const PILOTS: u16 = 16;
/// Players among the pilots.
const PLAYERS: u16 = 4;

#[derive(Clone, Debug)]
pub struct Golden {
    /// The state after every [`EVERY`] ticks.
    pub hashes: Vec<u64>,
    /// The [played hash](lab::played) after every [`EVERY`] ticks; it observes every tick.
    pub played: Vec<u64>,
    /// Counts of bounces, contacts, late commands and more.
    pub stats: RoomStats,
    pub deaths: u32,
}

/// Runs the match.
///
/// # Errors
/// Never, unless the match's room config becomes invalid.
pub fn run() -> Result<Golden, ConfigError> {
    let rate = TickRate::DEFAULT;
    let mut harness = Harness::new(RoomConfig {
        name: "golden".to_string(),
        seats: PILOTS,
        bots: PILOTS,
        difficulty: Difficulty::Full,
        rounds: None,
        watch_delay_ms: 0,
        sides: None,
        series: None,
        rate,
        arena: crowded(),
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed: 1,
    })?;
    let link = LinkConditions {
        jitter_ms: 15,
        loss_permille: 20,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(40)
    };
    for _ in 0..PLAYERS {
        harness.add_player(PlayerNetcode::default(), Conditions::both(link));
    }
    let (mut hashes, mut played_hashes) = (Vec::new(), Vec::new());
    let mut played = Played::new(&harness);
    for tick in 1..=TICKS {
        harness.run_until(rate.micros_at(Tick(tick)), &mut |_, idx, client| blind(idx, client));
        played.observe(&harness);
        if tick.is_multiple_of(EVERY) {
            hashes.push(harness.state_hash());
            played_hashes.push(played.hash());
        }
    }
    let room = harness.room();
    let deaths = room.world().ships().map(|ship| u32::from(ship.deaths)).sum();
    Ok(Golden { hashes, played: played_hashes, stats: room.stats(), deaths })
}

/// A field small enough that flying blind means bouncing.
fn crowded() -> Arena {
    let rock = |x_u, y_u, radius_u| Asteroid { x_u, y_u, radius_u };
    let asteroids = [rock(280, 270, 90), rock(820, 240, 100), rock(560, 580, 120)];
    Arena { width_u: 1100, height_u: 800, asteroids: asteroids.into() }
}

/// Changes direction, aim and trigger every third of a second.
fn blind(idx: usize, client: &Client) -> Controls {
    let word = mix_all(&[u64::from(client.own_tick().0 / 20), idx as u64]);
    Controls {
        thrust: Thrust::ALL[(word % 9) as usize],
        aim: Turn((word >> 16) as u16),
        trigger: Trigger::from_pressed((word & (1 << 40) != 0, word & (1 << 41) != 0)),
    }
}
