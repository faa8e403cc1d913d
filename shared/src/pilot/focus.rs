//! Which ship a pilot fights and, with no ship in view, where it searches. Runs after perception.

use serde::Serialize;

use super::{
    conduct::Traits,
    manner::Prey,
    perception::{Glimpse, HALF_VIEW},
    skill::Skill,
    surroundings::{Look, Sighting, Surroundings},
    temper::{
        COVER_DETOUR_U, FINISH_U, HUNT_U, MEMORY_BLUR_U, SHIELD_DETOUR_U, SHOOTER_GUESS_U,
        TARGET_MS, TARGET_STICKINESS_U, VIEW_EDGE_U, WAYPOINT_MS, WAYPOINT_NEAR_U, WAYPOINT_SPREAD,
    },
};
use crate::{
    base::{geometry::Vec2, rng::Rng, time::Tick},
    sim::{
        arena::Arena,
        rules::{SHIP_HEALTH, SHIP_RADIUS_U},
    },
};

/// The current target and search waypoint.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Focus {
    /// The target as last seen.
    target: Option<Sighting>,
    /// When to consider another target.
    choose_at: Tick,
    /// Where to search for ships.
    waypoint: Option<Vec2>,
    /// When to pick another waypoint.
    waypoint_until: Tick,
}

impl Focus {
    pub(super) fn new() -> Self {
        Self { target: None, choose_at: Tick::ZERO, waypoint: None, waypoint_until: Tick::ZERO }
    }

    /// The target for this tick, if a ship is in view.
    pub(super) fn choose(
        &mut self,
        seen: &Glimpse,
        surroundings: &Surroundings,
        traits: &Traits,
        rng: &mut Rng,
    ) -> Option<Sighting> {
        let before = self.target;
        let still = before.and_then(|target| seen.ship(target.ship).copied());
        let still = still.filter(|target| !target.spared);
        if let (Some(gone), None) = (before, still) {
            self.remember(&gone, surroundings, &traits.skill, rng);
        }
        self.target = still;
        if still.is_none() || surroundings.tick >= self.choose_at {
            self.target = most_attractive(seen, still, surroundings, traits, rng).or(still);
            let ms = TARGET_MS.draw(rng) as u32;
            self.choose_at = surroundings.tick.plus(surroundings.params.rate.ticks_in_ms(ms));
        }
        self.target
    }

    /// Where to go while no ship is in view.
    pub(super) fn roam(
        &mut self,
        seen: &Glimpse,
        surroundings: &Surroundings,
        rng: &mut Rng,
    ) -> Vec2 {
        let (own, now) = (surroundings.own.body.pos, surroundings.tick);
        let reached = self.waypoint.is_some_and(|place| place.distance(own) < WAYPOINT_NEAR_U);
        if let Some(bolt) = seen.threats().next() {
            // Its shooter must be back along the bolt's path.
            let back = bolt.vel.normalize_or_zero() * -SHOOTER_GUESS_U;
            self.head_for(own + back, WAYPOINT_MS, surroundings);
        } else if reached || now >= self.waypoint_until {
            self.waypoint = None;
        }
        if self.waypoint.is_none() {
            let mut share = || 0.5 + rng.range(-WAYPOINT_SPREAD, WAYPOINT_SPREAD);
            let place = surroundings.params.arena.size() * Vec2::new(share(), share());
            self.head_for(place, WAYPOINT_MS, surroundings);
        }
        self.waypoint.unwrap_or(own)
    }

    /// A target is no longer in view: if it left, search where it went; otherwise it died.
    fn remember(
        &mut self,
        gone: &Sighting,
        surroundings: &Surroundings,
        skill: &Skill,
        rng: &mut Rng,
    ) {
        let off = (gone.pos - surroundings.own.body.pos).abs();
        if off.cmplt(HALF_VIEW * skill.notice_share - Vec2::splat(VIEW_EDGE_U)).all() {
            self.waypoint = None;
            return;
        }
        let blur = Vec2::new(rng.normal(), rng.normal()) * MEMORY_BLUR_U;
        self.head_for(gone.pos + gone.vel + blur, skill.memory_ms, surroundings);
    }

