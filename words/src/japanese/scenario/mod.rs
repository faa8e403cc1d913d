//! What scenarios show, in Japanese: a scenario goes in, its words come out.

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
    title: "自由飛行",
    source: "Lagrange",
    watch: "飛んで、撃ってみてください。3つの画面は同じ瞬間を映しています。あなたの画面、サーバー、\
            相手プレイヤーの画面です。",
    label: "自由に遊べます。何も試されていません。",
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
