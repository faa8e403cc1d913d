//! The names of the scenarios.

use serde::{Deserialize, Serialize};

/// A match that demonstrates something. Append new ones, since links and files refer to them by
/// number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scenario {
    /// Just a room to fly in.
    #[default]
    Free,
    /// The article's Figure 4: the laser converges.
    Converge,
    /// The article's Figure 1: three time zones.
    Zones,
    /// The article's Figure 2: the late laser misses.
    LateMiss,
    /// The article's Figure 3: a bolt out of nowhere.
    OutOfNowhere,
    /// Wolfenstein: ET 2.60: markers per command are a frame ahead.
    EtBias,
    /// Wolfenstein: ET 2.60: a hit behind cover is vetoed.
    EtVeto,
    /// QuakeWorld: extrapolation by half the gap, and its overshoot.
    HalfGap,
    /// QuakeWorld: too many commands in flight, and the own ship freezes.
    Freeze,
    /// Source's screenshot at 200 ms: seen and judged coincide.
    Rewind,
    /// Targeting: two aliens in line, by claim and by server.
    TwoAliens,
    /// Delayed synchronisation: a hit is retracted.
    UndoneHit,
    /// Source: no rewind across 64 units, and a fast ship.
    Teleport,
    /// A stream stalls and bursts where datagrams lose one packet.
    StreamStall,
    /// Who shoots first, with and without a minimum lag.
    WhoFirst,
    /// Who shoots first with beams, with and without a minimum lag.
    WhoFirstBeam,
    /// How much earlier a peeker sees than it is seen.
    Peeker,
    /// Source's figure of interpolation, with one snapshot lost.
    InterpolationLine,
    /// Source on a listen server: no round trip, but the interpolation delay all the same.
    ListenServer,
    /// Wolfenstein: ET 2.60: a higher command rate shortens the stored past (`com_maxfps`).
    EtMaxFps,
    /// Targeting: k = 99 never converges.
    HundredthPart,
    /// Source: a chord between two snapshots is not the path flown.
    Chords,
    /// Source: whole ticks, at 20 Hz.
    Ticks20,
    /// Source: whole ticks, at 128 Hz.
    Ticks128,
    /// Diablo's alternative to delayed synchronisation: "fired", later "hit".
    Diablo,
    /// Predict everyone: no lag, until a ship turns round.
    PredictEveryone,
    /// Lockstep: the slowest link sets the pace.
    Lockstep,
    /// Targeting: two aliens in line, and a piercing bolt.
    BothAgainstOne,
    /// Delayed synchronisation: a piercing bolt needs no retraction.
    NothingUndone,
    /// A rock between a bolt and its victim's present position.
    FavourDefender,
    /// A cap on the age of views, by ping.
    PingCap,
    /// Ramming: who bounces.
    Ram,
    /// Ramming: what a third player's screen shows.
    RamThird,
    /// A ship drawn inside a rock.
    Sunk,
    /// A cheat claims false hits.
    LiarClaim,
    /// A cheat's views run backwards.
    LiarBackwards,
    /// A cheat fires without cooldown.
    LiarCooldown,
    /// A cheat holds commands back, and sends twice as many.
    LiarBurst,
    /// A cheat claims an older view.
    LiarOldView,
    /// A cheat answers the server's probes late.
    LiarLateEcho,
    /// A ship that waits for the server.
    Latency,
    /// A ship that waits for the server, next to a predicted ship.
    Prediction,
    /// Another ship as received, and interpolated.
    Interpolation,
    /// Wolfenstein: ET: interpolation between markers, and a ship that zigzags.
    EtZigzag,
    /// The article's Figure 4 over a modem.
    Modem,
    /// Targeting: a laser is faster on the server, and faster still on a third machine.
    ThreeSpeeds,
    /// A prediction that is wrong: another ship bumps into yours.
    Bump,
    /// Jitter, loss, and how large a buffer must be.
    JitterBuffer,
    /// Commands take longer in the middle of a match, and the clock follows.
    ClockStep,
}

impl Scenario {
    /// Every scenario, in page order.
    pub const ALL: [Self; 49] = [
        Self::Free,
        Self::Latency,
        Self::Prediction,
        Self::Bump,
        Self::Interpolation,
        Self::JitterBuffer,
        Self::Zones,
        Self::ClockStep,
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
