//! The answer: the rule that explains a server's decisions best, the rivals that explain them
//! worse, those that no shot tells apart from it, or why there is no answer.

use crate::collect::Collected;
use crate::kept_shot::KeptShot;
use crate::past::{AHEAD_MAX_MS, REWIND_MAX_MS};
use crate::rule::{Rule, Terms};
use crate::search::bootstrap::offset_interval;
use crate::search::candidates::{bounded, families, n_parameters, named, terms};
use crate::search::fit::{Plateau, fit, fit_bound};
use crate::search::folds::Folds;
use crate::search::permutation::permutation_p;
use crate::search::sign_test::{holm, sign_test};
use crate::tables::meta::Records;

/// The chance, over all rivals of one answer, of excluding one that explains no worse.
pub const LEVEL: f64 = 0.05;

/// The chance of exchanged decisions that are explained as well, from which there is no answer.
pub const PERMUTATION_LEVEL: f64 = 0.01;

/// The share of agreement below which something other than time decides first.
pub const AGREEMENT_MIN: f64 = 0.93;

/// The balanced agreement below which something other than time decides first.
pub const BALANCED_MIN: f64 = 0.85;

/// By how much the best offset must agree more than the worst.
pub const TIME_MIN: f64 = 0.02;

/// The share of shots of which the server's decision must be known.
const KNOWN_MIN: f64 = 0.5;

/// The shots that a rule must explain more, for each thing about it that was fitted.
const SHOTS_PER_PARAMETER: u32 = 2;

/// Every offset.
const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// What to test beside what is always tested.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Rules that the asker thinks of.
    pub asked: Vec<Rule>,
    pub records: Records,
}

/// Shots, how many the rule agrees with, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    pub shots: u32,
    pub agreed: u32,
    /// Of the shots that the server said hit: all, and those that the rule tells.
    pub hits: u32,
    pub hits_agreed: u32,
}

impl Agreement {
    fn add(&mut self, shot: &KeptShot, rule: &Rule) {
        let agrees = shot.agrees(shot.verdict(rule));
        self.shots += 1;
        self.agreed += u32::from(agrees);
        self.hits += u32::from(shot.is_said_hit());
        self.hits_agreed += u32::from(shot.is_said_hit() && agrees);
    }

    pub fn share(&self) -> f64 {
        f64::from(self.agreed) / f64::from(self.shots.max(1))
    }

    /// The mean of the shares of hits and of misses.
    pub fn balanced(&self) -> f64 {
        let misses = self.shots - self.hits;
        let misses_agreed = self.agreed - self.hits_agreed;
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        (share(self.hits_agreed, self.hits) + share(misses_agreed, misses)) * 0.5
    }

    /// Shots that the server said hit, and that the rule does not tell.
    pub fn missed(&self) -> u32 {
        self.hits - self.hits_agreed
    }

    /// Shots that the server said missed, and of which the rule says a hit.
    pub fn false_hits(&self) -> u32 {
        (self.shots - self.hits) - (self.agreed - self.hits_agreed)
    }
}

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

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Even if all bursts spoke for one rule, they would be too few.
    TooFewBursts { bursts: u32, needed: u32 },
    /// The server's decision is known of too few shots.
    MostlyUnknown { known: u64, shots: u64 },
    /// The server said of no shot that it hit, or of none that it missed.
    OneSided { hits: u64, misses: u64 },
    /// Decisions exchanged between bursts are explained as well.
    AsGoodAsExchanged { balanced: f64, p: f64 },
    /// No rule agrees often enough: shapes, teams or cover come first.
    LowAgreement { agreement: f64, balanced: f64 },
    /// The offset hardly matters.
    TimeExplainsLittle { best: f64, worst: f64 },
    /// No poses around enough of the shots.
    NoPoses { with: u32, shots: u64 },
    /// Most of the players whom the server said hit have not a single pose.
    StrangersHit { hits: u64, strangers: u64 },
}

