//! The rule that judges a shot: two questions and two policies, as a pure query over histories.
//!
//! A shot of age `a` is judged by *where is the bolt* ([`bolt_stretch`]) and *at which moment do
//! we look at each target* ([`target_time`]). Who decides and when the verdict is final are the
//! policies ([`finality`]). Every scheme answers these; adding one adds its answers here.
//!
//! Ages are in ticks. A bolt that flew from age `a` to `a + 1` is swept against targets that moved
//! from their pose at `target_time(a)` to the one at `target_time(a + 1)`, so neither can slip
//! through the other. A beam has age 0 only: its whole line against targets that stand still.

use alloc::vec::Vec;

use super::{
    choices::HitRule,
    history::{History, Pose, SentLog, ticks_around},
    shot::{Shot, TargetRecord},
};
use crate::{
    base::{
        geometry::{Segment, Steps, Vec2, first_contact, nearest_approach},
        limits::SHOT_RECORD_TARGETS_MAX,
        time::{Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    sim::{
        event::{Finality, Weapon},
        rules::{SHIP_RADIUS_U, SHIP_SPEED_MAX_U_PER_S},
        ship::ShipId,
    },
};

/// What a judge looks at besides the shot.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Where everybody was.
    pub history: &'a History,
    /// What the shooter was sent; `None` for one that sees every tick.
    pub sent: Option<&'a SentLog>,
    /// Ticks a second.
    pub rate: TickRate,
    /// The present: lives and shields are those of this tick.
    pub now: Tick,
}

/// The part of a shot's flight that is judged: from one age to a later one, in ticks. A beam is
/// judged from 0 to 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The age at its start.
    pub from: u32,
    /// The age at its end.
    pub to: u32,
}

impl Stretch {
    /// The age at a fraction of it, in 1/256 tick.
    fn age_steps(self, fraction: f32) -> i64 {
        let length = i64::from(self.to - self.from) * VIEW_STEPS_PER_TICK;
        i64::from(self.from) * VIEW_STEPS_PER_TICK + (fraction * length as f32) as i64
    }
}

/// A ship that a shot met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// Which ship.
    pub victim: ShipId,
    /// How far from its muzzle the shot had come, in u.
    pub distance_u: f32,
    /// At which age, in 1/256 tick.
    pub age_steps: i64,
}

/// What a stretch brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The first ship met that counts.
    pub hit: Option<Met>,
    /// The first ship met that does not: its life is over, or its shield holds.
    pub void: Option<ShipId>,
    /// The targets it came nearest to, nearest first.
    pub targets: Vec<TargetRecord>,
}

/// The moment at which the targets of a shot of this age are looked at.
#[must_use]
pub fn target_time(shot: &Shot, age_ticks: u32) -> ViewTime {
    let at_age_0 = match shot.rule {
        HitRule::Present => ViewTime::from_tick(shot.bolt.fired),
        _ => shot.view.used,
    };
    at_age_0.plus_ticks(age_ticks.into())
}

/// Where the shot is during a stretch.
#[must_use]
pub fn bolt_stretch(shot: &Shot, stretch: Stretch, rate: TickRate) -> Segment {
    let bolt = &shot.bolt;
    match shot.weapon() {
        Weapon::Beam => Segment::new(bolt.origin, bolt.point_at(bolt.reach_u)),
        Weapon::Laser => Segment::new(
            bolt.point_at(bolt.distance_at(stretch.from as f32, rate)),
            bolt.point_at(bolt.distance_at(stretch.to as f32, rate)),
        ),
    }
}

/// Whether a verdict under a rule can still change.
#[must_use]
pub const fn finality(rule: HitRule) -> Finality {
    match rule {
        _ => Finality::Final,
    }
}

