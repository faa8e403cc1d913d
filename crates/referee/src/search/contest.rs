//! The contest of the rules: which wins, without each fold and with all, and how the bursts of each
//! fold vote between the rule that won on the others and a rival.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::agreement::Agreement;
use super::candidates::{bounded, families, n_parameters};
use super::fit::{fit, fit_bound};
use super::folds::Folds;
use super::sign_test::{holm, sign_test};
use crate::kept_shot::KeptShot;
use crate::rule::{Rounding, Rule, Terms};

/// The chance, over all rivals of one answer, of excluding one that explains no worse.
pub const LEVEL: f64 = 0.05;

/// The shots that a rule must explain more, for each thing about it that was fitted.
const SHOTS_PER_PARAMETER: u32 = 2;

/// Every offset.
const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Why a rival is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RivalKind {
    /// One of the named rules.
    Named,
    /// One that the asker thinks of.
    Asked,
    /// Other terms, with the offset that suits them best.
    Fitted,
}

/// A rule tested against the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    pub rule: Rule,
    pub kind: RivalKind,
    pub agreement: Agreement,
    /// Bursts of which more shots speak for the best rule, and for this one.
    pub bursts_against: u32,
    pub bursts_for: u32,
    /// Shots on which they differ.
    pub differ: u32,
    /// One-sided, before the correction.
    pub p: f64,
    /// After Holm's correction over all rivals.
    pub p_corrected: f64,
    /// With an offset of up to a tick, since the clock of the log is not known to be exact within
    /// one; as `p_corrected`. `None` where that is not asked.
    pub p_within_a_tick: Option<f64>,
}

impl Rival {
    /// Whether the shots exclude it.
    pub fn is_excluded(&self) -> bool {
        self.p_corrected.max(self.p_within_a_tick.unwrap_or(0.0)) < LEVEL
    }
}

/// A rule in the contest.
struct Candidate {
    fitted: Fitted,
    /// Without each fold, and last with all: the rule as it is fitted there, and how many shots
    /// agree with it, less what it costs.
    rules: Vec<(Rule, i64)>,
}

/// What of a candidate is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fitted {
    Nothing,
    /// The offset of terms alone, without a rounding or a bound.
    Offset,
    /// The offset, beside a rounding or a bound.
    OffsetBeside,
    Bound,
}

/// All candidates over the same shots and folds.
pub(crate) struct Contest<'a> {
    shots: &'a [&'a KeptShot],
    folds: &'a Folds,
    /// Simpler ones first.
    candidates: Vec<Candidate>,
    /// Without each fold.
    winners: Vec<Rule>,
    best: Rule,
}

