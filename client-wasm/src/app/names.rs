//! Names for players who have not chosen one, and for rooms that are to be new.

use shared::base::rng::Rng;
use web_ui::text::figures::whole;

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

/// The room name of a seed: a word and four digits, to be read out to a friend.
#[must_use]
pub(super) fn room_name(seed: u64) -> String {
    let mut rng = Rng::new(seed, 0x400);
    let word = SECOND[rng.below(SECOND.len() as u32) as usize].to_ascii_lowercase();
    [word.as_str(), "-", &whole(i64::from(1000 + rng.below(9000)))].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::name::clean_name;

    #[test]
    fn callsigns_are_names_and_differ() {
        let mut seen: Vec<String> = (0..100).map(callsign).collect();
        assert!(seen.iter().all(|name| clean_name(name) == *name && name.contains(' ')));
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 60, "{} of 100", seen.len());
    }

    #[test]
    fn new_rooms_have_names_of_their_own() {
        let mut seen: Vec<String> = (0..100).map(room_name).collect();
        assert!(seen.iter().all(|name| clean_name(name) == *name && !name.starts_with("lab")));
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 95, "{} of 100", seen.len());
    }
}
