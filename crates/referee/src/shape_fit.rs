//! Fits the size of the bodies together with the rule, within the family of shape that is given.
//! Reads both tables once more; what it counts does not depend on their length.

use std::io::Read;

use crate::collect::{Control, Options, Progress, read};
use crate::kept_shot::KeptShot;
use crate::profile::{profile, ray};
use crate::rule::Rounding;
use crate::search::candidates::all_terms;
use crate::tables::Tables;
use crate::tables::error::TableError;
use crate::tables::meta::Meta;
use crate::tables::said::Said;

/// The factors of width and of height that are tried.
const FACTORS: [f64; 9] = [0.8, 0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15, 1.2];

/// The offsets that are tried with each rule, in ms.
const OFFSETS_MS: [f64; 21] = [
    -100.0, -90.0, -80.0, -70.0, -60.0, -50.0, -40.0, -30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0,
    40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0,
];

/// The size of the bodies that agrees with most shots under some rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedShape {
    /// By what the bodies of the meta file are scaled.
    pub width: f64,
    pub height: f64,
    /// Of the shots, the share that agrees with the size of the meta file, and with this one.
    pub agreement_given: f64,
    pub agreement: f64,
}

/// Tries all sizes under all terms.
///
/// # Errors
/// As for the first reading.
pub fn fit_shape<P: Read, S: Read>(
    tables: Tables<P, S>,
    meta: &Meta,
    options: &Options,
    progress: &mut dyn FnMut(Progress) -> Control,
) -> Result<FittedShape, TableError> {
    let is_tall = meta.up.is_some() && !meta.shapes.iter().all(|(_, body)| body.shape.is_round());
    let heights: &[f64] = if is_tall { &FACTORS } else { &[1.0] };
    let sizes: Vec<(f64, f64)> = FACTORS
        .iter()
        .flat_map(|&width| heights.iter().map(move |&height| (width, height)))
        .map(|(width, height)| if is_tall { (width, height) } else { (width, width) })
        .collect();
    let metas: Vec<Meta> = sizes.iter().map(|&(w, h)| meta.scaled(w, h)).collect();
    let terms = all_terms();
    let mut agreed = vec![vec![0_u32; terms.len() * OFFSETS_MS.len()]; sizes.len()];
    let mut decided = 0_u32;
    read(tables, meta, options, progress, &mut |shot, past| {
        let Some(ray) = ray(shot, past, meta) else { return };
        if shot.said == Said::Unknown {
            return;
        }
        decided += 1;
        for (meta, agreed) in metas.iter().zip(&mut agreed) {
            let profile = profile(shot, &ray, past, meta);
            let kept = KeptShot::new(shot, 0, &profile, std::iter::empty());
            for (term, counts) in terms.iter().zip(agreed.chunks_mut(OFFSETS_MS.len())) {
                let Some(sum) = term.of(&kept.measured) else { continue };
                for (offset, count) in OFFSETS_MS.iter().zip(counts) {
                    let verdict = kept.verdict_at(sum + offset, Rounding::None);
                    *count += u32::from(kept.agrees(verdict));
                }
            }
        }
    })?;
    let most = |counts: &Vec<u32>| counts.iter().copied().max().unwrap_or(0);
    let share = |count: u32| f64::from(count) / f64::from(decided.max(1));
    // Of equal sizes the one that is nearest to the given one.
    let change = |(width, height): (f64, f64)| (width - 1.0).abs() + (height - 1.0).abs();
    let best = (0..sizes.len()).max_by(|&one, &other| {
        most(&agreed[one])
            .cmp(&most(&agreed[other]))
            .then(change(sizes[other]).total_cmp(&change(sizes[one])))
    });
    let given = sizes.iter().position(|size| change(*size) == 0.0).unwrap_or(0);
    let best = best.unwrap_or(given);
    Ok(FittedShape {
        width: sizes[best].0,
        height: sizes[best].1,
        agreement_given: share(most(&agreed[given])),
        agreement: share(most(&agreed[best])),
    })
}
