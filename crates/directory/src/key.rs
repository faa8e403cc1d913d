//! How a room is named in the bucket: by a hash, since keys are ASCII and names are secrets.

use core::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bytes of the hash that name a room: two of 2⁶⁴ names meet by chance.
const KEY_BYTES: usize = 16;
const PREFIX: &str = "r.";

/// A room: the first bytes of the SHA-256 of its cleaned name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RoomKey([u8; KEY_BYTES]);

/// The sequence number of an entry in the bucket, given by NATS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Revision(pub u64);

impl RoomKey {
    /// The key of a name that is cleaned already: one spelling, one key.
    #[must_use]
    pub fn of(cleaned_name: &str) -> Self {
        let hash = Sha256::digest(cleaned_name.as_bytes());
        let mut key = [0; KEY_BYTES];
        key.copy_from_slice(&hash[..KEY_BYTES]);
        Self(key)
    }

    /// Reads a key as it is written in the bucket; `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.strip_prefix(PREFIX)?.as_bytes();
        let mut key = [0; KEY_BYTES];
        if hex.len() != 2 * KEY_BYTES {
            return None;
        }
        for (byte, digits) in key.iter_mut().zip(hex.chunks_exact(2)) {
            *byte = (digit(digits[0])? << 4) | digit(digits[1])?;
        }
        Some(Self(key))
    }
}

/// As it is written in the bucket.
impl fmt::Display for RoomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(PREFIX)?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Lower case only: a key has one spelling.
fn digit(ascii: u8) -> Option<u8> {
    match ascii {
        b'0'..=b'9' => Some(ascii - b'0'),
        b'a'..=b'f' => Some(ascii - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn keys_are_the_published_hash() {
        // SHA-256 of "abc", from FIPS 180-2.
        assert_eq!(RoomKey::of("abc").to_string(), "r.ba7816bf8f01cfea414140de5dae2223");
    }

    #[test]
    fn keys_have_one_spelling() {
        let text = RoomKey::of("duel").to_string();
        assert_eq!(RoomKey::parse(&text), Some(RoomKey::of("duel")));
        let upper = text.to_uppercase();
        let bad =
            ["", "r.", "r.00", &text[2..], &upper, "r.zz7816bf8f01cfea414140de5dae2223", "r.é"];
        for bad in bad {
            assert_eq!(RoomKey::parse(bad), None, "{bad}");
        }
    }
}
