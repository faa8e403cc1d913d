//! Valid messages gone wrong: bits flipped, bytes lost, added and set to extremes, halves of two
//! messages joined.
#![allow(dead_code, reason = "each test uses some of it")]

use proptest::{collection::vec, prelude::*};
use shared::base::rng::Rng;

/// One thing that goes wrong; places are fractions of the length, in 65,536ths.
#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    /// A bit is inverted.
    Flip { at: u16, bit: u8 },
    /// A byte is replaced.
    Set { at: u16, byte: u8 },
    /// Up to four bytes become the longest run of ones or zeros, as in the largest numbers.
    Extreme { at: u16, n: u8, ones: bool },
    /// The rest is lost.
    Cut { at: u16 },
    /// A byte is lost.
    Remove { at: u16 },
    /// Bytes are added.
    Insert { at: u16, bytes: Vec<u8> },
    /// The rest comes from another message.
    Splice { at: u16, from: u16 },
}

pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    // The first bytes say the most: ticks and kinds.
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

/// What goes wrong with a message, by a seed, about as often as in [`mutations`]: for more messages
/// than a strategy makes in the same time, which are not shrunk.
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

/// A message with everything that goes wrong with it. The first byte, its kind, mostly survives.
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
                // Only this one touches the kind of the message.
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
