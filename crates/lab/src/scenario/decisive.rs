//! The decisive moment of each scenario: what its sentence is about, and on whose screen that is
//! seen. Read when a loop is surveyed before somebody watches it.

use super::which::Scenario;
use crate::pane::Pane;

/// What is decisive in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decisive {
    /// When.
    pub when: DecisiveWhen,
    /// The player whose ship it is about.
    pub player: usize,
    /// Where it is seen best.
    pub pane: Pane,
}

/// When it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisiveWhen {
    /// The first player's first shot at that ship comes nearest to it.
    ShotPasses,
    /// The first player's first shot is executed.
    ShotLeaves,
    /// A bolt of the first player's is first to be seen on the second player's screen.
    BoltAppears,
    /// A hit is undone.
    HitUndone,
    /// What came of it can be said for the first time.
    FirstSaid,
    /// The same, and what is said is what it comes to by the end.
    Begins,
    /// The value that came out is as large as it will be.
    Largest,
}

use DecisiveWhen::{Begins, BoltAppears, FirstSaid, HitUndone, Largest, ShotLeaves, ShotPasses};

const YOU: Pane = Pane::Player(0);
const OTHER: Pane = Pane::Player(1);

impl Scenario {
    /// What is decisive in it; nothing where somebody only flies.
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
            Self::Diablo | Self::LiarClaim => (FirstSaid, 1, Pane::Server),
            Self::WhoFirst => (ShotLeaves, 0, Pane::Server),
            Self::LiarCooldown | Self::LiarBurst => (FirstSaid, 0, Pane::Server),
            Self::EtZigzag => (FirstSaid, 1, Pane::Server),
            Self::ThreeSpeeds => (BoltAppears, 0, OTHER),
            Self::Peeker => (FirstSaid, 0, OTHER),
            Self::Zones | Self::Interpolation | Self::InterpolationLine | Self::ListenServer => {
                (FirstSaid, 1, YOU)
            }
            Self::HalfGap | Self::Sunk | Self::StreamStall | Self::PredictEveryone => {
                (Largest, 1, YOU)
            }
            Self::Freeze => (Largest, 0, YOU),
            Self::Ram | Self::WhoFirstBeam => (Begins, 1, Pane::Server),
            Self::RamThird => (Largest, 0, Pane::Server),
            Self::Latency | Self::Prediction | Self::Lockstep => (FirstSaid, 0, YOU),
        };
        Some(Decisive { when, player, pane })
    }
}
