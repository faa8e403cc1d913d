//! [postcard](https://postcard.jamesmunns.com/wire-format) encoding and decoding for control
//! messages, files and links. Decoding rejects trailing bytes.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Appends an encoded value. Every type that is sent or stored serialises; should one fail, the
/// whole buffer is cleared rather than left with half a value.
#[must_use]
pub fn append<T: Serialize + ?Sized>(bytes: Vec<u8>, value: &T) -> Vec<u8> {
    postcard::to_extend(value, bytes).unwrap_or_default()
}

/// Decodes a value that takes up all of the bytes.
///
/// # Errors
/// When the bytes are truncated, invalid or longer than the value.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    match postcard::take_from_bytes(bytes)? {
        (value, []) => Ok(value),
        _ => Err(postcard::Error::DeserializeBadEncoding),
    }
}

/// Decodes a value from the front of the bytes and returns the rest.
///
/// # Errors
/// When the bytes are truncated or invalid.
pub fn read_first<'a, T: Deserialize<'a>>(
    bytes: &'a [u8],
) -> Result<(T, &'a [u8]), postcard::Error> {
    postcard::take_from_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Nothing,
        One(u16),
        Two(i8, bool),
        Named { text: String, letter: char },
    }

    type Numbers = (u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

    /// Pins the encoding of each kind of value that is sent or stored.
    #[test]
    fn values_have_the_bytes_that_are_published() {
        let numbers: Numbers = (200, -1, 300, -300, 70_000, -70_000, 1 << 40, i64::MIN, 1.5, -0.25);
        check(
            &numbers,
            &[
                200, 0xff, 0xac, 0x02, 0xd7, 0x04, 0xf0, 0xa2, 0x04, 0xdf, 0xc5, 0x08, 0x80, 0x80,
                0x80, 0x80, 0x80, 0x20, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01,
                0, 0, 0xc0, 0x3f, 0, 0, 0, 0, 0, 0, 0xd0, 0xbf,
            ],
        );
        check(&Kind::Nothing, &[0]);
        check(&Kind::One(128), &[1, 0x80, 1]);
        check(&Kind::Two(-2, true), &[2, 0xfe, 1]);
        let named = Kind::Named { text: "ab".to_string(), letter: 'é' };
        check(&named, &[3, 2, b'a', b'b', 2, 0xc3, 0xa9]);
        check(&alloc::vec![Some(5_u8), None], &[2, 1, 5, 0]);
    }

    fn check<T>(value: &T, bytes: &[u8])
    where
        T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug,
    {
        assert_eq!(append(alloc::vec![9], value)[1..], *bytes, "{value:?}");
        assert_eq!(read::<T>(bytes).as_ref(), Ok(value));
        let longer = [bytes, &[7]].concat();
        assert!(read::<T>(&longer).is_err(), "a trailing byte after {value:?}");
        assert!(read::<T>(&bytes[..bytes.len() - 1]).is_err(), "a missing byte of {value:?}");
        let (first, rest) = read_first::<T>(&longer).unwrap();
        assert_eq!((&first, rest), (value, &[7][..]));
    }

    #[test]
    fn invalid_values_are_rejected() {
        assert!(read::<bool>(&[2]).is_err(), "a flag is 0 or 1");
        assert!(read::<u16>(&[0x80, 0x80, 0x04]).is_err(), "more than 16 bits");
        assert!(read::<Kind>(&[4]).is_err(), "unknown fifth kind");
        assert!(read::<String>(&[2, 0xc3, 0x28]).is_err(), "no UTF-8");
        assert!(read::<Vec<u32>>(&[0xff, 0xff, 0xff, 0xff, 0x0f]).is_err(), "a list without items");
    }
}
