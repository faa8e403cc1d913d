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

/// From the 2.5th to the 97.5th percentile of the best offset, in ms.
pub fn offset_interval(
    shots: &[KeptShot],
    rule: &Rule,
    range: (f64, f64),
    seed: u64,
) -> (f64, f64) {
    let free = Rule { offset_ms: 0.0, ..*rule };
    let mut numbers: Vec<u32> = shots.iter().map(|shot| shot.burst).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let group = |shot: &KeptShot| {
        let idx = numbers.binary_search(&shot.burst).unwrap_or(0);
        idx as u32 % GROUPS_MAX
    };
    let n_groups = numbers.len().min(GROUPS_MAX as usize);
    let changes = Changes::new(shots, &free, range, shots.iter().map(group));
    let mut random = Random::new(seed);
    let mut offsets: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let mut weights = vec![0_u32; n_groups];
            for _ in 0..n_groups {
                weights[random.below(n_groups)] += 1;
            }
            let plateau = changes.best(&weights);
            plateau.from_ms.max(range.0).midpoint(plateau.to_ms.min(range.1))
        })
        .collect();
    offsets.sort_by(f64::total_cmp);
    let at = |share: f64| offsets[((DRAWS as f64 - 1.0) * share) as usize];
    (at(0.025), at(0.975))
}
