//! The interval of an offset, by drawing bursts with replacement (B. Efron, "Bootstrap methods",
//! 1979; percentiles).

use super::fit::Changes;
use super::random::Random;
use crate::kept_shot::KeptShot;
use crate::rule::Rule;

/// Draws.
const DRAWS: usize = 400;

/// Most groups of bursts that are drawn; of more bursts, several are drawn together.
const GROUPS_MAX: u32 = 4_096;

/// The offsets that are best in a draw, from the 2.5th percentile of the smallest to the 97.5th of
/// the largest, in ms.
pub fn offset_interval(
    shots: &[&KeptShot],
    rule: &Rule,
    range: (f64, f64),
    seed: u64,
) -> (f64, f64) {
    let free = Rule { offset_ms: 0.0, ..*rule };
    let mut numbers: Vec<u32> = shots.iter().map(|shot| shot.burst).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let group = |shot: &&KeptShot| {
        let idx = numbers.binary_search(&shot.burst).unwrap_or(0);
        idx as u32 % GROUPS_MAX
    };
    let n_groups = numbers.len().min(GROUPS_MAX as usize);
    let changes = Changes::new(shots, &free, range, shots.iter().map(group));
    let mut random = Random::new(seed);
    let (mut least, mut most): (Vec<f64>, Vec<f64>) = (0..DRAWS)
        .map(|_| {
            let mut weights = vec![0_u32; n_groups];
            for _ in 0..n_groups {
                weights[random.below(n_groups)] += 1;
            }
            let plateau = changes.best_range(&weights);
            (plateau.from_ms.max(range.0), plateau.to_ms.min(range.1))
        })
        .unzip();
    least.sort_by(f64::total_cmp);
    most.sort_by(f64::total_cmp);
    let idx = |share: f64| ((DRAWS as f64 - 1.0) * share) as usize;
    (least[idx(0.025)], most[idx(0.975)])
}
