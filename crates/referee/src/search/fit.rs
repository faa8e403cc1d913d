//! The offset with which a rule agrees with most shots: exact, by sweeping over the offsets at
//! which the verdict of some shot changes.

use super::folds::{FOLDS_MAX, Folds};
use crate::kept_shot::KeptShot;
use crate::rule::Rule;

/// The offsets of one height of agreement, in ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Plateau {
    /// Shots, or their weights, that agree.
    pub agreed: u32,
    pub from_ms: f64,
    pub to_ms: f64,
}

impl Plateau {
    /// The offset that stands for the plateau: 0 if that is inside, else the middle.
    pub fn offset_ms(&self) -> f64 {
        if self.from_ms < 0.0 && 0.0 < self.to_ms {
            return 0.0;
        }
        match (self.from_ms.is_finite(), self.to_ms.is_finite()) {
            (true, true) => self.from_ms.midpoint(self.to_ms),
            (true, false) => self.from_ms,
            (false, _) => self.to_ms,
        }
    }

    /// The bound that stands for the plateau: the roundest number inside; infinite if it has no
    /// end.
    pub fn bound_ms(&self) -> f64 {
        if !self.to_ms.is_finite() {
            return f64::INFINITY;
        }
        let middle = self.from_ms.midpoint(self.to_ms);
        let round = |step: f64| libm::round(middle / step) * step;
        let is_inside = |ms: &f64| self.from_ms < *ms && *ms < self.to_ms;
        [50.0, 10.0, 5.0, 1.0].map(round).into_iter().find(is_inside).unwrap_or(middle)
    }

    /// Takes the other plateau if that is better: higher, or as high and with 0, or wider.
    fn improve(&mut self, other: Self) {
        let holds_0 = |plateau: &Self| plateau.from_ms < 0.0 && 0.0 < plateau.to_ms;
        let width = |plateau: &Self| plateau.to_ms - plateau.from_ms;
        let is_better = match (holds_0(self), holds_0(&other)) {
            _ if other.agreed != self.agreed => other.agreed > self.agreed,
            (one, other) if one != other => other,
            _ => width(&other) > width(self),
        };
        if is_better {
            *self = other;
        }
    }

    /// Takes the other plateau if that is higher, and all that lies between if it is as high.
    fn widen(&mut self, other: Self) {
        if other.agreed > self.agreed {
            *self = other;
        } else if other.agreed == self.agreed {
            self.from_ms = self.from_ms.min(other.from_ms);
            self.to_ms = self.to_ms.max(other.to_ms);
        }
    }
}

/// Walks over the offsets from plateau to plateau. Only shots that count cut a plateau, so those
/// that are left out do not move its ends.
struct Walk {
    now: Plateau,
}

impl Walk {
    fn new() -> Self {
        Self { now: Plateau { from_ms: f64::NEG_INFINITY, ..Plateau::default() } }
    }

    /// Goes on to `at_ms`, where this many begin and end to agree; returns the plateau before.
    fn step(&mut self, at_ms: f64, begin: u32, end: u32) -> Option<Plateau> {
        if begin == 0 && end == 0 {
            return None;
        }
        let before = Plateau { to_ms: at_ms, ..self.now };
        self.now = Plateau { agreed: self.now.agreed + begin - end, from_ms: at_ms, to_ms: at_ms };
        Some(before)
    }

    /// The plateau after the last change.
    fn last(self) -> Plateau {
        Plateau { to_ms: f64::INFINITY, ..self.now }
    }
}

/// A change of how many shots agree.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    offset_ms: f64,
    /// Whether the shot agrees from here on.
    begins: bool,
    /// What the shot counts for: a fold, or a burst.
    group: u32,
}

/// The offsets at which the verdicts of `rule` change, in order.
pub(crate) struct Changes {
    all: Vec<Change>,
    n_groups: usize,
}

impl Changes {
    /// Of the offsets of `rule` within `range`; `groups` has a number for each shot.
    pub(crate) fn new(
        shots: &[&KeptShot],
        rule: &Rule,
        range: (f64, f64),
        groups: impl Iterator<Item = u32>,
    ) -> Self {
        let mut all = Vec::with_capacity(shots.len() * 3);
        let mut n_groups = 0;
        for (shot, group) in shots.iter().zip(groups) {
            n_groups = n_groups.max(group as usize + 1);
            let Some(terms) = rule.terms.of(&shot.measured) else { continue };
            for (from, to) in shot.agreeing(rule.rounding) {
                if from > rule.max_ms || to < rule.min_ms {
                    continue;
                }
                let from = if from <= rule.min_ms { f64::NEG_INFINITY } else { from - terms };
                let to = if to >= rule.max_ms { f64::INFINITY } else { to - terms };
                let (from, to) = (from.max(range.0), to.min(range.1));
                if from <= to {
                    all.push(Change { offset_ms: from, begins: true, group });
                    all.push(Change { offset_ms: to, begins: false, group });
                }
            }
        }
        all.sort_unstable_by(|one, other| {
            one.offset_ms.total_cmp(&other.offset_ms).then(other.begins.cmp(&one.begins))
        });
        Self { all, n_groups }
    }

