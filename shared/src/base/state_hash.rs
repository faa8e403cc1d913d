//! A 64-bit hash of a whole state, for comparing two of them.
//!
//! States derive `Serialize`, so no field can be forgotten. Their postcard bytes, which do not
//! depend on the machine's word size, are hashed with 64-bit FNV-1a.

use postcard::ser_flavors::Flavor;
use serde::Serialize;

/// Offset basis and prime of 64-bit FNV-1a (Fowler, Noll, Vo).
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
}

/// A postcard sink that hashes the bytes instead of storing them.
struct Fnv(u64);

impl Flavor for Fnv {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0 = step(self.0, byte);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}

/// The hash of a state. Every state in this crate serialises; one that failed to would hash to 0.
#[must_use]
pub fn state_hash<T: Serialize + ?Sized>(state: &T) -> u64 {
    postcard::serialize_with_flavor(state, Fnv(FNV_OFFSET)).unwrap_or(0)
}

/// FNV-1a over raw bytes: a file's checksum.
#[must_use]
pub fn bytes_hash(bytes: &[u8]) -> u64 {
    bytes_hash_onto(FNV_OFFSET, bytes)
}

/// Continues a hash over more bytes.
#[must_use]
pub fn bytes_hash_onto(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| step(hash, *byte))
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
    fn equal_states_hash_alike_and_one_bit_changes_the_hash() {
        assert_eq!(state_hash(&(1_u32, 2.0_f32)), state_hash(&(1_u32, 2.0_f32)));
        assert_ne!(state_hash(&(1_u32, 0.0_f32)), state_hash(&(1_u32, -0.0_f32)));
        assert_eq!(state_hash(&[0_u8; 0]), FNV_OFFSET, "an empty state hashes to the offset");
    }
}
