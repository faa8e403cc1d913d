//! What the drawer of the network says besides the names of the conditions.

use alloc::string::String;

use lab::{network::Network, setup::Controller};
use shared::wire::{codec::CodecId, conditions::Condition};

use crate::language::{Language, in_language};

/// What snapshots take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotSize {
    /// No snapshot came yet.
    NoneCame,
    /// Each in tenths of a byte, and all of a second in bytes.
    Measured { each_tenths: u32, bytes_per_s: u32 },
}

impl Language {
    /// What a kind of connection is called.
    #[must_use]
    pub const fn network(self, network: Network) -> &'static str {
        in_language!(self, lab::network::network(network))
    }

    /// What to watch for when a condition is moved.
    #[must_use]
    pub const fn condition_hint(self, condition: Condition) -> &'static str {
        in_language!(self, lab::network::condition_hint(condition))
    }

    /// Who flies a ship.
    #[must_use]
    pub fn controller(self, controller: &Controller) -> &'static str {
        in_language!(self, lab::network::controller(controller))
    }

    /// What a snapshot holds.
    #[must_use]
    pub const fn codec(self, codec: CodecId) -> &'static str {
        in_language!(self, lab::network::codec(codec))
    }

    /// What snapshots take: each, and those of a second.
    #[must_use]
    pub fn snapshot_size(self, size: SnapshotSize) -> String {
        in_language!(self, lab::network::snapshot_size(size))
    }
}