/// How the agreement depends on the offset of the best rule's terms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// In order, in ms.
    pub offsets_ms: Vec<f64>,
    /// Shares of all shots.
    pub agreement: Vec<f64>,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub best: Rule,
    pub agreement: Agreement,
    /// Of the shots of each fold with the rule that won on the others.
    pub held_out: Agreement,
    pub bursts: u32,
    pub folds: usize,
    /// Rewinds of the best rule: the smallest, the median and the largest, in ms.
    pub rewinds_ms: [f64; 3],
    /// The interval of the offset by bootstrap over bursts, in ms, as an addition to `best`.
    pub offset_interval_ms: (f64, f64),
    /// In order of agreement.
    pub rivals: Vec<Rival>,
    pub curve: Curve,
    pub permutation_p: f64,
    pub tick_ms: f64,
    pub records: Records,
    /// The smallest and the largest round trip of the shots, in ms.
    pub rtt_ms: Option<(f64, f64)>,
    /// The smallest and the largest interpolation delay of the shots, in ms.
    pub interp_ms: Option<(f64, f64)>,
    /// `None`: the answer may be claimed.
    pub refusal: Option<Refusal>,
}

impl Explanation {
    /// The rivals that no shot tells apart from the best rule, or too few.
    pub fn remaining(&self) -> impl Iterator<Item = &Rival> {
        self.rivals.iter().filter(|rival| !rival.is_excluded())
    }
}

impl Explanation {
    /// Whether this rule is the best one, or a tested one that the shots do not exclude.
    pub fn is_left(&self, rule: &Rule) -> bool {
        self.best == *rule || self.remaining().any(|rival| rival.rule == *rule)
    }
}

/// Searches the rule that explains the shots best.
pub fn explain(collected: &Collected, question: &Question) -> Explanation {
    let shots = decided(collected);
    let tick_ms = collected.tick_ms;
    let folds = Folds::new(&shots);
    let mut search = Search { shots: &shots, folds: &folds, candidates: Vec::new() };
    let named = named(&shots, tick_ms);
    search.add_fixed(&named);
    search.add_fixed(&question.asked);
    for family in families(&shots) {
        search.add_family(&family);
    }
    for rule in bounded(&shots) {
        search.add_bounded(&rule);
    }
    let best = search.winner(folds.n_folds);
    let slack_ms = if question.records == Records::Unknown { tick_ms } else { 0.0 };
    let rivals = search.rivals(&best, &named, &question.asked, slack_ms);
    let agreement = agreement(&shots, &best);
    let bursts = n_bursts(&shots);
    let offsets = (-AHEAD_MAX_MS - REWIND_MAX_MS, REWIND_MAX_MS);
    let around = Rule { offset_ms: 0.0, ..best };
    let interval = offset_interval(&shots, &around, offsets, collected.seed);
    let curve = curve(&shots, &around, best.offset_ms);
    let permutation_p = permutation_p(&shots, &named, collected.seed);
    let mut explanation = Explanation {
        best,
        agreement,
        held_out: search.held_out(),
        bursts,
        folds: folds.n_folds,
        rewinds_ms: rewinds(&shots, &best),
        offset_interval_ms: (
            (interval.0 - best.offset_ms).min(0.0),
            (interval.1 - best.offset_ms).max(0.0),
        ),
        rivals,
        curve,
        permutation_p,
        tick_ms,
        records: question.records,
        rtt_ms: range(&shots, |shot| shot.measured.rtt_ms),
        interp_ms: range(&shots, |shot| shot.measured.interp_ms),
        refusal: None,
    };
    explanation.refusal = refusal(collected, &shots, &explanation);
    explanation
}

/// The shots whose decision is known and around which poses are.
fn decided(collected: &Collected) -> Vec<&KeptShot> {
    let usable = |shot: &&KeptShot| {
        shot.is_decided() && shot.knows(0.0) && !collected.hits_nobody_posed(shot)
    };
    collected.shots.iter().filter(usable).collect()
}

