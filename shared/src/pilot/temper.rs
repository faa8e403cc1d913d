//! The numbers of the pilots, each with its unit, and the ones in which pilots differ.
//!
//! [`Temper::new`] runs once per pilot. Nothing here depends on the tick rate.

use serde::Serialize;

use crate::base::rng::Rng;

/// From seeing to acting, in ms: that of practised players.
pub(super) const REACTION_MS: Span = Span(175.0, 225.0);
/// Standard deviation of the aim, in degrees: the skill of a pilot.
pub(super) const AIM_ERROR_DEG: Span = Span(2.0, 4.0);
/// Time in which the aim's error wanders away, in ms.
pub(super) const AIM_WANDER_MS: f32 = 450.0;
/// How fast the hand takes back what it is off, in 1/s.
pub(super) const HAND_PULL_PER_S: Span = Span(13.0, 19.0);
/// Fastest flick of the hand, in degrees per second.
pub(super) const HAND_RATE_DEG_PER_S: Span = Span(480.0, 720.0);

/// Farthest target of a laser, in u.
pub(super) const LASER_REACH_U: f32 = 400.0;
/// Farthest target of a beam, in u.
pub(super) const BEAM_REACH_U: f32 = 820.0;
/// How far past the hull of a ship that is spared a shot must go, in u: it may drift, and is seen
/// where it was.
pub(super) const GAP_SPARED_U: f32 = 24.0;
/// How far the aim may be off to begin a burst, in degrees; twice that ends one.
pub(super) const BURST_AIM_DEG: f32 = 6.0;
/// How long a burst is, in ms.
pub(super) const BURST_MS: Span = Span(280.0, 900.0);
/// Pause between two bursts, in ms.
pub(super) const BURST_PAUSE_MS: Span = Span(250.0, 800.0);
/// How near the aim line a target must seem to be for the beam, in u.
pub(super) const BEAM_MISS_U: f32 = 20.0;
/// Pause between two beams, in ms.
pub(super) const BEAM_PAUSE_MS: Span = Span(2200.0, 5000.0);
/// How long the beam's chance is sought before the laser is taken again, in ms.
pub(super) const BEAM_PATIENCE_MS: f32 = 700.0;

/// Distance at which a pilot likes to fight, in u.
pub(super) const FIGHT_DISTANCE_U: Span = Span(170.0, 290.0);
/// Share of that distance from one turn to the next.
pub(super) const FIGHT_DISTANCE_SHARE: Span = Span(0.75, 1.3);
/// How far off the liked distance a pilot flies straight to or from its target, in u.
pub(super) const FIGHT_DISTANCE_SLACK_U: f32 = 160.0;
/// How long a pilot circles one way, in ms.
pub(super) const CIRCLE_MS: Span = Span(1000.0, 3200.0);
/// How long a pilot keeps a target before it looks for another, in ms.
pub(super) const TARGET_MS: Span = Span(900.0, 2600.0);
/// A shielded target seems so much farther, in u.
pub(super) const SHIELD_DETOUR_U: f32 = 350.0;
/// A target behind an asteroid seems so much farther, in u.
pub(super) const COVER_DETOUR_U: f32 = 250.0;
/// The target a pilot has seems so much nearer, in u.
pub(super) const TARGET_STICKINESS_U: f32 = 70.0;
/// How far behind a bolt its shooter is sought, in u.
pub(super) const SHOOTER_GUESS_U: f32 = 700.0;
/// How much of the way is across while a pilot fights at the distance it likes.
pub(super) const CROSS_FIGHTING: f32 = 1.0;
/// How much while it flees.
pub(super) const CROSS_FLEEING: f32 = 0.5;
/// How much while it travels.
pub(super) const CROSS_TRAVELLING: f32 = 0.35;
/// Hit points below which a pilot may retreat.
pub(super) const TIMID_HEALTH: Span = Span(25.0, 50.0);
/// Chance that a hit on a weak ship makes it retreat.
pub(super) const TIMID_CHANCE: Span = Span(0.25, 0.75);
/// How long a retreat lasts, in ms.
pub(super) const RETREAT_MS: Span = Span(1400.0, 3200.0);
/// Farthest cover that is worth the way, in u.
pub(super) const COVER_WAY_U: f32 = 480.0;
/// Gap between a ship in cover and its asteroid, in u.
pub(super) const COVER_GAP_U: f32 = 50.0;

