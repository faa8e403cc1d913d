//! Seeded random numbers, identical on every platform, and a hash for stateless draws.
//!
//! The generator is PCG XSH-RR 64/32 (M. O'Neill, 2014). It is a few lines; having them here keeps
//! its state plain data that is copied and hashed with the rest.

pub use link_emulator::draws::{mix, mix_all, unit_from_bits};
use serde::Serialize;

/// The multiplier of PCG with 64 bits of state (O'Neill, pcg-random.org).
const PCG_MULTIPLIER: u64 = 6_364_136_223_846_793_005;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rng {
    state: u64,
    increment: u64,
}

impl Rng {
    /// A generator for a seed; different streams of one seed are independent.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = Self { state: 0, increment: (stream << 1) | 1 };
        rng.next_u32();
        rng.state = rng.state.wrapping_add(seed);
        rng.next_u32();
        rng
    }

    /// The next 32 random bits.
    pub fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(PCG_MULTIPLIER).wrapping_add(self.increment);
        let xorshifted = (((old >> 18) ^ old) >> 27) as u32;
        xorshifted.rotate_right((old >> 59) as u32)
    }

    /// A number below `bound` (which is at least 1), unbiased enough for bounds far below 2³².
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f32 {
        unit_from_bits(self.next_u32())
    }

    /// A number in [`low`, `high`).
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Roughly normal with mean 0 and standard deviation 1: the sum of twelve uniform numbers, less
    /// six.
    pub fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.unit()).sum::<f32>() - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_stream_of_pcg32_comes_out() {
        // The demo of the reference implementation: seed 42, stream 54.
        let mut rng = Rng::new(42, 54);
        let want = [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e];
        for expected in want {
            assert_eq!(rng.next_u32(), expected);
        }
    }

    #[test]
    fn ranges_hold_and_are_filled() {
        let mut rng = Rng::new(1, 1);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[rng.below(10) as usize] += 1;
            let x = rng.range(-2.0, 3.0);
            assert!((-2.0..3.0).contains(&x));
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }
}
