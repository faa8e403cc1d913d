//! A range coder: encodes symbols of known probability in as few bits as their odds allow. Used by
//! snapshot bodies.
//!
//! After G. N. N. Martin ("Range encoding", 1979): the message is one long fraction, and each
//! symbol narrows the interval containing it to the symbol's share. A symbol of probability `p`
//! takes `−log2 p` bits, including fractions of a bit: 64 flags that are nearly always false take
//! one bit together. The message is truncated as early as possible; bytes missing at the end read
//! as zeros.

use alloc::vec::Vec;

use super::bits::{BitsError, CATEGORIES, Category, PutBits, TakeBits, Tally};

/// Below this the interval is renormalised by a byte.
const RANGE_MIN: u32 = 1 << 24;
/// Precision of probabilities: they are given in parts of 2^15.
pub const ODDS_BITS: u32 = 15;
/// The sum of all probabilities.
pub const PROBABILITY_SCALE: u32 = 1 << ODDS_BITS;
/// Cap on the bytes past the end that a reader reads as zeros: the size of an interval.
const BEYOND_MAX: usize = 4;
/// Cap on the bits written at once, so that the range keeps enough precision.
const BITS_AT_ONCE: u32 = 12;
/// Enough for most bodies, in bytes.
const TYPICAL_BODY_BYTES: usize = 256;

/// The probability that a flag is set, in 1/32768; never 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probability(u16);

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

/// A cumulative distribution of symbols: running sums in 1/32768, starting at 0.
#[derive(Clone, Copy, Debug)]
pub struct Shares<'a>(pub &'a [u16]);

impl Shares<'_> {
    const fn of(self, symbol: usize) -> (u32, u32) {
        let from = self.0[symbol] as u32;
        let to =
            if symbol + 1 < self.0.len() { self.0[symbol + 1] as u32 } else { PROBABILITY_SCALE };
        (from, to - from)
    }

    /// The approximate cost of a symbol, in 1/256 bit.
    #[must_use]
    pub const fn cost_256(self, symbol: usize) -> u32 {
        let (_, size) = self.of(symbol);
        let zeros = size.leading_zeros();
        let log = (31 - zeros) * 256 + (((size << zeros) >> 23) & 0xFF);
        ODDS_BITS * 256 - log
    }
}

/// The information written so far, in 1/16 bit.
const fn position(n_shifts: u32, range: u32) -> u32 {
    let zeros = range.leading_zeros();
    let log = (31 - zeros) * 16 + (((range << zeros) >> 27) & 15);
    (n_shifts * 8 + 32) * 16 - log
}

/// The cost of each category, in 1/16 bit.
#[derive(Clone, Debug, Default)]
struct SpentBits {
    sixteenths: [u32; CATEGORIES],
    category: Option<Category>,
    since: u32,
}

impl SpentBits {
    fn enter(&mut self, category: Category, at: u32) {
        let before = self.category.replace(category).unwrap_or(Category::Header);
        self.sixteenths[before as usize] += at - self.since;
        self.since = at;
    }

    /// Rounds to whole bits that add up to `bytes` bytes. The remainder counts as header.
    fn tally(mut self, at: u32, bytes: usize) -> Tally {
        self.enter(Category::Header, at);
        let mut tally = Tally::default();
        for category in Category::ALL {
            let bits = (self.sixteenths[category as usize] + 8) / 16;
            let left = (bytes as u32 * 8).saturating_sub(tally.total());
            if category != Category::Header {
                tally = tally.and(category, bits.min(left));
            }
        }
        tally.and(Category::Header, (bytes as u32 * 8).saturating_sub(tally.total()))
    }
}

/// The encoder.
#[derive(Clone, Debug)]
pub struct RangeWriter {
    bytes: Vec<u8>,
    /// The bottom of the interval; bit 32 is a pending carry.
    low: u64,
    range: u32,
    /// The last byte, which a carry can still change, followed by `n_full` bytes of 0xFF.
    held: Option<u8>,
    n_full: u32,
    n_shifts: u32,
    spent: SpentBits,
}

impl Default for RangeWriter {
    fn default() -> Self {
        Self::onto(Vec::new())
    }
}

impl RangeWriter {
    /// Appends to `bytes`.
    #[must_use]
    pub fn onto(mut bytes: Vec<u8>) -> Self {
        bytes.reserve(TYPICAL_BODY_BYTES);
        let spent = SpentBits::default();
        Self { bytes, low: 0, range: u32::MAX, held: None, n_full: 0, n_shifts: 0, spent }
    }

    /// Writes a flag of known probability.
    pub fn likely(&mut self, value: bool, odds: Probability) {
        let split = (self.range >> ODDS_BITS) * u32::from(odds.0);
        if value {
            self.range = split;
        } else {
            self.low += u64::from(split);
            self.range -= split;
        }
        self.widen();
    }

