//! A pilot: perception, decisions and controls, run stage by stage once a tick.

use serde::Serialize;

use super::{
    aim::{Hand, intercept},
    course::Course,
    focus::Focus,
    helm::{Helm, SteeringInputs},
    perception::{Eyes, Glimpse},
    surroundings::{Sighting, Surroundings},
    temper::Temper,
    trigger::{Chance, Finger},
};
use crate::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
    },
    sim::{
        command::{Trigger, UserCommand},
        ship::ShipId,
    },
};

/// A bot that flies, dodges, leads its aim and misses like a human player.
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
    /// The ship it fought in the previous tick.
    foe: Option<ShipId>,
}

impl Pilot {
    /// A pilot whose temper is drawn from a seed.
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

    /// The command for one tick. Call it once a tick, in order; a pilot stays in one room.
    pub fn fly(&mut self, around: &Surroundings) -> UserCommand {
        let still =
            UserCommand { view: around.view, ..UserCommand::neutral(around.tick, around.own.aim) };
        if !around.own.alive() {
            self.rest();
            return still;
        }
        let seen = self.eyes.perceive(around, self.temper.reaction_ms);
        let target = self.focus.choose(&seen, around, &mut self.rng);
        self.course.reconsider(around, &self.temper, &mut self.rng);
        let (aim, trigger, course) = match &target {
            Some(target) => self.fight(target, around),
            None => self.search(&seen, around),
        };
        self.foe = target.map(|target| target.ship);
        let inputs = SteeringInputs { around, seen: &seen, course };
        UserCommand {
            aim,
            trigger,
            thrust: self.helm.steer(&inputs, &self.temper, &mut self.rng),
            ..still
        }
    }

    fn fight(&mut self, target: &Sighting, around: &Surroundings) -> (Turn, Trigger, Vec2) {
        if self.foe.is_none() {
            self.finger.greet(around, &mut self.rng);
        }
        let dt_s = around.params.rate.dt_s();
        // Shots are fired after the ship has moved.
        let from = around.own.body.pos + around.own.body.vel * dt_s;
        let weapon = self.finger.weapon(around);
        self.hand.wander(&self.temper, dt_s, &mut self.rng);
        let way = intercept(from, target, weapon);
        let meant = self.hand.mean(way);
        let drift = (target.vel - around.own.body.vel) * Hand::lag_s(&self.temper, dt_s);
        let pursued = self.hand.mean(way + drift);
        let aim = self.hand.turn(around.own.aim, pursued, &self.temper, dt_s);
        let chance = Chance { target, from, meant, aim };
        let trigger = self.finger.pull(&chance, weapon, around, &mut self.rng);
        (aim, trigger, self.course.fight(target, around))
    }

    fn search(&mut self, seen: &Glimpse, around: &Surroundings) -> (Turn, Trigger, Vec2) {
        let dt_s = around.params.rate.dt_s();
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
    use super::*;
    use crate::{
        base::{state_hash::state_hash, time::Tick},
        pilot::check::{Scene, sighting},
    };

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

    /// How long after a ship appears a pilot first fires at it, in ms.
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
