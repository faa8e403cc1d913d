//! What a pilot perceives: the ships and bolts on its screen one reaction time ago, extrapolated
//! along straight lines. Runs first in every tick. A target that turned in the meantime is
//! misjudged.

use serde::Serialize;

use super::surroundings::{Sighting, Surroundings, Threat};
use crate::{
    base::{
        geometry::Vec2,
        limits::CATCH_UP_TICKS_MAX,
        tick_ring::TickRing,
        time::{Tick, TickRate},
    },
    sim::{
        rules::{VIEW_HEIGHT_U, VIEW_WIDTH_U},
        ship::ShipId,
    },
};

/// Ships a pilot keeps track of: the nearest ones.
pub(super) const SHIPS_SEEN_MAX: usize = 8;
/// Bolts a pilot keeps track of: the nearest ones.
pub(super) const THREATS_SEEN_MAX: usize = 12;
/// From the centre of the screen to its corner, in u.
pub(super) const HALF_VIEW: Vec2 = Vec2::new(VIEW_WIDTH_U / 2.0, VIEW_HEIGHT_U / 2.0);

/// What a screen shows in one tick; nearest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Glimpse {
    ships: [Option<Sighting>; SHIPS_SEEN_MAX],
    threats: [Option<Threat>; THREATS_SEEN_MAX],
}

impl Glimpse {
    /// What is on the screen around a ship now; of its ships, those within a share of the way to
    /// the edge.
    pub(super) fn of(surroundings: &Surroundings, notice_share: f32) -> Self {
        let eye = surroundings.own.body.pos;
        let within = |pos: Vec2, share: f32| (pos - eye).abs().cmple(HALF_VIEW * share).all();
        let mut glimpse = Self::default();
        for ship in surroundings.others.iter().filter(|ship| within(ship.pos, notice_share)) {
            keep_nearest(&mut glimpse.ships, *ship, |ship| ship.pos.distance_squared(eye));
        }
        for threat in surroundings.threats.iter().filter(|threat| within(threat.pos, 1.0)) {
            keep_nearest(&mut glimpse.threats, *threat, |threat| threat.pos.distance_squared(eye));
        }
        glimpse
    }

    /// Extrapolated by a time along straight lines.
    fn moved_on(mut self, seconds: f32) -> Self {
        for ship in self.ships.iter_mut().flatten() {
            ship.pos += ship.vel * seconds;
        }
        for threat in self.threats.iter_mut().flatten() {
            threat.pos += threat.vel * seconds;
        }
        self
    }

    pub(super) fn ships(&self) -> impl Iterator<Item = &Sighting> {
        self.ships.iter().flatten()
    }

    pub(super) fn threats(&self) -> impl Iterator<Item = &Threat> {
        self.threats.iter().flatten()
    }

    pub(super) fn ship(&self, id: ShipId) -> Option<&Sighting> {
        self.ships().find(|seen| seen.ship == id)
    }
}

/// A delay line of the glimpses of recent ticks.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Eyes {
    glimpses: TickRing<Glimpse>,
    /// The rate that the ring was sized for.
    rate: Option<TickRate>,
}

impl Eyes {
    pub(super) fn new() -> Self {
        Self { glimpses: TickRing::new(1), rate: None }
    }

    /// Records this tick's screen and returns the perceived one, which is `delay` ticks old.
    pub(super) fn perceive(
        &mut self,
        surroundings: &Surroundings,
        notice_share: f32,
        delay: u32,
    ) -> Glimpse {
        let rate = surroundings.params.rate;
        // Spare slots, so that skipped ticks leave no gap.
        let capacity = delay as usize + 1 + CATCH_UP_TICKS_MAX as usize;
        if self.rate != Some(rate) {
            self.glimpses = TickRing::new(capacity);
            self.rate = Some(rate);
        } else if self.glimpses.capacity() < capacity {
            self.grow(capacity);
        }
        if self.glimpses.newest().is_some_and(|(newest, _)| newest > surroundings.tick) {
            self.glimpses.clear();
        }
        let glimpse = Glimpse::of(surroundings, notice_share);
        self.glimpses.insert(surroundings.tick, glimpse);
        if surroundings.tick < Tick(delay) {
            return Glimpse::default();
        }
        self.glimpses
            .at_or_before(surroundings.tick.minus(delay))
            .map(|(seen_at, glimpse)| {
                glimpse.moved_on(surroundings.tick.since(seen_at) as f32 * rate.dt_s())
            })
            .unwrap_or_default()
    }

    /// Makes room for a slower reaction, which sees the ticks that are there.
    fn grow(&mut self, capacity: usize) {
        let mut grown = TickRing::new(capacity);
        if let Some((newest, _)) = self.glimpses.newest() {
            for (tick, glimpse) in self.glimpses.walk_back(newest) {
                grown.insert(tick, *glimpse);
            }
        }
        self.glimpses = grown;
    }

    /// Clears everything: the screen went black.
    pub(super) fn shut(&mut self) {
        if self.glimpses.newest().is_some() {
            self.glimpses.clear();
        }
    }
}

