//! Ten short lessons, each on one idea with a match that shows it. Read when a page opens a lesson;
//! the texts are in the crate `words`.

use shared::netcode::{
    choices::CoverVeto,
    preset::Preset,
    values::{Netcode, RoomNetcode},
};

use super::{scenario::Scenario, setup::Setup};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Every message takes time.
    Latency,
    /// Two screens and the server show three different moments.
    Zones,
    /// The own ship need not wait.
    Prediction,
    /// The others glide, in the past.
    Interpolation,
    /// A perfect aim misses.
    LateLaser,
    /// A bolt jumps, or converges.
    Convergence,
    /// What was seen is what counts.
    Rewinding,
    /// The victim pays for it.
    Cover,
    /// Screens differ, and agree later.
    AgreeLater,
    /// Who feels the delay is a choice.
    Choose,
}

impl Lesson {
    pub const ALL: [Self; 10] = [
        Self::Latency,
        Self::Zones,
        Self::Prediction,
        Self::Interpolation,
        Self::LateLaser,
        Self::Convergence,
        Self::Rewinding,
        Self::Cover,
        Self::AgreeLater,
        Self::Choose,
    ];

    /// Its number, from 1, as used in links.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    #[must_use]
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|lesson| lesson.number() == number)
    }

    /// The lesson with a key in links: its number.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok().and_then(Self::of_number)
    }

    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::of_number(self.number() + 1)
    }

    #[must_use]
    pub fn back(self) -> Option<Self> {
        self.number().checked_sub(1).and_then(Self::of_number)
    }

    /// The scenario that its match is based on.
    #[must_use]
    pub const fn scenario(self) -> Scenario {
        match self {
            Self::Latency => Scenario::Latency,
            Self::Zones => Scenario::Zones,
            Self::Prediction => Scenario::Prediction,
            Self::Interpolation => Scenario::Interpolation,
            Self::LateLaser | Self::Choose => Scenario::LateMiss,
            Self::Convergence => Scenario::OutOfNowhere,
            Self::Rewinding => Scenario::Rewind,
            Self::Cover => Scenario::EtVeto,
            Self::AgreeLater => Scenario::UndoneHit,
        }
    }

    /// Further scenarios on the same idea.
    #[must_use]
    pub const fn more(self) -> &'static [Scenario] {
        match self {
            Self::Latency => &[Scenario::StreamStall],
            Self::Zones => &[Scenario::ClockStep, Scenario::Peeker],
            Self::Prediction => &[
                Scenario::Bump,
                Scenario::Freeze,
                Scenario::HalfGap,
                Scenario::PredictEveryone,
                Scenario::LiarCooldown,
                Scenario::LiarBurst,
            ],
            Self::Interpolation => &[
                Scenario::JitterBuffer,
                Scenario::InterpolationLine,
                Scenario::ListenServer,
                Scenario::Chords,
                Scenario::Sunk,
            ],
            Self::LateLaser => &[Scenario::WhoFirst, Scenario::WhoFirstBeam],
            Self::Convergence => &[
                Scenario::Converge,
                Scenario::Modem,
                Scenario::ThreeSpeeds,
                Scenario::TwoAliens,
                Scenario::HundredthPart,
                Scenario::BothAgainstOne,
                Scenario::LiarLateEcho,
            ],
            Self::Rewinding => &[
                Scenario::EtBias,
                Scenario::Teleport,
                Scenario::EtMaxFps,
                Scenario::EtZigzag,
                Scenario::Ticks20,
                Scenario::Ticks128,
                Scenario::PingCap,
                Scenario::LiarBackwards,
                Scenario::LiarOldView,
            ],
            Self::Cover => &[Scenario::FavourDefender],
            Self::AgreeLater => &[
                Scenario::NothingUndone,
                Scenario::Ram,
                Scenario::RamThird,
                Scenario::Lockstep,
                Scenario::Diablo,
                Scenario::LiarClaim,
            ],
            Self::Choose => &[Scenario::Free],
        }
    }

    /// The initial setup of its match.
    #[must_use]
    pub fn setup(self) -> Setup {
        let setup = self.scenario().setup();
        match self {
            Self::Latency
            | Self::Zones
            | Self::Prediction
            | Self::Interpolation
            | Self::LateLaser
            | Self::Rewinding
            | Self::AgreeLater => setup,
            Self::Convergence => beside(setup, Preset::Targeting.netcode()),
            Self::Cover => without_and_with_veto(setup),
            Self::Choose => beside(setup, Preset::Lagrange.netcode()),
        }
    }
}

/// Adds a second column to a match.
fn beside(mut setup: Setup, second: Netcode) -> Setup {
    setup.columns.push(second);
    setup
}

fn without_and_with_veto(mut setup: Setup) -> Setup {
    let vetoed = setup.columns[0];
    let room = RoomNetcode { cover_veto: CoverVeto::Off, ..vetoed.room };
    setup.columns.insert(0, Netcode { room, ..vetoed });
    setup
}
