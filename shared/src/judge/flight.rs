//! A shot in flight: the shot, its rewind time, and the stretches of its flight that are due. Pure
//! geometry over the past. The hit test decides what a stretch hits; the shot report re-reads it.

use serde::Serialize;

use super::{
    rewind_source::RewindSource,
    rule::{end_of, forward, hit_pose, path, target_time},
    shot::Shot,
    view::{RewindTime, resolve_rewind},
};
use crate::{
    base::{
        geometry::{Segment, Vec2},
        tick_length::TickLength,
        time::Micros,
    },
    history::{
        broad_phase::sweep::Sweep,
        pose::{HitPose, Pose},
    },
    sim::{event::Weapon, ship::ShipId},
};

/// The teleport cut-off, in u. Farther than this plus its maximum travel, a ship must have
/// teleported or respawned since.
pub const REACH_U: f32 = 752.0;

/// A shot in flight, as it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Flight {
    pub shot: Shot,
    /// The view it is judged by.
    pub rewind: RewindTime,
    /// How far the bolt is flown forward when it is first judged.
    pub forward: Micros,
    /// The age at which its flight ends.
    pub end: Micros,
}

/// A ship as a shot passes it in one stretch.
#[derive(Clone, Copy, Debug)]
pub struct Passing {
    pub ship: ShipId,
    /// Its pose at the beginning.
    pub begin: HitPose,
    /// The path it sweeps. If its life changes during the stretch, it does not move.
    pub swept: Segment,
}

impl Flight {
    /// A shot to be judged, by the rules it was fired under.
    #[must_use]
    pub fn new(shot: Shot, ticks: TickLength) -> Self {
        let rewind = resolve_rewind(&shot, ticks);
        Self { shot, rewind, forward: forward(&shot, rewind), end: end_of(&shot) }
    }

    /// Whether a bolt has reached its end after `flown`.
    #[must_use]
    pub fn is_spent(&self, flown: Micros) -> bool {
        flown >= self.end
    }

    /// The stretches of a bolt's flight that are due by `now`, each about a step long. The last one
    /// ends with the bolt's flight.
    pub fn due(
        &self,
        flown: Micros,
        now: Micros,
        step: Micros,
    ) -> impl Iterator<Item = (Micros, Micros)> + use<> {
        let due = (now - self.shot.fired + self.forward).min(self.end);
        let step = step.0.max(1);
        let span = (due - flown).0;
        let n = if span > 0 { ((span + step / 2) / step).max(1) } else { 0 };
        let at = move |nth| flown + Micros(span * nth / n.max(1));
        (1..=n).map(move |nth| (at(nth - 1), at(nth)))
    }

    /// The sweep of one stretch, for all ships that may come within `within_u` of it.
    #[inline]
    #[must_use]
    pub fn sweep<P: RewindSource>(
        &self,
        past: &P,
        (from, to): (Micros, Micros),
        within_u: f32,
    ) -> Sweep<P::Moment> {
        let targets = |flown| target_time(past, &self.shot, self.rewind, flown);
        Sweep {
            shooter: self.shot.id.shooter,
            path: path(&self.shot, from, to),
            back: past.now() - (self.rewind.at + from),
            within_u,
            begin: targets(from),
            end: (from < to).then(|| targets(to)),
        }
    }

    /// A ship as the shot passes it in a stretch; `None` if it is absent, or dead at the beginning.
    #[inline]
    #[must_use]
    pub fn passing<P: RewindSource>(
        &self,
        past: &P,
        sweep: &Sweep<P::Moment>,
        ship: ShipId,
    ) -> Option<Passing> {
        let begin = hit_pose(past, &self.shot, &sweep.begin, ship).filter(|begin| begin.alive)?;
        let end = match &sweep.end {
            Some(end) => hit_pose(past, &self.shot, end, ship)?,
            None => begin,
        };
        let to = if begin.life == end.life { end.pos } else { begin.pos };
        Some(Passing { ship, begin, swept: Segment::new(begin.pos, to) })
    }

    /// Where the shot was when its shooter claims to have hit a ship seen at `seen`. `None` if the
    /// shot was not in flight at that age.
    #[must_use]
    pub fn claimed_point(&self, seen: Option<Vec2>, age: Micros) -> Option<Vec2> {
        let line = path(&self.shot, Micros::ZERO, age);
        match self.shot.weapon() {
            Weapon::Laser => (!self.is_spent(age)).then_some(line.to),
            Weapon::Beam => {
                let share = seen.map_or(0.0, |pos| nearest_fraction(line, pos));
                (age == Micros::ZERO).then_some(line.at(share))
            }
        }
    }
}

/// A ship's present pose, if the ship can have come from where the stretch passes.
#[must_use]
pub fn plausible_present<P: RewindSource>(
    past: &P,
    sweep: &Sweep<P::Moment>,
    ship: ShipId,
) -> Option<Pose> {
    let may_have_met = |pose: &Pose| past.may_meet(pose, sweep.path, sweep.back, REACH_U);
    past.present_of(ship).filter(may_have_met)
}

/// The age at a fraction of a stretch.
#[must_use]
pub fn age_at((from, to): (Micros, Micros), fraction: f32) -> Micros {
    from + Micros(libm::rintf(fraction * (to - from).0 as f32) as i64)
}

/// The fraction of a line nearest to a point.
#[must_use]
pub fn nearest_fraction(line: Segment, point: Vec2) -> f32 {
    let delta = line.to - line.from;
    let len2 = delta.length_squared();
    if len2 > 0.0 { ((point - line.from).dot(delta) / len2).clamp(0.0, 1.0) } else { 0.0 }
}
