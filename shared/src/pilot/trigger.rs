//! When a pilot fires: the laser in bursts, the beam now and then, and neither without a chance of
//! hitting. Runs after the hand has turned.

use serde::Serialize;

use super::{
    aim::STEPS_PER_DEG,
    conduct::Traits,
    focus::in_sight,
    surroundings::{Sighting, Surroundings},
    temper::{
        BEAM_PATIENCE_MS, BEAM_PAUSE_MS, BEAM_REACH_U, BURST_AIM_DEG, BURST_MS, BURST_PAUSE_MS,
        GAP_LINE_U, GAP_SPARED_U, INSIGHT_FULL, LASER_REACH_U,
    },
};
use crate::{
    base::{
        geometry::{Segment, Turn, Vec2, nearest_approach},
        rng::Rng,
        time::Tick,
    },
    sim::{
        command::Trigger,
        event::Weapon,
        rules::{BEAM_RANGE_U, SHIP_RADIUS_U},
    },
};

/// A firing opportunity: the target, the intended aim and the actual aim.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chance<'a> {
    pub(super) target: &'a Sighting,
    /// Where the shot would start, in u.
    pub(super) from: Vec2,
    /// Intended aim.
    pub(super) meant: Turn,
    /// Actual aim.
    pub(super) aim: Turn,
}

/// The finger on the buttons.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Finger {
    /// End of the current burst.
    burst_until: Tick,
    /// No burst starts earlier.
    pause_until: Tick,
    /// No beam shot is sought earlier.
    beam_from: Tick,
}

impl Finger {
    pub(super) fn new() -> Self {
        Self { burst_until: Tick::ZERO, pause_until: Tick::ZERO, beam_from: Tick::ZERO }
    }

    /// Starts a fight: the beam waits for a pause, so that no fight opens with it.
    pub(super) fn greet(&mut self, surroundings: &Surroundings, traits: &Traits, rng: &mut Rng) {
        self.beam_from = after_beam(surroundings, traits, rng);
    }

    /// Which weapon the hand should aim for. A pilot with insight keeps to the laser while no beam
    /// could reach its target.
    pub(super) fn weapon(
        &self,
        target: &Sighting,
        surroundings: &Surroundings,
        traits: &Traits,
    ) -> Weapon {
        let (now, ready) = (surroundings.tick, surroundings.own.beam_ready);
        let is_due = now >= self.beam_from && now >= ready && now >= self.burst_until;
        let own = surroundings.own.body.pos;
        let is_careless = traits.skill.insight < INSIGHT_FULL;
        if is_due && (is_careless || is_open(target, own, surroundings)) {
            Weapon::Beam
        } else {
            Weapon::Laser
        }
    }

