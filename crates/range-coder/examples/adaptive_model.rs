//! Encodes a skewed sequence of symbols with a model that learns as it goes, decodes it again, and
//! compares the size with the entropy of the sequence.
//!
//! `cargo run -p range-coder --example adaptive_model`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use range_coder::{DecodeError, Decoder, Distribution, Encoder, PROBABILITY_SCALE};

const SEED: u64 = 7;
/// Number of symbols, 0 to 7: three bits each if all were equally likely.
const SYMBOLS: usize = 8;
const LENGTHS: [usize; 4] = [10, 100, 1000, 10_000];

/// How often each symbol has occurred, plus one, for up to 100,000 symbols in all. Encoder and
/// decoder count alike, so the probabilities are never sent.
struct Counts([u32; SYMBOLS]);

impl Counts {
    /// Cumulative frequencies in parts of [`PROBABILITY_SCALE`]; every symbol has at least one
    /// part.
    fn sums(&self) -> [u16; SYMBOLS] {
        let (all, parts) = (self.0.iter().sum::<u32>(), PROBABILITY_SCALE - SYMBOLS as u32);
        let before = |n: usize| self.0[..n].iter().sum::<u32>();
        std::array::from_fn(|n| (before(n) * parts / all) as u16 + n as u16)
    }
}

fn main() -> Result<(), DecodeError> {
    println!("{:>7} {:>11} {:>13} {:>13}", "symbols", "at 3 bits", "entropy", "range coder");
    for length in LENGTHS {
        let symbols = skewed(length);
        let bytes = encode(&symbols);
        assert_eq!(decode(&bytes, length)?, symbols, "what was written is read");
        let (raw, entropy, coded) = ((3 * length).div_ceil(8), entropy(&symbols), bytes.len());
        println!("{length:>7} {raw:>5} bytes {entropy:>7.1} bytes {coded:>7} bytes");
    }
    Ok(())
}

/// Random symbols, each half as frequent as the one before it.
fn skewed(length: usize) -> Vec<usize> {
    let mut state = SEED;
    let next = |_| {
        // Knuth's linear congruential generator (MMIX).
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32).trailing_ones() as usize % SYMBOLS
    };
    (0..length).map(next).collect()
}

fn encode(symbols: &[usize]) -> Vec<u8> {
    let (mut encoder, mut counts) = (Encoder::default(), Counts([1; SYMBOLS]));
    for symbol in symbols {
        encoder.symbol(*symbol, Distribution(&counts.sums()));
        counts.0[*symbol] += 1;
    }
    encoder.finish()
}

fn decode(bytes: &[u8], length: usize) -> Result<Vec<usize>, DecodeError> {
    let (mut decoder, mut counts) = (Decoder::new(bytes), Counts([1; SYMBOLS]));
    let mut symbols = Vec::new();
    for _ in 0..length {
        let symbol = decoder.symbol(Distribution(&counts.sums()))?;
        counts.0[symbol] += 1;
        symbols.push(symbol);
    }
    decoder.finish()?;
    Ok(symbols)
}

/// The least bytes that the sequence takes under fixed, known probabilities.
fn entropy(symbols: &[usize]) -> f64 {
    let share = |n| symbols.iter().filter(|s| **s == n).count() as f64 / symbols.len() as f64;
    let bits = (0..SYMBOLS).map(share).filter(|p| *p > 0.0).map(|p| -p * libm::log2(p));
    bits.sum::<f64>() * symbols.len() as f64 / 8.0
}
