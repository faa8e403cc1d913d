//! The decisive moment of each scenario: what its statement is about, and which screen shows it.
//! Read when a loop is surveyed before it is shown.

use super::which::Scenario;
use crate::pane::Pane;

/// The decisive moment of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decisive {
    pub when: DecisiveWhen,
    /// The player whose ship it concerns.
    pub player: usize,
    /// The pane that shows it best.
    pub pane: Pane,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisiveWhen {
    /// Closest approach of the first player's first shot at that ship.
    ShotPasses,
    /// Execution of the first player's first shot.
    ShotLeaves,
    /// First appearance of a first player's bolt on the second player's screen.
    BoltAppears,
    /// A hit is retracted.
    HitUndone,
    /// The outcome is first known.
    FirstKnown,
    /// The outcome is first known, and it is already the final one.
    Begins,
    /// The measured value is at its maximum.
    Largest,
}

use DecisiveWhen::{Begins, BoltAppears, FirstKnown, HitUndone, Largest, ShotLeaves, ShotPasses};

const YOU: Pane = Pane::Player(0);
const OTHER: Pane = Pane::Player(1);

impl Scenario {
    /// Its decisive moment; `None` for plain flying.
    #[must_use]
    pub const fn decisive(self) -> Option<Decisive> {
        let (when, player, pane) = match self {
            Self::Free => return None,
            Self::LateMiss
            | Self::Converge
            | Self::Modem
            | Self::EtBias
            | Self::EtVeto
            | Self::EtMaxFps
            | Self::Rewind
            | Self::Teleport
            | Self::Chords
            | Self::Ticks20
            | Self::Ticks128
            | Self::TwoAliens
            | Self::BothAgainstOne
            | Self::HundredthPart
            | Self::FavourDefender
            | Self::PingCap
            | Self::LiarBackwards
            | Self::LiarOldView => (ShotPasses, 1, Pane::Server),
            Self::OutOfNowhere | Self::LiarLateEcho => (BoltAppears, 0, OTHER),
            Self::UndoneHit | Self::NothingUndone => (HitUndone, 1, Pane::Server),
            Self::Diablo | Self::LiarClaim => (FirstKnown, 1, Pane::Server),
            Self::WhoFirst => (ShotLeaves, 0, Pane::Server),
            Self::LiarCooldown | Self::LiarBurst => (FirstKnown, 0, Pane::Server),
            Self::EtZigzag => (FirstKnown, 1, Pane::Server),
            Self::ThreeSpeeds => (BoltAppears, 0, OTHER),
            Self::Peeker => (FirstKnown, 0, OTHER),
            Self::Zones
            | Self::Interpolation
            | Self::JitterBuffer
            | Self::InterpolationLine
            | Self::ListenServer => (FirstKnown, 1, YOU),
            Self::HalfGap | Self::Sunk | Self::StreamStall | Self::PredictEveryone => {
                (Largest, 1, YOU)
            }
            Self::Freeze | Self::Bump => (Largest, 0, YOU),
            Self::Ram | Self::WhoFirstBeam => (Begins, 1, Pane::Server),
            Self::RamThird => (Largest, 0, Pane::Server),
            Self::Latency | Self::Prediction | Self::Lockstep | Self::ClockStep => {
                (FirstKnown, 0, YOU)
            }
        };
        Some(Decisive { when, player, pane })
    }
}
