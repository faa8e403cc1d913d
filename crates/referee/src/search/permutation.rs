//! Whether the rules explain the decisions better than decisions that were exchanged between
//! bursts.

use super::random::Random;
use crate::kept_shot::KeptShot;
use crate::rule::{Rounding, Rule};

/// Exchanges; the smallest p-value is 1 in one more than these.
const DRAWS: usize = 399;

/// The rewinds that are tried beside the rules, in ms.
const STEP_MS: f64 = 20.0;

/// Longest rewind that is tried, in ms.
const REWIND_MAX_MS: f64 = 500.0;

/// One bit for each shot.
type Bits = Vec<u64>;

fn bits(flags: impl Iterator<Item = bool>) -> Bits {
    let mut bits = Vec::new();
    for (idx, flag) in flags.enumerate() {
        if idx % 64 == 0 {
            bits.push(0);
        }
        if let Some(last) = bits.last_mut() {
            *last |= u64::from(flag) << (idx % 64);
        }
    }
    bits
}

fn in_both(one: &Bits, other: &Bits) -> u32 {
    one.iter().zip(other).map(|(a, b)| (a & b).count_ones()).sum()
}

/// The share of hits and the share of misses that a rule tells, halved: 0.5 for “always nobody”.
fn balanced(verdicts: &Bits, n_verdicts: u32, said: &Bits, n_hits: u32, n: u32) -> f64 {
    let hits = in_both(verdicts, said);
    let false_hits = n_verdicts - hits;
    let n_misses = n - n_hits;
    if n_hits == 0 || n_misses == 0 {
        return 0.5;
    }
    let told = f64::from(hits) / f64::from(n_hits);
    (told + f64::from(n_misses - false_hits) / f64::from(n_misses)) * 0.5
}

/// The chance that exchanged decisions are explained as well, over the best of all rules each time;
/// a decision is whether anybody is hit.
pub fn permutation_p(shots: &[&KeptShot], rules: &[Rule], seed: u64) -> f64 {
    let steps = (0..=(REWIND_MAX_MS / STEP_MS) as u32).map(|n| f64::from(n) * STEP_MS);
    let is_hit = |victims: Option<crate::tables::said::Victims>| {
        victims.is_some_and(|victims| !victims.is_empty())
    };
    let by_rule =
        rules.iter().map(|rule| bits(shots.iter().map(|shot| is_hit(shot.verdict(rule)))));
    let by_step = steps.map(|rewind| {
        bits(shots.iter().map(|shot| is_hit(shot.verdict_at(rewind, Rounding::None))))
    });
    let verdicts: Vec<(Bits, u32)> = by_rule
        .chain(by_step)
        .map(|bits| {
            let n = bits.iter().map(|word| word.count_ones()).sum();
            (bits, n)
        })
        .collect();
    let n = shots.len() as u32;
    let best = |said: &Bits| {
        let n_hits = said.iter().map(|word| word.count_ones()).sum();
        let score = |(bits, n_verdicts): &(Bits, u32)| balanced(bits, *n_verdicts, said, n_hits, n);
        verdicts.iter().map(score).fold(0.0, f64::max)
    };
    let said = bits(shots.iter().map(|shot| shot.is_said_hit()));
    let observed = best(&said);
    // The decisions of each burst stay together and in order.
    let mut order: Vec<usize> = (0..shots.len()).collect();
    order.sort_by_key(|&idx| (shots[idx].burst, idx));
    let bursts: Vec<&[usize]> =
        order.chunk_by(|&one, &other| shots[one].burst == shots[other].burst).collect();
    let mut random = Random::new(seed);
    let mut turn: Vec<usize> = (0..bursts.len()).collect();
    let as_good = (0..DRAWS).filter(|_| {
        random.shuffle(&mut turn);
        let exchanged = turn.iter().flat_map(|&burst| bursts[burst].iter().copied());
        let mut said = vec![false; shots.len()];
        for (&to, from) in order.iter().zip(exchanged) {
            said[to] = shots[from].is_said_hit();
        }
        best(&bits(said.into_iter())) >= observed
    });
    (as_good.count() + 1) as f64 / (DRAWS + 1) as f64
}