fn n_bursts(shots: &[&KeptShot]) -> u32 {
    let mut bursts: Vec<u32> = shots.iter().map(|shot| shot.burst).collect();
    bursts.sort_unstable();
    bursts.dedup();
    bursts.len() as u32
}

/// How often a rule agrees.
pub fn agreement(shots: &[&KeptShot], rule: &Rule) -> Agreement {
    let mut agreement = Agreement::default();
    for shot in shots {
        agreement.add(shot, rule);
    }
    agreement
}

fn rewinds(shots: &[&KeptShot], rule: &Rule) -> [f64; 3] {
    let mut all: Vec<f64> =
        shots.iter().filter_map(|shot| rule.rewind_ms(&shot.measured)).collect();
    all.sort_by(f64::total_cmp);
    match (all.first(), all.get(all.len() / 2), all.last()) {
        (Some(&first), Some(&median), Some(&last)) => [first, median, last],
        _ => [0.0; 3],
    }
}

fn range(shots: &[&KeptShot], measure: impl Fn(&KeptShot) -> Option<f32>) -> Option<(f64, f64)> {
    let all = shots.iter().filter_map(|shot| measure(shot).map(f64::from));
    all.map(|ms| (ms, ms)).reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
}

/// The agreement at offsets around the best one, of the shots whose poses are known there; offsets
/// at which most are not are left out.
fn curve(shots: &[&KeptShot], around: &Rule, centre_ms: f64) -> Curve {
    const STEP_MS: f64 = 2.0;
    const STEPS: i32 = 100;
    let centre_ms = libm::round(centre_ms / STEP_MS) * STEP_MS;
    let mut curve = Curve::default();
    for offset_ms in (-STEPS..=STEPS).map(|n| centre_ms + f64::from(n) * STEP_MS) {
        let rule = around.plus(offset_ms);
        let verdicts = shots.iter().map(|shot| (shot, shot.verdict(&rule)));
        let known = verdicts.filter(|(_, verdict)| verdict.is_some());
        let (n_known, agreed) = known.fold((0_u32, 0_u32), |(known, agreed), (shot, verdict)| {
            (known + 1, agreed + u32::from(shot.agrees(verdict)))
        });
        if n_known as usize * 2 > shots.len() {
            curve.offsets_ms.push(offset_ms);
            curve.agreement.push(f64::from(agreed) / f64::from(n_known));
        }
    }
    curve
}

/// A rule or a family, with how many shots it agrees with without each fold, and with all.
struct Candidate {
    /// Without each fold, and last with all: the rule, and its agreement less what it costs.
    rules: Vec<(Rule, i64)>,
}

struct Search<'a> {
    shots: &'a [&'a KeptShot],
    folds: &'a Folds,
    candidates: Vec<Candidate>,
}

