//! Server load as reported to a room and by the room to its players. The shell measures it and sets
//! the thresholds: the server's are in `crates/server/src/limits.rs`.

use serde::{Deserialize, Serialize};

/// How loaded a server is with a room.
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
    /// All levels, in ascending order.
    pub const ALL: [Self; 3] = [Self::Calm, Self::Busy, Self::Overloaded];

    #[must_use]
    pub fn is_calm(&self) -> bool {
        *self == Self::Calm
    }
}
