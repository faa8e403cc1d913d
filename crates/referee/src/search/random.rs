//! Random numbers from a seed, the same everywhere (SplitMix64, after Steele, Lea and Flood,
//! "Fast splittable pseudorandom number generators", 2014).

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// From 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for idx in (1..items.len()).rev() {
            items.swap(idx, self.below(idx + 1));
        }
    }
}

/// A number that looks random of a seed and a number.
pub fn hash(seed: u64, number: u32) -> u64 {
    mix(seed.wrapping_add(u64::from(number).wrapping_mul(STEP)))
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
