//! Every constant of the pilots with its unit, and the traits that vary between them.
//!
//! [`Temper::new`] runs once per pilot. Nothing here depends on the tick rate.

use serde::Serialize;

use crate::base::rng::Rng;

/// Reaction time of a practised player, in ms.
pub(super) const REACTION_MS: Span = Span(175.0, 225.0);
/// Standard deviation of the aim, in degrees: a pilot's skill.
pub(super) const AIM_ERROR_DEG: Span = Span(2.0, 4.0);
/// Time constant of the aiming error, in ms.
pub(super) const AIM_WANDER_MS: f32 = 450.0;
/// Rate at which the hand closes its distance to the intended aim, in 1/s.
pub(super) const HAND_PULL_PER_S: Span = Span(13.0, 19.0);
/// Fastest flick of the hand, in degrees per second.
pub(super) const HAND_RATE_DEG_PER_S: Span = Span(480.0, 720.0);

/// Longest laser range, in u.
pub(super) const LASER_REACH_U: f32 = 400.0;
/// Longest beam range, in u.
pub(super) const BEAM_REACH_U: f32 = 820.0;
/// Clearance between a shot and the hull of a spared ship, in u: the ship may drift, and is seen
/// where it was.
pub(super) const GAP_SPARED_U: f32 = 24.0;
/// Largest aiming error at which a burst starts, in degrees; at twice that it ends.
pub(super) const BURST_AIM_DEG: f32 = 6.0;
/// Length of a burst, in ms.
pub(super) const BURST_MS: Span = Span(280.0, 900.0);
/// Pause between bursts, in ms.
pub(super) const BURST_PAUSE_MS: Span = Span(250.0, 800.0);
/// Largest perceived distance of a target from the aim line for the beam, in u.
pub(super) const BEAM_MISS_U: f32 = 20.0;
/// Pause between beams, in ms.
pub(super) const BEAM_PAUSE_MS: Span = Span(2200.0, 5000.0);
/// How long a pilot waits for a beam shot before it takes the laser again, in ms.
pub(super) const BEAM_PATIENCE_MS: f32 = 700.0;

/// Preferred fighting distance, in u.
pub(super) const FIGHT_DISTANCE_U: Span = Span(170.0, 290.0);
/// Factor on that distance, redrawn with each change of direction.
pub(super) const FIGHT_DISTANCE_SHARE: Span = Span(0.75, 1.3);
/// Distance from the preferred one at which a pilot flies straight to or from its target, in u.
pub(super) const FIGHT_DISTANCE_SLACK_U: f32 = 160.0;
/// How long a pilot circles one way, in ms.
pub(super) const CIRCLE_MS: Span = Span(1000.0, 3200.0);
/// How long a pilot keeps a target before it considers another, in ms.
pub(super) const TARGET_MS: Span = Span(900.0, 2600.0);
/// Added to the distance of a shielded target when choosing, in u.
pub(super) const SHIELD_DETOUR_U: f32 = 350.0;
/// Added to the distance of a target behind an asteroid when choosing, in u.
pub(super) const COVER_DETOUR_U: f32 = 250.0;
/// Subtracted from the distance of the current target when choosing, in u.
pub(super) const TARGET_STICKINESS_U: f32 = 70.0;
/// How far behind a bolt its shooter is sought, in u.
pub(super) const SHOOTER_GUESS_U: f32 = 700.0;
/// Share of sideways motion while fighting at the preferred distance.
pub(super) const CROSS_FIGHTING: f32 = 1.0;
/// Share of sideways motion while fleeing.
pub(super) const CROSS_FLEEING: f32 = 0.5;
/// Share of sideways motion while travelling.
pub(super) const CROSS_TRAVELLING: f32 = 0.35;
/// Hit points below which a pilot may retreat.
pub(super) const TIMID_HEALTH: Span = Span(25.0, 50.0);
/// Chance that a hit on a weak ship makes it retreat.
pub(super) const TIMID_CHANCE: Span = Span(0.25, 0.75);
/// How long a retreat lasts, in ms.
pub(super) const RETREAT_MS: Span = Span(1400.0, 3200.0);
/// Farthest cover worth flying to, in u.
pub(super) const COVER_RANGE_U: f32 = 480.0;
/// Gap between a ship in cover and its asteroid, in u.
pub(super) const COVER_GAP_U: f32 = 50.0;

