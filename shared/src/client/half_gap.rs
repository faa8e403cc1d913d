//! QuakeWorld's picture of the others: once a frame, every ship of the newest snapshot is flown on
//! by half of the time that the viewer is ahead of it, with its last thrust.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    remote::{Drawn, Outlook},
    scene::PoseSource,
};
use crate::{
    base::{
        geometry::{Vec2, blend_points},
        time::Micros,
    },
    scheme::quakeworld::{TicksAndRest, extrapolation, state_age, ticks_and_rest},
    sim::{
        collision::contact,
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::{Body, Ship},
        world::{Ground, settle},
    },
    wire::snapshot::WorldState,
};

/// What the viewer knows of its own connection at a frame.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Gap {
    /// The viewer's clock.
    pub(super) realtime: Micros,
    /// The round trip by the creeping estimate.
    pub(super) latency: Micros,
    /// When the command was sent that the newest snapshot names as executed, if that is known.
    pub(super) acked_sent: Option<Micros>,
}

impl Gap {
    /// How far a ship of the newest snapshot is flown on.
    fn ahead(&self, ship: &Ship, ground: &Ground) -> Micros {
        let age = state_age(ship.behind.into(), ground.rate);
        self.acked_sent
            .map_or(Micros::ZERO, |sent| extrapolation(self.realtime, self.latency, sent, age))
    }
}

/// Every living ship of a snapshot, flown on: first each for itself, then among the others as the
/// first pass predicts them. Aims are not extrapolated.
pub(super) fn drawn(newest: &WorldState, outlook: &Outlook) -> Vec<Drawn> {
    let (ground, gap) = (outlook.ground, outlook.gap);
    let alone: Vec<(&Ship, Micros, Body)> = newest
        .ships
        .iter()
        .filter(|ship| ship.alive() && ship.id != outlook.own)
        .map(|ship| {
            let ahead = gap.ahead(ship, ground);
            (ship, ahead, flown(ship, ahead, &[], ground))
        })
        .collect();
    let own = outlook.own_ship.filter(|ship| ship.alive()).map(|ship| ship.body);
    let draw = |&(ship, ahead, body): &(&Ship, Micros, Body)| {
        let others = alone.iter().filter(|(other, ..)| other.id != ship.id).map(|other| other.2);
        let near: Vec<Body> =
            others.chain(own).filter(|other| may_meet(ship, ahead, body.pos, other)).collect();
        let pos = if near.is_empty() { body.pos } else { flown(ship, ahead, &near, ground).pos };
        let source =
            if ahead == Micros::ZERO { PoseSource::Newest } else { PoseSource::Extrapolated };
        Drawn::at(ship, newest, pos, source)
    };
    alone.iter().map(draw).collect()
}

/// Whether a ship can touch another on its way.
fn may_meet(ship: &Ship, ahead: Micros, end: Vec2, other: &Body) -> bool {
    let reach_u = 4.0 * SHIP_RADIUS_U + SHIP_SPEED_MAX_U_PER_S * ahead.as_s_f32();
    let near = |pos: Vec2| (other.pos - pos).length_squared() < reach_u * reach_u;
    near(ship.body.pos) || near(end)
}

/// A ship after a span: whole ticks of the movement code, and a straight part of the next one.
fn flown(ship: &Ship, span: Micros, solids: &[Body], ground: &Ground) -> Body {
    let TicksAndRest { ticks, num, den } = ticks_and_rest(span, ground.rate);
    let mut ship = *ship;
    for _ in 0..ticks {
        fly(&mut ship, solids, ground);
    }
    let from = ship.body;
    fly(&mut ship, solids, ground);
    Body { pos: blend_points(from.pos, ship.body.pos, num, den), vel: from.vel }
}

fn fly(ship: &mut Ship, solids: &[Body], ground: &Ground) {
    ground.motion.fly(&mut ship.body, ship.thrust, &ground.arena);
    let mut touched = false;
    for solid in solids {
        touched |= contact(&mut ship.body, &mut solid.clone());
    }
    if touched {
        settle(ship, &ground.arena);
    }
}
