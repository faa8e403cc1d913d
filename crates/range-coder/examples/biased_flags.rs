//! Encodes streams of flags that are rarely set, and compares the bits per flag with the entropy.
//!
//! `cargo run -p range-coder --example biased_flags`
#![allow(clippy::print_stdout, reason = "printing is its purpose")]

use range_coder::{DecodeError, Decoder, Encoder, Probability};

const SEED: u64 = 7;
const FLAGS: usize = 100_000;
/// A flag is set once in so many times.
const ONE_IN: [u32; 6] = [2, 4, 10, 64, 1000, 10_000];

fn main() -> Result<(), DecodeError> {
    println!("{FLAGS} flags; a bit array takes {} bytes\n", FLAGS / 8);
    println!("{:>13} {:>7} {:>10} {:>10} {:>7}", "set once in", "set", "entropy", "coded", "bytes");
    for n in ONE_IN {
        let (flags, probability) = (draw_flags(n), Probability::one_in(n));
        let mut encoder = Encoder::default();
        flags.iter().for_each(|flag| encoder.flag(*flag, probability));
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        for flag in &flags {
            assert_eq!(decoder.flag(probability)?, *flag, "what was written is read");
        }
        decoder.finish()?;
        let n_set = flags.iter().filter(|flag| **flag).count();
        let (entropy, coded) = (entropy(n_set), bytes.len() as f64 * 8.0 / FLAGS as f64);
        println!("{n:>13} {n_set:>7} {entropy:>10.5} {coded:>10.5} {:>7}", bytes.len());
    }
    println!("\nentropy and coded size in bits per flag");
    Ok(())
}

/// Random flags, set once in `n` times.
fn draw_flags(n: u32) -> Vec<bool> {
    let mut state = SEED;
    let next = |_| {
        // Knuth's linear congruential generator (MMIX).
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33).is_multiple_of(u64::from(n))
    };
    (0..FLAGS).map(next).collect()
}

/// The least bits per flag of any code, when so many of the flags are set.
fn entropy(n_set: usize) -> f64 {
    let p = n_set as f64 / FLAGS as f64;
    [p, 1.0 - p].into_iter().filter(|p| *p > 0.0).map(|p| -p * libm::log2(p)).sum()
}