/// How long a ship that left the view is searched for, in ms.
pub(super) const MEMORY_MS: f32 = 5000.0;
/// Uncertainty about the position of such a ship, in u.
pub(super) const MEMORY_BLUR_U: f32 = 140.0;
/// Distance inside the view edge beyond which a vanished ship has died rather than left, in u.
pub(super) const VIEW_EDGE_U: f32 = 110.0;
/// How long a pilot heads for one waypoint, in ms.
pub(super) const WAYPOINT_MS: f32 = 6000.0;
/// Distance at which a waypoint counts as reached, in u.
pub(super) const WAYPOINT_NEAR_U: f32 = 170.0;
/// Spread of waypoints around the centre of the arena, as a share of its size.
pub(super) const WAYPOINT_SPREAD: f32 = 0.27;

/// How long a pilot holds its thrust before it decides again, in ms.
pub(super) const THINK_MS: Span = Span(260.0, 420.0);
/// Shortest time between decisions in danger, in ms.
pub(super) const THINK_LEAST_MS: f32 = 190.0;
/// Look-ahead times of a thrust decision, in s.
pub(super) const FORESIGHT_S: [f32; 3] = [0.2, 0.45, 0.8];
/// Gap to walls and asteroids below which they count as danger, in u.
pub(super) const GAP_GROUND_U: f32 = 70.0;
/// Gap to other ships below which they count as danger, in u.
pub(super) const GAP_SHIPS_U: f32 = 60.0;
/// Gap between the line of fire and a third ship's hull that a pilot with insight keeps free, in u.
pub(super) const GAP_LINE_U: f32 = 8.0;
/// Insight from which a pilot picks its shots by what is on their line.
pub(super) const INSIGHT_FULL: f32 = 0.5;
/// Subtracted from the distance of a target by insight when choosing, for all of its damage, in u.
pub(super) const FINISH_U: f32 = 300.0;
/// Subtracted from the distance of a pilot's favourite prey when choosing, in u.
pub(super) const HUNT_U: f32 = 500.0;
/// Damage from which a target counts as weak.
pub(super) const WEAK_DAMAGE: u8 = 50;
/// Share of the fighting distance by which full insight closes in on a target that is weak or
/// reloads.
pub(super) const PRESS_SHARE: f32 = 0.35;
/// How near a third ship must be to the target for a pilot with insight to fight from another side,
/// in u.
pub(super) const SPREAD_U: f32 = 400.0;
/// Time constant of the acceleration that a pilot reads off a target, in ms.
pub(super) const CURVE_MS: f32 = 80.0;
/// Gap to bolts below which they count as danger, in u.
pub(super) const GAP_BOLTS_U: f32 = 30.0;
/// Weight of bolts; 1 weighs as much as the course.
pub(super) const CAUTION: Span = Span(0.25, 0.9);
/// Cost of danger from walls and asteroids; the course counts from −1 to 1.
pub(super) const COST_GROUND: f32 = 3.0;
/// Cost of danger from ships.
pub(super) const COST_SHIPS: f32 = 1.5;
/// Cost of coasting: constant motion is safer, and more fun to watch.
pub(super) const COST_COASTING: f32 = 0.5;
/// Cost of standing still: a ship between two dangers slips past one instead of waiting.
pub(super) const COST_STILL: f32 = 0.8;
/// Share of the distance at top speed below which a ship counts as standing still.
pub(super) const STILL_SHARE: f32 = 0.4;
/// Cost of changing the thrust.
pub(super) const COST_CHANGE: f32 = 0.25;
/// Danger above which a pilot decides early.
pub(super) const ALARM: f32 = 0.5;

/// The range of a trait.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(pub(super) f32, pub(super) f32);

impl Span {
    /// Draws a number from the range.
    pub(super) fn draw(self, rng: &mut Rng) -> f32 {
        rng.range(self.0, self.1)
    }
}

/// The traits of one pilot, drawn once from its seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Temper {
    pub(super) reaction_ms: u32,
    pub(super) aim_error_deg: f32,
    pub(super) hand_pull_per_s: f32,
    pub(super) hand_rate_deg_per_s: f32,
    /// In u.
    pub(super) fight_distance_u: f32,
    pub(super) think_ms: f32,
    pub(super) caution: f32,
    pub(super) timid_health: u8,
    pub(super) timid_chance: f32,
}

impl Temper {
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