/// Inserts an item in order of distance; the farthest is dropped.
fn keep_nearest<T: Copy, const N: usize>(
    nearest: &mut [Option<T>; N],
    item: T,
    distance: impl Fn(&T) -> f32,
) {
    let place = nearest
        .partition_point(|known| known.is_some_and(|known| distance(&known) <= distance(&item)));
    if place < N {
        nearest[place..].rotate_right(1);
        nearest[place] = Some(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pilot::check::{Scene, sighting},
        sim::rules::SHIP_SPEED_MAX_U_PER_S,
    };

    /// What a pilot with this reaction time perceives in a tick.
    fn perceived(eyes: &mut Eyes, scene: &Scene, n: u32, reaction_ms: u32) -> Glimpse {
        let delay = scene.params.rate.ticks_in_ms(reaction_ms);
        eyes.perceive(&scene.surroundings(Tick(n)), 1.0, delay)
    }

    /// How long a pilot takes to notice a turn, in ms.
    fn check_reaction(hz: u16, reaction_ms: u32) -> f32 {
        let mut scene = Scene::new(hz, Vec2::new(1000.0, 900.0));
        let mut eyes = Eyes::new();
        let speed = SHIP_SPEED_MAX_U_PER_S;
        let turn_at = u32::from(hz) * 2;
        for n in 1..u32::from(hz) * 4 {
            let t = n as f32 / f32::from(hz);
            let turn_s = turn_at as f32 / f32::from(hz);
            let (x, vel) = if n < turn_at { (t, speed) } else { (2.0 * turn_s - t, -speed) };
            scene.others = alloc::vec![sighting(1, Vec2::new(900.0 + x * 50.0, 800.0))];
            scene.others[0].vel = Vec2::new(vel, 0.0);
            let seen = perceived(&mut eyes, &scene, n, reaction_ms);
            let notices = seen.ships().any(|ship| ship.vel.x < 0.0);
            if notices {
                return (n - turn_at) as f32 * 1000.0 / f32::from(hz);
            }
        }
        f32::INFINITY
    }

    #[test]
    fn a_turn_is_noticed_after_the_reaction_time_at_every_rate() {
        for hz in [20, 30, 60, 128] {
            for reaction_ms in [175, 200, 225] {
                let late_ms = check_reaction(hz, reaction_ms);
                let off = (late_ms - reaction_ms as f32).abs();
                assert!(off <= 500.0 / f32::from(hz) + 0.1, "{hz} Hz: {late_ms} for {reaction_ms}");
            }
        }
    }

    #[test]
    fn a_steady_target_is_perceived_at_its_position() {
        let mut scene = Scene::new(60, Vec2::new(1000.0, 900.0));
        let mut eyes = Eyes::new();
        for n in 1..60_u32 {
            let mut ship = sighting(1, Vec2::new(800.0 + n as f32 * 5.0, 700.0));
            ship.vel = Vec2::new(300.0, 0.0);
            scene.others = alloc::vec![ship];
            let seen = perceived(&mut eyes, &scene, n, 200);
            assert_eq!(seen.ships().count(), usize::from(n >= 13), "tick {n}");
            for guess in seen.ships() {
                assert!((guess.pos - ship.pos).length() < 0.01, "{guess:?} for {ship:?}");
            }
        }
    }

    #[test]
    fn only_the_nearest_on_the_screen_are_kept() {
        let mut scene = Scene::new(60, Vec2::new(1600.0, 900.0));
        let at = |n: u16| Vec2::new(1600.0 + f32::from(n) * 50.0, 900.0);
        scene.others = (1..40).rev().map(|n| sighting(n, at(n))).collect();
        let glimpse = Glimpse::of(&scene.surroundings(Tick(1)), 1.0);
        let seats: alloc::vec::Vec<u16> = glimpse.ships().map(|ship| ship.ship.idx).collect();
        assert_eq!(seats, [1, 2, 3, 4, 5, 6, 7, 8]);
        let rows = [
            // (x, y, seen)
            (1600.0 + 799.0, 900.0 + 449.0, true),
            (1600.0 + 801.0, 900.0, false),
            (1600.0, 900.0 - 451.0, false),
        ];
        for (x, y, seen) in rows {
            scene.others = alloc::vec![sighting(1, Vec2::new(x, y))];
            assert_eq!(
                Glimpse::of(&scene.surroundings(Tick(1)), 1.0).ships().count() == 1,
                seen,
                "{x}, {y}"
            );
        }
    }

    #[test]
    fn a_pilot_still_sees_after_the_tick_is_set_back() {
        let mut scene = Scene::new(60, Vec2::new(1000.0, 900.0));
        scene.others = alloc::vec![sighting(1, Vec2::new(900.0, 900.0))];
        let mut eyes = Eyes::new();
        for n in (5000..5030).chain(100..130) {
            perceived(&mut eyes, &scene, n, 200);
        }
        assert_eq!(perceived(&mut eyes, &scene, 130, 200).ships().count(), 1);
    }

    #[test]
    fn ships_near_the_edge_escape_a_low_level_and_bolts_do_not() {
        let mut scene = Scene::new(60, Vec2::new(1600.0, 900.0));
        let edge = Vec2::new(1600.0 + 700.0, 900.0);
        scene.others = alloc::vec![sighting(1, edge)];
        scene.threats = alloc::vec![Threat { pos: edge, vel: Vec2::ZERO }];
        for (notice_share, n_ships) in [(0.8, 0), (0.9, 1)] {
            let glimpse = Glimpse::of(&scene.surroundings(Tick(1)), notice_share);
            let seen = (glimpse.ships().count(), glimpse.threats().count());
            assert_eq!(seen, (n_ships, 1), "{notice_share}");
        }
    }

    #[test]
    fn a_slower_reaction_is_taken_on_at_once() {
        let mut scene = Scene::new(60, Vec2::new(1000.0, 900.0));
        scene.others = alloc::vec![sighting(1, Vec2::new(900.0, 900.0))];
        let mut eyes = Eyes::new();
        let mut n_seen = |n: u32, ms| perceived(&mut eyes, &scene, n, ms).ships().count();
        assert_eq!((1..30).map(|n| n_seen(n, 150)).last(), Some(1));
        assert_eq!((30..60).map(|n| n_seen(n, 340)).last(), Some(1));
        assert_eq!(n_seen(60, 150), 1);
        assert_eq!(n_seen(61, 380), 1, "what was seen before a slower reaction is kept");
    }
}
