//! Stateless random draws: each is a hash of what it depends on, so it is the same however many
//! others were made before. The hash is the finaliser of SplitMix64 (G. Steele et al., 2014).

/// The upper 24 bits as a number in [0, 1), exact in f32.
#[must_use]
pub fn unit_from_bits(bits: u32) -> f32 {
    (bits >> 8) as f32 / 16_777_216.0
}

/// The SplitMix64 finaliser: a random draw determined by its input alone.
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Mixes several words into one; order matters.
#[must_use]
pub fn mix_all(words: &[u64]) -> u64 {
    words.iter().fold(0, |acc, word| mix(acc ^ mix(*word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_depends_on_every_word_and_their_order() {
        assert_ne!(mix_all(&[1, 2]), mix_all(&[2, 1]));
        assert_ne!(mix_all(&[1, 2, 3]), mix_all(&[1, 2, 4]));
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF, "the first output of SplitMix64 for seed 0");
    }
}
