//! How snapshots can be written: a codec goes in, its word in links and files comes out, and back.
//! Read when a match is set up, linked to or kept.

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

    /// It and those after it: what a client offers so that a room, which takes the best that it is
    /// offered, takes this one.
    #[must_use]
    pub fn and_simpler(self) -> &'static [Self] {
        const ALL: &[CodecId] = &CodecId::ALL;
        let from = ALL.iter().position(|codec| *codec == self).unwrap_or(0);
        &ALL[from..]
    }
}
