//! The matches that show something: the article's figures and one for each other source, each with
//! its words, its setup, and what must come of it. Read when a page opens one, and while it plays.

mod article;
mod deferred;
mod et;
mod link;
mod props;
mod quakeworld;
mod source;
mod targeting;

use serde::{Deserialize, Serialize};

use super::{
    harness::Conditions,
    outcome::Outcome,
    path::Path,
    setup::{Hands, Setup},
    stage::Stage,
};
use crate::{
    netcode::{preset::Preset, values::Netcode},
    sim::arena::Arena,
};

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

/// A scenario as data.
struct Card {
    key: &'static str,
    title: &'static str,
    source: &'static str,
    watch: &'static str,
    label: &'static str,
    setup: fn() -> Setup,
    reached: fn(&Stage) -> Option<Outcome>,
}

const FREE: Card = Card {
    key: "free",
    title: "Free flight",
    source: "Lagrange",
    watch: "Fly, shoot, and see the same instant three times.",
    label: "Nothing must come of it: it is yours.",
    setup: free,
    reached: |_| None,
};

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

    /// Its name in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.card().key
    }

    /// Its name, for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.card().title
    }

    /// Which publication it is from, in words.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.card().source
    }

    /// What to watch for, in one or two sentences.
    #[must_use]
    pub const fn watch(self) -> &'static str {
        self.card().watch
    }

    /// What must come of it as long as it plays by itself, in a sentence.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.card().label
    }

    /// The scenario of a name in links.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scenario| scenario.key() == key)
    }

    /// What its match begins with.
    #[must_use]
    pub fn setup(self) -> Setup {
        Setup { scenario: self, ..(self.card().setup)() }
    }

    /// What came of it, once that can be said.
    #[must_use]
    pub fn reached(self, stage: &Stage) -> Option<Outcome> {
        (self.card().reached)(stage)
    }

    const fn card(self) -> &'static Card {
        match self {
            Self::Free => &FREE,
            Self::Zones => &article::ZONES,
            Self::LateMiss => &article::LATE_MISS,
            Self::OutOfNowhere => &article::OUT_OF_NOWHERE,
            Self::Converge => &article::CONVERGE,
            Self::EtBias => &et::BIAS,
            Self::EtVeto => &et::VETO,
            Self::HalfGap => &quakeworld::HALF_GAP,
            Self::Freeze => &quakeworld::FREEZE,
            Self::Rewind => &source::REWIND,
            Self::TwoAliens => &targeting::TWO_ALIENS,
            Self::UndoneHit => &deferred::UNDONE_HIT,
            Self::Teleport => &source::TELEPORT,
            Self::StreamStall => &link::STREAM_STALL,
        }
    }
}

/// A room to fly in: you at a round trip in ms, and another ship that circles above.
pub(super) fn flying(netcode: Netcode, round_trip_ms: u16) -> Setup {
    let mut setup = props::still(netcode);
    setup.loop_frames = 480;
    setup.players[0].conditions = Conditions::round_trip(round_trip_ms);
    let circling = Hands::Script(Path::Circling.script());
    props::second(&mut setup, (-60, -250), circling, props::NEAR_MS);
    setup
}

fn free() -> Setup {
    let mut setup = props::still(Preset::Lagrange.netcode());
    setup.loop_frames = 0;
    setup.arena = Arena::strewn(4);
    setup.players[0].hands = Hands::You;
    setup.players[0].conditions = Conditions::round_trip(100);
    for player in &mut setup.players {
        player.place = None;
    }
    setup.players[1].hands = Hands::Bot;
    setup.players[2].hands = Hands::Bot;
    setup
}