    /// Writes a symbol of a distribution.
    pub fn symbol(&mut self, symbol: usize, shares: Shares) {
        let (from, size) = shares.of(symbol);
        self.narrow(self.range >> ODDS_BITS, from, size);
    }

    /// Writes one of `n` equally likely numbers from 0.
    pub fn even(&mut self, value: u32, n: u32) {
        debug_assert!(value < n, "{value} is not below {n}");
        if n > 1 {
            self.narrow(self.range / n, value, 1);
        }
    }

    /// Returns all bytes, including those appended to.
    #[must_use]
    pub fn finish(mut self) -> (Vec<u8>, Tally) {
        let spent_at = position(self.n_shifts, self.range);
        let before = self.bytes.len() + usize::from(self.held.is_some()) + self.n_full as usize;
        let top = self.low + u64::from(self.range);
        let ending = |zeros: u32| (self.low + ((1 << zeros) - 1)) >> zeros << zeros;
        let zeros = (0..=32).rev().find(|zeros| ending(*zeros) < top);
        self.low = ending(zeros.unwrap_or(0));
        for _ in 0..5 {
            self.shift();
        }
        // The fifth shift flushed the byte held by the first.
        while self.bytes.len() > before && self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        let len = self.bytes.len();
        (self.bytes, self.spent.tally(spent_at, len))
    }

    fn narrow(&mut self, part: u32, from: u32, size: u32) {
        self.low += u64::from(part) * u64::from(from);
        self.range = part * size;
        self.widen();
    }

    fn widen(&mut self) {
        while self.range < RANGE_MIN {
            self.shift();
            self.range <<= 8;
            self.n_shifts += 1;
        }
    }

    /// Shifts out the top byte of `low`, once no carry can change it.
    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        let byte = (self.low >> 24) as u8;
        if byte == 0xFF && carry == 0 {
            self.n_full += 1;
        } else {
            if let Some(held) = self.held {
                self.bytes.push(held.wrapping_add(carry));
            }
            for _ in 0..self.n_full {
                self.bytes.push(0xFF_u8.wrapping_add(carry));
            }
            self.n_full = 0;
            self.held = Some(byte);
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }
}

impl PutBits for RangeWriter {
    fn enter(&mut self, category: Category) {
        self.spent.enter(category, position(self.n_shifts, self.range));
    }

    fn bits(&mut self, value: u32, n: u32) {
        debug_assert!(n == 32 || value >> n == 0, "{value} does not fit {n} bits");
        let mut left = n;
        while left > 0 {
            let now = left.min(BITS_AT_ONCE);
            left -= now;
            self.narrow(self.range >> now, (value >> left) & ((1 << now) - 1), 1);
        }
    }
}

/// The decoder.
#[derive(Clone, Debug)]
pub struct RangeReader<'a> {
    bytes: &'a [u8],
    /// Bytes consumed, including those past the end.
    at: usize,
    /// The message's offset from the bottom of the interval.
    code: u32,
    range: u32,
    spent: SpentBits,
}

impl<'a> RangeReader<'a> {
    /// Starts at the first of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut reader =
            Self { bytes, at: 0, code: 0, range: u32::MAX, spent: SpentBits::default() };
        for _ in 0..BEYOND_MAX {
            reader.take();
        }
        reader
    }

    /// Reads a flag of known probability.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn likely(&mut self, odds: Probability) -> Result<bool, BitsError> {
        let split = (self.range >> ODDS_BITS) * u32::from(odds.0);
        let value = self.code < split;
        if value {
            self.range = split;
        } else {
            self.code -= split;
            self.range -= split;
        }
        self.widen()?;
        Ok(value)
    }

    /// Reads a symbol of a distribution.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn symbol(&mut self, shares: Shares) -> Result<usize, BitsError> {
        let part = self.range >> ODDS_BITS;
        let at = (self.code / part).min(PROBABILITY_SCALE - 1);
        let symbol = shares.0.partition_point(|from| u32::from(*from) <= at) - 1;
        let (from, size) = shares.of(symbol);
        self.narrow(part, from, size)?;
        Ok(symbol)
    }

    /// Reads one of `n` equally likely numbers from 0; returns 0 if `n` is 0.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn even(&mut self, n: u32) -> Result<u32, BitsError> {
        if n < 2 {
            return Ok(0);
        }
        let part = self.range / n;
        let value = (self.code / part).min(n - 1);
        self.narrow(part, value, 1)?;
        Ok(value)
    }

    /// Finishes reading and returns the bits by category.
    ///
    /// # Errors
    /// If bytes are left over.
    pub fn finish(self) -> Result<Tally, BitsError> {
        if self.bytes.len() > self.at {
            return Err(BitsError::Left);
        }
        let n_shifts = (self.at - BEYOND_MAX) as u32;
        Ok(self.spent.tally(position(n_shifts, self.range), self.bytes.len()))
    }

    fn narrow(&mut self, part: u32, from: u32, size: u32) -> Result<(), BitsError> {
        self.code = self.code.wrapping_sub(part * from);
        self.range = part * size;
        self.widen()
    }

    fn widen(&mut self) -> Result<(), BitsError> {
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.take();
            if self.at > self.bytes.len() + BEYOND_MAX {
                return Err(BitsError::End);
            }
        }
        Ok(())
    }

    fn take(&mut self) {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(byte);
        self.at += 1;
    }
}

