//! Checked bit reading and writing. Every bit is counted under a category for the net graph.
//!
//! Bits fill each byte from the least significant. Small numbers use Exp-Golomb codes of order `k`:
//! `n + 2^k` is written as its bit length beyond `k` in unary, then its bits below the highest.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// What a bit is spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Ticks, acknowledgements, margins.
    Header,
    /// The viewer's own ship. Only readers count it separately, as one body is written for many
    /// viewers.
    OwnShip,
    /// Ships; for readers, without the viewer's own.
    Ships,
    /// Bolts: those fired and, in a keyframe, those in flight.
    Bolts,
    /// All other events.
    Events,
    Commands,
}

/// The number of categories.
pub const CATEGORIES: usize = 6;

impl Category {
    pub const ALL: [Self; CATEGORIES] =
        [Self::Header, Self::OwnShip, Self::Ships, Self::Bolts, Self::Events, Self::Commands];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally([u32; CATEGORIES]);

impl Tally {
    #[must_use]
    pub const fn bits(&self, category: Category) -> u32 {
        self.0[category as usize]
    }

    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// This tally plus `bits` in a category.
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
    #[error("unexpected end of message")]
    End,
    /// A code is longer than any valid number.
    #[error("number is too long")]
    TooLong,
    /// Bytes are left over after the end.
    #[error("trailing bytes after message")]
    Left,
}

/// A sink of bits.
pub trait PutBits {
    /// Counts the following bits under a category.
    fn enter(&mut self, category: Category);

    /// Writes the low `n` bits of `value`; `n` is up to 32.
    fn bits(&mut self, value: u32, n: u32);

    fn flag(&mut self, value: bool) {
        self.bits(value.into(), 1);
    }

    /// Writes `n` set bits, each separately, and a clear one.
    fn ones(&mut self, n: u32) {
        for _ in 0..n {
            self.flag(true);
        }
        self.flag(false);
    }

    /// Writes a number in the Exp-Golomb code of order `k`.
    fn golomb(&mut self, value: u32, k: u32) {
        let shifted = u64::from(value) + (1 << k);
        let below = 63 - shifted.leading_zeros();
        self.ones(below - k);
        let rest = shifted - (1 << below);
        self.bits(rest as u32, below);
    }

    /// Writes a signed number in the Exp-Golomb code of order `k`, in the order 0, −1, 1, −2, 2 …
    fn signed(&mut self, value: i32, k: u32) {
        self.golomb(((value << 1) ^ (value >> 31)) as u32, k);
    }

    /// Writes a flag for whether a number differs from the expected one, then the number if it
    /// does.
    fn changed(&mut self, value: u32, expected: u32, n: u32) {
        self.flag(value != expected);
        if value != expected {
            self.bits(value, n);
        }
    }
}

/// A source of bits.
pub trait TakeBits {
    /// Counts the following bits under a category.
    fn enter(&mut self, category: Category);

    /// Reads `n` bits as a number; `n` is up to 32.
    ///
    /// # Errors
    /// If fewer are left.
    fn bits(&mut self, n: u32) -> Result<u32, BitsError>;

    /// Reads one bit.
    ///
    /// # Errors
    /// If none is left.
    fn flag(&mut self) -> Result<bool, BitsError> {
        Ok(self.bits(1)? == 1)
    }

    /// Counts the set bits before the next clear one, which is consumed.
    ///
    /// # Errors
    /// If the bits end, or there are more than `max`.
    fn ones(&mut self, max: u32) -> Result<u32, BitsError> {
        for n in 0..=max {
            if !self.flag()? {
                return Ok(n);
            }
        }
        Err(BitsError::TooLong)
    }

    /// Reads a number in the Exp-Golomb code of order `k`.
    ///
    /// # Errors
    /// If the bits end, or the number does not fit 32 bits.
    fn golomb(&mut self, k: u32) -> Result<u32, BitsError> {
        let below = k + self.ones(32 - k)?;
        let rest = u64::from(self.bits(below)?);
        u32::try_from(rest + (1 << below) - (1 << k)).map_err(|_| BitsError::TooLong)
    }

    /// Reads a signed number in the Exp-Golomb code of order `k`.
    ///
    /// # Errors
    /// As for [`golomb`](Self::golomb).
    fn signed(&mut self, k: u32) -> Result<i32, BitsError> {
        let folded = self.golomb(k)?;
        Ok((folded >> 1) as i32 ^ -((folded & 1) as i32))
    }

    /// Reads a flag for whether a number differs from the expected one, then the number if it does.
    ///
    /// # Errors
    /// If the bits end.
    fn changed(&mut self, expected: u32, n: u32) -> Result<u32, BitsError> {
        if self.flag()? { self.bits(n) } else { Ok(expected) }
    }
}

/// Writes bits into bytes.
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
    /// Appends to `bytes`.
    #[must_use]
    pub fn onto(bytes: Vec<u8>) -> Self {
        let (category, tally) = (Category::Header, Tally::default());
        Self { bytes, pending: 0, n_pending: 0, category, tally }
    }

    /// Returns the bytes, the last one padded with zeros.
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

/// Reads bits from bytes.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at_bit: usize,
    category: Category,
    tally: Tally,
}

impl<'a> BitReader<'a> {
    /// Starts at the first bit of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at_bit: 0, category: Category::Header, tally: Tally::default() }
    }

    /// The next 57 bits or more, lowest first; zeros past the end.
    fn ahead(&self) -> u64 {
        let mut word = [0; 8];
        let left = &self.bytes[self.at_bit / 8..];
        let n = left.len().min(8);
        word[..n].copy_from_slice(&left[..n]);
        u64::from_le_bytes(word) >> (self.at_bit % 8)
    }

    /// Moves the bits read since an earlier tally to another category, for data whose category is
    /// known only after reading it.
    pub fn recount(&mut self, since: Tally, category: Category) {
        let bits = self.tally.bits(self.category) - since.bits(self.category);
        self.tally.0[self.category as usize] -= bits;
        self.tally.0[category as usize] += bits;
    }

    /// The bytes after the last one touched.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at_bit.div_ceil(8).min(self.bytes.len())..]
    }

    /// The bits read so far, by category.
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
    fn numbers_survive_a_round_trip_and_small_ones_are_short() {
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
