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
    pub fn fly(&mut self, surroundings: &Surroundings) -> UserCommand {
        let still = UserCommand {
            view: surroundings.view,
            ..UserCommand::neutral(surroundings.tick, surroundings.own.aim)
        };
        if !surroundings.own.alive() {
            self.rest();
            return still;
        }
        let seen = self.eyes.perceive(surroundings, self.temper.reaction_ms);
        let target = self.focus.choose(&seen, surroundings, &mut self.rng);
        self.course.reconsider(surroundings, &self.temper, &mut self.rng);
        let (aim, trigger, course) = match &target {
            Some(target) => self.fight(target, surroundings),
            None => self.search(&seen, surroundings),
        };
        self.foe = target.map(|target| target.ship);
        let inputs = SteeringInputs { surroundings, seen: &seen, course };
        UserCommand {
            aim,
            trigger,
            thrust: self.helm.steer(&inputs, &self.temper, &mut self.rng),
            ..still
        }
    }

    fn fight(&mut self, target: &Sighting, surroundings: &Surroundings) -> (Turn, Trigger, Vec2) {
        if self.foe.is_none() {
            self.finger.greet(surroundings, &mut self.rng);
        }
        let dt_s = surroundings.params.rate.dt_s();
        // Shots are fired after the ship has moved.
        let from = surroundings.own.body.pos + surroundings.own.body.vel * dt_s;
        let weapon = self.finger.weapon(surroundings);
        self.hand.wander(&self.temper, dt_s, &mut self.rng);
        let to_target = intercept(from, target, weapon);
        let meant = self.hand.intended_aim(to_target);
        let drift = (target.vel - surroundings.own.body.vel) * Hand::lag_s(&self.temper, dt_s);
        let pursued = self.hand.intended_aim(to_target + drift);
        let aim = self.hand.turn(surroundings.own.aim, pursued, &self.temper, dt_s);
        let chance = Chance { target, from, meant, aim };
        let trigger = self.finger.pull(&chance, weapon, surroundings, &mut self.rng);
        (aim, trigger, self.course.fight(target, surroundings))
    }

    fn search(&mut self, seen: &Glimpse, surroundings: &Surroundings) -> (Turn, Trigger, Vec2) {
        let dt_s = surroundings.params.rate.dt_s();
        let place = self.focus.roam(seen, surroundings, &mut self.rng);
        let course = self.course.travel(place, surroundings);
        self.hand.wander(&self.temper, dt_s, &mut self.rng);
        let meant = self.hand.intended_aim(course);
        let aim = self.hand.turn(surroundings.own.aim, meant, &self.temper, dt_s);
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
        let commands = (1..=ticks).map(|n| pilot.fly(&scene.surroundings(Tick(n)))).collect();
        (commands, state_hash(&pilot))
    }

    #[test]
    fn equal_seeds_fly_alike_and_pilots_differ() {
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
            if pilot.fly(&scene.surroundings(Tick(n))).trigger != Trigger::None {
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
    fn dead_pilots_idle_and_commands_carry_tick_and_view() {
        let (mut scene, mut pilot) = (scene(), Pilot::new(5));
        for n in 1..400 {
            scene.own.health = if n < 200 { 100 } else { 0 };
            let surroundings = scene.surroundings(Tick(n));
            let command = pilot.fly(&surroundings);
            assert_eq!((command.tick, command.view), (Tick(n), surroundings.view));
            if n >= 200 {
                assert_eq!((command.thrust, command.trigger), Default::default());
                assert_eq!(command.aim, scene.own.aim);
            }
        }
    }
}
