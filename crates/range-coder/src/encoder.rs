//! The encoder: the message is one long fraction, and each symbol narrows the interval that
//! contains it to the symbol's part. The message is truncated as early as possible; bytes missing
//! at the end read as zeros.

use alloc::vec::Vec;

use super::{BITS_PER_STEP_MAX, RANGE_MIN, UNIFORM_MAX, information_16};
use crate::probability::{Distribution, PROBABILITY_BITS, Probability};

/// Writes one message.
#[derive(Clone, Debug)]
pub struct Encoder {
    bytes: Vec<u8>,
    /// The bottom of the interval; bit 32 is a pending carry.
    low: u64,
    range: u32,
    /// The last byte, which a carry can still change, followed by `n_full` bytes of 0xFF.
    held: Option<u8>,
    n_full: u32,
    n_shifts: u32,
}

impl Default for Encoder {
    fn default() -> Self {
        Self::append_to(Vec::new())
    }
}

impl Encoder {
    /// Starts a message behind the bytes of a buffer, which stay as they are.
    #[must_use]
    pub const fn append_to(bytes: Vec<u8>) -> Self {
        Self { bytes, low: 0, range: u32::MAX, held: None, n_full: 0, n_shifts: 0 }
    }

    /// Writes a flag that is set with a known probability.
    #[inline]
    pub fn flag(&mut self, value: bool, probability: Probability) {
        let split = (self.range >> PROBABILITY_BITS) * u32::from(probability.0);
        if value {
            self.range = split;
        } else {
            self.low += u64::from(split);
            self.range -= split;
        }
        self.renormalise();
    }

    /// Writes a symbol of a distribution, by its index.
    #[inline]
    pub fn symbol(&mut self, symbol: usize, distribution: Distribution) {
        let (from, size) = distribution.part(symbol);
        self.narrow(self.range >> PROBABILITY_BITS, from, size);
    }

    /// Writes one of `n` equally likely numbers from 0; `n` is up to [`UNIFORM_MAX`].
    #[inline]
    pub fn uniform(&mut self, value: u32, n: u32) {
        debug_assert!(n <= UNIFORM_MAX, "{n} values are too many");
        debug_assert!(value < n, "{value} is not below {n}");
        if n > 1 {
            self.narrow(self.range / n, value, 1);
        }
    }

    /// Writes the low `n` bits of `value`, each as likely 0 as 1; `n` is up to 32.
    pub fn bits(&mut self, value: u32, n: u32) {
        debug_assert!(n == 32 || value >> n == 0, "{value} does not fit {n} bits");
        let mut left = n;
        while left > 0 {
            let now = left.min(BITS_PER_STEP_MAX);
            left -= now;
            self.narrow(self.range >> now, (value >> left) & ((1 << now) - 1), 1);
        }
    }

    /// The information written so far, in 1/16 bit.
    #[must_use]
    pub const fn information_16(&self) -> u32 {
        information_16(self.n_shifts, self.range)
    }

    /// Ends the message. Returns the buffer: the bytes appended to, then the message.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
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
        self.bytes
    }

    #[inline]
    fn narrow(&mut self, part: u32, from: u32, size: u32) {
        self.low += u64::from(part) * u64::from(from);
        self.range = part * size;
        self.renormalise();
    }

    #[inline]
    fn renormalise(&mut self) {
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
