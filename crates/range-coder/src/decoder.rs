//! The decoder: follows the encoder's interval, and finds each symbol by where the message lies in
//! it.

use super::{BITS_PER_STEP_MAX, RANGE_MIN, UNIFORM_MAX, information_16};
use crate::probability::{Distribution, PROBABILITY_BITS, PROBABILITY_SCALE, Probability};

/// Bytes past the end that a decoder reads as zeros at most: the size of an interval.
const PAST_END_MAX: usize = 4;

/// Why a message cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum DecodeError {
    /// More was read than the message holds.
    #[error("unexpected end of message")]
    UnexpectedEnd,
    /// Bytes are left over after the last symbol.
    #[error("trailing bytes after message")]
    TrailingBytes,
}

/// Reads one message.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    bytes: &'a [u8],
    /// Bytes consumed, including those past the end.
    at: usize,
    /// The message's offset from the bottom of the interval.
    code: u32,
    range: u32,
}

impl<'a> Decoder<'a> {
    /// Starts at the first of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes, at: 0, code: 0, range: u32::MAX };
        for _ in 0..PAST_END_MAX {
            decoder.take_byte();
        }
        decoder
    }

    /// Reads a flag that is set with a known probability.
    ///
    /// # Errors
    /// If the bytes end.
    #[inline]
    pub fn flag(&mut self, probability: Probability) -> Result<bool, DecodeError> {
        let split = (self.range >> PROBABILITY_BITS) * u32::from(probability.0);
        let value = self.code < split;
        if value {
            self.range = split;
        } else {
            self.code -= split;
            self.range -= split;
        }
        self.renormalise()?;
        Ok(value)
    }

    /// Reads a symbol of a distribution, as its index.
    ///
    /// # Errors
    /// If the bytes end.
    #[inline]
    pub fn symbol(&mut self, distribution: Distribution) -> Result<usize, DecodeError> {
        let part = self.range >> PROBABILITY_BITS;
        let at = (self.code / part).min(PROBABILITY_SCALE - 1);
        let symbol = distribution.0.partition_point(|from| u32::from(*from) <= at) - 1;
        let (from, size) = distribution.part(symbol);
        self.narrow(part, from, size)?;
        Ok(symbol)
    }

    /// Reads one of `n` equally likely numbers from 0; returns 0 if `n` is 0. `n` is up to
    /// [`UNIFORM_MAX`].
    ///
    /// # Errors
    /// If the bytes end.
    #[inline]
    pub fn uniform(&mut self, n: u32) -> Result<u32, DecodeError> {
        debug_assert!(n <= UNIFORM_MAX, "{n} values are too many");
        if n < 2 {
            return Ok(0);
        }
        let part = self.range / n;
        let value = (self.code / part).min(n - 1);
        self.narrow(part, value, 1)?;
        Ok(value)
    }

    /// Reads `n` bits as a number; `n` is up to 32.
    ///
    /// # Errors
    /// If the bytes end.
    pub fn bits(&mut self, n: u32) -> Result<u32, DecodeError> {
        let (mut value, mut left) = (0, n);
        while left > 0 {
            let now = left.min(BITS_PER_STEP_MAX);
            left -= now;
            let part = self.range >> now;
            let bits = (self.code / part).min((1 << now) - 1);
            self.narrow(part, bits, 1)?;
            value = value << now | bits;
        }
        Ok(value)
    }

    /// The information read so far, in 1/16 bit: what the encoder reported at this position.
    #[must_use]
    pub const fn information_16(&self) -> u32 {
        information_16((self.at - PAST_END_MAX) as u32, self.range)
    }

    /// Ends reading.
    ///
    /// # Errors
    /// If bytes are left over.
    pub fn finish(self) -> Result<(), DecodeError> {
        if self.bytes.len() > self.at { Err(DecodeError::TrailingBytes) } else { Ok(()) }
    }

    #[inline]
    fn narrow(&mut self, part: u32, from: u32, size: u32) -> Result<(), DecodeError> {
        self.code = self.code.wrapping_sub(part * from);
        self.range = part * size;
        self.renormalise()
    }

    #[inline]
    fn renormalise(&mut self) -> Result<(), DecodeError> {
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.take_byte();
            if self.at > self.bytes.len() + PAST_END_MAX {
                return Err(DecodeError::UnexpectedEnd);
            }
        }
        Ok(())
    }

    #[inline]
    fn take_byte(&mut self) {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.code = self.code << 8 | u32::from(byte);
        self.at += 1;
    }
}
