//! Whom a bolt may meet in its next stretches, found once for several of them: where it looks at a
//! moment that has passed, everybody's ways from there are known already. Runs before a stretch
//! that the last such list does not reach.

use super::{candidate_cache::CandidateCache, state::HitTest};
use crate::{
    base::{
        geometry::Segment,
        time::{MICROS_PER_S, Micros},
    },
    history::broad_phase::{candidates::Candidates, sweep::Sweep},
    judge::{rewind_source::RewindSource, rule::distance_at, rule_table::TargetPoses},
    netcode::choices::BoltPath,
};

/// Stretches that a list is made for, besides the one that is due.
const STRETCHES_MAX: i64 = 8;
/// With fewer a list is not worth it.
const STRETCHES_MIN: i64 = 2;
/// For so many stretches no list is tried again where there were too many for one.
const CROWDED_STRETCHES: i64 = 4;

impl HitTest {
    /// Whom a bolt may meet in a stretch, if there is a list.
    pub(super) fn candidates(
        &mut self,
        past: &impl RewindSource,
        (from, to): (Micros, Micros),
        within_u: f32,
    ) -> Option<Candidates> {
        if from < self.candidate_cache.from || to > self.candidate_cache.until {
            self.candidate_cache = self.look_ahead(past, (from, to), within_u);
        }
        let CandidateCache { near, list, .. } = self.candidate_cache;
        if to < near.0 || from > near.1 { list.map(|_| Candidates::EMPTY) } else { list }
    }

    fn look_ahead(
        &self,
        past: &impl RewindSource,
        (from, to): (Micros, Micros),
        within_u: f32,
    ) -> CandidateCache {
        let ask = |until| CandidateCache::ask(from, until);
        if !self.is_drawn() || !self.is_steady() {
            return ask(Micros(i64::MAX));
        }
        // The ticks of some rates are a microsecond longer at times.
        let step = past.step().0 + 1;
        let known = past.settled().map_or(0, |settled| (settled - self.viewed.at - to).0 / step);
        if known < STRETCHES_MIN || self.viewed.at + from < Micros::ZERO {
            return ask(to);
        }
        let until = to + Micros(known.min(STRETCHES_MAX) * step);
        match past.candidates(&self.steady(past, (from, until), within_u, step)) {
            Some(list) => {
                let length_us = (until - from).0 as f32;
                let at = |fraction: f32| from + Micros((fraction * length_us) as i64);
                let (first, last) = list.part();
                CandidateCache { from, until, near: (at(first), at(last)), list: Some(list) }
            }
            None => ask(to + Micros(CROWDED_STRETCHES * step)),
        }
    }

    /// Whether it looks at moments as its shooter drew them.
    fn is_drawn(&self) -> bool {
        self.shot.rule.hit_rule.row().bolts == TargetPoses::Drawn
    }

    /// Whether it flies as far in every stretch.
    fn is_steady(&self) -> bool {
        let straight = matches!(
            self.shot.rule.bolt_path,
            BoltPath::Muzzle | BoltPath::FastForward | BoltPath::Jump
        );
        straight || self.shot.rule.hit_rule.is_tentative()
    }

    /// Some stretches as one, as if the bolt never came to its end: in that last one it flies more
    /// slowly, and is not where it would be, by less than that stretch is long.
    fn steady<P: RewindSource>(
        &self,
        past: &P,
        (from, until): (Micros, Micros),
        within_u: f32,
        step: i64,
    ) -> Sweep<P::Moment> {
        let way_u = |micros: i64| self.shot.speed_u_per_s * (micros as f32 / MICROS_PER_S as f32);
        let from_u = distance_at(&self.shot, from);
        let until_u = from_u + way_u((until - from).0);
        let beyond_u = (until_u - self.shot.reach_u).clamp(0.0, way_u(2 * step));
        let line = Segment::new(self.shot.point_at(from_u), self.shot.point_at(until_u));
        Sweep { path: line, ..self.stretch(past, (from, until), within_u + beyond_u) }
    }
}
