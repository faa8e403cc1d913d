//! Who flies without hands: from what a client may see to a user command, once a tick.
//!
//! Room bots, lab players and load bots are all [`Pilot`]s. The stages of a tick, one file each:
//! `perception` (what became conscious of the screen), `focus` (whom to fight, where to search),
//! `aim` (the hand), `trigger` (the finger), `course` (where to fly) and `helm` (which thrust).
//! `temper` holds every number, and the ones in which pilots differ.

mod aim;
mod course;
mod focus;
mod helm;
mod perception;
pub mod sights;
mod temper;
mod trigger;

#[cfg(test)]
mod check;

use serde::Serialize;

use crate::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::Tick,
    },
    sim::{
        bolt::Bolt,
        command::{Trigger, UserCommand, View},
        rules::BOLT_SPEED_U_PER_S,
        ship::{Ship, ShipId},
        world::Ground,
    },
};
use aim::{Hand, lead};
use course::Course;
use focus::Focus;
use helm::{Helm, Outlook};
use perception::{Eyes, Glimpse};
use temper::Temper;
use trigger::{Chance, Finger};

/// Another ship, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sighting {
    /// Which ship.
    pub ship: ShipId,
    /// Where at the moment of the view that goes with the command, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
    /// Whether its shield holds.
    pub shielded: bool,
}

/// A bolt of somebody else's, as the pilot's screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Threat {
    /// Where its tip is, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
}

impl Threat {
    /// A bolt of the server's, as it is at a tick.
    #[must_use]
    pub fn of(bolt: &Bolt, now: Tick, ground: &Ground) -> Self {
        let age = now.since(bolt.fired) as f32;
        Self {
            pos: bolt.point_at(bolt.distance_at(age, ground.rate)),
            vel: bolt.aim.unit() * BOLT_SPEED_U_PER_S,
        }
    }
}

/// Everything a pilot may know. It looks only at what lies within a screen around its ship.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Its own ship, alive or dead, as it is before the command.
    pub own: &'a Ship,
    /// The other living ships, in the order of their seats.
    pub others: &'a [Sighting],
    /// Bolts of others in flight.
    pub threats: &'a [Threat],
    /// Field and pace.
    pub ground: &'a Ground,
    /// The key of the command to give.
    pub tick: Tick,
    /// What the screen shows: goes with every shot.
    pub view: View,
}

/// Flies, dodges, leads its aim and misses, as people do.
#[derive(Clone, Debug, Serialize)]
pub struct Pilot {
    rng: Rng,
    temper: Temper,
    eyes: Eyes,
    focus: Focus,
    hand: Hand,
    finger: Finger,
    course: Course,
    helm: Helm,
    /// Whom it fought in the tick before.
    foe: Option<ShipId>,
}

