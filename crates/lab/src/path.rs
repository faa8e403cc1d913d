//! Paths that another player may fly by itself, for a page to offer beside a bot: each a script
//! that begins and ends where the ship is, over and over.

use alloc::vec::Vec;

use shared::sim::command::Thrust;

use super::setup::{Leg, Script};

/// A path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// It stands.
    Still,
    /// Far to the right and back, at full speed.
    Crossing,
    /// Round and round.
    Circling,
    /// Left and right in short stretches, as behind cover.
    Strafing,
    /// Out from behind a corner, a pause, and back.
    Peeking,
}

impl Path {
    /// Every path, in the order in which a page lists them.
    pub const ALL: [Self; 5] =
        [Self::Still, Self::Crossing, Self::Circling, Self::Strafing, Self::Peeking];

    /// Its name in links and in the page's markup.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Still => "still",
            Self::Crossing => "crossing",
            Self::Circling => "circling",
            Self::Strafing => "strafing",
            Self::Peeking => "peeking",
        }
    }

    /// The path of a name in links.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|path| path.key() == key)
    }

    /// The path that a script is exactly.
    #[must_use]
    pub fn of(script: &Script) -> Option<Self> {
        Self::ALL.into_iter().find(|path| path.script() == *script)
    }

    /// What is flown.
    #[must_use]
    pub fn script(self) -> Script {
        Script { legs: self.legs(), gun: None }
    }

    fn legs(self) -> Vec<Leg> {
        let legs: &[(Thrust, u16)] = match self {
            Self::Still => &[],
            Self::Crossing => &[(Thrust::Right, 110), (Thrust::Left, 220), (Thrust::Right, 110)],
            Self::Circling => &[
                (Thrust::Right, 20),
                (Thrust::DownRight, 20),
                (Thrust::Down, 20),
                (Thrust::DownLeft, 20),
                (Thrust::Left, 20),
                (Thrust::UpLeft, 20),
                (Thrust::Up, 20),
                (Thrust::UpRight, 20),
            ],
            Self::Strafing => &[(Thrust::Right, 25), (Thrust::Left, 50), (Thrust::Right, 25)],
            // Twenty frames of thrust are stopped by eleven and a half the other way.
            Self::Peeking => &[
                (Thrust::Right, 20),
                (Thrust::Left, 11),
                (Thrust::None, 49),
                (Thrust::Left, 20),
                (Thrust::Right, 11),
                (Thrust::None, 89),
            ],
        };
        legs.iter().map(|(thrust, frames)| Leg { thrust: *thrust, frames: *frames }).collect()
    }
}
