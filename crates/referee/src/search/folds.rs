//! Splits the shots into folds: alternating blocks of 10 s, whole bursts, so that each fold has
//! shots of every shooter as far as the match has them.

use std::collections::BTreeMap;

use crate::kept_shot::KeptShot;
use crate::tables::ids::PlayerIdx;

/// Most folds.
pub const FOLDS_MAX: usize = 5;

/// The length of a block, in ms.
const BLOCK_MS: f64 = 10_000.0;

/// The fold of each shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folds {
    pub n_folds: usize,
    /// By shot.
    pub of_shot: Vec<u8>,
}

impl Folds {
    /// `shots` are in order of time. Blocks go in order of time to the fold that lacks their
    /// shooters most.
    pub fn new(shots: &[&KeptShot]) -> Self {
        // A burst belongs to the block in which it begins.
        let mut block_of_burst: BTreeMap<u32, u64> = BTreeMap::new();
        for shot in shots {
            let block = (shot.at_ms.max(0.0) / BLOCK_MS) as u64;
            block_of_burst.entry(shot.burst).or_insert(block);
        }
        let mut blocks: BTreeMap<u64, BTreeMap<PlayerIdx, u32>> = BTreeMap::new();
        for shot in shots {
            let block = blocks.entry(block_of_burst[&shot.burst]).or_default();
            *block.entry(shot.shooter).or_default() += 1;
        }
        let n_folds = blocks.len().min(FOLDS_MAX);
        let mut had: Vec<BTreeMap<PlayerIdx, u32>> = vec![BTreeMap::new(); n_folds];
        let mut fold_of_block: BTreeMap<u64, u8> = BTreeMap::new();
        for (turn, (block, shooters)) in blocks.iter().enumerate() {
            // Shots that a fold already has of these shooters, weighted by how many come now.
            let has = |fold: &BTreeMap<PlayerIdx, u32>| -> u64 {
                let of = |shooter| u64::from(fold.get(shooter).copied().unwrap_or(0));
                shooters.iter().map(|(shooter, n)| of(shooter) * u64::from(*n)).sum()
            };
            let order =
                |fold: &usize| (has(&had[*fold]), (*fold + n_folds - turn % n_folds) % n_folds);
            let Some(fold) = (0..n_folds).min_by_key(order) else { continue };
            for (shooter, n) in shooters {
                *had[fold].entry(*shooter).or_default() += n;
            }
            fold_of_block.insert(*block, fold as u8);
        }
        let of_shot = shots.iter().map(|shot| fold_of_block[&block_of_burst[&shot.burst]]);
        Self { n_folds, of_shot: of_shot.collect() }
    }
}