/// Where a target stands for a shot of this age: on the curve its shooter drew.
#[must_use]
pub fn judged_pose(evidence: &Evidence, shot: &Shot, seat: u16, age_ticks: u32) -> Option<Pose> {
    let at = target_time(shot, age_ticks);
    let drawn = match shot.rule {
        HitRule::Present => None,
        HitRule::Lagrange if age_ticks == 0 && shot.view.pair.is_some() => shot.view.pair,
        _ => evidence.sent.and_then(|log| log.around(at)),
    };
    evidence.history.between(seat, drawn.unwrap_or_else(|| ticks_around(at)), at)
}

/// Judges a stretch of a shot's flight. The smallest age wins; of equals, the lowest seat.
#[must_use]
pub fn judge(evidence: &Evidence, shot: &Shot, stretch: Stretch) -> Judged {
    let path = bolt_stretch(shot, stretch, evidence.rate);
    let length = (path.to - path.from).length();
    let from_u = match shot.weapon() {
        Weapon::Beam => 0.0,
        Weapon::Laser => shot.bolt.distance_at(stretch.from as f32, evidence.rate),
    };
    let near_u = length * 0.5 + drift_u(evidence, shot, stretch);
    let mut judged = Judged::default();
    let (mut first_hit, mut first_void) = (f32::INFINITY, f32::INFINITY);
    let others = evidence.history.poses(evidence.now).filter(|p| p.ship != shot.id().shooter);
    for present in others {
        if (present.pos - path.at(0.5)).length_squared() > near_u * near_u {
            continue;
        }
        let seat = present.ship.idx;
        let Some(start) = judged_pose(evidence, shot, seat, stretch.from) else {
            continue;
        };
        let Some(end) = judged_pose(evidence, shot, seat, stretch.to) else {
            continue;
        };
        if !start.alive || start.ship != present.ship {
            continue;
        }
        let target = if start.life == end.life {
            Segment::new(start.pos, end.pos)
        } else {
            Segment::still(start.pos)
        };
        note_target(&mut judged.targets, path, target, stretch, present);
        let Some(fraction) = first_contact(path, target, SHIP_RADIUS_U) else {
            continue;
        };
        if !counts(&start, present) {
            if fraction < first_void {
                first_void = fraction;
                judged.void = Some(present.ship);
            }
        } else if fraction < first_hit {
            first_hit = fraction;
            judged.hit = Some(Met {
                victim: present.ship,
                distance_u: from_u + length * fraction,
                age_steps: stretch.age_steps(fraction),
            });
        }
    }
    judged
}

/// A hit counts only in the life that was seen, and without a shield.
fn counts(seen: &Pose, present: &Pose) -> bool {
    seen.life == present.life && present.alive && !present.shielded
}

/// How far a ship can be from where it is judged, with a reserve for pushes: farther ones need not
/// be looked at.
fn drift_u(evidence: &Evidence, shot: &Shot, stretch: Stretch) -> f32 {
    let back = ViewTime::from_tick(evidence.now).since(target_time(shot, stretch.from));
    let seconds = evidence.rate.micros_in_steps(back.max(0) + VIEW_STEPS_PER_TICK).as_s_f32();
    8.0 * SHIP_RADIUS_U + 2.0 * SHIP_SPEED_MAX_U_PER_S * seconds
}

fn note_target(
    targets: &mut Vec<TargetRecord>,
    path: Segment,
    target: Segment,
    stretch: Stretch,
    present: &Pose,
) {
    let approach = nearest_approach(path, target);
    let record = TargetRecord {
        ship: present.ship,
        judged: Steps::of_pos(target.at(approach.fraction)),
        present: Steps::of_pos(present.pos),
        distance: Steps::of_pos(Vec2::new(approach.distance, 0.0)).x.unsigned_abs(),
        age: stretch.age_steps(approach.fraction),
    };
    keep_nearest(targets, record);
}

