//! Courses that another player can fly on its own, offered by the page next to a bot. Each is a
//! script that loops back to its start.

use alloc::vec::Vec;

use shared::sim::command::Thrust;

use super::setup::{Leg, Script};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    /// At rest.
    Still,
    /// Far to the right and back, at full speed.
    Crossing,
    /// In circles.
    Circling,
    /// Left and right over short distances, as behind cover.
    Strafing,
    /// Out from behind a corner, a pause, and back.
    Peeking,
}

impl Path {
    /// Every path, in page order.
    pub const ALL: [Self; 5] =
        [Self::Still, Self::Crossing, Self::Circling, Self::Strafing, Self::Peeking];

    /// Its key in links and in the page's markup.
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

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|path| path.key() == key)
    }

    /// The path whose script matches exactly.
    #[must_use]
    pub fn of(script: &Script) -> Option<Self> {
        Self::ALL.into_iter().find(|path| path.script() == *script)
    }

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
            // Twenty frames of thrust take eleven and a half of counter-thrust to stop.
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
