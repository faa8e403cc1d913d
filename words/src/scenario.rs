//! Texts of the scenarios.

use lab::scenario::Scenario;

use crate::language::{Language, in_language};

/// The texts of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScenarioWords {
    /// The name, in a few words.
    pub title: &'static str,
    /// The publication it is from.
    pub source: &'static str,
    /// What to watch for: whole sentences.
    pub watch: &'static str,
    /// The outcome it must have when played without interference: whole sentences.
    pub label: &'static str,
}

impl Language {
    /// The texts of a scenario.
    #[must_use]
    pub const fn scenario(self, scenario: Scenario) -> &'static ScenarioWords {
        /// The texts of this name in the language's `scenario` module.
        macro_rules! words {
            ($file:ident::$name:ident) => {
                in_language!(self, &scenario::$file::$name)
            };
        }
        match scenario {
            Scenario::Free => words!(basics::FREE),
            Scenario::Latency => words!(basics::LATENCY),
            Scenario::Prediction => words!(basics::PREDICTION),
            Scenario::JitterBuffer => words!(basics::JITTER_BUFFER),
            Scenario::ClockStep => words!(basics::CLOCK_STEP),
            Scenario::Bump => words!(basics::BUMP),
            Scenario::Interpolation => words!(basics::INTERPOLATION),
            Scenario::Ram => words!(deferred::RAM),
            Scenario::RamThird => words!(deferred::RAM_THIRD),
            Scenario::Sunk => words!(basics::SUNK),
            Scenario::Zones => words!(targeting::ZONES),
            Scenario::LateMiss => words!(targeting::LATE_MISS),
            Scenario::OutOfNowhere => words!(targeting::OUT_OF_NOWHERE),
            Scenario::Converge => words!(targeting::CONVERGE),
            Scenario::Modem => words!(targeting::MODEM),
            Scenario::ThreeSpeeds => words!(targeting::THREE_SPEEDS),
            Scenario::EtBias => words!(games::ET_BIAS),
            Scenario::EtVeto => words!(games::ET_VETO),
            Scenario::EtMaxFps => words!(games::ET_MAX_FPS),
            Scenario::EtZigzag => words!(games::ET_ZIGZAG),
            Scenario::HalfGap => words!(games::HALF_GAP),
            Scenario::Freeze => words!(games::FREEZE),
            Scenario::Rewind => words!(games::REWIND),
            Scenario::Teleport => words!(games::TELEPORT),
            Scenario::Chords => words!(games::CHORDS),
            Scenario::Ticks20 => words!(games::TICKS_20),
            Scenario::Ticks128 => words!(games::TICKS_128),
            Scenario::TwoAliens => words!(targeting::TWO_ALIENS),
            Scenario::HundredthPart => words!(targeting::HUNDREDTH_PART),
            Scenario::BothAgainstOne => words!(targeting::BOTH_AGAINST_ONE),
            Scenario::UndoneHit => words!(deferred::UNDONE_HIT),
            Scenario::NothingUndone => words!(deferred::NOTHING_UNDONE),
            Scenario::StreamStall => words!(basics::STREAM_STALL),
            Scenario::WhoFirst => words!(basics::WHO_FIRST),
            Scenario::WhoFirstBeam => words!(basics::WHO_FIRST_BEAM),
            Scenario::Peeker => words!(basics::PEEKER),
            Scenario::InterpolationLine => words!(games::INTERPOLATION_LINE),
            Scenario::ListenServer => words!(games::LISTEN_SERVER),
            Scenario::Lockstep => words!(deferred::LOCKSTEP),
            Scenario::Diablo => words!(deferred::DIABLO),
            Scenario::PredictEveryone => words!(deferred::PREDICT_EVERYONE),
            Scenario::FavourDefender => words!(basics::FAVOUR_DEFENDER),
            Scenario::PingCap => words!(basics::PING_CAP),
            Scenario::LiarClaim => words!(liars::CLAIM),
            Scenario::LiarBackwards => words!(liars::BACKWARDS),
            Scenario::LiarCooldown => words!(liars::COOLDOWN),
            Scenario::LiarBurst => words!(liars::BURST),
            Scenario::LiarOldView => words!(liars::OLD_VIEW),
            Scenario::LiarLateEcho => words!(liars::LATE_ECHO),
        }
    }
}