impl TakeBits for RangeReader<'_> {
    fn enter(&mut self, category: Category) {
        let n_shifts = (self.at - BEYOND_MAX) as u32;
        self.spent.enter(category, position(n_shifts, self.range));
    }

    fn bits(&mut self, n: u32) -> Result<u32, BitsError> {
        let (mut value, mut left) = (0, n);
        while left > 0 {
            let now = left.min(BITS_AT_ONCE);
            left -= now;
            let part = self.range >> now;
            let bits = (self.code / part).min((1 << now) - 1);
            self.narrow(part, bits, 1)?;
            value = value << now | bits;
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    const SHARES: Shares = Shares(&[0, 20_000, 28_000, 32_000, 32_767]);

    fn write(seed: u64, n: u32) -> (Vec<u8>, Tally) {
        let (mut rng, mut writer) = (Rng::new(seed, 0), RangeWriter::default());
        for _ in 0..n {
            match rng.below(6) {
                0 => writer.likely(rng.below(50) == 0, Probability::one_in(50)),
                1 => writer.likely(rng.below(50) != 0, Probability::complement_of_one_in(50)),
                2 => writer.symbol(rng.below(5) as usize, SHARES),
                3 => writer.even(rng.below(13), 13),
                4 => writer.bits(rng.next_u32(), 32),
                _ => writer.signed(rng.below(2000) as i32 - 1000, 6),
            }
        }
        writer.finish()
    }

    fn read(seed: u64, n: u32, bytes: &[u8]) -> Result<Tally, BitsError> {
        let (mut rng, mut reader) = (Rng::new(seed, 0), RangeReader::new(bytes));
        for _ in 0..n {
            match rng.below(6) {
                0 => assert_eq!(reader.likely(Probability::one_in(50))?, rng.below(50) == 0),
                1 => assert_eq!(
                    reader.likely(Probability::complement_of_one_in(50))?,
                    rng.below(50) != 0
                ),
                2 => assert_eq!(reader.symbol(SHARES)?, rng.below(5) as usize),
                3 => assert_eq!(reader.even(13)?, rng.below(13)),
                4 => assert_eq!(reader.bits(32)?, rng.next_u32()),
                _ => assert_eq!(reader.signed(6)?, rng.below(2000) as i32 - 1000),
            }
        }
        reader.finish()
    }

    #[test]
    fn what_was_written_is_read() {
        for seed in 0..400 {
            let n = seed as u32 % 90;
            let (bytes, tally) = write(seed, n);
            assert_eq!(read(seed, n, &bytes), Ok(tally), "seed {seed}");
            assert_eq!(tally.total() as usize, 8 * bytes.len());
        }
    }

    #[test]
    fn carries_run_through() {
        // Nearly the whole interval many times, then its upper end: the worst case for carries.
        for n in 0..64 {
            let mut writer = RangeWriter::default();
            for _ in 0..n {
                writer.bits(0xFFF, 12);
            }
            writer.likely(false, Probability::complement_of_one_in(32_768));
            writer.bits(0, 12);
            let (bytes, _) = writer.finish();
            let mut reader = RangeReader::new(&bytes);
            for _ in 0..n {
                assert_eq!(reader.bits(12), Ok(0xFFF));
            }
            assert_eq!(reader.likely(Probability::complement_of_one_in(32_768)), Ok(false));
            assert_eq!(reader.bits(12), Ok(0));
            assert!(reader.finish().is_ok(), "{n}");
        }
    }

    #[test]
    fn likely_flags_cost_next_to_nothing() {
        let mut writer = RangeWriter::default();
        for _ in 0..640 {
            writer.likely(false, Probability::one_in(64));
        }
        writer.enter(Category::Ships);
        writer.even(3, 9);
        let (bytes, tally) = writer.finish();
        // 640 · −log2(63/64) = 14.5 bits, and 3.2.
        assert_eq!(bytes.len(), 3);
        assert_eq!(tally.bits(Category::Ships), 3);
        assert_eq!(RangeWriter::default().finish().0.len(), 0, "nothing takes nothing");
    }

    #[test]
    fn the_end_and_what_is_left_over_are_errors() {
        let (bytes, _) = write(7, 60);
        let mut reader = RangeReader::new(&bytes[..bytes.len() / 2]);
        let all: Result<Vec<u32>, BitsError> = (0..bytes.len()).map(|_| reader.bits(8)).collect();
        assert_eq!(all, Err(BitsError::End));
        let mut longer = bytes.clone();
        longer.extend([1; 9]);
        assert_eq!(read(7, 60, &longer), Err(BitsError::Left));
    }
}