/// How long a ship that left the view is sought, in ms.
pub(super) const MEMORY_MS: f32 = 5000.0;
/// How vague the place of such a ship is, in u.
pub(super) const MEMORY_BLUR_U: f32 = 140.0;
/// Ships that vanish at least this far inside the view have not left it: they died. In u.
pub(super) const VIEW_EDGE_U: f32 = 110.0;
/// How long a pilot heads for one place, in ms.
pub(super) const WAYPOINT_MS: f32 = 6000.0;
/// How near a pilot comes to such a place, in u.
pub(super) const WAYPOINT_NEAR_U: f32 = 170.0;
/// How far from the middle of the arena such places lie, as a share of its size.
pub(super) const WAYPOINT_SPREAD: f32 = 0.27;

/// How long a pilot holds its thrust before it thinks again, in ms.
pub(super) const THINK_MS: Span = Span(260.0, 420.0);
/// Danger makes it think earlier, but not before this, in ms.
pub(super) const THINK_LEAST_MS: f32 = 190.0;
/// The moments at which a pilot imagines where its thrust leads, in s.
pub(super) const FORESIGHT_S: [f32; 3] = [0.2, 0.45, 0.8];
/// Gap to walls and asteroids below which they count as danger, in u.
pub(super) const GAP_GROUND_U: f32 = 70.0;
/// Gap to other ships below which they count as danger, in u.
pub(super) const GAP_SHIPS_U: f32 = 60.0;
/// Gap to bolts below which they count as danger, in u.
pub(super) const GAP_BOLTS_U: f32 = 30.0;
/// How much a pilot cares for bolts; 1 is as much as for its course.
pub(super) const CAUTION: Span = Span(0.25, 0.9);
/// Cost of danger from walls and asteroids; the course counts from −1 to 1.
pub(super) const COST_GROUND: f32 = 3.0;
/// Cost of danger from ships.
pub(super) const COST_SHIPS: f32 = 1.5;
/// Cost of coasting: lively flight is safer, and a joy to watch.
pub(super) const COST_COASTING: f32 = 0.5;
/// Cost of getting nowhere: a ship between two dangers slips past one instead of waiting.
pub(super) const COST_STILL: f32 = 0.8;
/// Share of the way at top speed below which that begins.
pub(super) const STILL_SHARE: f32 = 0.4;
/// Cost of another thrust than the one held.
pub(super) const COST_CHANGE: f32 = 0.25;
/// Danger beyond which a pilot thinks before its time.
pub(super) const ALARM: f32 = 0.5;

/// The range of a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(pub(super) f32, pub(super) f32);

impl Span {
    /// A number within.
    pub(super) fn draw(self, rng: &mut Rng) -> f32 {
        rng.range(self.0, self.1)
    }
}

/// What makes a pilot unlike the others: drawn once from its seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Temper {
    /// From seeing to acting, in ms.
    pub(super) reaction_ms: u32,
    /// Standard deviation of the aim, in degrees.
    pub(super) aim_error_deg: f32,
    /// How fast the hand takes back what it is off, in 1/s.
    pub(super) hand_pull_per_s: f32,
    /// Fastest flick of the hand, in degrees per second.
    pub(super) hand_rate_deg_per_s: f32,
    /// Distance at which it likes to fight, in u.
    pub(super) fight_distance_u: f32,
    /// How long it holds its thrust, in ms.
    pub(super) think_ms: f32,
    /// How much it cares for bolts.
    pub(super) caution: f32,
    /// Hit points below which it may retreat.
    pub(super) timid_health: u8,
    /// Chance that it does.
    pub(super) timid_chance: f32,
}

impl Temper {
    /// The temper of a pilot.
    pub(super) fn new(rng: &mut Rng) -> Self {
        Self {
            reaction_ms: REACTION_MS.draw(rng) as u32,
            aim_error_deg: AIM_ERROR_DEG.draw(rng),
            hand_pull_per_s: HAND_PULL_PER_S.draw(rng),
            hand_rate_deg_per_s: HAND_RATE_DEG_PER_S.draw(rng),
            fight_distance_u: FIGHT_DISTANCE_U.draw(rng),
            think_ms: THINK_MS.draw(rng),
            caution: CAUTION.draw(rng),
            timid_health: TIMID_HEALTH.draw(rng) as u8,
            timid_chance: TIMID_CHANCE.draw(rng),
        }
    }
}
