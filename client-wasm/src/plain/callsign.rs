//! Names for players who have not chosen one.

use shared::base::rng::Rng;

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
pub fn callsign(seed: u64) -> String {
    let mut rng = Rng::new(seed, 0xCA11);
    let first = FIRST[rng.below(FIRST.len() as u32) as usize];
    let second = SECOND[rng.below(SECOND.len() as u32) as usize];
    [first, " ", second].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::message::clean_name;

    #[test]
    fn callsigns_are_names_and_differ() {
        let mut seen: Vec<String> = (0..100).map(callsign).collect();
        assert!(seen.iter().all(|name| clean_name(name) == *name && name.contains(' ')));
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 60, "{} of 100", seen.len());
    }
}