    fn head_for(&mut self, place: Vec2, for_ms: f32, surroundings: &Surroundings) {
        let margin = Vec2::splat(WAYPOINT_NEAR_U);
        let size = surroundings.params.arena.size();
        let most = (size - margin).max(margin);
        self.waypoint = Some(place.clamp(margin.min(most), most));
        let ticks = surroundings.params.rate.ticks_in_ms(for_ms as u32);
        self.waypoint_until = surroundings.tick.plus(ticks);
    }
}

/// Whether a shot from one point reaches a ship at another without hitting an asteroid.
pub(super) fn in_sight(arena: &Arena, from: Vec2, to: Vec2) -> bool {
    let displacement = to - from;
    let distance = displacement.length();
    let Some(dir) = displacement.try_normalize() else {
        return true;
    };
    arena.free_path(from, dir, distance) >= distance - SHIP_RADIUS_U
}

/// By how many u a target seems nearer for what a look at it shows.
fn appeal_u(look: &Look, traits: &Traits) -> f32 {
    let damage = f32::from(look.damage) / f32::from(SHIP_HEALTH);
    let preferred = match traits.manner.prey {
        Prey::Nearest => 0.0,
        Prey::Weakest => damage,
        Prey::Leader => f32::from(u8::from(look.leads)),
    };
    FINISH_U * traits.skill.insight * damage + HUNT_U * preferred
}

