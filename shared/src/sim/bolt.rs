//! Firing of bolts and beams: cooldowns, muzzle positions, and the closed form of a bolt's flight.

use serde::Serialize;

use super::{
    arena::Arena,
    command::UserCommand,
    event::{ShotId, Weapon},
    rules::{BEAM_COOLDOWN_MS, BEAM_RANGE_U, BOLT_LIFE_MS, BOLT_SPEED_U_PER_S, LASER_COOLDOWN_MS},
    ship::Ship,
};
use crate::base::{
    geometry::{Segment, Turn, Vec2, quantise_pos},
    time::{Tick, TickRate},
};

/// Range of a bolt, in u.
pub const BOLT_RANGE_U: f32 = BOLT_SPEED_U_PER_S * BOLT_LIFE_MS as f32 / 1000.0;

/// Range of an unobstructed shot, in u.
#[must_use]
pub const fn range_u(weapon: Weapon) -> f32 {
    match weapon {
        Weapon::Laser => BOLT_RANGE_U,
        Weapon::Beam => BEAM_RANGE_U,
    }
}

/// A shot at its muzzle. That is all the state a bolt needs: its position is a function of its age.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bolt {
    pub shot: ShotId,
    /// The tick at which it was executed, when its age is 0.
    pub fired: Tick,
    /// The muzzle, on the position grid.
    pub origin: Vec2,
    pub aim: Turn,
    /// Distance to where its range or the arena ends it, in u.
    pub reach_u: f32,
}

impl Bolt {
    /// Fires a shot from a muzzle; its reach is clipped to the arena.
    #[must_use]
    pub fn new(shot: ShotId, fired: Tick, origin: Vec2, aim: Turn, arena: &Arena) -> Self {
        let reach_u = arena.free_path(origin, aim.unit(), range_u(shot.weapon));
        Self { shot, fired, origin, aim, reach_u }
    }

    /// Distance flown by a bolt at an age in ticks, in u.
    #[must_use]
    pub fn distance_at(&self, age_ticks: f32, rate: TickRate) -> f32 {
        (BOLT_SPEED_U_PER_S * age_ticks / f32::from(rate.hz())).min(self.reach_u)
    }

    /// The point at a distance from the muzzle, in u.
    #[must_use]
    pub fn point_at(&self, distance_u: f32) -> Vec2 {
        self.origin + self.aim.unit() * distance_u
    }

    /// The whole flight, from the muzzle to its reach.
    #[must_use]
    pub fn path(&self) -> Segment {
        Segment::new(self.origin, self.point_at(self.reach_u))
    }

    /// Whether a bolt is still in flight after a tick.
    #[must_use]
    pub fn flies_at(&self, tick: Tick, rate: TickRate) -> bool {
        let age = tick.since(self.fired);
        self.distance_at(age as f32, rate) < self.reach_u
    }
}

/// Fires what a command asks for and the cooldowns allow, at the tick of execution: laser first,
/// from the ship's pose after its move. Server and client both run this, so a shot has its id
/// before it is confirmed. Cooldowns are measured in command ticks, which both sides know even
/// where commands are executed late.
pub fn pull_triggers<'a>(
    ship: &mut Ship,
    command: &'a UserCommand,
    executed: Tick,
    params: &'a super::world::WorldParams,
) -> impl Iterator<Item = Bolt> + use<'a> {
    let rate = params.rate;
    let armed = ship.alive();
    let key = command.tick;
    let laser = armed && command.trigger.laser() && key >= ship.laser_ready;
    if laser {
        ship.laser_ready = key.plus(rate.ticks_in_ms(LASER_COOLDOWN_MS));
    }
    let beam = armed && command.trigger.beam() && key >= ship.beam_ready;
    if beam {
        ship.beam_ready = key.plus(rate.ticks_in_ms(BEAM_COOLDOWN_MS));
    }
    let (shooter, aim, origin) = (ship.id, ship.aim, quantise_pos(ship.muzzle()));
    let fired = [laser.then_some(Weapon::Laser), beam.then_some(Weapon::Beam)];
    fired.into_iter().flatten().map(move |weapon| {
        let shot = ShotId { tick: command.tick, shooter, weapon };
        Bolt::new(shot, executed, origin, aim, &params.arena)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{command::Trigger, ship::ShipId, world::WorldParams};

    #[test]
    fn cooldowns_are_counted_in_ticks() {
        let params = WorldParams::new(TickRate::DEFAULT, Arena::empty());
        let mut ship = Ship::new(ShipId::default(), Tick::ZERO);
        ship.spawn(Vec2::new(500.0, 500.0), Tick::ZERO);
        let mut shots = alloc::vec::Vec::new();
        for n in 1..=60 {
            let held =
                UserCommand { tick: Tick(n), trigger: Trigger::Both, ..UserCommand::default() };
            shots.extend(pull_triggers(&mut ship, &held, Tick(n), &params));
        }
        let of = |weapon| {
            let ticks = shots.iter().filter(|bolt| bolt.shot.weapon == weapon);
            ticks.map(|bolt| bolt.fired.0).collect::<alloc::vec::Vec<u32>>()
        };
        assert_eq!(of(Weapon::Laser), [1, 10, 19, 28, 37, 46, 55], "150 ms are 9 ticks");
        assert_eq!(of(Weapon::Beam), [1, 55], "900 ms are 54 ticks");
        assert_eq!(shots[0].origin, Vec2::new(516.0, 500.0), "the muzzle is the ship's tip");
    }

    #[test]
    fn a_bolt_flies_at_its_speed_until_its_reach() {
        let shot = ShotId { tick: Tick(5), shooter: ShipId::default(), weapon: Weapon::Laser };
        let origin = Vec2::new(100.0, 100.0);
        let bolt = Bolt::new(shot, Tick(5), origin, Turn(0), &Arena::empty());
        assert_eq!(bolt.reach_u, 1080.0);
        assert_eq!(bolt.distance_at(30.0, TickRate::DEFAULT), 450.0);
        assert_eq!(bolt.distance_at(500.0, TickRate::DEFAULT), 1080.0);
        assert!(bolt.flies_at(Tick(5 + 71), TickRate::DEFAULT));
        assert!(!bolt.flies_at(Tick(5 + 72), TickRate::DEFAULT));
        let at_wall = Bolt::new(shot, Tick(5), origin, Turn(32_768), &Arena::empty());
        assert!((at_wall.reach_u - 100.0).abs() < 1e-3);
    }
}
