//! The card of every scenario, with accessors.

use shared::{netcode::preset::Preset, sim::arena::Arena, wire::conditions::Conditions};

use super::{
    alternatives, article, basics, bump, card::Card, clock, deferred, et, interpolation, jitter,
    lag, liars, link, policy, props, quakeworld, ramming, source, source_records, targeting,
    three_speeds, which::Scenario, zigzag,
};
use crate::{
    checked_columns::CheckedColumns,
    outcome::Outcome,
    setup::{Controller, Setup},
};

const FREE: Card = Card { key: "free", setup: free, evaluate_outcome: |_| None };

impl Scenario {
    /// Its key in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.card().key
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scenario| scenario.key() == key)
    }

    /// The initial setup of its match.
    #[must_use]
    pub fn setup(self) -> Setup {
        Setup { scenario: self, ..(self.card().setup)() }
    }

    /// Its outcome, once it is known.
    #[must_use]
    pub fn evaluate_outcome(self, state: &CheckedColumns) -> Option<Outcome> {
        (self.card().evaluate_outcome)(state)
    }

    const fn card(self) -> &'static Card {
        match self {
            Self::Free => &FREE,
            Self::Latency => &basics::LATENCY,
            Self::Prediction => &basics::PREDICTION,
            Self::JitterBuffer => &jitter::JITTER_BUFFER,
            Self::ClockStep => &clock::CLOCK_STEP,
            Self::Bump => &bump::BUMP,
            Self::Interpolation => &basics::INTERPOLATION,
            Self::Ram => &ramming::RAM,
            Self::RamThird => &ramming::RAM_THIRD,
            Self::Sunk => &ramming::SUNK,
            Self::Zones => &article::ZONES,
            Self::LateMiss => &article::LATE_MISS,
            Self::OutOfNowhere => &article::OUT_OF_NOWHERE,
            Self::Converge => &article::CONVERGE,
            Self::Modem => &article::MODEM,
            Self::ThreeSpeeds => &three_speeds::THREE_SPEEDS,
            Self::EtBias => &et::BIAS,
            Self::EtVeto => &et::VETO,
            Self::HalfGap => &quakeworld::HALF_GAP,
            Self::Freeze => &quakeworld::FREEZE,
            Self::Rewind => &source::REWIND,
            Self::TwoAliens => &targeting::TWO_ALIENS,
            Self::UndoneHit => &deferred::UNDONE_HIT,
            Self::Teleport => &source::TELEPORT,
            Self::StreamStall => &link::STREAM_STALL,
            Self::WhoFirst => &lag::WHO_FIRST,
            Self::WhoFirstBeam => &lag::WHO_FIRST_BEAM,
            Self::Peeker => &lag::PEEKER,
            Self::InterpolationLine => &interpolation::LINE,
            Self::ListenServer => &interpolation::LISTEN_SERVER,
            Self::EtMaxFps => &et::MAX_FPS,
            Self::EtZigzag => &zigzag::ZIGZAG,
            Self::HundredthPart => &targeting::HUNDREDTH_PART,
            Self::Chords => &source_records::CHORDS,
            Self::Ticks20 => &source_records::TICKS_20,
            Self::Ticks128 => &source_records::TICKS_128,
            Self::Lockstep => &alternatives::LOCKSTEP,
            Self::Diablo => &alternatives::DIABLO,
            Self::PredictEveryone => &alternatives::PREDICT_EVERYONE,
            Self::BothAgainstOne => &targeting::BOTH_AGAINST_ONE,
            Self::NothingUndone => &deferred::NOTHING_UNDONE,
            Self::FavourDefender => &policy::FAVOUR_DEFENDER,
            Self::PingCap => &policy::PING_CAP,
            Self::LiarClaim => &liars::CLAIM,
            Self::LiarBackwards => &liars::BACKWARDS,
            Self::LiarCooldown => &liars::COOLDOWN,
            Self::LiarBurst => &liars::BURST,
            Self::LiarOldView => &liars::OLD_VIEW,
            Self::LiarLateEcho => &liars::LATE_ECHO,
        }
    }
}

fn free() -> Setup {
    let mut setup = props::resting_ships(Preset::Lagrange.netcode());
    setup.loop_frames = 0;
    setup.arena = Arena::strewn(4);
    setup.players[0].controller = Controller::You;
    setup.players[0].conditions = Conditions::round_trip(100);
    for player in &mut setup.players {
        player.place = None;
    }
    setup.players[1].controller = Controller::Bot;
    setup.players[2].controller = Controller::Bot;
    setup
}
