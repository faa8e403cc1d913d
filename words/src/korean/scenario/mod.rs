//! What scenarios show, in Korean: a scenario goes in, its words come out.

mod alternatives;
mod article;
mod basics;
mod deferred;
mod et;
mod interpolation;
mod lag;
mod liars;
mod link;
mod meeting;
mod policy;
mod quakeworld;
mod source;
mod targeting;

use lab::scenario::Scenario;

use crate::scenario_words::ScenarioWords;

const FREE: ScenarioWords = ScenarioWords {
    title: "자유 비행",
    source: "Lagrange",
    watch: "날고 쏘아 보세요. 세 칸은 같은 순간을 내 화면, 서버, 상대 플레이어의 화면에서 각각 \
            보여 줍니다.",
    label: "자유롭게 놀아 보세요. 아무것도 시험하지 않습니다.",
};

/// What is said of a scenario.
pub(crate) const fn words(scenario: Scenario) -> &'static ScenarioWords {
    match scenario {
        Scenario::Free => &FREE,
        Scenario::Latency => &basics::LATENCY,
        Scenario::Prediction => &basics::PREDICTION,
        Scenario::Interpolation => &basics::INTERPOLATION,
        Scenario::Ram => &meeting::RAM,
        Scenario::RamThird => &meeting::RAM_THIRD,
        Scenario::Sunk => &meeting::SUNK,
        Scenario::Zones => &article::ZONES,
        Scenario::LateMiss => &article::LATE_MISS,
        Scenario::OutOfNowhere => &article::OUT_OF_NOWHERE,
        Scenario::Converge => &article::CONVERGE,
        Scenario::Modem => &article::MODEM,
        Scenario::ThreeSpeeds => &targeting::THREE_SPEEDS,
        Scenario::EtBias => &et::BIAS,
        Scenario::EtVeto => &et::VETO,
        Scenario::EtMaxFps => &et::MAX_FPS,
        Scenario::EtZigzag => &et::ZIGZAG,
        Scenario::HalfGap => &quakeworld::HALF_GAP,
        Scenario::Freeze => &quakeworld::FREEZE,
        Scenario::Rewind => &source::REWIND,
        Scenario::Teleport => &source::TELEPORT,
        Scenario::Chords => &source::CHORDS,
        Scenario::Ticks20 => &source::TICKS_20,
        Scenario::Ticks128 => &source::TICKS_128,
        Scenario::TwoAliens => &targeting::TWO_ALIENS,
        Scenario::HundredthPart => &targeting::HUNDREDTH_PART,
        Scenario::BothAgainstOne => &targeting::BOTH_AGAINST_ONE,
        Scenario::UndoneHit => &deferred::UNDONE_HIT,
        Scenario::NothingUndone => &deferred::NOTHING_UNDONE,
        Scenario::StreamStall => &link::STREAM_STALL,
        Scenario::WhoFirst => &lag::WHO_FIRST,
        Scenario::WhoFirstBeam => &lag::WHO_FIRST_BEAM,
        Scenario::Peeker => &lag::PEEKER,
        Scenario::InterpolationLine => &interpolation::LINE,
        Scenario::ListenServer => &interpolation::LISTEN_SERVER,
        Scenario::Lockstep => &alternatives::LOCKSTEP,
        Scenario::Diablo => &alternatives::DIABLO,
        Scenario::PredictEveryone => &alternatives::PREDICT_EVERYONE,
        Scenario::FavourDefender => &policy::FAVOUR_DEFENDER,
        Scenario::PingCap => &policy::PING_CAP,
        Scenario::LiarClaim => &liars::CLAIM,
        Scenario::LiarBackwards => &liars::BACKWARDS,
        Scenario::LiarCooldown => &liars::COOLDOWN,
        Scenario::LiarBurst => &liars::BURST,
        Scenario::LiarOldView => &liars::OLD_VIEW,
        Scenario::LiarLateEcho => &liars::LATE_ECHO,
    }
}
