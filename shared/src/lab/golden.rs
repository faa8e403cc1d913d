//! A long match of sixteen pilots, hashed every hundred ticks: the same numbers in every build.

use alloc::{string::ToString, vec::Vec};

use crate::{
    base::time::TickRate,
    room::{ConfigError, Room, RoomConfig, RoomStats},
    scheme::netcode::RoomNetcode,
    sim::arena::Arena,
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
        arena: Arena::strewn(1),
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