impl Pilot {
    /// A pilot with a temper of its own.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed, 2);
        let temper = Temper::new(&mut rng);
        Self {
            temper,
            eyes: Eyes::new(),
            focus: Focus::new(),
            hand: Hand::new(&temper, &mut rng),
            finger: Finger::new(),
            course: Course::new(&temper),
            helm: Helm::new(),
            foe: None,
            rng,
        }
    }

    /// The command for one tick. Called once a tick, in order; a pilot stays in one room.
    pub fn fly(&mut self, around: &Surroundings) -> UserCommand {
        let still =
            UserCommand { view: around.view, ..UserCommand::neutral(around.tick, around.own.aim) };
        if !around.own.alive() {
            self.rest();
            return still;
        }
        let seen = self.eyes.look(around, self.temper.reaction_ms);
        let target = self.focus.choose(&seen, around, &mut self.rng);
        self.course.reconsider(around, &self.temper, &mut self.rng);
        let (aim, trigger, course) = match &target {
            Some(target) => self.fight(target, around),
            None => self.search(&seen, around),
        };
        self.foe = target.map(|target| target.ship);
        let outlook = Outlook { around, seen: &seen, course };
        UserCommand {
            aim,
            trigger,
            thrust: self.helm.steer(&outlook, &self.temper, &mut self.rng),
            ..still
        }
    }

    fn fight(&mut self, target: &Sighting, around: &Surroundings) -> (Turn, Trigger, Vec2) {
        if self.foe.is_none() {
            self.finger.greet(around, &mut self.rng);
        }
        let dt_s = around.ground.rate.dt_s();
        // Shots leave after the ship has moved.
        let from = around.own.body.pos + around.own.body.vel * dt_s;
        let weapon = self.finger.weapon(around);
        self.hand.wander(&self.temper, dt_s, &mut self.rng);
        let way = lead(from, target, weapon);
        let meant = self.hand.mean(way);
        let drift = (target.vel - around.own.body.vel) * Hand::lag_s(&self.temper, dt_s);
        let pursued = self.hand.mean(way + drift);
        let aim = self.hand.turn(around.own.aim, pursued, &self.temper, dt_s);
        let chance = Chance { target, from, meant, aim };
        let trigger = self.finger.pull(&chance, weapon, around, &mut self.rng);
        (aim, trigger, self.course.fight(target, around))
    }

    fn search(&mut self, seen: &Glimpse, around: &Surroundings) -> (Turn, Trigger, Vec2) {
        let dt_s = around.ground.rate.dt_s();
        let place = self.focus.roam(seen, around, &mut self.rng);
        let course = self.course.travel(place, around);
        self.hand.wander(&self.temper, dt_s, &mut self.rng);
        let meant = self.hand.mean(course);
        let aim = self.hand.turn(around.own.aim, meant, &self.temper, dt_s);
        (aim, Trigger::None, course)
    }

    fn rest(&mut self) {
        self.eyes.shut();
        self.hand.rest();
        self.helm.rest();
        self.focus = Focus::new();
        self.foe = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        check::{Scene, sighting},
        *,
    };
    use crate::base::state_hash::state_hash;

    fn scene() -> Scene {
        let mut scene = Scene::new(60, Vec2::new(1600.0, 900.0));
        scene.others = alloc::vec![sighting(1, Vec2::new(1900.0, 1000.0))];
        scene
    }

    fn fly(seed: u64, ticks: u32) -> (alloc::vec::Vec<UserCommand>, u64) {
        let (scene, mut pilot) = (scene(), Pilot::new(seed));
        let commands = (1..=ticks).map(|n| pilot.fly(&scene.around(Tick(n)))).collect();
        (commands, state_hash(&pilot))
    }

    #[test]
    fn the_same_seed_flies_alike_and_no_two_pilots_do() {
        let flights: alloc::vec::Vec<_> = (0..8).map(|seed| fly(seed, 300)).collect();
        for (seed, flight) in flights.iter().enumerate() {
            assert_eq!(&fly(seed as u64, 300), flight, "seed {seed}");
            for other in &flights[..seed] {
                assert_ne!(other.0, flight.0, "seed {seed}");
                assert_ne!(other.1, flight.1, "seed {seed}");
            }
        }
    }

    /// How long after a ship appears a pilot fires at it for the first time, in ms.
    fn check_first_shot(hz: u16, seed: u64) -> f32 {
        let (mut scene, mut pilot) = (Scene::new(hz, Vec2::new(1600.0, 900.0)), Pilot::new(seed));
        let appears = u32::from(hz) * 2;
        for n in 1..appears * 3 {
            if n == appears {
                scene.others.push(sighting(1, Vec2::new(1900.0, 900.0)));
            }
            if pilot.fly(&scene.around(Tick(n))).trigger != Trigger::None {
                return (n as f32 - appears as f32) * 1000.0 / f32::from(hz);
            }
        }
        f32::INFINITY
    }

    #[test]
    fn a_ship_that_appears_is_fired_at_after_a_human_time_at_every_rate() {
        for hz in [20, 60, 128] {
            for seed in 0..20 {
                let ms = check_first_shot(hz, seed);
                let least_ms = 175.0 - 500.0 / f32::from(hz);
                assert!((least_ms..900.0).contains(&ms), "{hz} Hz, seed {seed}: {ms} ms");
            }
        }
    }

    #[test]
    fn the_dead_do_nothing_and_commands_carry_key_and_view() {
        let (mut scene, mut pilot) = (scene(), Pilot::new(5));
        for n in 1..400 {
            scene.own.health = if n < 200 { 100 } else { 0 };
            let around = scene.around(Tick(n));
            let command = pilot.fly(&around);
            assert_eq!((command.tick, command.view), (Tick(n), around.view));
            if n >= 200 {
                assert_eq!((command.thrust, command.trigger), Default::default());
                assert_eq!(command.aim, scene.own.aim);
            }
        }
    }
}