    /// Which triggers to hold in this tick.
    pub(super) fn pull(
        &mut self,
        chance: &Chance,
        weapon: Weapon,
        surroundings: &Surroundings,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Trigger {
        let to_target = chance.target.pos - chance.from;
        let distance = to_target.length();
        let hopeless = distance > BEAM_REACH_U
            || !is_open(chance.target, chance.from, surroundings)
            || endangers_spared(chance, surroundings)
            || traits.skill.insight >= INSIGHT_FULL && is_crossed(chance, surroundings);
        if hopeless {
            self.burst_until = Tick::ZERO;
            return Trigger::None;
        }
        match weapon {
            Weapon::Beam => self.pull_beam(chance, to_target, surroundings, traits, rng),
            Weapon::Laser if distance <= LASER_REACH_U => {
                self.pull_laser(chance, surroundings, traits, rng)
            }
            Weapon::Laser => Trigger::None,
        }
    }

    fn pull_beam(
        &mut self,
        chance: &Chance,
        to_target: Vec2,
        surroundings: &Surroundings,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Trigger {
        let aim = chance.aim.unit();
        // The pilot does not know its error: it judges by the line it intends.
        let off = to_target.length() * libm::fabsf(off_deg(chance)).to_radians();
        if off < traits.skill.beam_miss_u && aim.dot(to_target) > 0.0 {
            self.beam_from = after_beam(surroundings, traits, rng);
            return Trigger::Beam;
        }
        let patience = surroundings.params.rate.ticks_in_ms(BEAM_PATIENCE_MS as u32);
        if surroundings.tick >= self.beam_from.max(surroundings.own.beam_ready).plus(patience) {
            self.beam_from = after_beam(surroundings, traits, rng);
        }
        Trigger::None
    }

    fn pull_laser(
        &mut self,
        chance: &Chance,
        surroundings: &Surroundings,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Trigger {
        let now = surroundings.tick;
        let off_deg = off_deg(chance);
        if now < self.burst_until {
            return Trigger::from_pressed((off_deg < 2.0 * BURST_AIM_DEG, false));
        }
        if now < self.pause_until || off_deg > BURST_AIM_DEG {
            return Trigger::None;
        }
        let drawn_ms = (BURST_MS.draw(rng), BURST_PAUSE_MS.draw(rng));
        let (burst_ms, pause_ms) =
            (drawn_ms.0 * traits.manner.burst, drawn_ms.1 * traits.manner.burst_pause);
        self.burst_until = after(burst_ms, now, surroundings);
        let pause_ms = traits.pause_ms(burst_ms, pause_ms);
        self.pause_until = after(pause_ms, self.burst_until, surroundings);
        Trigger::Laser
    }
}

/// Whether a shot from a place can hurt a target.
fn is_open(target: &Sighting, from: Vec2, surroundings: &Surroundings) -> bool {
    !target.shielded && in_sight(&surroundings.params.arena, from, target.pos)
}

/// Whether another ship crosses the line to the target, as far as it.
fn is_crossed(chance: &Chance, surroundings: &Surroundings) -> bool {
    let flight = Segment::new(chance.from, chance.target.pos);
    let mut others = surroundings.others.iter().filter(|ship| ship.ship != chance.target.ship);
    others.any(|ship| {
        nearest_approach(flight, Segment::still(ship.pos)).distance < SHIP_RADIUS_U + GAP_LINE_U
    })
}

/// Whether a shot along the aim would pass a spared ship, before or behind the target.
fn endangers_spared(chance: &Chance, surroundings: &Surroundings) -> bool {
    let flight = Segment::new(chance.from, chance.from + chance.aim.unit() * BEAM_RANGE_U);
    let mut spared = surroundings.others.iter().filter(|ship| ship.spared);
    spared.any(|ship| {
        nearest_approach(flight, Segment::still(ship.pos)).distance < SHIP_RADIUS_U + GAP_SPARED_U
    })
}

fn off_deg(chance: &Chance) -> f32 {
    f32::from(chance.aim.shortest_turn_to(chance.meant).unsigned_abs()) / STEPS_PER_DEG
}

/// When to seek the next beam shot.
fn after_beam(surroundings: &Surroundings, traits: &Traits, rng: &mut Rng) -> Tick {
    let pause_ms = traits.pause_ms(0.0, BEAM_PAUSE_MS.draw(rng)) * traits.manner.beam_pause;
    after(pause_ms, surroundings.tick, surroundings)
}

fn after(ms: f32, from: Tick, surroundings: &Surroundings) -> Tick {
    from.plus(surroundings.params.rate.ticks_in_ms(ms as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pilot::{
            check::{Scene, sighting},
            conduct::Conduct,
            skill::Skill,
            temper::Temper,
        },
        sim::arena::Asteroid,
    };

    const OWN: Vec2 = Vec2::new(1000.0, 900.0);

    fn temper() -> Temper {
        Temper::new(&mut Rng::new(8, 2))
    }

    /// Ticks out of ten seconds with (laser, beam) held, and the number of bursts.
    fn check_fire(distance: f32, off: u16, shielded: bool, rocky: bool, hz: u16) -> [u32; 3] {
        check_fire_as(&Conduct::default(), (distance, off), shielded, rocky, hz)
    }

    fn check_fire_as(
        conduct: &Conduct,
        (distance, off): (f32, u16),
        shielded: bool,
        rocky: bool,
        hz: u16,
    ) -> [u32; 3] {
        let mut scene = Scene::new(hz, OWN);
        if rocky {
            let rock = Asteroid { x_u: 1100, y_u: 900, radius_u: 50 };
            scene.params.arena.asteroids = [rock].into();
        }
        let mut target = sighting(1, OWN + Vec2::new(distance, 0.0));
        target.shielded = shielded;
        let mut rng = Rng::new(8, 8);
        let traits = conduct.traits(temper());
        let mut finger = Finger::new();
        let mut counts = [0; 3];
        let mut before = false;
        for n in 1..=u32::from(hz) * 10 {
            let surroundings = scene.surroundings(Tick(n));
            let chance = Chance { target: &target, from: OWN, meant: Turn(0), aim: Turn(off) };
            let weapon = finger.weapon(&target, &surroundings, &traits);
            let trigger = finger.pull(&chance, weapon, &surroundings, &traits, &mut rng);
            counts[0] += u32::from(trigger.laser());
            counts[1] += u32::from(trigger.beam());
            counts[2] += u32::from(trigger.laser() && !before);
            before = trigger.laser();
        }
        counts
    }

    #[test]
    fn shots_come_in_bursts_and_only_with_a_chance_to_hit() {
        let rows = [
            // (distance, off, shielded, rock, laser fires, beam fires)
            (300.0, 0, false, false, true, true),
            (700.0, 0, false, false, false, true),
            (850.0, 0, false, false, false, false),
            (300.0, 4000, false, false, false, false),
            (300.0, 0, true, false, false, false),
            (300.0, 0, false, true, false, false),
        ];
        for hz in [30, 60, 128] {
            for (distance, off, shielded, rocky, laser, beam) in rows {
                let counts = check_fire(distance, off, shielded, rocky, hz);
                let got = (counts[0] > 0, counts[1] > 0);
                assert_eq!(got, (laser, beam), "{distance} u, off {off}: {counts:?}");
            }
            let [laser, beams, bursts] = check_fire(300.0, 0, false, false, hz);
            let share = laser as f32 / (f32::from(hz) * 10.0);
            assert!((0.3..0.65).contains(&share), "{hz} Hz: the laser {share} of the time");
            assert!((3..8).contains(&beams), "{hz} Hz: {beams} beams");
            assert!((5..14).contains(&bursts), "{hz} Hz: {bursts} bursts");
        }
    }

    #[test]
    fn the_rate_of_fire_follows_the_skill() {
        let fire = |fire_rate| {
            let skill = Skill { fire_rate, ..Skill::of_temper(&temper()) };
            let conduct = Conduct { skill: Some(skill), ..Conduct::default() };
            let counts = check_fire_as(&conduct, (300.0, 0), false, false, 60);
            [counts[0], counts[1]].map(|ticks| ticks as f32)
        };
        let [laser, beams] = fire(1.0);
        for (rate, laser_least, laser_most) in
            [(0.25, 0.15, 0.4), (0.5, 0.35, 0.7), (2.0, 1.4, 2.2)]
        {
            let [laser, beams] = [fire(rate)[0] / laser, fire(rate)[1] / beams];
            assert!((laser_least..laser_most).contains(&laser), "{rate}: laser {laser}");
            assert!((rate - 1.0) * (beams - 1.0) > 0.0, "{rate}: beams {beams}");
        }
    }

    /// Whether a pilot whose beam is due takes it up, and whether it fires its laser, with a third
    /// ship or a rock on the way to its target.
    fn check_insight(insight: f32, third: bool, rocky: bool) -> (Weapon, bool) {
        let mut scene = Scene::new(60, OWN);
        if rocky {
            let rock = Asteroid { x_u: 1100, y_u: 900, radius_u: 50 };
            scene.params.arena.asteroids = [rock].into();
        }
        let target = sighting(1, OWN + Vec2::new(300.0, 0.0));
        let at = if third { Vec2::new(150.0, 20.0) } else { Vec2::new(150.0, 60.0) };
        scene.others = alloc::vec![target, sighting(2, OWN + at)];
        let skill = Skill { insight, ..Skill::of_temper(&temper()) };
        let conduct = Conduct { skill: Some(skill), ..Conduct::default() };
        let (traits, mut finger) = (conduct.traits(temper()), Finger::new());
        let surroundings = scene.surroundings(Tick(500));
        let weapon = finger.weapon(&target, &surroundings, &traits);
        let chance = Chance { target: &target, from: OWN, meant: Turn(0), aim: Turn(0) };
        let mut rng = Rng::new(1, 1);
        let trigger = finger.pull(&chance, Weapon::Laser, &surroundings, &traits, &mut rng);
        (weapon, trigger.laser())
    }

    #[test]
    fn insight_keeps_third_ships_out_of_the_line_and_the_beam_for_open_targets() {
        let rows = [
            // (insight, third ship in the line, rock in the line, weapon, fires)
            (0.0, true, false, Weapon::Beam, true),
            (1.0, true, false, Weapon::Beam, false),
            (1.0, false, false, Weapon::Beam, true),
            (0.0, false, true, Weapon::Beam, false),
            (1.0, false, true, Weapon::Laser, false),
        ];
        for (insight, third, rocky, weapon, fires) in rows {
            let got = check_insight(insight, third, rocky);
            assert_eq!(got, (weapon, fires), "{insight}, {third}, {rocky}");
        }
    }
}
