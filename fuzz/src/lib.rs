//! The targets of the fuzzers: bytes go in, and whatever they are, every promise about them holds,
//! or it panics. Run by libFuzzer (`fuzz_targets/`) and by the tests, which include this file as
//! a module (`crates/integration-tests/tests/fuzz.rs`).
//!
//! What is promised of bytes that somebody sends: they are a value or a typed error, never a panic;
//! and a value that was read is written and read again as the same one.
#![forbid(unsafe_code)]

pub mod client_message;
pub mod fight;
pub mod file;
mod input;
pub mod link;
mod onlooker;
pub mod room;
pub mod server_message;
pub mod snapshot;

use std::ops::AddAssign;

/// A target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also that of its program and of the folders of its inputs.
    pub name: &'static str,
    /// Whether everything holds of an input.
    pub check: fn(&[u8]) -> Count,
}

/// Every target.
pub const TARGETS: [Target; 6] = [
    Target { name: "client_message", check: client_message::check },
    Target { name: "server_message", check: server_message::check },
    Target { name: "snapshot", check: snapshot::check },
    Target { name: "link", check: link::check },
    Target { name: "file", check: file::check },
    Target { name: "room", check: room::check },
];

/// What became of an input, or of the messages in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// So many were values.
    pub read: u32,
    /// So many were refused, by a typed error.
    pub refused: u32,
}

impl Count {
    const READ: Self = Self { read: 1, refused: 0 };

    /// It was refused, in words that say why.
    fn refused(error: &impl std::error::Error) -> Self {
        assert!(!error.to_string().is_empty(), "{error:?} says nothing");
        Self { read: 0, refused: 1 }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.read += other.read;
        self.refused += other.refused;
    }
}
