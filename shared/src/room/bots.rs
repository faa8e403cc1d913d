//! The room's own pilots: they see the present, and fill the room up to a chosen number of ships.

use alloc::vec::Vec;

use super::Seat;
use crate::{
    pilot::{Sighting, Surroundings, Threat},
    sim::{
        command::{UserCommand, View},
        ship::ShipId,
        world::World,
    },
};

/// The commands of all bots for the next tick.
pub(super) fn fly_bots(seats: &mut [Seat], world: &World) -> Vec<(ShipId, UserCommand)> {
    let (seen_at, ground) = (world.tick, world.ground());
    let ships: Vec<Sighting> = world
        .ships()
        .filter(|ship| ship.alive())
        .map(|ship| Sighting {
            ship: ship.id,
            pos: ship.body.pos,
            vel: ship.body.vel,
            shielded: ship.shielded(seen_at),
        })
        .collect();
    let mut commands = Vec::new();
    for seat in seats {
        let Seat::Bot(bot) = seat else { continue };
        let Some(own) = world.ship(bot.ship) else {
            continue;
        };
        let others: Vec<Sighting> = ships.iter().copied().filter(|s| s.ship != own.id).collect();
        let threats: Vec<Threat> = world
            .bolts()
            .iter()
            .filter(|bolt| bolt.shot.shooter != own.id)
            .map(|bolt| Threat::of(bolt, seen_at, ground))
            .collect();
        let around = Surroundings {
            own,
            others: &others,
            threats: &threats,
            ground,
            tick: seen_at.next(),
            view: View::present(seen_at),
        };
        commands.push((bot.ship, bot.pilot.fly(&around)));
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
