//! The fuzz targets. Each takes arbitrary bytes, checks every promise about decoding them, and
//! panics if one fails. Run by libFuzzer (`fuzz_targets/`) and by the tests, which include this
//! file as a module (`crates/integration-tests/tests/fuzz.rs`).
//!
//! Bytes from outside must decode to a value or a typed error, never panic, and a decoded value
//! must survive a round trip.
#![forbid(unsafe_code)]

pub mod client_message;
pub mod cluster_message;
pub mod fight;
pub mod file;
mod input;
pub mod link;
pub mod mvd;
mod onlooker;
pub mod room;
pub mod server_message;
pub mod snapshot;
pub mod tables;

use std::ops::AddAssign;

/// A target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, also that of its program and of its input folders.
    pub name: &'static str,
    /// Checks an input, and panics if a promise is broken.
    pub check: fn(&[u8]) -> Count,
}

pub const TARGETS: [Target; 9] = [
    Target { name: "client_message", check: client_message::check },
    Target { name: "server_message", check: server_message::check },
    Target { name: "cluster_message", check: cluster_message::check },
    Target { name: "snapshot", check: snapshot::check },
    Target { name: "link", check: link::check },
    Target { name: "file", check: file::check },
    Target { name: "mvd", check: mvd::check },
    Target { name: "tables", check: tables::check },
    Target { name: "room", check: room::check },
];

/// How an input, or the messages in it, decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of valid values.
    pub read: u32,
    /// Number of typed errors.
    pub refused: u32,
}

impl Count {
    const READ: Self = Self { read: 1, refused: 0 };

    /// Counts an error, and checks that it formats as a message.
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
