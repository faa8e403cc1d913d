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
}

impl Scenario {
    /// Every scenario, in the order in which the page lists them.
    pub const ALL: [Self; 14] = [
        Self::Free,
        Self::Zones,
        Self::LateMiss,
        Self::OutOfNowhere,
        Self::Converge,
        Self::EtBias,
        Self::EtVeto,
        Self::HalfGap,
        Self::Freeze,
        Self::Rewind,
        Self::TwoAliens,
        Self::UndoneHit,
        Self::Teleport,
        Self::StreamStall,
    ];
}
