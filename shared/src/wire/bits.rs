//! Reading and writing of bits, checked; each bit is counted under a category for the net graph.
//!
//! Bits fill bytes from the lowest. Small numbers take few bits by Exp-Golomb codes of order `k`:
//! `n + 2^k` is written as its length beyond `k` in unary, then its bits below the highest.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// What a bit is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Ticks, acknowledgements, margins.
    Header,
    /// The viewer's own ship: told apart by the reader only, as one body is written for many.
    OwnShip,
    /// Ships, without the viewer's own where that is told apart.
    Ships,
    /// Bolts: those that were fired, and in a keyframe those in flight.
    Bolts,
    /// Every other event.
    Events,
    /// Commands.
    Commands,
}

/// How many categories there are.
pub const CATEGORIES: usize = 6;

impl Category {
    /// Every category.
    pub const ALL: [Self; CATEGORIES] =
        [Self::Header, Self::OwnShip, Self::Ships, Self::Bolts, Self::Events, Self::Commands];
}

/// Bits spent, by category.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally([u32; CATEGORIES]);

impl Tally {
    /// Bits spent on a category.
    #[must_use]
    pub const fn bits(&self, category: Category) -> u32 {
        self.0[category as usize]
    }

    /// Bits spent in all.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// This tally and more bits of a category.
    #[must_use]
    pub const fn and(mut self, category: Category, bits: u32) -> Self {
        self.0[category as usize] += bits;
        self
    }
}

/// Why bits cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BitsError {
    /// The message ends too early.
    #[error("the message ends in the middle")]
    End,
    /// A code is longer than any number it could stand for.
    #[error("a number is too long")]
    TooLong,
    /// There are bytes behind the end.
    #[error("the message goes on behind its end")]
    Left,
}

/// Something that bits can be written to.
pub trait PutBits {
    /// Counts what follows under a category.
    fn enter(&mut self, category: Category);

    /// The `n` lowest bits of a number, `n` at most 32.
    fn bits(&mut self, value: u32, n: u32);

    /// One bit.
    fn flag(&mut self, value: bool) {
        self.bits(value.into(), 1);
    }

    /// So many set bits, each by itself, and a clear one.
    fn ones(&mut self, n: u32) {
        for _ in 0..n {
            self.flag(true);
        }
        self.flag(false);
    }

    /// A number by the Exp-Golomb code of order `k`.
    fn golomb(&mut self, value: u32, k: u32) {
        let shifted = u64::from(value) + (1 << k);
        let below = 63 - shifted.leading_zeros();
        self.ones(below - k);
        let rest = shifted - (1 << below);
        self.bits(rest as u32, below);
    }

    /// A signed number by the Exp-Golomb code of order `k`: 0, −1, 1, −2, 2 …
    fn signed(&mut self, value: i32, k: u32) {
        self.golomb(((value << 1) ^ (value >> 31)) as u32, k);
    }

    /// A number after a flag that says whether it differs from what is expected.
    fn changed(&mut self, value: u32, expected: u32, n: u32) {
        self.flag(value != expected);
        if value != expected {
            self.bits(value, n);
        }
    }
}

/// Something that bits can be read from.
pub trait TakeBits {
    /// Counts what follows under a category.
    fn enter(&mut self, category: Category);

    /// `n` bits as a number, `n` at most 32.
    ///
    /// # Errors
    /// When fewer are left.
    fn bits(&mut self, n: u32) -> Result<u32, BitsError>;

    /// One bit.
    ///
    /// # Errors
    /// When none is left.
    fn flag(&mut self) -> Result<bool, BitsError> {
        Ok(self.bits(1)? == 1)
    }

    /// How many set bits come before the next clear one, which is read too; at most `max`.
    ///
    /// # Errors
    /// When the bits end, or there are more.
    fn ones(&mut self, max: u32) -> Result<u32, BitsError> {
        for n in 0..=max {
            if !self.flag()? {
                return Ok(n);
            }
        }
        Err(BitsError::TooLong)
    }

    /// A number by the Exp-Golomb code of order `k`.
    ///
    /// # Errors
    /// When the bits end, or the number would not fit 32 bits.
    fn golomb(&mut self, k: u32) -> Result<u32, BitsError> {
        let below = k + self.ones(32 - k)?;
        let rest = u64::from(self.bits(below)?);
        u32::try_from(rest + (1 << below) - (1 << k)).map_err(|_| BitsError::TooLong)
    }

    /// A signed number by the Exp-Golomb code of order `k`.
    ///
    /// # Errors
    /// As [`golomb`](Self::golomb).
    fn signed(&mut self, k: u32) -> Result<i32, BitsError> {
        let folded = self.golomb(k)?;
        Ok((folded >> 1) as i32 ^ -((folded & 1) as i32))
    }

    /// A number after a flag that says whether it differs from what is expected.
    ///
    /// # Errors
    /// When the bits end.
    fn changed(&mut self, expected: u32, n: u32) -> Result<u32, BitsError> {
        if self.flag()? { self.bits(n) } else { Ok(expected) }
    }
}

/// Writes bits.
#[derive(Clone, Debug)]
pub struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    n_pending: u32,
    category: Category,
    tally: Tally,
}

impl Default for BitWriter {
    fn default() -> Self {
        Self::onto(Vec::new())
    }
}

impl BitWriter {
    /// Writes behind these bytes.
    #[must_use]
    pub fn onto(bytes: Vec<u8>) -> Self {
        let (category, tally) = (Category::Header, Tally::default());
        Self { bytes, pending: 0, n_pending: 0, category, tally }
    }

