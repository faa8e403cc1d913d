//! The probability tables shared by both ends. For each snapshot the writer chooses the table rows
//! that make it shortest, and writes the choice at its beginning.

use crate::wire::range::{Distribution, PROBABILITY_SCALE, Probability};

/// Slots coded together, since most hold no change.
pub(super) const BLOCK: usize = 8;
/// Rows of [`THRUST_ROWS`].
pub(super) const N_THRUST_ROWS: usize = 12;
/// Rows of [`AIM_ROWS`].
pub(super) const N_AIM_ROWS: usize = 8;

/// The distribution of the rows of [`THRUST_ROWS`]; the last symbol means that no thrust changes.
pub(super) const THRUST_ROW_SHARES: [u16; N_THRUST_ROWS + 1] =
    [0, 700, 1700, 3200, 5200, 8000, 12_000, 17_000, 22_000, 26_000, 28_400, 29_600, 30_300];
/// The distribution of the rows of [`AIM_ROWS`].
pub(super) const AIM_ROW_SHARES: [u16; N_AIM_ROWS] =
    [0, 6000, 11_000, 16_000, 21_000, 25_500, 29_500, 31_500];

/// Probabilities of a thrust change, per slot and per block of slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThrustRow {
    /// That a slot holds one.
    pub(super) slot: Probability,
    /// That any slot of a block holds one.
    pub(super) block: Probability,
    /// Which slot of a block holds the first one.
    first: [u16; BLOCK],
}

impl ThrustRow {
    /// The distribution of the first slot with a change, in a block that has one.
    pub(super) const fn first(&self) -> Distribution<'_> {
        Distribution(&self.first)
    }
}

/// Changes per 1024 slots in each row, from steady players to restless ones.
const THRUST_CHANGES_IN_1024: [u32; N_THRUST_ROWS] =
    [4, 8, 14, 22, 34, 50, 68, 88, 120, 180, 290, 500];

pub(super) const THRUST_ROWS: [ThrustRow; N_THRUST_ROWS] = {
    let mut rows = [thrust_row(THRUST_CHANGES_IN_1024[0]); N_THRUST_ROWS];
    let mut n = 1;
    while n < N_THRUST_ROWS {
        rows[n] = thrust_row(THRUST_CHANGES_IN_1024[n]);
        n += 1;
    }
    rows
};

/// The row for this change rate; `None` if there are no changes.
pub(super) fn thrust_row_for(n_changes: usize, n_slots: usize) -> Option<usize> {
    if n_changes == 0 {
        return None;
    }
    let in_1024 = (n_changes * 1024 / n_slots.max(1)) as u32;
    // The boundary between two rows is their geometric mean.
    let above = |row: &usize| {
        in_1024 * in_1024 > THRUST_CHANGES_IN_1024[*row] * THRUST_CHANGES_IN_1024[*row + 1]
    };
    Some((0..N_THRUST_ROWS - 1).take_while(above).count())
}

const fn thrust_row(in_1024: u32) -> ThrustRow {
    const ONE: u64 = 1 << 30;
    let rests = ONE - ONE * in_1024 as u64 / 1024;
    let mut none_yet = [ONE; BLOCK + 1];
    let mut n = 0;
    while n < BLOCK {
        none_yet[n + 1] = none_yet[n] * rests / ONE;
        n += 1;
    }
    let some = ONE - none_yet[BLOCK];
    let mut first = [0_u16; BLOCK];
    n = 0;
    while n < BLOCK {
        first[n] = ((ONE - none_yet[n]) * PROBABILITY_SCALE as u64 / some) as u16;
        n += 1;
    }
    ThrustRow {
        slot: Probability::from_parts((in_1024 * (PROBABILITY_SCALE / 1024)) as u16),
        block: Probability::from_parts((some * PROBABILITY_SCALE as u64 / ONE) as u16),
        first,
    }
}

/// Symbols for the residual of an aim, in 256ths of a turn: 0 to 14 are −7 to 7; the rest are spans
/// on either side, followed by the offset in bits.
pub(super) const AIM_SYMBOLS: usize = 23;
/// The start of each span, and the bits of its offset.
pub(super) const AIM_SPANS: [(i16, u32); 4] = [(8, 3), (16, 4), (32, 5), (64, 7)];
const NEAR: i16 = 7;

/// The symbol of a residual from −128 to 127, with the offset that follows and its bits.
pub(super) fn aim_symbol(residual: i16) -> (usize, u32, u32) {
    let size = residual.abs();
    if size <= NEAR {
        return ((residual + NEAR) as usize, 0, 0);
    }
    let span = AIM_SPANS.iter().rposition(|(first, _)| *first <= size).unwrap_or(0);
    let (first, bits) = AIM_SPANS[span];
    (15 + 2 * span + usize::from(residual < 0), (size - first) as u32, bits)
}

/// The residual of a symbol and its offset.
pub(super) fn aim_residual(symbol: usize, place: u32) -> i16 {
    if symbol < 15 {
        return symbol as i16 - NEAR;
    }
    let (span, negative) = ((symbol - 15) / 2, (symbol - 15) % 2 == 1);
    let size = AIM_SPANS[span].0 + place as i16;
    if negative { -size } else { size }
}

/// The bits that follow a symbol.
pub(super) fn aim_bits(symbol: usize) -> u32 {
    if symbol < 15 { 0 } else { AIM_SPANS[(symbol - 15) / 2].1 }
}

