//! Where a pilot wants to fly: around its target at its preferred distance, into cover when weak,
//! or through the arena in search of ships. Runs before the helm.

use serde::Serialize;

use super::{
    conduct::Traits,
    focus::in_sight,
    perception::Glimpse,
    skill::Skill,
    surroundings::{Sighting, Surroundings},
    temper::{
        CIRCLE_MS, COVER_GAP_U, COVER_RANGE_U, CROSS_FIGHTING, CROSS_FLEEING, CROSS_TRAVELLING,
        FIGHT_DISTANCE_SHARE, FIGHT_DISTANCE_SLACK_U, INSIGHT_FULL, PRESS_SHARE, RETREAT_MS,
        SPREAD_U, Span, Temper, WEAK_DAMAGE,
    },
};
use crate::{
    base::{geometry::Vec2, rng::Rng, time::Tick},
    sim::rules::SHIP_RADIUS_U,
};

/// The state behind the choice of course.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Course {
    /// Circling direction: 1 or −1.
    side: f32,
    /// When to reconsider the circling direction.
    side_until: Tick,
    /// Preferred distance at present, in u.
    distance_u: f32,
    /// Retreats until this tick.
    retreat_until: Tick,
    /// Hit points in the previous tick.
    health: u8,
}

impl Course {
    /// A course that picks its direction in the first tick.
    pub(super) fn new(temper: &Temper) -> Self {
        Self {
            side: 1.0,
            side_until: Tick::ZERO,
            distance_u: temper.fight_distance_u,
            retreat_until: Tick::ZERO,
            health: 0,
        }
    }

    /// Updates direction, distance and retreat from the clock and the ship's health. Runs once a
    /// tick.
    pub(super) fn reconsider(
        &mut self,
        surroundings: &Surroundings,
        traits: &Traits,
        rng: &mut Rng,
    ) {
        let Traits { temper, skill, manner } = traits;
        let later = |span: Span, rng: &mut Rng| {
            let ms = span.draw(rng) as u32;
            surroundings.tick.plus(surroundings.params.rate.ticks_in_ms(ms))
        };
        if surroundings.tick >= self.side_until {
            // Usually the other side: always alternating is easy to predict.
            if rng.unit() < 0.8 {
                self.side = -self.side;
            }
            self.distance_u =
                temper.fight_distance_u * FIGHT_DISTANCE_SHARE.draw(rng) * manner.distance;
            let Span(least_ms, most_ms) = CIRCLE_MS;
            let circle_ms = Span(least_ms * manner.circling, most_ms * manner.circling);
            self.side_until = later(circle_ms, rng);
        }
        let health = surroundings.own.health;
        let hurt = health < self.health;
        let is_weak = health < temper.timid_health.saturating_add(manner.timid_health);
        let chance = temper.timid_chance * skill.retreat_share * manner.retreat;
        if hurt && is_weak && rng.unit() < chance {
            self.retreat_until = later(RETREAT_MS, rng);
        } else if health > self.health {
            self.retreat_until = surroundings.tick;
        }
        self.health = health;
    }

    /// The direction to fly with a target in view: a unit vector.
    pub(super) fn fight(
        &self,
        target: &Sighting,
        seen: &Glimpse,
        surroundings: &Surroundings,
        skill: &Skill,
    ) -> Vec2 {
        let own = surroundings.own.body.pos;
        let to_target = target.pos - own;
        let dir = to_target.try_normalize().unwrap_or(Vec2::X);
        if surroundings.tick < self.retreat_until {
            return match cover(own, target.pos, surroundings) {
                Some(place) => self.travel(place, surroundings),
                None => self.weave(-dir, CROSS_FLEEING),
            };
        }
        let pressed = 1.0 - PRESS_SHARE * skill.insight * f32::from(u8::from(is_open(target)));
        let mut radial = (to_target.length() - self.distance_u * pressed) / FIGHT_DISTANCE_SLACK_U;
        if !in_sight(&surroundings.params.arena, own, target.pos) {
            radial += 0.5;
        }
        let along = dir * radial.clamp(-1.5, 1.5);
        let side = match third(target, seen) {
            Some(ship) if skill.insight >= INSIGHT_FULL => away(dir, ship.pos - target.pos),
            _ => self.side,
        };
        unit(along + dir.perp() * (side * CROSS_FIGHTING))
    }

    /// The direction to fly towards a place: a unit vector.
    pub(super) fn travel(&self, place: Vec2, surroundings: &Surroundings) -> Vec2 {
        let to_place = place - surroundings.own.body.pos;
        // Close to the place the ship circles it instead of stopping.
        let near = (1.0 - to_place.length() / COVER_GAP_U).max(0.0);
        self.weave(unit(to_place), CROSS_TRAVELLING + near)
    }

    /// Adds sideways motion to a direction: a straight course is an easy target.
    fn weave(&self, dir: Vec2, cross: f32) -> Vec2 {
        unit(dir + dir.perp() * (self.side * cross))
    }
}

/// Whether a target is worth pressing: weak, or reloading.
fn is_open(target: &Sighting) -> bool {
    target.look.is_some_and(|look| look.damage >= WEAK_DAMAGE || look.reloads)
}

/// The ship nearest to the own one that also fights around a target.
fn third<'a>(target: &Sighting, seen: &'a Glimpse) -> Option<&'a Sighting> {
    let is_third =
        |ship: &&Sighting| ship.ship != target.ship && ship.pos.distance(target.pos) < SPREAD_U;
    seen.ships().find(is_third)
}

/// The way round a target, seen along `dir`, that leads away from a ship beside it.
fn away(dir: Vec2, beside: Vec2) -> f32 {
    if dir.perp().dot(beside) > 0.0 { -1.0 } else { 1.0 }
}