impl<'a> Contest<'a> {
    pub(crate) fn new(
        shots: &'a [&'a KeptShot],
        folds: &'a Folds,
        named: &[Rule],
        asked: &[Rule],
    ) -> Self {
        let mut candidates: Vec<Candidate> =
            named.iter().chain(asked).map(|rule| as_it_is(shots, folds, rule)).collect();
        for family in families(shots) {
            let is_plain = family.rounding == Rounding::None && family.max_ms.is_infinite();
            let plateaus = fit(shots, folds, &family, ANY).into_iter();
            let rules = plateaus.map(|at| (family.plus(at.offset_ms()), at.agreed));
            let fitted = if is_plain { Fitted::Offset } else { Fitted::OffsetBeside };
            candidates.push(Candidate::new(fitted, rules));
        }
        for rule in bounded(shots) {
            let plateaus = fit_bound(shots, folds, &rule).into_iter();
            let rules = plateaus.map(|at| (rule.at_most(at.bound_ms()), at.agreed));
            candidates.push(Candidate::new(Fitted::Bound, rules));
        }
        let winners = (0..folds.n_folds).map(|fold| winner(&candidates, fold)).collect();
        let best = winner(&candidates, folds.n_folds);
        Self { shots, folds, candidates, winners, best }
    }

    /// The rule that wins with all shots.
    pub(crate) fn best(&self) -> Rule {
        self.best
    }

    /// The agreement of the shots of each fold with the rule that won on the others.
    pub(crate) fn held_out(&self) -> Agreement {
        let mut agreement = Agreement::default();
        for (shot, fold) in self.shots.iter().zip(&self.folds.of_shot) {
            agreement.add(shot, &self.winners[usize::from(*fold)]);
        }
        agreement
    }

    /// All rivals, in order of agreement. Named ones count with an offset of up to `slack_ms` too.
    pub(crate) fn rivals(&self, named: &[Rule], asked: &[Rule], slack_ms: f64) -> Vec<Rival> {
        let n = self.folds.n_folds;
        let mut rivals: Vec<Rival> = Vec::new();
        for rule in named {
            let rival = self.rival(RivalKind::Named, &vec![*rule; n + 1]);
            let within = (slack_ms > 0.0).then(|| self.p(&self.moved(rule, slack_ms)));
            rivals.push(Rival { p_within_a_tick: within, ..rival });
        }
        for rule in asked.iter().filter(|rule| !named.contains(rule)) {
            rivals.push(self.rival(RivalKind::Asked, &vec![*rule; n + 1]));
        }
        for candidate in self.candidates.iter().filter(|candidate| self.is_rival(candidate)) {
            let rules: Vec<Rule> = candidate.rules.iter().map(|(rule, _)| *rule).collect();
            rivals.push(self.rival(RivalKind::Fitted, &rules));
        }
        correct(&mut rivals);
        rivals.sort_by_key(|rival| Reverse(rival.agreement.agreed));
        rivals
    }

    /// Whether a fitted candidate says something that no other rival does.
    fn is_rival(&self, candidate: &Candidate) -> bool {
        let Some((rule, _)) = candidate.rules.last() else { return false };
        match candidate.fitted {
            Fitted::Nothing | Fitted::OffsetBeside => false,
            Fitted::Offset => rule.terms != self.best.terms && rule.terms != Terms::default(),
            Fitted::Bound => {
                // A bound below all shots is a constant, which is tested already.
                let sums = self.shots.iter().filter_map(|shot| rule.terms.of(&shot.measured));
                let least = sums.fold(f64::INFINITY, f64::min);
                least < rule.max_ms && rule.max_ms.is_finite() && *rule != self.best
            }
        }
    }

    /// `rules`: the rival without each fold, and last with all.
    fn rival(&self, kind: RivalKind, rules: &[Rule]) -> Rival {
        let votes = self.votes(rules);
        let rule = rules[self.folds.n_folds];
        Rival {
            rule,
            kind,
            agreement: Agreement::of(self.shots, &rule),
            bursts_against: votes.against,
            bursts_for: votes.in_favour,
            differ: votes.differ,
            p: sign_test(votes.against, votes.in_favour),
            p_corrected: 1.0,
            p_within_a_tick: None,
        }
    }

    fn p(&self, rules: &[Rule]) -> f64 {
        let votes = self.votes(rules);
        sign_test(votes.against, votes.in_favour)
    }

    /// A rule with the offset of up to `slack_ms` that suits it best, without each fold.
    fn moved(&self, rule: &Rule, slack_ms: f64) -> Vec<Rule> {
        let (from, to) = (rule.offset_ms - slack_ms, rule.offset_ms + slack_ms);
        let plateaus = fit(self.shots, self.folds, rule, (from, to)).into_iter();
        let offset = |from_ms: f64, to_ms: f64| from_ms.max(from).midpoint(to_ms.min(to));
        let moved = plateaus.map(|at| match at.agreed {
            0 => *rule,
            _ => Rule { offset_ms: offset(at.from_ms, at.to_ms), ..*rule },
        });
        moved.collect()
    }

    /// Counts for each burst whether more of its shots speak for the winner of the other folds or
    /// for the rival of those folds.
    fn votes(&self, rivals: &[Rule]) -> Votes {
        let mut by_burst: BTreeMap<u32, i32> = BTreeMap::new();
        let mut votes = Votes::default();
        for (shot, fold) in self.shots.iter().zip(&self.folds.of_shot) {
            let fold = usize::from(*fold);
            // A rule that lacks a measure of the shot has no say on it, and no other against it.
            let (Some(winner), Some(rival)) =
                (shot.verdict(&self.winners[fold]), shot.verdict(&rivals[fold]))
            else {
                continue;
            };
            let (for_winner, for_rival) = (shot.agrees(Some(winner)), shot.agrees(Some(rival)));
            if for_winner != for_rival {
                votes.differ += 1;
                *by_burst.entry(shot.burst).or_default() += if for_winner { 1 } else { -1 };
            }
        }
        for vote in by_burst.values() {
            votes.against += u32::from(*vote > 0);
            votes.in_favour += u32::from(*vote < 0);
        }
        votes
    }
}

impl Candidate {
    fn new(fitted: Fitted, rules: impl Iterator<Item = (Rule, u32)>) -> Self {
        let less_cost = |(rule, agreed): (Rule, u32)| (rule, i64::from(agreed) - cost(&rule));
        Self { fitted, rules: rules.map(less_cost).collect() }
    }
}

/// A rule of which nothing is fitted.
fn as_it_is(shots: &[&KeptShot], folds: &Folds, rule: &Rule) -> Candidate {
    let mut by_fold = vec![0_u32; folds.n_folds];
    for (shot, fold) in shots.iter().zip(&folds.of_shot) {
        by_fold[usize::from(*fold)] += u32::from(shot.agrees(shot.verdict(rule)));
    }
    let all: u32 = by_fold.iter().sum();
    let without = by_fold.iter().map(|own| all - own).chain([all]);
    Candidate::new(Fitted::Nothing, without.map(|agreed| (*rule, agreed)))
}

/// The best rule without a fold, or with all for the number of folds.
fn winner(candidates: &[Candidate], without: usize) -> Rule {
    let mut best: Option<(Rule, i64)> = None;
    for candidate in candidates {
        let Some(&(rule, score)) = candidate.rules.get(without) else { continue };
        // Of equal ones the first, which is simpler.
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((rule, score));
        }
    }
    best.map_or(Rule::PRESENT, |(rule, _)| rule)
}

/// Corrects the p-values of all rivals; those within a tick are a family of their own.
fn correct(rivals: &mut [Rival]) {
    let exact: Vec<f64> = rivals.iter().map(|rival| rival.p).collect();
    for (rival, p) in rivals.iter_mut().zip(holm(&exact)) {
        rival.p_corrected = p;
    }
    let within = || rivals.iter().filter_map(|rival| rival.p_within_a_tick);
    let corrected = holm(&within().collect::<Vec<f64>>());
    let mut moved = rivals.iter_mut().filter_map(|rival| rival.p_within_a_tick.as_mut());
    for (p, corrected) in moved.by_ref().zip(corrected) {
        *p = corrected;
    }
}

fn cost(rule: &Rule) -> i64 {
    i64::from(SHOTS_PER_PARAMETER * n_parameters(rule))
}

/// Bursts against a rival and for it.
#[derive(Default)]
struct Votes {
    against: u32,
    in_favour: u32,
    differ: u32,
}
