//! A pilot in a player's seat: what a client shows goes in, what it holds down comes out, once a
//! frame. It knows no more than somebody at that screen.

use shared::{
    base::time::Tick,
    client::{
        Client, Controls,
        scene::{Scene, Whose},
    },
    pilot::{Pilot, Sighting, Surroundings, Threat},
    sim::{rules::BOLT_SPEED_U_PER_S, world::Ground},
};

/// Flies a client's ship.
#[derive(Clone, Debug)]
pub struct Autopilot {
    pilot: Pilot,
    /// The newest tick that was flown: a pilot thinks once a tick, a client draws whenever it can.
    flown: Tick,
    held: Controls,
}

impl Autopilot {
    /// A pilot with a temper of its own.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { pilot: Pilot::new(seed), flown: Tick::ZERO, held: Controls::default() }
    }

    /// What it holds down at a frame; nothing before the client is in the game.
    pub fn controls(&mut self, client: &Client, ground: &Ground) -> Controls {
        let (Some(own), Some(view)) = (client.own_ship(), client.view()) else {
            return Controls::default();
        };
        let tick = client.own_tick().next();
        if tick > self.flown {
            self.flown = tick;
            let scene = client.scene();
            let (others, threats) = (sightings(&scene), threats(&scene));
            let around =
                Surroundings { own, others: &others, threats: &threats, ground, tick, view };
            let command = self.pilot.fly(&around);
            self.held =
                Controls { thrust: command.thrust, aim: command.aim, trigger: command.trigger };
        }
        self.held
    }
}

fn sightings(scene: &Scene) -> Vec<Sighting> {
    let others = scene.ships.iter().filter(|ship| ship.whose != Whose::You);
    others
        .map(|ship| Sighting {
            ship: ship.id,
            pos: ship.pos,
            vel: ship.vel,
            shielded: ship.shielded,
        })
        .collect()
}

fn threats(scene: &Scene) -> Vec<Threat> {
    let others = scene.bolts.iter().filter(|bolt| bolt.whose != Whose::You);
    others.map(|bolt| Threat { pos: bolt.pos, vel: bolt.dir * BOLT_SPEED_U_PER_S }).collect()
}