/// The nearest place hidden from a foe by an asteroid that is closer to the pilot than to the foe.
fn cover(own: Vec2, foe: Vec2, surroundings: &Surroundings) -> Option<Vec2> {
    let mut best: Option<(f32, Vec2)> = None;
    for rock in surroundings.params.arena.asteroids.iter() {
        let behind = unit(rock.centre() - foe) * (rock.radius() + SHIP_RADIUS_U + COVER_GAP_U);
        let place = rock.centre() + behind;
        let (own_u, foe_u) = (place.distance(own), place.distance(foe));
        let free = surroundings.params.arena.is_free(place, SHIP_RADIUS_U);
        if free
            && own_u < COVER_RANGE_U
            && own_u < foe_u
            && best.is_none_or(|(least, _)| own_u < least)
        {
            best = Some((own_u, place));
        }
    }
    best.map(|(_, place)| place)
}

fn unit(v: Vec2) -> Vec2 {
    v.try_normalize().unwrap_or(Vec2::X)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pilot::{
            check::{Scene, sighting},
            conduct::Conduct,
            surroundings::Look,
        },
        sim::arena::Asteroid,
    };

    const OWN: Vec2 = Vec2::new(1600.0, 900.0);

    fn temper() -> Temper {
        Temper {
            fight_distance_u: 300.0,
            timid_health: 40,
            timid_chance: 1.0,
            ..Temper::new(&mut Rng::new(1, 2))
        }
    }

    #[test]
    fn a_pilot_circles_at_its_preferred_distance() {
        let course = Course::new(&temper());
        let scene = Scene::new(60, OWN);
        let rows = [(700.0, 0.7, 1.0), (300.0, -0.1, 0.1), (100.0, -1.0, -0.7)];
        for (distance, least, most) in rows {
            let target = sighting(1, OWN + Vec2::new(distance, 0.0));
            let dir = course.fight(
                &target,
                &Glimpse::default(),
                &scene.surroundings(Tick(5)),
                &traits().skill,
            );
            assert!((least..=most).contains(&dir.x), "{distance} u: {dir}");
            assert!(dir.y.abs() > 0.4 && dir.is_normalized(), "{distance} u: {dir}");
        }
    }

    fn traits() -> Traits {
        Conduct::default().traits(temper())
    }

    /// The direction flown after losing health, with a foe to the right.
    fn check_flight(health: u8, rock: Option<Asteroid>) -> Vec2 {
        let mut scene = Scene::new(60, OWN);
        scene.params.arena.asteroids = rock.map(|rock| [rock].into()).unwrap_or_default();
        let mut course = Course::new(&temper());
        let mut rng = Rng::new(3, 3);
        course.reconsider(&scene.surroundings(Tick(5)), &traits(), &mut rng);
        scene.own.health = health;
        course.reconsider(&scene.surroundings(Tick(6)), &traits(), &mut rng);
        let target = sighting(1, OWN + Vec2::new(500.0, 0.0));
        course.fight(&target, &Glimpse::default(), &scene.surroundings(Tick(7)), &traits().skill)
    }

    #[test]
    fn a_weak_ship_flees_and_prefers_cover() {
        let rock = Asteroid { x_u: 1600, y_u: 700, radius_u: 60 };
        assert!(check_flight(60, None).x > 0.3, "strong enough to fight on");
        assert!(check_flight(30, None).x < -0.7, "away");
        let into_cover = check_flight(30, Some(rock));
        assert!(into_cover.y < -0.6, "behind the asteroid: {into_cover}");
    }

    #[test]
    fn the_side_changes_now_and_then_at_every_rate() {
        for hz in [20, 60, 128] {
            let scene = Scene::new(hz, OWN);
            let mut course = Course::new(&temper());
            let mut rng = Rng::new(7, 7);
            let mut turns = 0;
            for n in 0..u32::from(hz) * 60 {
                let before = course.side;
                course.reconsider(&scene.surroundings(Tick(n)), &traits(), &mut rng);
                turns += u32::from(course.side != before);
            }
            assert!((15..40).contains(&turns), "{hz} Hz: {turns} turns a minute");
        }
    }

    /// The course with full insight or none, at a target to the right.
    fn check_insight(insight: f32, look: Look, third: Option<Vec2>) -> Vec2 {
        let course = Course::new(&temper());
        let target = Sighting { look: Some(look), ..sighting(1, OWN + Vec2::new(300.0, 0.0)) };
        let mut scene = Scene::new(60, OWN);
        scene.others = third.map(|at| sighting(2, OWN + at)).into_iter().collect();
        let surroundings = scene.surroundings(Tick(5));
        let skill = Skill { insight, ..traits().skill };
        course.fight(&target, &Glimpse::of(&surroundings, 1.0), &surroundings, &skill)
    }

    #[test]
    fn insight_presses_the_weak_and_the_reloading() {
        let (weak, reloads) =
            (Look { damage: 60, ..Look::default() }, Look { reloads: true, ..Look::default() });
        for look in [weak, reloads] {
            let [without, with] = [0.0, 1.0].map(|insight| check_insight(insight, look, None));
            assert!(with.x > without.x + 0.3, "{look:?}: {with} and {without}");
        }
        let fresh = [0.0, 1.0].map(|insight| check_insight(insight, Look::default(), None));
        assert_eq!(fresh[0], fresh[1]);
    }

    #[test]
    fn insight_fights_from_another_side_than_a_third_ship() {
        for y in [-200.0, 200.0] {
            let third = Some(Vec2::new(250.0, y));
            let with = check_insight(1.0, Look::default(), third);
            assert!(with.y * y < 0.0, "a third ship at {y}: {with}");
        }
    }
}