/// Adds a target to the nearest ones, replacing an earlier entry of the same ship that is farther.
pub fn keep_nearest(targets: &mut Vec<TargetRecord>, record: TargetRecord) {
    if let Some(known) = targets.iter().position(|other| other.ship == record.ship) {
        if targets[known].distance <= record.distance {
            return;
        }
        targets.remove(known);
    }
    let place = targets.partition_point(|other| other.distance <= record.distance);
    targets.insert(place, record);
    targets.truncate(SHOT_RECORD_TARGETS_MAX);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::geometry::Turn,
        scheme::{
            shot::{Clamp, Pair, ResolvedView},
            view::{ViewBounds, resolve},
        },
        sim::{bolt::Bolt, command::View, event::ShotId, ship::Ship},
    };

    const RATE: TickRate = TickRate::DEFAULT;

    /// A target that crosses upwards at 300 u/s, 400 u to the right, at y = 0 at tick 100.
    fn crossing(life_at: impl Fn(u32) -> u16) -> History {
        let mut history = History::new(RATE);
        for tick in 0..=150_u32 {
            let mut shooter = Ship::new(ShipId { idx: 0, generation: 0 }, Tick::ZERO);
            shooter.spawn(Vec2::ZERO, Tick::ZERO);
            let mut target = Ship::new(ShipId { idx: 1, generation: 0 }, Tick::ZERO);
            target.spawn(Vec2::new(400.0, (tick as f32 - 100.0) * 5.0), Tick::ZERO);
            target.life = life_at(tick);
            history.record(Tick(tick), [shooter, target].iter());
        }
        history
    }

    fn shot(weapon: Weapon, fired: u32, view: View, rule: HitRule) -> Shot {
        let shooter = ShipId { idx: 0, generation: 0 };
        let bounds = ViewBounds {
            now: Tick(fired),
            rate: RATE,
            bound_ms: 400,
            floor: ViewTime(0),
            sent: None,
        };
        let id = ShotId { tick: Tick(fired), shooter, weapon };
        let (origin, aim) = (Vec2::ZERO, Turn(0));
        let bolt = Bolt { shot: id, fired: Tick(fired), origin, aim, reach_u: 1000.0 };
        Shot { bolt, view: resolve(view, &bounds), rule }
    }

    fn seen_at(tick: u32) -> View {
        View { time: ViewTime::from_tick(Tick(tick)), older: Tick(tick), span: 0 }
    }

    fn beam(fired: u32, view: View, rule: HitRule, history: &History) -> Judged {
        let evidence = Evidence { history, sent: None, rate: RATE, now: Tick(fired) };
        judge(&evidence, &shot(Weapon::Beam, fired, view, rule), Stretch { from: 0, to: 0 })
    }

    #[test]
    fn a_beam_is_judged_at_the_view_time_within_the_bound() {
        let history = crossing(|_| 1);
        let rows = [
            // (fired, seen, rule, hits)
            (100, 100, HitRule::Present, true),
            (112, 100, HitRule::Present, false),
            (112, 100, HitRule::Lagrange, true),
            (124, 100, HitRule::Lagrange, true),
            (127, 100, HitRule::Lagrange, true), // clamped 3 ticks, 15 u: still on the ship
            (128, 100, HitRule::Lagrange, false), // clamped 4 ticks, 20 u
            (100, 112, HitRule::Lagrange, true), // the future is the present
        ];
        for (fired, seen, rule, hits) in rows {
            let judged = beam(fired, seen_at(seen), rule, &history);
            assert_eq!(judged.hit.is_some(), hits, "fired {fired}, seen {seen}, {rule:?}");
            assert_eq!(judged.targets.len(), 1);
        }
        let met = beam(112, seen_at(100), HitRule::Lagrange, &history).hit.unwrap();
        assert!((met.distance_u - 384.0).abs() < 1e-3, "{met:?}");
    }

    #[test]
    fn a_bolt_is_judged_at_view_time_plus_its_age() {
        let history = crossing(|_| 1);
        // 400 u at 900 u/s are 26.7 ticks; it meets what was seen at tick 100 when it left at 74.
        let view = seen_at(74);
        let shot = shot(Weapon::Laser, 84, view, HitRule::Lagrange);
        let mut hits = Vec::new();
        for age in 1..60 {
            let evidence =
                Evidence { history: &history, sent: None, rate: RATE, now: Tick(84 + age) };
            hits.extend(judge(&evidence, &shot, Stretch { from: age - 1, to: age }).hit);
        }
        let first = hits.first().unwrap();
        let ticks = first.age_steps as f32 / 256.0;
        assert!((24.0..27.0).contains(&ticks), "{first:?}");
        let present = Shot { rule: HitRule::Present, ..shot };
        let evidence = Evidence { history: &history, sent: None, rate: RATE, now: Tick(111) };
        let judged = judge(&evidence, &present, Stretch { from: 26, to: 27 });
        assert_eq!(judged.hit, None, "the target has moved on by 50 u");
    }

    #[test]
    fn another_life_or_a_shield_makes_a_hit_void() {
        let history = crossing(|tick| if tick < 105 { 1 } else { 2 });
        let judged = beam(112, seen_at(100), HitRule::Lagrange, &history);
        assert_eq!((judged.hit, judged.void.map(|id| id.idx)), (None, Some(1)));
        let judged = beam(104, seen_at(100), HitRule::Lagrange, &history);
        assert!(judged.hit.is_some() && judged.void.is_none());
    }

    #[test]
    fn the_pair_that_was_drawn_is_the_pair_that_is_judged() {
        // The ship turns at tick 101: the chord from 100 to 104 is not where it flew.
        let mut history = History::new(RATE);
        for (tick, y) in [(100, 0.0), (101, 50.0), (102, 50.0), (103, 50.0), (104, 40.0)] {
            let mut target = Ship::new(ShipId { idx: 1, generation: 0 }, Tick::ZERO);
            target.spawn(Vec2::new(400.0, y), Tick::ZERO);
            history.record(Tick(tick), core::iter::once(&target));
        }
        let mut log = SentLog::new(RATE);
        [100, 102, 104].into_iter().for_each(|tick| log.record(Tick(tick)));
        let evidence = Evidence { history: &history, sent: Some(&log), rate: RATE, now: Tick(104) };
        let time = ViewTime::from_tick(Tick(101));
        for (span, want) in [(4, 10.0), (2, 25.0), (0, 25.0), (3, 25.0)] {
            let claimed = View { time, older: Tick(100), span };
            let bounds = ViewBounds {
                now: Tick(104),
                rate: RATE,
                bound_ms: 400,
                floor: ViewTime(0),
                sent: Some(&log),
            };
            let view = resolve(claimed, &bounds);
            let shot = Shot { view, ..shot(Weapon::Beam, 104, claimed, HitRule::Lagrange) };
            let pose = judged_pose(&evidence, &shot, 1, 0).unwrap();
            assert_eq!(pose.pos.y, want, "span {span}");
        }
    }

    #[test]
    fn the_first_target_wins_and_of_equals_the_lowest_seat() {
        let mut history = History::new(RATE);
        let ships: Vec<Ship> = [(3, 300.0), (1, 200.0), (2, 200.0)]
            .into_iter()
            .map(|(idx, x)| {
                let mut ship = Ship::new(ShipId { idx, generation: 0 }, Tick::ZERO);
                ship.spawn(Vec2::new(x, 0.0), Tick::ZERO);
                ship
            })
            .collect();
        history.record(Tick(9), ships.iter());
        let judged = beam(9, seen_at(9), HitRule::Lagrange, &history);
        assert_eq!(judged.hit.unwrap().victim.idx, 1);
        assert_eq!(judged.targets.len(), 3);
    }

    #[test]
    fn judging_changes_nothing() {
        let history = crossing(|_| 1);
        let before = crate::base::state_hash::state_hash(&history);
        let _ = beam(112, seen_at(100), HitRule::Lagrange, &history);
        assert_eq!(crate::base::state_hash::state_hash(&history), before);
        let resolved: ResolvedView = shot(Weapon::Beam, 130, seen_at(1), HitRule::Lagrange).view;
        assert_eq!(resolved.clamp, Some(Clamp::Bound));
        assert_eq!(resolved.pair, None::<Pair>);
    }
}
