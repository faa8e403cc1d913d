//! How hard a server works for a room: its shell measures it and tells the room, which tells its
//! players. Where one level ends and the next begins is the shell's to say: the server's bounds
//! are in `crates/server/src/limits.rs`.

use serde::{Deserialize, Serialize};

/// How hard a server works for a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pressure {
    /// Ticks leave time to spare.
    #[default]
    Calm,
    /// Ticks take a good part of their time, or some begin late.
    Busy,
    /// Ticks take most of their time, or many begin late.
    Overloaded,
}

impl Pressure {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Calm, Self::Busy, Self::Overloaded];

    /// Whether there is none.
    #[must_use]
    pub fn is_calm(&self) -> bool {
        *self == Self::Calm
    }
}
