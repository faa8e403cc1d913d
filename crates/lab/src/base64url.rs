//! Base64url without padding (RFC 4648, section 5), for links.

use alloc::{string::String, vec::Vec};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encoded length of this many bytes.
pub(super) const fn length(bytes: usize) -> usize {
    (bytes * 4).div_ceil(3)
}

/// Appends the encoded bytes.
pub(super) fn append(text: &mut String, bytes: &[u8]) {
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        let word = word << (8 * (3 - chunk.len()));
        for n in 0..=chunk.len() {
            let letter = (word >> (18 - 6 * n)) & 63;
            text.push(char::from(LETTERS[letter as usize]));
        }
    }
}

/// Decodes; `None` for anything that [`append`] does not write.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0_u32;
        for letter in chunk {
            word = word << 6 | LETTERS.iter().position(|known| known == letter)? as u32;
        }
        let n = chunk.len() * 6 / 8;
        let spare = chunk.len() * 6 - n * 8;
        if chunk.len() == 1 || word & ((1 << spare) - 1) != 0 {
            return None;
        }
        let word = (word >> spare).to_be_bytes();
        bytes.extend_from_slice(&word[4 - n..]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64url_round_trips_and_matches_rfc_4648() {
        let rows = [
            (&b""[..], ""),
            (b"f", "Zg"),
            (b"fo", "Zm8"),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg"),
            (b"\xFB\xFF\xFE", "-__-"),
        ];
        for (bytes, letters) in rows {
            let mut text = String::new();
            append(&mut text, bytes);
            assert_eq!(text, letters);
            assert_eq!(text.len(), length(bytes.len()));
            assert_eq!(decode(letters).as_deref(), Some(bytes));
        }
        for wrong in ["Z", "Zh", "Zm9vY", "Zg==", "Z g", "Zé", "+/+/"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
