//! The names of the scenarios.

use serde::{Deserialize, Serialize};

/// A match that shows something. New ones are added at the end: links and files count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scenario {
    /// Nothing but a room to fly in.
    #[default]
    Free,
    /// The article's Figure 4: the laser converges.
    Converge,
    /// The article's Figure 1: three time zones.
    Zones,
    /// The article's Figure 2: the late laser misses.
    LateMiss,
    /// The article's Figure 3: a laser out of nowhere.
    OutOfNowhere,
    /// Wolfenstein: ET 2.60: markers per command are a frame ahead.
    EtBias,
    /// Wolfenstein: ET 2.60: a hit behind cover is vetoed.
    EtVeto,
    /// QuakeWorld: half of the gap is guessed, and overshoots.
    HalfGap,
    /// QuakeWorld: too many commands on their way, and the own ship freezes.
    Freeze,
    /// Source's screenshot at 200 ms: seen and judged coincide.
    Rewind,
    /// Targeting: two aliens in line, by claim and by server.
    TwoAliens,
    /// Delayed synchronisation: a hit is undone.
    UndoneHit,
    /// Source: no rewind across 64 units, and a fast ship.
    Teleport,
    /// A stream stalls and bursts where datagrams lose one packet.
    StreamStall,
    /// Who shoots first, with and without a minimum lag.
    WhoFirst,
    /// The same with beams.
    WhoFirstBeam,
    /// How much earlier a peeker sees than it is seen.
    Peeker,
    /// Source's figure of interpolation, with one snapshot lost.
    InterpolationLine,
    /// Source on a server of the player's own: no round trip, and the delay all the same.
    ListenServer,
    /// Wolfenstein: ET 2.60: who sends more commands has a shorter past (`com_maxfps`).
    EtMaxFps,
    /// Targeting: k = 99 never converges.
    HundredthPart,
    /// Source: a chord between two snapshots is not the way that was flown.
    Chords,
    /// Source: whole ticks, at 20 a second.
    Ticks20,
    /// Source: whole ticks, at 128 a second.
    Ticks128,
    /// Diablo's way beside delayed synchronisation: fired, and later hit.
    Diablo,
    /// Predict everyone: nobody lags, until somebody turns round.
    PredictEveryone,
    /// Lockstep: the slowest decides for all.
    Lockstep,
    /// Targeting: two aliens in line, and a bolt that pierces.
    BothAgainstOne,
    /// Delayed synchronisation: a bolt that pierces needs no undoing.
    NothingUndone,
    /// A rock between a bolt and where its victim is now.
    FavourDefender,
    /// A view may be so old by the ping, and no older.
    PingCap,
    /// Ramming: who bounces.
    Ram,
    /// Ramming: what a third screen sees.
    RamThird,
    /// A ship that is drawn in a rock.
    Sunk,
    /// A liar claims hits that were none.
    LiarClaim,
    /// A liar's views run backwards.
    LiarBackwards,
    /// A liar fires without cooldown.
    LiarCooldown,
    /// A liar holds commands back, and sends twice as many.
    LiarBurst,
    /// A liar says that it saw an older moment.
    LiarOldView,
    /// A liar answers the server's probes late.
    LiarLateEcho,
    /// A ship that waits for the server's answer.
    Latency,
    /// The same beside a ship that is predicted.
    Prediction,
    /// Another ship drawn as it comes, and between two snapshots.
    Interpolation,
    /// Wolfenstein: ET: a straight line between markers, and a ship that zigzags.
    EtZigzag,
    /// The article's Figure 4 over a modem.
    Modem,
    /// Targeting: a laser is faster on the server, and faster still on a third machine.
    ThreeSpeeds,
}

impl Scenario {
    /// Every scenario, in the order in which the page lists them.
    pub const ALL: [Self; 46] = [
        Self::Free,
        Self::Latency,
        Self::Prediction,
        Self::Interpolation,
        Self::Zones,
        Self::LateMiss,
        Self::OutOfNowhere,
        Self::Converge,
        Self::Modem,
        Self::ThreeSpeeds,
        Self::EtBias,
        Self::EtVeto,
        Self::EtMaxFps,
        Self::EtZigzag,
        Self::HalfGap,
        Self::Freeze,
        Self::InterpolationLine,
        Self::ListenServer,
        Self::Rewind,
        Self::Teleport,
        Self::Chords,
        Self::Sunk,
        Self::Ticks20,
        Self::Ticks128,
        Self::TwoAliens,
        Self::BothAgainstOne,
        Self::HundredthPart,
        Self::UndoneHit,
        Self::NothingUndone,
        Self::Ram,
        Self::RamThird,
        Self::Lockstep,
        Self::Diablo,
        Self::PredictEveryone,
        Self::StreamStall,
        Self::FavourDefender,
        Self::PingCap,
        Self::WhoFirst,
        Self::WhoFirstBeam,
        Self::Peeker,
        Self::LiarClaim,
        Self::LiarCooldown,
        Self::LiarBackwards,
        Self::LiarOldView,
        Self::LiarBurst,
        Self::LiarLateEcho,
    ];
}