/// The distribution of symbols in each row.
pub(super) const AIM_ROWS: [[u16; AIM_SYMBOLS]; N_AIM_ROWS] = {
    let mut rows = [[0; AIM_SYMBOLS]; N_AIM_ROWS];
    let mut n = 0;
    while n < N_AIM_ROWS {
        rows[n] = running_sums(aim_row(AIM_SHAPES[n]));
        n += 1;
    }
    rows
};

/// The shape of a row: of 1024 aims, how many are as expected, how many are near, and the ratio in
/// 1024ths by which the near ones fall off per step. The rest are far, equally likely in each span.
type AimShape = (u32, u32, u64);
const AIM_SHAPES: [AimShape; N_AIM_ROWS] = [
    (1016, 5, 500),
    (920, 80, 400),
    (700, 270, 300),
    (440, 540, 250),
    (300, 640, 500),
    (180, 740, 750),
    (90, 650, 900),
    (40, 330, 980),
];

const fn aim_row((zero, near, ratio): AimShape) -> [u32; AIM_SYMBOLS] {
    let mut weights = [1_u32; AIM_SYMBOLS];
    let mut share = [0_u64; 8];
    let (mut n, mut sum, mut of) = (1, 0, 1 << 20);
    while n <= 7 {
        share[n] = of;
        sum += 2 * of;
        of = of * ratio / 1024;
        n += 1;
    }
    weights[7] = zero * 24;
    n = 1;
    while n <= 7 {
        let weight = (near as u64 * 24 * share[n] / sum) as u32;
        weights[7 + n] = if weight == 0 { 1 } else { weight };
        weights[7 - n] = weights[7 + n];
        n += 1;
    }
    let far = (1024 - zero - near) * 24 / 8;
    n = 15;
    while n < AIM_SYMBOLS {
        weights[n] = if far == 0 { 1 } else { far };
        n += 1;
    }
    weights
}

/// The running sums of weights in parts of [`PROBABILITY_SCALE`], with at least one part a symbol.
const fn running_sums(weights: [u32; AIM_SYMBOLS]) -> [u16; AIM_SYMBOLS] {
    let (mut all, mut n) = (0, 0);
    while n < AIM_SYMBOLS {
        all += weights[n];
        n += 1;
    }
    let parts = PROBABILITY_SCALE - AIM_SYMBOLS as u32;
    let (mut sums, mut sum) = ([0_u16; AIM_SYMBOLS], 0);
    n = 0;
    while n < AIM_SYMBOLS {
        sums[n] = (sum * parts / all) as u16 + n as u16;
        sum += weights[n];
        n += 1;
    }
    sums
}

/// The row in which symbols with these counts take the fewest bits.
pub(super) fn aim_row_for(counts: &[u32; AIM_SYMBOLS]) -> usize {
    let mut bits_256 = [0_u32; N_AIM_ROWS];
    for (n, costs) in counts.iter().zip(&AIM_COSTS).filter(|(n, _)| **n > 0) {
        for (bits_256, cost) in bits_256.iter_mut().zip(costs) {
            *bits_256 += n * u32::from(*cost);
        }
    }
    (0..N_AIM_ROWS).min_by_key(|row| bits_256[*row]).unwrap_or(0)
}

/// The cost of each symbol in each row, in 1/256 bit.
const AIM_COSTS: [[u16; N_AIM_ROWS]; AIM_SYMBOLS] = {
    let mut costs = [[0; N_AIM_ROWS]; AIM_SYMBOLS];
    let mut symbol = 0;
    while symbol < AIM_SYMBOLS {
        let mut row = 0;
        while row < N_AIM_ROWS {
            costs[symbol][row] = Distribution(&AIM_ROWS[row]).cost_256(symbol) as u16;
            row += 1;
        }
        symbol += 1;
    }
    costs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_residual_has_a_symbol_of_its_own() {
        for residual in -128..=127 {
            let (symbol, place, bits) = aim_symbol(residual);
            assert!(symbol < AIM_SYMBOLS && bits == aim_bits(symbol) && place >> bits == 0);
            assert_eq!(aim_residual(symbol, place), residual);
        }
    }

    #[test]
    fn every_symbol_has_a_share() {
        for row in AIM_ROWS {
            assert!(row.windows(2).all(|pair| pair[0] < pair[1]), "{row:?}");
            assert!(u32::from(row[AIM_SYMBOLS - 1]) < PROBABILITY_SCALE);
        }
        for row in THRUST_ROWS {
            assert!(row.first.windows(2).all(|pair| pair[0] < pair[1]), "{row:?}");
        }
    }

    #[test]
    fn rows_fit_what_they_are_chosen_for() {
        assert_eq!(thrust_row_for(0, 192), None);
        for (row, in_1024) in THRUST_CHANGES_IN_1024.into_iter().enumerate() {
            assert_eq!(thrust_row_for(in_1024 as usize, 1024), Some(row), "{in_1024}");
        }
        assert_eq!(thrust_row_for(64, 64), Some(N_THRUST_ROWS - 1));
        let mut counts = [0; AIM_SYMBOLS];
        counts[7] = 64;
        assert_eq!(aim_row_for(&counts), 0, "all as expected");
        counts[22] = 64;
        counts[15] = 64;
        assert_eq!(aim_row_for(&counts), N_AIM_ROWS - 1, "anywhere");
    }
}
