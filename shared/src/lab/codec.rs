//! How snapshots can be written, in words: a codec goes in, its word in links and files and its
//! name for people come out, and back. Read when a match is set up, linked to or kept.

use crate::wire::codec::CodecId;

impl CodecId {
    /// Its word in links and files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Replay => "replay",
            Self::Fields => "fields",
            Self::Buckets => "buckets",
            Self::Packed => "packed",
            Self::Postcard => "postcard",
        }
    }

    /// The codec of a word.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.key() == key)
    }

    /// What a snapshot holds, for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Replay => "Commands, replayed",
            Self::Fields => "Fields off the expected course",
            Self::Buckets => "Differences, in four sizes",
            Self::Packed => "Everything, packed in bits",
            Self::Postcard => "Everything, in whole bytes",
        }
    }

    /// It and those after it: what a client offers so that a room, which takes the best that it is
    /// offered, takes this one.
    #[must_use]
    pub fn and_simpler(self) -> &'static [Self] {
        const ALL: &[CodecId] = &CodecId::ALL;
        let from = ALL.iter().position(|codec| *codec == self).unwrap_or(0);
        &ALL[from..]
    }
}
