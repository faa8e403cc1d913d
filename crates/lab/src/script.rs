//! Produces a laboratory player's controls, frame by frame: from the person, from a pilot that sees
//! that player's screen, or from a timed script.

use serde::Serialize;
use shared::client::screen_pilot::ScreenPilot;
use shared::{
    base::geometry::{Turn, Vec2},
    client::{
        Client, Controls,
        scene::{Scene, SceneShip},
    },
    sim::{
        command::{Thrust, Trigger},
        event::Weapon,
        rules::{BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
        ship::ShipId,
        world::WorldParams,
    },
};

use super::setup::{Aim, Controller, Gun, Script};

/// How long before a shot a gun starts to aim, in frames.
const AIM_LEAD_FRAMES: u32 = 45;
/// How long after a shot it keeps aiming, in frames: at a low tick rate a trigger pulled between
/// two ticks takes effect at the next one, with the aim of that tick.
const AIM_TAIL_FRAMES: u32 = 6;
/// Iterations for a bolt's intercept point.
const INTERCEPT_STEPS: usize = 30;

/// A player and its controller.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Flier {
    pub(super) controller: Controller,
    /// The controls that the person holds.
    pub(super) controls: Controls,
    pilot: ScreenPilot,
}

/// A controller's inputs besides its client.
#[derive(Clone, Copy)]
pub(super) struct PilotContext<'a> {
    /// The frame of the loop.
    pub(super) frame: u32,
    /// Frames of the loop; 0 if it does not loop.
    pub(super) loop_frames: u32,
    pub(super) params: &'a WorldParams,
    /// The players' ships, where known.
    pub(super) ships: &'a [Option<ShipId>],
}

impl Flier {
    pub(super) fn new(controller: Controller, seed: u64) -> Self {
        Self { controller, controls: Controls::default(), pilot: ScreenPilot::new(seed) }
    }

    /// The controls for the next frame.
    pub(super) fn controls(&mut self, client: &Client, context: &PilotContext) -> Controls {
        match &self.controller {
            Controller::You => self.controls,
            Controller::Bot => self.pilot.fly(client, context.params),
            Controller::Script(script) => script.controls(client, context),
        }
    }
}

impl Script {
    /// The controls in a frame.
    fn controls(&self, client: &Client, context: &PilotContext) -> Controls {
        let frame = match context.loop_frames {
            0 => context.frame,
            n => context.frame % n,
        };
        let gun = self.gun.as_ref().and_then(|gun| gun.controls(client, context, frame));
        Controls { thrust: self.thrust(frame), ..gun.unwrap_or_default() }
    }

    fn thrust(&self, frame: u32) -> Thrust {
        let lap: u32 = self.legs.iter().map(|leg| u32::from(leg.frames)).sum();
        let Some(mut left) = frame.checked_rem(lap) else { return Thrust::None };
        for leg in &self.legs {
            let frames = u32::from(leg.frames);
            if left < frames {
                return leg.thrust;
            }
            left -= frames;
        }
        Thrust::None
    }
}

impl Gun {
    /// Aims ahead of time, and fires at its frames.
    fn controls(&self, client: &Client, context: &PilotContext, frame: u32) -> Option<Controls> {
        let mut shots = self.shots.iter().map(|at| u32::from(*at));
        let near = |at| frame + AIM_LEAD_FRAMES >= at && frame <= at + AIM_TAIL_FRAMES;
        if !shots.clone().any(near) {
            return None;
        }
        let fires = shots.any(|at| at == frame);
        let trigger = match self.weapon {
            _ if !fires => Trigger::None,
            Weapon::Laser => Trigger::Laser,
            Weapon::Beam => Trigger::Beam,
        };
        let aim = match self.aim {
            Aim::Fixed(turn) => turn,
            Aim::Seen | Aim::Lead => {
                let target = *context.ships.get(usize::from(self.target))?;
                let scene = client.scene();
                let own = ship(&scene, client.own_id())?;
                let target = ship(&scene, target)?;
                let place = if self.aim == Aim::Seen || self.weapon == Weapon::Beam {
                    target.pos
                } else {
                    intercept_point(own.pos, target)
                };
                Turn::of(place - own.pos)
            }
        };
        Some(Controls { aim, trigger, ..Controls::default() })
    }
}

fn ship(scene: &Scene, id: Option<ShipId>) -> Option<&SceneShip> {
    scene.ships.iter().find(|ship| Some(ship.id) == id)
}

/// Where a bolt fired now hits the centre of a target flying straight.
fn intercept_point(from: Vec2, target: &SceneShip) -> Vec2 {
    let mut seconds = 0.0;
    for _ in 0..INTERCEPT_STEPS {
        let way = (target.pos + target.vel * seconds - from).length() - SHIP_RADIUS_U;
        seconds = way / BOLT_SPEED_U_PER_S;
    }
    target.pos + target.vel * seconds
}
