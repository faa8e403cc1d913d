//! A bot that plays through a client: each frame it reads what the last one showed and returns
//! controls. Flies the laboratory's players and the bots of load tests.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::time::Tick,
    client::{Client, Controls, scene::PlayerKind},
    pilot::{
        Pilot,
        surroundings::{Sighting, Surroundings, Threat},
    },
    sim::{rules::BOLT_SPEED_U_PER_S, world::WorldParams},
};

/// A bot that plays through a client.
#[derive(Clone, Debug, Serialize)]
pub struct ScreenPilot {
    pilot: Pilot,
    /// The last tick it flew, and the controls it chose.
    flown: (Tick, Controls),
}

impl ScreenPilot {
    /// A pilot whose temperament comes from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { pilot: Pilot::new(seed), flown: (Tick::ZERO, Controls::default()) }
    }

    /// The controls for the frame about to run. It looks at the screen once a tick.
    pub fn fly(&mut self, client: &Client, params: &WorldParams) -> Controls {
        let tick = client.own_tick().next();
        let (Some(own), Some(view)) = (client.own_ship(), client.view()) else {
            return Controls::default();
        };
        if tick <= self.flown.0 {
            return self.flown.1;
        }
        let scene = client.scene();
        let others = scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You);
        let others: Vec<Sighting> = others
            .map(|ship| Sighting {
                ship: ship.id,
                pos: ship.pos,
                vel: ship.vel,
                shielded: ship.shielded,
                spared: !ship.owner.is_hostile(),
                look: None,
            })
            .collect();
        let bolts = scene.bolts.iter().filter(|bolt| bolt.owner.is_hostile());
        let threats: Vec<Threat> = bolts
            .map(|bolt| Threat { pos: bolt.pos, vel: bolt.dir * BOLT_SPEED_U_PER_S })
            .collect();
        let surroundings =
            Surroundings { own, others: &others, threats: &threats, params, tick, view };
        let command = self.pilot.fly(&surroundings);
        let controls =
            Controls { thrust: command.thrust, aim: command.aim, trigger: command.trigger };
        self.flown = (tick, controls);
        controls
    }
}
