//! A pilot: perception, decisions and controls, run stage by stage once a tick.

use serde::Serialize;

use super::{
    aim::{Hand, Track, intercept},
    conduct::{Conduct, Traits},
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
    /// How that ship accelerates; only pilots that lead by it track it.
    #[serde(skip_serializing_if = "Option::is_none")]
    track: Option<Track>,
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
            track: None,
            rng,
        }
    }

    /// The command for one tick. Call it once a tick, in order; a pilot stays in one room.
    pub fn fly(&mut self, surroundings: &Surroundings) -> UserCommand {
        self.fly_as(surroundings, &Conduct::default())
    }

    /// As [`fly`](Self::fly), with a conduct that the room decides.
    pub fn fly_as(&mut self, surroundings: &Surroundings, conduct: &Conduct) -> UserCommand {
        let still = UserCommand {
            view: surroundings.view,
            ..UserCommand::neutral(surroundings.tick, surroundings.own.aim)
        };
        if !surroundings.own.alive() {
            self.rest();
            return still;
        }
        let traits = conduct.traits(self.temper);
        let (tick, rate) = (surroundings.tick, surroundings.params.rate);
        let delay = conduct.reaction_ticks(&self.temper, tick, rate);
        let seen = self.eyes.perceive(surroundings, traits.skill.notice_share, delay);
        let target = self.focus.choose(&seen, surroundings, &traits, &mut self.rng);
        self.course.reconsider(surroundings, &traits, &mut self.rng);
        let (aim, trigger, course) = match &target {
            Some(target) => self.fight(target, &seen, surroundings, (conduct, &traits)),
            None => self.search(&seen, surroundings, (conduct, &traits)),
        };
        self.foe = target.map(|target| target.ship);
        let inputs = SteeringInputs { surroundings, seen: &seen, course };
        let thrust = self.helm.steer(&inputs, &traits, &mut self.rng);
        UserCommand { aim, trigger, thrust: traits.thrust(thrust, tick, rate), ..still }
    }

    fn fight(
        &mut self,
        target: &Sighting,
        seen: &Glimpse,
        surroundings: &Surroundings,
        (conduct, traits): (&Conduct, &Traits),
    ) -> (Turn, Trigger, Vec2) {
        let Traits { temper, skill, .. } = traits;
        if self.foe.is_none() {
            self.finger.greet(surroundings, traits, &mut self.rng);
        }
        let dt_s = surroundings.params.rate.dt_s();
        let tracks = skill.curve_share > 0.0;
        self.track = tracks.then(|| Track::follow(self.track, target, dt_s));
        // Shots are fired after the ship has moved.
        let from = surroundings.own.body.pos + surroundings.own.body.vel * dt_s;
        let weapon = self.finger.weapon(target, surroundings, traits);
        self.hand.wander(skill.aim_error_deg, dt_s, &mut self.rng);
        let to_target = intercept(from, target, weapon, skill, self.track.as_ref());
        let meant = self.hand.intended_aim(to_target);
        let drift = (target.vel - surroundings.own.body.vel) * Hand::lag_s(temper, dt_s);
        let pursued = self.hand.intended_aim(to_target + drift);
        let aim = self.hand.turn(surroundings.own.aim, pursued, temper, dt_s);
        let chance = Chance { target, from, meant, aim };
        let trigger = match conduct.escort {
            Some(_) => Trigger::None,
            None => self.finger.pull(&chance, weapon, surroundings, traits, &mut self.rng),
        };
        (aim, trigger, self.course.fight(target, seen, surroundings, skill))
    }

    fn search(
        &mut self,
        seen: &Glimpse,
        surroundings: &Surroundings,
        (conduct, traits): (&Conduct, &Traits),
    ) -> (Turn, Trigger, Vec2) {
        self.track = None;
        let dt_s = surroundings.params.rate.dt_s();
        let roaming = |pilot: &mut Self| pilot.focus.roam(seen, surroundings, &mut pilot.rng);
        let place = conduct.escort.unwrap_or_else(|| roaming(self));
        let course = self.course.travel(place, surroundings);
        self.hand.wander(traits.skill.aim_error_deg, dt_s, &mut self.rng);
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
        self.track = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{state_hash::state_hash, time::Tick},
        pilot::{
            check::{Scene, sighting},
            skill::Skill,
        },
    };

    fn skill() -> Skill {
        Skill::of_temper(&Temper::new(&mut Rng::new(3, 2)))
    }

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

    #[test]
    fn an_escort_comes_near_and_never_fires() {
        let skill = Skill { thrust_share: 0.5, ..skill() };
        for seed in 0..8 {
            let (mut scene, mut pilot) = (scene(), Pilot::new(seed));
            let far = Vec2::new(2900.0, 400.0);
            scene.others[0].pos = far;
            let (rate, mut nearest_u) = (scene.params.rate, f32::INFINITY);
            for n in 1..=60 * 12 {
                let conduct =
                    Conduct { skill: Some(skill), escort: Some(far), ..Conduct::default() };
                let command = pilot.fly_as(&scene.surroundings(Tick(n)), &conduct);
                assert_eq!(command.trigger, Trigger::None, "seed {seed}, tick {n}");
                let body = &mut scene.own.body;
                body.vel += command.thrust.unit() * 900.0 * rate.dt_s();
                body.vel *= 1.0 - 2.1 * rate.dt_s();
                body.pos += body.vel * rate.dt_s();
                nearest_u = nearest_u.min(body.pos.distance(far));
            }
            assert!(nearest_u < 500.0, "seed {seed}: {nearest_u} u");
        }
    }

    #[test]
    fn a_skill_changes_the_aim_and_the_time_of_thrust() {
        let thrusting = |thrust_share| {
            let skill = Skill { thrust_share, ..skill() };
            let conduct = Conduct { skill: Some(skill), ..Conduct::default() };
            let (scene, mut pilot) = (scene(), Pilot::new(3));
            let commands = (1..=600).map(|n| pilot.fly_as(&scene.surroundings(Tick(n)), &conduct));
            commands.filter(|command| command.thrust != Default::default()).count() as f32 / 600.0
        };
        assert!(thrusting(1.0) > 0.8, "{}", thrusting(1.0));
        assert!((0.2..0.35).contains(&thrusting(0.3)), "{}", thrusting(0.3));
        let aims = [1.0, 16.0].map(|aim_error_deg| {
            let skill = Skill { aim_error_deg, ..skill() };
            let conduct = Conduct { skill: Some(skill), ..Conduct::default() };
            let (scene, mut pilot) = (scene(), Pilot::new(3));
            let off = |command: UserCommand| {
                let mark = Turn::of(scene.others[0].pos - scene.own.body.pos);
                f64::from(command.aim.shortest_turn_to(mark).unsigned_abs())
            };
            (60..=1200).map(|n| off(pilot.fly_as(&scene.surroundings(Tick(n)), &conduct))).sum()
        });
        let [steady, shaky]: [f64; 2] = aims;
        assert!(shaky > 4.0 * steady, "{shaky} and {steady}");
    }
}
