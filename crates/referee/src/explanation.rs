//! The answer: the rule that explains a server's decisions best, the rivals that explain them
//! worse, those that no shot tells apart from it, or why there is no answer.

use crate::collect::Collected;
use crate::kept_shot::KeptShot;
use crate::past::{AHEAD_MAX_MS, REWIND_MAX_MS};
use crate::rule::Rule;
use crate::search::bootstrap::offset_interval;
use crate::search::candidates::named;
use crate::search::contest::Contest;
use crate::search::folds::Folds;
use crate::search::permutation::permutation_p;
use crate::search::sign_test::sign_test;
use crate::tables::meta::Records;

pub use crate::search::agreement::Agreement;
pub use crate::search::contest::{LEVEL, Rival, RivalKind};

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

/// What to test beside what is always tested.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Rules that the asker thinks of.
    pub asked: Vec<Rule>,
    pub records: Records,
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
    /// The interval of the offset by bootstrap over bursts, in ms, as an addition to `best`; `None`
    /// for a rule with a bound, under which large offsets say all the same.
    pub offset_interval_ms: Option<(f64, f64)>,
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
    let named = named(&shots, tick_ms);
    let contest = Contest::new(&shots, &folds, &named, &question.asked);
    let best = contest.best();
    let slack_ms = if question.records == Records::Unknown { tick_ms } else { 0.0 };
    let bursts = n_bursts(&shots);
    let around = Rule { offset_ms: 0.0, ..best };
    let curve = curve(&shots, &around, best.offset_ms);
    let permutation_p = permutation_p(&shots, &named, collected.seed);
    let mut explanation = Explanation {
        best,
        agreement: Agreement::of(&shots, &best),
        held_out: contest.held_out(),
        bursts,
        folds: folds.n_folds,
        rewinds_ms: rewinds(&shots, &best),
        offset_interval_ms: interval(&shots, &best, collected.seed),
        rivals: contest.rivals(&named, &question.asked, slack_ms),
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
    let usable =
        |shot: &&KeptShot| shot.is_decided() && shot.knows(0.0) && !collected.hits_a_stranger(shot);
    collected.shots.iter().filter(usable).collect()
}

fn n_bursts(shots: &[&KeptShot]) -> u32 {
    let mut bursts: Vec<u32> = shots.iter().map(|shot| shot.burst).collect();
    bursts.sort_unstable();
    bursts.dedup();
    bursts.len() as u32
}

/// The interval of the offset, as an addition to that of `best`, which it holds.
fn interval(shots: &[&KeptShot], best: &Rule, seed: u64) -> Option<(f64, f64)> {
    if best.max_ms.is_finite() {
        return None;
    }
    let offsets = (-AHEAD_MAX_MS - REWIND_MAX_MS, REWIND_MAX_MS);
    let (from, to) = offset_interval(shots, best, offsets, seed);
    Some(((from - best.offset_ms).min(0.0), (to - best.offset_ms).max(0.0)))
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
    let is_stranger = |shot: &&KeptShot| collected.hits_a_stranger(shot);
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