    /// The bytes; the last one is filled up with zeros.
    #[must_use]
    pub fn finish(mut self) -> (Vec<u8>, Tally) {
        if self.n_pending > 0 {
            self.bytes.push(self.pending as u8);
        }
        (self.bytes, self.tally)
    }
}

impl PutBits for BitWriter {
    fn enter(&mut self, category: Category) {
        self.category = category;
    }

    fn bits(&mut self, value: u32, n: u32) {
        debug_assert!(n == 32 || value >> n == 0, "{value} does not fit {n} bits");
        self.tally.0[self.category as usize] += n;
        self.pending |= u64::from(value) << self.n_pending;
        self.n_pending += n;
        while self.n_pending >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.n_pending -= 8;
        }
    }

    fn ones(&mut self, n: u32) {
        self.bits(((1_u64 << n) - 1) as u32, n);
        self.bits(0, 1);
    }
}

/// Reads bits.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at_bit: usize,
    category: Category,
    tally: Tally,
}

impl<'a> BitReader<'a> {
    /// Reads from the first bit of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at_bit: 0, category: Category::Header, tally: Tally::default() }
    }

    /// The next 57 bits at least, lowest first; zeros behind the end.
    fn ahead(&self) -> u64 {
        let mut word = [0; 8];
        let left = &self.bytes[self.at_bit / 8..];
        let n = left.len().min(8);
        word[..n].copy_from_slice(&left[..n]);
        u64::from_le_bytes(word) >> (self.at_bit % 8)
    }

    /// Counts what was read since an earlier tally under another category than the one in force:
    /// for what says only at its end what it is.
    pub fn recount(&mut self, since: Tally, category: Category) {
        let bits = self.tally.bits(self.category) - since.bits(self.category);
        self.tally.0[self.category as usize] -= bits;
        self.tally.0[category as usize] += bits;
    }

    /// The bytes behind the last one touched.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at_bit.div_ceil(8).min(self.bytes.len())..]
    }

    /// What the bits read so far were spent on.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        self.tally
    }
}

impl TakeBits for BitReader<'_> {
    fn enter(&mut self, category: Category) {
        self.category = category;
    }

    fn bits(&mut self, n: u32) -> Result<u32, BitsError> {
        let end = self.at_bit + n as usize;
        if end > self.bytes.len() * 8 {
            return Err(BitsError::End);
        }
        let value = self.ahead() & ((1 << n) - 1);
        self.at_bit = end;
        self.tally.0[self.category as usize] += n;
        Ok(value as u32)
    }

    fn ones(&mut self, max: u32) -> Result<u32, BitsError> {
        let ones = self.ahead().trailing_ones();
        if ones > max {
            return Err(BitsError::TooLong);
        }
        self.bits(ones)?;
        self.bits(1)?;
        Ok(ones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_small_ones_are_short() {
        let mut writer = BitWriter::default();
        let unsigned = [0, 1, 2, 7, 8, 255, 65_535, 1 << 20, u32::MAX - 40, u32::MAX];
        let signed = [0, -1, 1, 100, -100, i32::MAX, i32::MIN];
        for k in 0..16 {
            unsigned.iter().for_each(|n| writer.golomb(*n, k));
            signed.iter().for_each(|n| writer.signed(*n, k));
            writer.bits(k, 5);
            writer.changed(k, 3, 20);
        }
        let (bytes, _) = writer.finish();
        let mut reader = BitReader::new(&bytes);
        for k in 0..16 {
            unsigned.iter().for_each(|n| assert_eq!(reader.golomb(k), Ok(*n)));
            signed.iter().for_each(|n| assert_eq!(reader.signed(k), Ok(*n)));
            assert_eq!(reader.bits(5), Ok(k));
            assert_eq!(reader.changed(3, 20), Ok(k));
        }
        assert!(reader.rest().is_empty());
        let mut one = BitWriter::default();
        one.golomb(0, 0);
        one.signed(0, 0);
        assert_eq!(one.finish().0.len(), 1, "two zeros take two bits");
    }

    #[test]
    fn the_end_and_runaway_codes_are_errors() {
        assert_eq!(BitReader::new(&[1]).bits(9), Err(BitsError::End));
        assert_eq!(BitReader::new(&[]).flag(), Err(BitsError::End));
        assert_eq!(BitReader::new(&[0xFF; 16]).golomb(0), Err(BitsError::TooLong));
        assert_eq!(BitReader::new(&[0xFF; 4]).golomb(0), Err(BitsError::End));
    }

    #[test]
    fn bits_are_counted_where_they_are_spent() {
        let mut writer = BitWriter::default();
        writer.bits(5, 3);
        writer.enter(Category::Events);
        writer.bits(1, 9);
        let (bytes, tally) = writer.finish();
        assert_eq!((tally.bits(Category::Header), tally.bits(Category::Events)), (3, 9));
        let mut reader = BitReader::new(&bytes);
        assert_eq!(reader.bits(3), Ok(5));
        reader.enter(Category::Events);
        assert_eq!(reader.bits(9), Ok(1));
        assert_eq!((reader.tally(), reader.tally().total()), (tally, 12));
        reader.recount(tally.and(Category::Header, 0), Category::Bolts);
        assert_eq!(reader.tally(), tally, "nothing was read since");
        let mut reader = BitReader::new(&bytes);
        reader.enter(Category::Events);
        assert_eq!(reader.bits(3), Ok(5));
        let before = reader.tally();
        assert_eq!(reader.bits(9), Ok(1));
        reader.recount(before, Category::Bolts);
        let read = reader.tally();
        assert_eq!((read.bits(Category::Events), read.bits(Category::Bolts)), (3, 9));
    }
}
