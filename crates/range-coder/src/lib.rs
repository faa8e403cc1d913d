//! A range coder: writes flags, symbols and numbers in as few bits as their probabilities allow.
//!
//! A symbol of probability `p` takes `−log2 p` bits, including fractions of a bit: 64 flags that
//! are each false with probability 63/64 take about one and a half bits together. Messages may be
//! as short as a few bytes: nothing is written before or after the payload, not even its length.
//!
//! ```
//! use range_coder::{DecodeError, Decoder, Distribution, Encoder, Probability};
//!
//! const JUMPED: Probability = Probability::one_in(100);
//! /// Idle, walk and run, with probabilities of 3/4, 3/16 and 1/16.
//! const GAIT: Distribution = Distribution(&[0, 24_576, 30_720]);
//!
//! let mut encoder = Encoder::default();
//! for _ in 0..30 {
//!     encoder.flag(false, JUMPED);
//! }
//! encoder.symbol(1, GAIT);
//! encoder.uniform(41, 60);
//! let bytes = encoder.finish();
//! assert!(bytes.len() <= 2);
//!
//! let mut decoder = Decoder::new(&bytes);
//! for _ in 0..30 {
//!     assert!(!decoder.flag(JUMPED)?);
//! }
//! assert_eq!(decoder.symbol(GAIT)?, 1);
//! assert_eq!(decoder.uniform(60)?, 41);
//! decoder.finish()?;
//! # Ok::<(), DecodeError>(())
//! ```
//!
//! Encoder and decoder must use the same probabilities at the same position. These may be fixed, or
//! adapt to what both ends already know. Decoding cannot panic on any input, but corrupted bytes
//! may decode to other symbols: where that matters, send a checksum.
//!
//! Source: G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised
//! message", Video & Data Recording Conference, 1979.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod decoder;
mod encoder;
mod probability;

pub use decoder::{DecodeError, Decoder};
pub use encoder::Encoder;
pub use probability::{Distribution, PROBABILITY_BITS, PROBABILITY_SCALE, Probability};

/// Below this the interval is renormalised by a byte.
const RANGE_MIN: u32 = 1 << 24;
/// Bits coded in one step at most, so that the range keeps enough precision.
const BITS_PER_STEP_MAX: u32 = 12;
/// The largest number of equally likely values: with more, the smallest range has no room for each.
pub const UNIFORM_MAX: u32 = RANGE_MIN;

/// The information coded after a number of byte shifts, in 1/16 bit.
const fn information_16(n_shifts: u32, range: u32) -> u32 {
    let zeros = range.leading_zeros();
    let log = (31 - zeros) * 16 + (((range << zeros) >> 27) & 15);
    (n_shifts * 8 + 32) * 16 - log
}

#[cfg(test)]
mod tests;
