//! A long match of sixteen pilots, hashed every hundred ticks: the same numbers in every build.

use alloc::{string::ToString, vec::Vec};

use crate::{
    base::time::TickRate,
    room::{ConfigError, Room, RoomConfig, RoomStats},
    scheme::netcode::RoomNetcode,
    sim::arena::{Arena, Asteroid},
};

/// Ticks of the match.
pub const TICKS: u32 = 10_000;
/// Ticks from one hash to the next.
pub const EVERY: u32 = 100;
/// Pilots in it.
pub const PILOTS: u16 = 16;

/// What the match came to.
#[derive(Clone, Debug)]
pub struct Golden {
    /// The room's state after every [`EVERY`] ticks.
    pub hashes: Vec<u64>,
    /// What happened: bounces and contacts.
    pub stats: RoomStats,
    /// Ships shot down.
    pub deaths: u32,
}

/// A field so small that sixteen cannot but bounce.
fn crowded() -> Arena {
    let rock = |x_u, y_u, radius_u| Asteroid { x_u, y_u, radius_u };
    let asteroids = alloc::vec![rock(180, 170, 60), rock(520, 150, 70), rock(360, 380, 80)];
    Arena { width_u: 700, height_u: 520, asteroids }
}

/// Runs the match.
///
/// # Errors
/// Never, unless the room of the match is not allowed any more.
pub fn run() -> Result<Golden, ConfigError> {
    let config = RoomConfig {
        name: "golden".to_string(),
        seats: PILOTS,
        bots: PILOTS,
        rate: TickRate::DEFAULT,
        arena: crowded(),
        netcode: RoomNetcode::default(),
        seed: 1,
    };
    let mut room = Room::new(config, crate::base::time::Micros::ZERO)?;
    let mut hashes = Vec::new();
    for tick in 1..=TICKS {
        room.handle_time(room.poll_time());
        if tick.is_multiple_of(EVERY) {
            hashes.push(room.state_hash());
        }
    }
    let deaths = room.world().ships().map(|ship| u32::from(ship.deaths)).sum();
    Ok(Golden { hashes, stats: room.stats(), deaths })
}
