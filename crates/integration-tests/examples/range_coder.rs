//! The range coder alone: encodes a skewed sequence of symbols with an adaptive model, decodes it
//! again, and compares the size with the entropy of the sequence.
//!
//! `cargo run -p integration-tests --example range_coder`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use shared::{
    base::rng::Rng,
    wire::{
        bits::BitsError,
        range::{PROBABILITY_SCALE, RangeReader, RangeWriter, Shares},
    },
};

const SEED: u64 = 7;
/// Number of symbols, 0 to 7: three bits each if all were equally likely.
const SYMBOLS: usize = 8;
const LENGTHS: [usize; 4] = [10, 100, 1000, 10_000];

/// How often each symbol has occurred, plus one, for up to 100,000 symbols in all. Encoder and
/// decoder count alike, so the odds are never sent.
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

fn main() -> Result<(), BitsError> {
    println!("{:>7} {:>11} {:>13} {:>13}", "symbols", "at 3 bits", "entropy", "range coder");
    for length in LENGTHS {
        let mut rng = Rng::new(SEED, 0);
        // Each symbol is half as frequent as the one before it.
        let symbols: Vec<usize> =
            (0..length).map(|_| rng.next_u32().trailing_ones() as usize % SYMBOLS).collect();
        let bytes = encode(&symbols);
        assert_eq!(decode(&bytes, length)?, symbols, "what was written is read");
        let (raw, entropy, coded) = ((3 * length).div_ceil(8), entropy(&symbols), bytes.len());
        println!("{length:>7} {raw:>5} bytes {entropy:>7.1} bytes {coded:>7} bytes");
    }
    Ok(())
}

fn encode(symbols: &[usize]) -> Vec<u8> {
    let (mut writer, mut counts) = (RangeWriter::default(), Counts([1; SYMBOLS]));
    for symbol in symbols {
        writer.symbol(*symbol, Shares(&counts.sums()));
        counts.0[*symbol] += 1;
    }
    writer.finish().0
}

fn decode(bytes: &[u8], length: usize) -> Result<Vec<usize>, BitsError> {
    let (mut reader, mut counts) = (RangeReader::new(bytes), Counts([1; SYMBOLS]));
    let mut symbols = Vec::new();
    for _ in 0..length {
        let symbol = reader.symbol(Shares(&counts.sums()))?;
        counts.0[symbol] += 1;
        symbols.push(symbol);
    }
    reader.finish().map(|_| symbols)
}

/// The least bytes that the sequence takes under fixed, known odds.
fn entropy(symbols: &[usize]) -> f64 {
    let share = |n| symbols.iter().filter(|s| **s == n).count() as f64 / symbols.len() as f64;
    let bits = (0..SYMBOLS).map(share).filter(|p| *p > 0.0).map(|p| -p * libm::log2(p));
    bits.sum::<f64>() * symbols.len() as f64 / 8.0
}
