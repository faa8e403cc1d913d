//! The [range coder](range_coder) of snapshot bodies, with every bit counted under a category.

use alloc::vec::Vec;

use range_coder::{DecodeError, Decoder, Encoder};
pub use range_coder::{Distribution, PROBABILITY_SCALE, Probability};

use super::bits::{BitsError, CATEGORIES, Category, PutBits, TakeBits, Tally};

/// Enough for most bodies, in bytes.
const TYPICAL_BODY_BYTES: usize = 256;

impl From<DecodeError> for BitsError {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::UnexpectedEnd => Self::End,
            DecodeError::TrailingBytes => Self::Left,
        }
    }
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

/// An encoder that counts bits.
#[derive(Clone, Debug)]
pub struct RangeWriter {
    encoder: Encoder,
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
        Self { encoder: Encoder::append_to(bytes), spent: SpentBits::default() }
    }

    /// Writes a flag of known probability.
    pub fn biased_flag(&mut self, value: bool, odds: Probability) {
        self.encoder.flag(value, odds);
    }

    /// Writes a symbol of a distribution.
    pub fn symbol(&mut self, symbol: usize, distribution: Distribution) {
        self.encoder.symbol(symbol, distribution);
    }

    /// Writes one of `n` equally likely numbers from 0.
    pub fn uniform(&mut self, value: u32, n: u32) {
        self.encoder.uniform(value, n);
    }

    /// Returns all bytes, including those appended to.
    #[must_use]
    pub fn finish(self) -> (Vec<u8>, Tally) {
        let spent_at = self.encoder.information_16();
        let bytes = self.encoder.finish();
        let tally = self.spent.tally(spent_at, bytes.len());
        (bytes, tally)
    }
}

impl PutBits for RangeWriter {
    fn enter(&mut self, category: Category) {
        self.spent.enter(category, self.encoder.information_16());
    }

    fn bits(&mut self, value: u32, n: u32) {
        self.encoder.bits(value, n);
    }
}

/// A decoder that counts bits.
#[derive(Clone, Debug)]
pub struct RangeReader<'a> {
    decoder: Decoder<'a>,
    n_bytes: usize,
    spent: SpentBits,
}

impl<'a> RangeReader<'a> {
    /// Starts at the first of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let decoder = Decoder::new(bytes);
        Self { decoder, n_bytes: bytes.len(), spent: SpentBits::default() }
    }

    /// Reads a flag of known probability.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn biased_flag(&mut self, odds: Probability) -> Result<bool, BitsError> {
        Ok(self.decoder.flag(odds)?)
    }

    /// Reads a symbol of a distribution.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn symbol(&mut self, distribution: Distribution) -> Result<usize, BitsError> {
        Ok(self.decoder.symbol(distribution)?)
    }

    /// Reads one of `n` equally likely numbers from 0; returns 0 if `n` is 0.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn uniform(&mut self, n: u32) -> Result<u32, BitsError> {
        Ok(self.decoder.uniform(n)?)
    }

    /// Finishes reading and returns the bits by category.
    ///
    /// # Errors
    /// If bytes are left over.
    pub fn finish(self) -> Result<Tally, BitsError> {
        let spent_at = self.decoder.information_16();
        self.decoder.finish()?;
        Ok(self.spent.tally(spent_at, self.n_bytes))
    }
}

impl TakeBits for RangeReader<'_> {
    fn enter(&mut self, category: Category) {
        self.spent.enter(category, self.decoder.information_16());
    }

    fn bits(&mut self, n: u32) -> Result<u32, BitsError> {
        Ok(self.decoder.bits(n)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    const SHARES: Distribution = Distribution(&[0, 20_000, 28_000, 32_000, 32_767]);

    fn write(seed: u64, n: u32) -> (Vec<u8>, Tally) {
        let (mut rng, mut writer) = (Rng::new(seed, 0), RangeWriter::default());
        for _ in 0..n {
            match rng.below(6) {
                0 => writer.biased_flag(rng.below(50) == 0, Probability::one_in(50)),
                1 => writer.biased_flag(rng.below(50) != 0, Probability::complement_of_one_in(50)),
                2 => writer.symbol(rng.below(5) as usize, SHARES),
                3 => writer.uniform(rng.below(13), 13),
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
                0 => assert_eq!(reader.biased_flag(Probability::one_in(50))?, rng.below(50) == 0),
                1 => assert_eq!(
                    reader.biased_flag(Probability::complement_of_one_in(50))?,
                    rng.below(50) != 0
                ),
                2 => assert_eq!(reader.symbol(SHARES)?, rng.below(5) as usize),
                3 => assert_eq!(reader.uniform(13)?, rng.below(13)),
                4 => assert_eq!(reader.bits(32)?, rng.next_u32()),
                _ => assert_eq!(reader.signed(6)?, rng.below(2000) as i32 - 1000),
            }
        }
        reader.finish()
    }

    #[test]
    fn bodies_survive_a_round_trip() {
        for seed in 0..400 {
            let n = seed as u32 % 90;
            let (bytes, tally) = write(seed, n);
            assert_eq!(read(seed, n, &bytes), Ok(tally), "seed {seed}");
            assert_eq!(tally.total() as usize, 8 * bytes.len());
        }
    }

    #[test]
    fn likely_flags_cost_next_to_nothing() {
        let mut writer = RangeWriter::default();
        for _ in 0..640 {
            writer.biased_flag(false, Probability::one_in(64));
        }
        writer.enter(Category::Ships);
        writer.uniform(3, 9);
        let (bytes, tally) = writer.finish();
        // 640 · −log2(63/64) = 14.5 bits, and 3.2.
        assert_eq!(bytes.len(), 3);
        assert_eq!(tally.bits(Category::Ships), 3);
        assert_eq!(RangeWriter::default().finish().0.len(), 0, "nothing takes nothing");
    }

    #[test]
    fn missing_and_trailing_bits_are_errors() {
        let (bytes, _) = write(7, 60);
        let mut reader = RangeReader::new(&bytes[..bytes.len() / 2]);
        let all: Result<Vec<u32>, BitsError> = (0..bytes.len()).map(|_| reader.bits(8)).collect();
        assert_eq!(all, Err(BitsError::End));
        let mut longer = bytes.clone();
        longer.extend([1; 9]);
        assert_eq!(read(7, 60, &longer), Err(BitsError::Left));
    }
}
