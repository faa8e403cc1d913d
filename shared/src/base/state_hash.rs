//! One number for a whole state: two states with the same number are the same.
//!
//! Every state derives `Serialize`, so no field can be forgotten; its postcard bytes (the same on
//! every machine, whatever the size of its words) run through FNV-1a with 64 bits. Here too: such
//! bytes as they are, for whoever sends or keeps them.

use alloc::vec::Vec;

use serde::Serialize;

pub use super::serial::read;
use super::serial::{Sink, fnv_step};

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of a state. The states of this crate can always be serialised; one that could not
/// would hash to 0.
#[must_use]
pub fn state_hash<T: Serialize + ?Sized>(state: &T) -> u64 {
    let mut sink = Sink::Hash(FNV_OFFSET);
    match (sink.put(state), sink) {
        (Ok(()), Sink::Hash(hash)) => hash,
        _ => 0,
    }
}

/// Appends a value in postcard. What is sent or kept can always be serialised; of what could not,
/// nothing would be left.
#[must_use]
pub fn append<T: Serialize + ?Sized>(bytes: Vec<u8>, value: &T) -> Vec<u8> {
    let mut sink = Sink::Bytes(bytes);
    match (sink.put(value), sink) {
        (Ok(()), Sink::Bytes(bytes)) => bytes,
        _ => Vec::new(),
    }
}

/// FNV-1a of bytes as they are: the checksum of a file.
#[must_use]
pub fn bytes_hash(bytes: &[u8]) -> u64 {
    bytes_hash_onto(FNV_OFFSET, bytes)
}

/// The hash of earlier bytes, continued by some more.
#[must_use]
pub fn bytes_hash_onto(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| fnv_step(hash, *byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_hash_as_published() {
        assert_eq!(bytes_hash(b""), FNV_OFFSET);
        assert_eq!(bytes_hash(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(bytes_hash(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn equal_states_hash_alike_and_a_bit_makes_a_difference() {
        assert_eq!(state_hash(&(1_u32, 2.0_f32)), state_hash(&(1_u32, 2.0_f32)));
        assert_ne!(state_hash(&(1_u32, 0.0_f32)), state_hash(&(1_u32, -0.0_f32)));
        assert_eq!(state_hash(&[0_u8; 0]), FNV_OFFSET, "nothing hashes to the offset");
    }
}
