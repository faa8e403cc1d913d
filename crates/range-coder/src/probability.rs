//! Probabilities of flags and distributions of symbols, in fixed point.

/// Precision of probabilities, in bits.
pub const PROBABILITY_BITS: u32 = 15;
/// The sum of all probabilities: they are given in parts of 32,768.
pub const PROBABILITY_SCALE: u32 = 1 << PROBABILITY_BITS;

/// The probability that a flag is set, in 1/32768; never 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability(pub(crate) u16);

impl Probability {
    /// One in `n`, where `n` is 2 to 32768.
    #[must_use]
    pub const fn one_in(n: u32) -> Self {
        Self((PROBABILITY_SCALE / n) as u16)
    }

    /// All but one in `n`.
    #[must_use]
    pub const fn complement_of_one_in(n: u32) -> Self {
        Self((PROBABILITY_SCALE - PROBABILITY_SCALE / n) as u16)
    }

    /// A probability of `parts` of [`PROBABILITY_SCALE`], clamped to exclude 0 and 1.
    #[must_use]
    pub const fn from_parts(parts: u16) -> Self {
        let most = (PROBABILITY_SCALE - 1) as u16;
        Self(if parts == 0 {
            1
        } else if parts > most {
            most
        } else {
            parts
        })
    }
}

/// A cumulative distribution of symbols: one running sum per symbol, in parts of
/// [`PROBABILITY_SCALE`]. The first is 0, and they increase: each symbol has one part or more.
#[derive(Clone, Copy, Debug)]
pub struct Distribution<'a>(pub &'a [u16]);

impl Distribution<'_> {
    /// The start and the size of a symbol's part of the interval.
    #[inline]
    pub(crate) const fn part(self, symbol: usize) -> (u32, u32) {
        let from = self.0[symbol] as u32;
        let to =
            if symbol + 1 < self.0.len() { self.0[symbol + 1] as u32 } else { PROBABILITY_SCALE };
        (from, to - from)
    }

    /// The approximate cost of a symbol, in 1/256 bit.
    #[must_use]
    pub const fn cost_256(self, symbol: usize) -> u32 {
        let (_, size) = self.part(symbol);
        let zeros = size.leading_zeros();
        let log = (31 - zeros) * 256 + (((size << zeros) >> 23) & 0xFF);
        PROBABILITY_BITS * 256 - log
    }
}