    /// Of the bounds of `rule`, which has no other, with its own offset.
    pub(crate) fn of_bound(
        shots: &[&KeptShot],
        rule: &Rule,
        groups: impl Iterator<Item = u32>,
    ) -> Self {
        let mut all = Vec::with_capacity(shots.len() * 3);
        let mut n_groups = 0;
        for (shot, group) in shots.iter().zip(groups) {
            n_groups = n_groups.max(group as usize + 1);
            let Some(free) = rule.rewind_ms(&shot.measured) else { continue };
            for (from, to) in shot.agreeing(rule.rounding) {
                if from > free {
                    continue;
                }
                // Beyond what the rule asks for, a bound changes nothing.
                let to = if to >= free { f64::INFINITY } else { to };
                all.push(Change { offset_ms: from, begins: true, group });
                all.push(Change { offset_ms: to, begins: false, group });
            }
        }
        all.sort_unstable_by(|one, other| {
            one.offset_ms.total_cmp(&other.offset_ms).then(other.begins.cmp(&one.begins))
        });
        Self { all, n_groups }
    }

    /// The offsets that are best if the shots of each group count `weights` times: from the
    /// smallest to the largest.
    pub(crate) fn best_range(&self, weights: &[u32]) -> Plateau {
        let (mut best, mut walk) = (Plateau::default(), Walk::new());
        for (changes, at_ms) in self.moments() {
            let weight = |change: &Change| weights.get(change.group as usize).copied().unwrap_or(0);
            let (begin, end) = changes.iter().fold((0, 0), |(begin, end), change| {
                let weight = weight(change);
                if change.begins { (begin + weight, end) } else { (begin, end + weight) }
            });
            if let Some(plateau) = walk.step(at_ms, begin, end) {
                best.widen(plateau);
            }
        }
        best.widen(walk.last());
        best
    }

    /// The best plateaus without each fold, and last of all folds; the groups are folds.
    pub(crate) fn best_without_each(&self) -> Vec<Plateau> {
        let n = self.n_groups.min(FOLDS_MAX);
        let mut walks: Vec<(Plateau, Walk)> =
            (0..=n).map(|_| (Plateau::default(), Walk::new())).collect();
        for (changes, at_ms) in self.moments() {
            let (mut begins, mut ends) = ([0_u32; FOLDS_MAX], [0_u32; FOLDS_MAX]);
            for change in changes {
                let counts = if change.begins { &mut begins } else { &mut ends };
                counts[change.group as usize] += 1;
            }
            let (all_begin, all_end) = (begins.iter().sum::<u32>(), ends.iter().sum::<u32>());
            for (without, (best, walk)) in walks.iter_mut().enumerate() {
                let own = |counts: &[u32]| counts.get(without).filter(|_| without < n).copied();
                let begin = all_begin - own(&begins).unwrap_or(0);
                let end = all_end - own(&ends).unwrap_or(0);
                if let Some(plateau) = walk.step(at_ms, begin, end) {
                    best.improve(plateau);
                }
            }
        }
        let finish = |(mut best, walk): (Plateau, Walk)| {
            best.improve(walk.last());
            best
        };
        walks.into_iter().map(finish).collect()
    }

    /// The changes of each offset, in order.
    fn moments(&self) -> impl Iterator<Item = (&[Change], f64)> {
        let moments = self.all.chunk_by(|one, next| one.offset_ms == next.offset_ms);
        moments.map(|changes| (changes, changes[0].offset_ms))
    }
}

/// The best plateaus of the bound of `rule` without each fold, and last of all folds; infinite
/// where none is better.
pub(crate) fn fit_bound(shots: &[&KeptShot], folds: &Folds, rule: &Rule) -> Vec<Plateau> {
    let groups = folds.of_shot.iter().map(|fold| u32::from(*fold));
    let best = Changes::of_bound(shots, rule, groups).best_without_each();
    for_each_fold(best, folds)
}

/// The best plateaus of the offset of `rule` without each fold, and last of all folds.
pub(crate) fn fit(
    shots: &[&KeptShot],
    folds: &Folds,
    rule: &Rule,
    range: (f64, f64),
) -> Vec<Plateau> {
    let groups = folds.of_shot.iter().map(|fold| u32::from(*fold));
    let best = Changes::new(shots, rule, range, groups).best_without_each();
    for_each_fold(best, folds)
}

fn for_each_fold(mut best: Vec<Plateau>, folds: &Folds) -> Vec<Plateau> {
    // A fold of which no shot agrees at any offset has no changes.
    let whole = best.pop().unwrap_or_default();
    best.resize(folds.n_folds, whole);
    best.push(whole);
    best
}
