//! Remote ships as QuakeWorld draws them: each frame, every ship of the newest snapshot is
//! extrapolated with its last thrust by half the time that the viewer is ahead of it.

use alloc::vec::Vec;

use super::{
    remote_model::{Drawn, LinkTiming, RemoteInputs},
    scene::PoseSource,
};
use crate::{
    base::{
        geometry::{Vec2, blend_points},
        tick_length::TickLength,
        time::Micros,
    },
    schemes::quakeworld::{TicksAndRest, extrapolation, state_age, ticks_and_rest},
    sim::{
        collision::contact,
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::{Body, Ship},
        state::WorldState,
        world::{WorldParams, settle},
    },
};

impl LinkTiming {
    /// How far a ship of the newest snapshot is extrapolated.
    fn ahead(&self, ship: &Ship, params: &WorldParams) -> Micros {
        let age = state_age(ship.behind.into(), TickLength::of(params.rate));
        self.acked_sent
            .map_or(Micros::ZERO, |sent| extrapolation(self.realtime, self.latency, sent, age))
    }
}

/// Every living ship of a snapshot, extrapolated in two passes: first each alone, then colliding
/// with the others where the first pass put them. Aims are not extrapolated.
pub(super) fn drawn(newest: &WorldState, inputs: &RemoteInputs) -> Vec<Drawn> {
    let (params, link) = (inputs.params, inputs.link);
    let alone: Vec<(&Ship, Micros, Body)> = newest
        .ships
        .iter()
        .filter(|ship| ship.alive() && ship.id != inputs.own)
        .map(|ship| {
            let ahead = link.ahead(ship, params);
            (ship, ahead, flown(ship, ahead, &[], params))
        })
        .collect();
    let own = inputs.own_ship.filter(|ship| ship.alive()).map(|ship| ship.body);
    let draw = |&(ship, ahead, body): &(&Ship, Micros, Body)| {
        let others = alone.iter().filter(|(other, ..)| other.id != ship.id).map(|other| other.2);
        let near: Vec<Body> =
            others.chain(own).filter(|other| may_meet(ship, ahead, body.pos, other)).collect();
        let pos = if near.is_empty() { body.pos } else { flown(ship, ahead, &near, params).pos };
        let source =
            if ahead == Micros::ZERO { PoseSource::Newest } else { PoseSource::Extrapolated };
        Drawn::at(ship, newest, pos, source)
    };
    alone.iter().map(draw).collect()
}

/// Whether a ship can touch another while it is extrapolated.
fn may_meet(ship: &Ship, ahead: Micros, end: Vec2, other: &Body) -> bool {
    let reach_u = 4.0 * SHIP_RADIUS_U + SHIP_SPEED_MAX_U_PER_S * ahead.as_s_f32();
    let near = |pos: Vec2| (other.pos - pos).length_squared() < reach_u * reach_u;
    near(ship.body.pos) || near(end)
}

/// A ship after a time span: whole ticks of the movement code, then a linear fraction of the next.
fn flown(ship: &Ship, span: Micros, solids: &[Body], params: &WorldParams) -> Body {
    let TicksAndRest { ticks, num, den } = ticks_and_rest(span, TickLength::of(params.rate));
    let mut ship = *ship;
    for _ in 0..ticks {
        fly(&mut ship, solids, params);
    }
    let from = ship.body;
    fly(&mut ship, solids, params);
    Body { pos: blend_points(from.pos, ship.body.pos, num, den), vel: from.vel }
}

fn fly(ship: &mut Ship, solids: &[Body], params: &WorldParams) {
    params.motion.fly(&mut ship.body, ship.thrust, &params.arena);
    let mut touched = false;
    for solid in solids {
        touched |= contact(&mut ship.body, &mut solid.clone());
    }
    if touched {
        settle(ship, &params.arena);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{
            tick_ring::TickRing,
            time::{Tick, TickRate},
        },
        client::remote_model::Frame,
        netcode::values::PlayerNetcode,
        sim::{arena::Arena, command::Thrust, ship::ShipId},
    };

    fn ship(idx: u16, x: f32, speed: f32) -> Ship {
        let mut ship = Ship::new(ShipId { idx, generation: 0 }, Tick::ZERO);
        ship.spawn(Vec2::new(x, 500.0), Tick::ZERO);
        ship.body.vel.x = speed;
        ship.thrust = if speed > 0.0 { Thrust::Right } else { Thrust::None };
        ship
    }

    /// Where the first of these ships is drawn, `since_sent_ms` after the command was sent, in u.
    fn first(ships: &[Ship], behind: u8, since_sent_ms: i64) -> f32 {
        let mut ships = ships.to_vec();
        ships[0].behind = behind;
        let newest = WorldState { ships, ..WorldState::default() };
        let params = WorldParams::new(TickRate::DEFAULT, Arena::empty());
        let realtime = Micros::from_ms(10_000);
        let link = LinkTiming {
            realtime,
            latency: Micros::ZERO,
            acked_sent: Some(realtime - Micros::from_ms(since_sent_ms)),
        };
        let inputs = RemoteInputs {
            states: &TickRing::new(1),
            params: &params,
            netcode: &PlayerNetcode::default(),
            own: ShipId { idx: 9, generation: 0 },
            own_ship: None,
            predicted_world: None,
            frame: Frame::default(),
            link,
        };
        drawn(&newest, &inputs)[0].pos.x
    }

    #[test]
    fn ships_are_extrapolated_by_half_the_delay_and_collide() {
        let (fast, far, near) = (ship(0, 500.0, 420.0), ship(1, 900.0, 0.0), ship(1, 600.0, 0.0));
        let rows = [
            // (ticks behind, ms since the command, u ahead at 420 u/s)
            (0, 0, 0.0),
            (0, 100, 21.0),
            (6, 100, 42.0),
            (0, 33, 6.93),
            (0, 900, 107.1), // no further than 255 ms
        ];
        for (behind, since_sent_ms, ahead_u) in rows {
            let at = first(&[fast, far], behind, since_sent_ms);
            assert!(
                (at - 500.0 - ahead_u).abs() < 0.3,
                "{since_sent_ms} ms: {at} for {ahead_u} ahead"
            );
        }
        let at = first(&[fast, near], 0, 900);
        assert!(at < 600.0 - 30.0, "through the other to {at}");
        assert_eq!(first(&[near, far], 0, 900), 600.0, "one at rest stays");
    }
}
