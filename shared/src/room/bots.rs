//! The room's own pilots: they see the present, and fill the room up to a chosen number of ships.

use alloc::vec::Vec;

use super::Seat;
use crate::{
    pilot::sights::Sights,
    sim::{command::UserCommand, ship::ShipId, world::World},
};

/// The commands of all bots for the next tick.
pub(super) fn fly_bots(seats: &mut [Seat], world: &World) -> Vec<(ShipId, UserCommand)> {
    let mut commands = Vec::new();
    for seat in seats {
        let Seat::Bot(bot) = seat else { continue };
        let Some(own) = world.ship(bot.ship) else { continue };
        let sights = Sights::of(world, bot.ship);
        commands.push((bot.ship, bot.pilot.fly(&sights.around(own, world))));
    }
    commands
}

/// Names of bots, by the order in which they come.
const NAMES: [&str; 12] = [
    "Kepler", "Tycho", "Halley", "Cassini", "Huygens", "Euler", "Hill", "Roche", "Trojan", "Hooke",
    "Messier", "Olbers",
];

/// The name of the `n`th bot.
pub(super) fn name(n: u32) -> &'static str {
    NAMES[n as usize % NAMES.len()]
}
