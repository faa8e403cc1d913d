//! Values as bytes and back: what is said besides commands and snapshots, what is kept, what two
//! modules of a page tell each other, and what is hashed. A value that serde knows goes in, and
//! [postcard](https://postcard.jamesmunns.com/wire-format)'s bytes of it come out.
//!
//! The format is postcard's, to the byte (the tests compare). The code is not, for its size, of
//! which a page loads every byte: reading goes on behind an error, with zeros, and says at the end
//! that it was none; so there is one question to ask instead of one for every number. What is told
//! the names of types and fields is inlined, so that none of those is loaded. Numbers of
//! 128 bits and values that must describe themselves are left out, and maps are only written.

mod read;
mod write;

use core::fmt::Display;

use serde::{
    de::{self, Unexpected},
    ser,
};

pub use read::{read, read_first};
pub use write::Sink;
pub(super) use write::fnv_step;

/// Something that has no bytes, or bytes of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this does not go into bytes, or does not come out of them")]
pub struct Malformed;

impl ser::Error for Malformed {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// Without words, so that none are put together.
impl de::Error for Malformed {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
}
