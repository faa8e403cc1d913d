//! A shot in flight as it is judged: the shot, the view it is judged by, and how it is cut into the
//! stretches that fall due. Pure geometry over the past; what is found in a stretch is decided by
//! the hit test, and looked at again by the report.

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

/// The teleport cut-off, in u: a ship that is now farther from a stretch than this and what it can
/// fly meanwhile, pushed or not, was not there in the life that it lives now.
pub const REACH_U: f32 = 752.0;

/// A shot in flight as it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Flight {
    pub shot: Shot,
    /// The view it is judged by.
    pub rewind: RewindTime,
    /// By how much it is flown forward when it is judged first.
    pub forward: Micros,
    /// The age at which it reaches its end.
    pub end: Micros,
}

/// A ship while a shot flies a stretch.
#[derive(Clone, Copy, Debug)]
pub struct Passing {
    pub ship: ShipId,
    /// Where it stands at the beginning.
    pub begin: HitPose,
    /// The way that it sweeps; where its life changes meanwhile, it stays.
    pub swept: Segment,
}

impl Flight {
    /// A shot that is to be judged, by the rules it was fired under.
    #[must_use]
    pub fn new(shot: Shot, ticks: TickLength) -> Self {
        let rewind = resolve_rewind(&shot, ticks);
        Self { shot, rewind, forward: forward(&shot, rewind), end: end_of(&shot) }
    }

    /// Whether a bolt that has flown for so long is at its end.
    #[must_use]
    pub fn is_spent(&self, flown: Micros) -> bool {
        flown >= self.end
    }

    /// The stretches of a bolt's flight that have fallen due by a moment, each about a step long;
    /// the last one ends when the bolt does.
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

    /// A stretch of the flight, for everybody who may come within a distance of it, in u.
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

    /// A ship as the shot passes it in a stretch, if it is there, and alive at the beginning.
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

    /// Where the shot was when its shooter says that it met a ship seen at a place; `None` if it
    /// was nowhere at that age.
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

/// A ship as it is now, if it can have come from where a stretch passes.
#[must_use]
pub fn plausible_present<P: RewindSource>(
    past: &P,
    sweep: &Sweep<P::Moment>,
    ship: ShipId,
) -> Option<Pose> {
    let came = |pose: &Pose| past.may_meet(pose, sweep.path, sweep.back, REACH_U);
    past.present_of(ship).filter(came)
}

/// The age at a fraction of a stretch.
#[must_use]
pub fn age_at((from, to): (Micros, Micros), fraction: f32) -> Micros {
    from + Micros(libm::rintf(fraction * (to - from).0 as f32) as i64)
}

/// The fraction of a line that is nearest to a point.
#[must_use]
pub fn nearest_fraction(line: Segment, point: Vec2) -> f32 {
    let way = line.to - line.from;
    let len2 = way.length_squared();
    if len2 > 0.0 { ((point - line.from).dot(way) / len2).clamp(0.0, 1.0) } else { 0.0 }
}