fn most_attractive(
    seen: &Glimpse,
    current: Option<Sighting>,
    surroundings: &Surroundings,
    traits: &Traits,
    rng: &mut Rng,
) -> Option<Sighting> {
    let own = surroundings.own.body.pos;
    let mut best: Option<(f32, Sighting)> = None;
    for ship in seen.ships().filter(|ship| !ship.spared) {
        let mut far = ship.pos.distance(own) * rng.range(0.75, 1.25);
        if ship.shielded {
            far += SHIELD_DETOUR_U;
        }
        if !in_sight(&surroundings.params.arena, own, ship.pos) {
            far += COVER_DETOUR_U;
        }
        if current.is_some_and(|target| target.ship == ship.ship) {
            far -= TARGET_STICKINESS_U;
        }
        if let Some(look) = &ship.look {
            far -= appeal_u(look, traits);
        }
        if best.is_none_or(|(least, _)| far < least) {
            best = Some((far, *ship));
        }
    }
    best.map(|(_, ship)| ship)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pilot::{
            check::{Scene, sighting},
            conduct::Conduct,
            manner::Manner,
            surroundings::Threat,
            temper::Temper,
        },
        sim::arena::Asteroid,
    };

    fn traits() -> Traits {
        Conduct::default().traits(Temper::new(&mut Rng::new(1, 2)))
    }

    const OWN: Vec2 = Vec2::new(1600.0, 900.0);

    /// How many of 100 pilots choose the first of two ships.
    fn check_choice(scene: &Scene) -> usize {
        let surroundings = scene.surroundings(Tick(500));
        let seen = Glimpse::of(&surroundings, 1.0);
        (0..100)
            .filter(|seed| {
                let target =
                    Focus::new().choose(&seen, &surroundings, &traits(), &mut Rng::new(*seed, 0));
                target.is_some_and(|target| target.ship.idx == 1)
            })
            .count()
    }

    #[test]
    fn near_visible_vulnerable_targets_are_preferred() {
        let rock = Asteroid { x_u: 1700, y_u: 900, radius_u: 50 };
        let rows = [
            // (distance of 1, of 2, shield of 1, rock before 1, least, most of 100)
            (200.0, 600.0, false, false, 100, 100),
            (400.0, 400.0, false, false, 30, 70),
            (300.0, 400.0, true, false, 0, 0),
            (300.0, 420.0, false, true, 0, 10),
            (300.0, 340.0, false, false, 55, 95),
        ];
        for (first, second, shielded, rocky, least, most) in rows {
            let mut scene = Scene::new(60, OWN);
            let mut ship = sighting(1, OWN + Vec2::new(first, 0.0));
            ship.shielded = shielded;
            scene.others = alloc::vec![ship, sighting(2, OWN - Vec2::new(second, 0.0))];
            if rocky {
                scene.params.arena.asteroids = [rock].into();
            }
            let n = check_choice(&scene);
            assert!((least..=most).contains(&n), "{first}, {second}: {n} of 100");
        }
    }

    #[test]
    fn a_pilot_between_two_alike_switches_now_and_then_at_every_rate() {
        for hz in [20, 60, 128] {
            let mut scene = Scene::new(hz, OWN);
            let aside = Vec2::new(300.0, 0.0);
            scene.others = alloc::vec![sighting(1, OWN + aside), sighting(2, OWN - aside)];
            let (mut focus, mut rng) = (Focus::new(), Rng::new(6, 6));
            let (mut before, mut switches) = (None, 0);
            for n in 1..u32::from(hz) * 120 {
                let surroundings = scene.surroundings(Tick(n));
                let target = focus.choose(
                    &Glimpse::of(&surroundings, 1.0),
                    &surroundings,
                    &traits(),
                    &mut rng,
                );
                switches += u32::from(target != before);
                before = target;
            }
            assert!((3..40).contains(&switches), "{hz} Hz: {switches} in two minutes");
        }
    }

    #[test]
    fn a_pilot_seeks_targets_that_leave_but_not_dead_ones() {
        let rows = [(780.0, true), (300.0, false)];
        for (x, sought) in rows {
            let mut scene = Scene::new(60, OWN);
            let mut focus = Focus::new();
            let mut rng = Rng::new(4, 4);
            scene.others = alloc::vec![sighting(1, OWN + Vec2::new(x, 0.0))];
            scene.others[0].vel = Vec2::new(400.0, 0.0);
            let surroundings = scene.surroundings(Tick(500));
            assert!(
                focus
                    .choose(&Glimpse::of(&surroundings, 1.0), &surroundings, &traits(), &mut rng)
                    .is_some()
            );
            scene.others.clear();
            let surroundings = scene.surroundings(Tick(501));
            assert!(
                focus
                    .choose(&Glimpse::of(&surroundings, 1.0), &surroundings, &traits(), &mut rng)
                    .is_none()
            );
            let place = focus.roam(&Glimpse::of(&surroundings, 1.0), &surroundings, &mut rng);
            assert_eq!(place.x > 2500.0, sought, "{place} after {x}");
        }
    }

    #[test]
    fn a_pilot_flies_towards_the_shooter() {
        let mut scene = Scene::new(60, OWN);
        scene.threats =
            alloc::vec![Threat { pos: OWN + Vec2::new(0.0, 300.0), vel: Vec2::new(0.0, -900.0) }];
        let surroundings = scene.surroundings(Tick(500));
        let place =
            Focus::new().roam(&Glimpse::of(&surroundings, 1.0), &surroundings, &mut Rng::new(1, 1));
        assert!(place.y > 1500.0 && (place.x - OWN.x).abs() < 1.0, "{place}");
    }

    /// How many of 100 pilots choose a ship with this look 450 u away over a fresh one at 300 u.
    fn check_appeal(look: Look, insight: f32, prey: Prey) -> usize {
        let mut scene = Scene::new(60, OWN);
        let looked = Sighting { look: Some(look), ..sighting(1, OWN + Vec2::new(450.0, 0.0)) };
        scene.others = alloc::vec![looked, sighting(2, OWN - Vec2::new(300.0, 0.0))];
        let own = traits();
        let skill = Skill { insight, ..own.skill };
        let traits = Traits { skill, manner: Manner { prey, ..own.manner }, ..own };
        let surroundings = scene.surroundings(Tick(500));
        let seen = Glimpse::of(&surroundings, 1.0);
        let choose = |seed: &u64| {
            let mut rng = Rng::new(*seed, 0);
            let target = Focus::new().choose(&seen, &surroundings, &traits, &mut rng);
            target.is_some_and(|target| target.ship.idx == 1)
        };
        (0..100).filter(choose).count()
    }

    #[test]
    fn insight_finishes_the_hurt_and_a_manner_hunts_its_prey() {
        let hurt = Look { damage: 90, ..Look::default() };
        let leader = Look { leads: true, ..Look::default() };
        assert!(check_appeal(hurt, 0.0, Prey::Nearest) < 20);
        assert!(check_appeal(hurt, 1.0, Prey::Nearest) > 80);
        assert!(check_appeal(hurt, 0.0, Prey::Weakest) > 80);
        assert!(check_appeal(leader, 1.0, Prey::Weakest) < 20);
        assert!(check_appeal(leader, 0.0, Prey::Leader) > 80);
    }
}
