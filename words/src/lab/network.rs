//! Texts of the network drawer, except the names of the conditions.

use alloc::{format, string::String};

use lab::{network::Network, path::Path, setup::Controller};
use shared::wire::{codec::CodecId, conditions::Condition};

use crate::{
    language::{Language, in_language},
    texts::texts,
};

/// Size of the snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotSize {
    /// No snapshot has arrived yet.
    NoneCame,
    /// The size of each in tenths of a byte, and of all in bytes per second.
    Measured { each_tenths: u32, bytes_per_s: u32 },
}

texts! {
    /// Names of the connection kinds.
    NetworkTexts of Network {
        Perfect, Lan, Cable, WiFi, Mobile, Transatlantic, Satellite, Modem,
    }
}

texts! {
    /// What a snapshot holds, by its codec.
    CodecTexts of CodecId {
        Replay, Fields, Buckets, Packed, Postcard,
    }
}

texts! {
    /// What scripts do, by the paths they fly.
    PathTexts of Path {
        Still, Crossing, Circling, Strafing, Peeking,
    }
}

/// Who flies a ship.
pub(crate) struct ControllerWords {
    pub(crate) you: &'static str,
    pub(crate) bot: &'static str,
    /// A script whose path has no name.
    pub(crate) script: &'static str,
    pub(crate) paths: PathTexts,
}

impl Language {
    /// Name of a connection kind.
    #[must_use]
    pub const fn network(self, network: Network) -> &'static str {
        in_language!(self, &lab::network::NETWORKS).of(network)
    }

    /// What to watch for when a condition changes.
    #[must_use]
    pub const fn condition_hint(self, condition: Condition) -> &'static str {
        in_language!(self, &lab::network::CONDITION_HINTS).of(condition)
    }

    /// Who flies a ship.
    #[must_use]
    pub fn controller(self, controller: &Controller) -> &'static str {
        let words: &ControllerWords = in_language!(self, &lab::network::CONTROLLERS);
        match controller {
            Controller::You => words.you,
            Controller::Bot => words.bot,
            Controller::Script(script) => {
                Path::of(script).map_or(words.script, |path| words.paths.of(path))
            }
        }
    }

    /// What a snapshot holds.
    #[must_use]
    pub const fn codec(self, codec: CodecId) -> &'static str {
        in_language!(self, &lab::network::CODECS).of(codec)
    }

    /// The size of each snapshot in bytes, to the tenth, and of all in bytes per second.
    #[must_use]
    pub fn snapshot_size(self, size: SnapshotSize) -> String {
        match size {
            SnapshotSize::NoneCame => String::from(*in_language!(self, &lab::network::NO_SNAPSHOT)),
            SnapshotSize::Measured { each_tenths, bytes_per_s } => {
                format!("{}.{} B, {bytes_per_s} B/s", each_tenths / 10, each_tenths % 10)
            }
        }
    }
}
