//! Generates callsigns for players who have not chosen a name, and names for new rooms.

use shared::base::{limits::NAME_CHARS_MAX, rng::Rng};
use web_ui::text::figures::whole;

/// Random bytes in a private room's name: 80 bits, 5 per character.
pub(super) const PRIVATE_ROOM_BYTES: usize = NAME_CHARS_MAX * 5 / 8;

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

const FIRST: [&str; 16] = [
    "Amber", "Brisk", "Calm", "Dusky", "Eager", "Fleet", "Grey", "Hazel", "Ivory", "Keen", "Lucid",
    "Misty", "Noble", "Quick", "Silent", "Vivid",
];
const SECOND: [&str; 16] = [
    "Apogee", "Boson", "Comet", "Corona", "Halo", "Ember", "Lumen", "Meteor", "Nova", "Orbit",
    "Parsec", "Photon", "Pulsar", "Quasar", "Vector", "Zenith",
];

/// The callsign of a seed: two words, short enough for a name.
#[must_use]
pub(super) fn callsign(seed: u64) -> String {
    let mut rng = Rng::new(seed, 0xCA11);
    let first = FIRST[rng.below(FIRST.len() as u32) as usize];
    let second = SECOND[rng.below(SECOND.len() as u32) as usize];
    [first, " ", second].concat()
}

/// The name of a room that everybody may find, by a seed: one that can be told to others.
#[must_use]
pub(super) fn listed_room_name(seed: u64) -> String {
    let number = 10 + Rng::new(seed, 0x1157).below(90);
    [callsign(seed).as_str(), " ", &whole(number.into())].concat()
}

/// A private room's name from 80 random bits: 16 letters and digits without easily confused ones
/// (Crockford's base 32). It contains no `l`, so it cannot start like the name of a public or
/// experimental room.
#[must_use]
pub(super) fn private_room_name(bytes: [u8; PRIVATE_ROOM_BYTES]) -> String {
    let bits = bytes.iter().fold(0_u128, |bits, byte| bits << 8 | u128::from(*byte));
    let digits = (0..NAME_CHARS_MAX).rev().map(|place| (bits >> (5 * place)) as usize % 32);
    digits.map(|digit| char::from(DIGITS[digit])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::name::{clean_name, clean_room};

    #[test]
    fn callsigns_are_names_and_differ() {
        let mut seen: Vec<String> = (0..100).map(callsign).collect();
        assert!(seen.iter().all(|name| clean_name(name) == *name && name.contains(' ')));
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 60, "{} of 100", seen.len());
    }

    #[test]
    fn a_listed_room_has_a_name_that_is_kept_whole() {
        for name in (0..2000).map(listed_room_name) {
            assert_eq!(clean_room(&name), name);
            assert!(name.chars().count() <= NAME_CHARS_MAX, "{name}");
        }
    }

    #[test]
    fn a_private_room_has_every_bit_in_its_name() {
        let name_of = |bit: usize| {
            let mut bytes = [0; PRIVATE_ROOM_BYTES];
            bytes[bit / 8] = 1 << (bit % 8);
            private_room_name(bytes)
        };
        let mut seen: Vec<String> = (0..80).map(name_of).collect();
        assert!(seen.iter().all(|name| clean_name(name) == *name && name.len() == NAME_CHARS_MAX));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 80);
        assert_eq!(private_room_name([0xff; PRIVATE_ROOM_BYTES]), "z".repeat(16));
        assert!(!DIGITS.contains(&b'l'), "neither lab nor lobby");
    }
}