impl Search<'_> {
    fn add_fixed(&mut self, rules: &[Rule]) {
        for rule in rules {
            let mut agreed = vec![0_i64; self.folds.n_folds + 1];
            for (shot, fold) in self.shots.iter().zip(&self.folds.of_shot) {
                if shot.agrees(shot.verdict(rule)) {
                    agreed[usize::from(*fold)] += 1;
                    agreed[self.folds.n_folds] += 1;
                }
            }
            let total = agreed[self.folds.n_folds];
            let without = agreed[..self.folds.n_folds].iter().map(|own| total - own);
            let cost = cost(rule);
            let rules = without.chain([total]).map(|agreed| (*rule, agreed - cost)).collect();
            self.candidates.push(Candidate { rules });
        }
    }

    fn add_family(&mut self, family: &Rule) {
        let fitted = |plateau: Plateau| {
            let rule = family.plus(plateau.offset_ms());
            (rule, i64::from(plateau.agreed) - cost(&rule))
        };
        let best = fit(self.shots, self.folds, family, ANY);
        self.candidates.push(Candidate { rules: best.into_iter().map(fitted).collect() });
    }

    fn add_bounded(&mut self, rule: &Rule) {
        let fitted = |plateau: Plateau| {
            let rule = rule.at_most(plateau.bound_ms());
            (rule, i64::from(plateau.agreed) - cost(&rule))
        };
        let best = fit_bound(self.shots, self.folds, rule);
        self.candidates.push(Candidate { rules: best.into_iter().map(fitted).collect() });
    }

    /// The best rule without a fold, or with all for `n_folds`.
    fn winner(&self, without: usize) -> Rule {
        let mut best: Option<(Rule, i64)> = None;
        for candidate in &self.candidates {
            let Some(&(rule, score)) = candidate.rules.get(without) else { continue };
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((rule, score));
            }
        }
        best.map_or(Rule::PRESENT, |(rule, _)| rule)
    }

    /// The agreement of the shots of each fold with the rule that won on the others.
    fn held_out(&self) -> Agreement {
        let winners: Vec<Rule> = (0..self.folds.n_folds).map(|fold| self.winner(fold)).collect();
        let mut agreement = Agreement::default();
        for (shot, fold) in self.shots.iter().zip(&self.folds.of_shot) {
            agreement.add(shot, &winners[usize::from(*fold)]);
        }
        agreement
    }

    fn rivals(&self, best: &Rule, named: &[Rule], asked: &[Rule], slack_ms: f64) -> Vec<Rival> {
        let winners: Vec<Rule> = (0..self.folds.n_folds).map(|fold| self.winner(fold)).collect();
        let n = self.folds.n_folds;
        let mut rivals: Vec<Rival> = Vec::new();
        let mut within: Vec<Option<f64>> = Vec::new();
        let mut add = |kind, rules: Vec<Rule>, slack: Option<Vec<Rule>>| {
            let votes = self.votes(&winners, &rules[..n]);
            let slack = slack.map(|rules| self.votes(&winners, &rules[..n]));
            within.push(slack.map(|votes| sign_test(votes.against, votes.in_favour)));
            rivals.push(Rival {
                rule: rules[n],
                kind,
                agreement: agreement(self.shots, &rules[n]),
                bursts_against: votes.against,
                bursts_for: votes.in_favour,
                differ: votes.differ,
                p: sign_test(votes.against, votes.in_favour),
                p_corrected: 1.0,
                p_within_a_tick: None,
            });
        };
        for rule in named {
            let slack = (slack_ms > 0.0).then(|| {
                let offsets = fit(self.shots, self.folds, rule, self.around(rule, slack_ms));
                offsets.iter().map(|plateau| Self::moved(rule, plateau, slack_ms)).collect()
            });
            add(RivalKind::Named, vec![*rule; n + 1], slack);
        }
        for rule in asked.iter().filter(|rule| !named.contains(rule)) {
            add(RivalKind::Asked, vec![*rule; n + 1], None);
        }
        for terms in terms(self.shots) {
            if terms == best.terms || terms == Terms::default() {
                continue;
            }
            let family = Rule::of_terms(terms);
            let offsets = fit(self.shots, self.folds, &family, ANY);
            let rules = offsets.iter().map(|plateau| family.plus(plateau.offset_ms())).collect();
            add(RivalKind::Fitted, rules, None);
        }
        for rule in bounded(self.shots) {
            let bounds = fit_bound(self.shots, self.folds, &rule);
            let rules: Vec<Rule> =
                bounds.iter().map(|plateau| rule.at_most(plateau.bound_ms())).collect();
            // A bound below all shots is a constant, which is tested already.
            let sums = self.shots.iter().filter_map(|shot| rule.rewind_ms(&shot.measured));
            let least = sums.fold(f64::INFINITY, f64::min);
            let bound_ms = rules[n].max_ms;
            if least < bound_ms && bound_ms.is_finite() && rules[n] != *best {
                add(RivalKind::Fitted, rules, None);
            }
        }
        for (rival, p) in rivals.iter_mut().zip(holm_of(&within)) {
            rival.p_within_a_tick = p;
        }
        let p_values: Vec<f64> = rivals.iter().map(|rival| rival.p).collect();
        for (rival, p) in rivals.iter_mut().zip(holm(&p_values)) {
            rival.p_corrected = p;
        }
        rivals.sort_by_key(|rival| std::cmp::Reverse(rival.agreement.agreed));
        rivals
    }

    fn around(&self, rule: &Rule, slack_ms: f64) -> (f64, f64) {
        (rule.offset_ms - slack_ms, rule.offset_ms + slack_ms)
    }

    /// The rule with the offset of the plateau that is next to its own.
    fn moved(rule: &Rule, plateau: &Plateau, slack_ms: f64) -> Rule {
        if plateau.agreed == 0 {
            return *rule;
        }
        let from = plateau.from_ms.max(rule.offset_ms - slack_ms);
        let to = plateau.to_ms.min(rule.offset_ms + slack_ms);
        Rule { offset_ms: from.midpoint(to), ..*rule }
    }

    /// Counts for each burst whether more of its shots speak for the winner of the other folds or
    /// for the rival of those folds.
    fn votes(&self, winners: &[Rule], rivals: &[Rule]) -> Votes {
        let mut by_burst: std::collections::BTreeMap<u32, i32> = std::collections::BTreeMap::new();
        let mut votes = Votes::default();
        for (shot, fold) in self.shots.iter().zip(&self.folds.of_shot) {
            let fold = usize::from(*fold);
            // A rule that lacks a measure of the shot has no say on it, and no other against it.
            let (Some(winner), Some(rival)) =
                (shot.verdict(&winners[fold]), shot.verdict(&rivals[fold]))
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

/// Holm's correction of those that are there.
fn holm_of(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let there: Vec<f64> = p_values.iter().flatten().copied().collect();
    let mut corrected = holm(&there).into_iter();
    p_values.iter().map(|p| p.and_then(|_| corrected.next())).collect()
}

fn refusal(
    collected: &Collected,
    shots: &[&KeptShot],
    explanation: &Explanation,
) -> Option<Refusal> {
    let said = &collected.counts.said;
    let all = said.hits + said.misses + said.unknown;
    let known = said.hits + said.misses;
    if (known as f64) < all as f64 * KNOWN_MIN {
        return Some(Refusal::MostlyUnknown { known, shots: all });
    }
    if said.hits == 0 || said.misses == 0 {
        return Some(Refusal::OneSided { hits: said.hits, misses: said.misses });
    }
    let is_stranger = |shot: &&KeptShot| collected.hits_nobody_posed(shot);
    let strangers = collected.shots.iter().filter(is_stranger).count() as u64;
    if strangers * 2 > said.hits && collected.is_whole() {
        return Some(Refusal::StrangersHit { hits: said.hits, strangers });
    }
    let with = shots.len() as u32;
    if (u64::from(with) + 1) * 2 < known && collected.is_whole() {
        return Some(Refusal::NoPoses { with, shots: known });
    }
    let rivals = explanation.rivals.len().max(1) as f64;
    let needed = (1..64).find(|&bursts| sign_test(bursts, 0) * rivals < LEVEL).unwrap_or(64);
    if explanation.bursts < needed {
        return Some(Refusal::TooFewBursts { bursts: explanation.bursts, needed });
    }
    let (share, balanced) = (explanation.held_out.share(), explanation.held_out.balanced());
    let p = explanation.permutation_p;
    if p >= PERMUTATION_LEVEL || balanced <= 0.5 {
        return Some(Refusal::AsGoodAsExchanged { balanced, p });
    }
    if share < AGREEMENT_MIN || balanced < BALANCED_MIN {
        return Some(Refusal::LowAgreement { agreement: share, balanced });
    }
    let share = explanation.agreement.share();
    let worst = explanation.curve.agreement.iter().copied().fold(share, f64::min);
    if share - worst < TIME_MIN {
        return Some(Refusal::TimeExplainsLittle { best: share, worst });
    }
    None
}
