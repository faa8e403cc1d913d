//! Mutations of valid messages: flipped bits, bytes removed, inserted or set to extremes, and
//! halves of two messages spliced.
#![allow(dead_code, reason = "each test uses a part of it")]

use proptest::{collection::vec, prelude::*};
use shared::base::rng::Rng;

/// One mutation; positions are fractions of the length, in 65,536ths.
#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    /// Inverts a bit.
    Flip { at: u16, bit: u8 },
    /// Replaces a byte.
    Set { at: u16, byte: u8 },
    /// Sets up to four bytes to all ones or all zeros, as in the largest numbers.
    Extreme { at: u16, n: u8, ones: bool },
    /// Truncates the rest.
    Cut { at: u16 },
    /// Removes a byte.
    Remove { at: u16 },
    /// Inserts bytes.
    Insert { at: u16, bytes: Vec<u8> },
    /// Takes the rest from another message.
    Splice { at: u16, from: u16 },
}

pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    // The first bytes matter most: ticks and kinds.
    let at = || prop_oneof![1 => 0..9000_u16, 2 => any::<u16>()];
    let mutation = prop_oneof![
        6 => (at(), 0_u8..8).prop_map(|(at, bit)| Mutation::Flip { at, bit }),
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Mutation::Set { at, byte }),
        2 => (at(), 1_u8..=4, any::<bool>())
            .prop_map(|(at, n, ones)| Mutation::Extreme { at, n, ones }),
        1 => at().prop_map(|at| Mutation::Cut { at }),
        1 => at().prop_map(|at| Mutation::Remove { at }),
        1 => (at(), vec(any::<u8>(), 1..12))
            .prop_map(|(at, bytes)| Mutation::Insert { at, bytes }),
        1 => (at(), any::<u16>()).prop_map(|(at, from)| Mutation::Splice { at, from }),
    ];
    vec(mutation, 1..6)
}

/// Seeded mutations, about as many as [`mutations`] makes: faster than a strategy, but without
/// shrinking.
pub(crate) fn drawn(rng: &mut Rng) -> Vec<Mutation> {
    (0..1 + rng.below(5)).map(|_| one_drawn(rng)).collect()
}

fn one_drawn(rng: &mut Rng) -> Mutation {
    let reach = if rng.below(3) == 0 { 9000 } else { 1 << 16 };
    let at = rng.below(reach) as u16;
    let byte = |rng: &mut Rng| rng.below(256) as u8;
    match rng.below(14) {
        0..6 => Mutation::Flip { at, bit: rng.below(8) as u8 },
        6..8 => Mutation::Set { at, byte: byte(rng) },
        8..10 => Mutation::Extreme { at, n: 1 + rng.below(4) as u8, ones: rng.below(2) == 0 },
        10 => Mutation::Cut { at },
        11 => Mutation::Remove { at },
        12 => Mutation::Insert { at, bytes: (0..1 + rng.below(11)).map(|_| byte(rng)).collect() },
        _ => Mutation::Splice { at, from: rng.next_u32() as u16 },
    }
}

/// Applies all mutations to a message. The first byte, its kind, mostly survives.
pub(crate) fn mutate(message: &[u8], other: &[u8], mutations: &[Mutation]) -> Vec<u8> {
    let mut bytes = message.to_vec();
    for mutation in mutations {
        let place = |at: u16, len: usize| 1 + usize::from(at) * len.saturating_sub(1) / 65_536;
        match mutation {
            Mutation::Flip { at, bit } => {
                let at = place(*at, bytes.len());
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << bit);
            }
            Mutation::Set { at, byte: new } => {
                // Only this mutation changes the kind of the message.
                let at = place(*at, bytes.len()) - usize::from(*new % 16 == 0);
                bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = *new);
            }
            Mutation::Extreme { at, n, ones } => {
                let (at, filling) = (place(*at, bytes.len()), if *ones { 0xFF } else { 0 });
                let run = bytes.iter_mut().skip(at).take(usize::from(*n));
                run.for_each(|byte| *byte = filling);
            }
            Mutation::Cut { at } => bytes.truncate(place(*at, bytes.len())),
            Mutation::Remove { at } => {
                let at = place(*at, bytes.len());
                if at < bytes.len() {
                    bytes.remove(at);
                }
            }
            Mutation::Insert { at, bytes: new } => {
                let at = place(*at, bytes.len()).min(bytes.len());
                bytes.splice(at..at, new.iter().copied());
            }
            Mutation::Splice { at, from } => {
                bytes.truncate(place(*at, bytes.len()));
                bytes.extend(other.iter().skip(place(*from, other.len())));
            }
        }
    }
    bytes
}
