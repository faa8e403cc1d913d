//! Ten short lessons, one idea each: words that read well without play, and the match that shows
//! them. Read when a page opens a lesson.

use super::{
    path::Path,
    scenario::{Scenario, flying},
    setup::{Controller, Setup},
};
use crate::netcode::{
    choices::{CoverVeto, OwnShip, RemoteView},
    preset::Preset,
    values::{Netcode, PlayerNetcode, RoomNetcode},
};

/// A lesson.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its number, from 1.
    pub number: u8,
    /// Its idea in a few words.
    pub title: &'static str,
    /// What there is to know: a few sentences, each term explained where it comes first.
    pub text: &'static str,
    /// What to do with the match.
    pub do_this: &'static str,
    /// What to see then.
    pub watch_that: &'static str,
    /// The scenario it is set with.
    pub scenario: Scenario,
    /// More of its idea: scenarios to go on with.
    pub more: &'static [Scenario],
    setup: fn(Setup) -> Setup,
}

impl Lesson {
    /// Every lesson, in order.
    pub const ALL: [Self; 10] = [
        LATENCY,
        ZONES,
        PREDICTION,
        INTERPOLATION,
        LATE_LASER,
        CONVERGENCE,
        REWINDING,
        COVER,
        AGREE_LATER,
        CHOOSE,
    ];

    /// The lesson of a number.
    #[must_use]
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|lesson| lesson.number == number)
    }

    /// The lesson of a name in links: its number.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok().and_then(Self::of_number)
    }

    /// The one after it.
    #[must_use]
    pub fn next(&self) -> Option<Self> {
        Self::of_number(self.number + 1)
    }

    /// The one before it.
    #[must_use]
    pub fn back(&self) -> Option<Self> {
        self.number.checked_sub(1).and_then(Self::of_number)
    }

    /// What its match begins with.
    #[must_use]
    pub fn setup(&self) -> Setup {
        (self.setup)(self.scenario.setup())
    }
}

const LATENCY: Lesson = Lesson {
    number: 1,
    title: "Latency",
    text: "Every message takes time. The way to the server and back is the round trip, here 200 \
           ms. In this match nothing hides it: your ship moves on your screen only when the \
           server has heard of your key and you have heard of the answer.",
    do_this: "Take the controls and tap a direction. Then set the round trip to 0 and tap again.",
    watch_that: "The fifth of a second between the key and the ship, and that it is gone at 0.",
    scenario: Scenario::Free,
    more: &[Scenario::StreamStall],
    setup: |_| {
        let mut setup = flying(Preset::Nothing.netcode(), 200);
        setup.players[0].controller = Controller::Script(Path::Strafing.script());
        setup
    },
};

const ZONES: Lesson = Lesson {
    number: 2,
    title: "Three time zones",
    text: "What you see of yourself, what the server holds, and what the other player sees are \
           three different moments. You see yourself early, because your commands still have to \
           reach the server. You see the other late, because news of it had to reach you.",
    do_this: "Stop the time. Then double your round trip.",
    watch_that: "The threads from each ship to the same ship in the other panes: twice the round \
                 trip makes them longer.",
    scenario: Scenario::Zones,
    more: &[Scenario::Peeker],
    setup: |setup| setup,
};

const PREDICTION: Lesson = Lesson {
    number: 3,
    title: "Prediction",
    text: "Your ship need not wait. Your client runs the same rules as the server, so it carries \
           out your commands at once: that is prediction. When the server's word comes, the \
           client compares and, where it was wrong, flies the newer commands again.",
    do_this: "Fly in both columns at once: A without prediction, B with it.",
    watch_that: "In B the ship answers at once; its prediction error stays at 0.00 u, for both \
                 ends compute the same bits.",
    scenario: Scenario::Free,
    more: &[
        Scenario::Freeze,
        Scenario::HalfGap,
        Scenario::PredictEveryone,
        Scenario::LiarCooldown,
        Scenario::LiarBurst,
    ],
    setup: |_| {
        let predicted = Preset::Lagrange.netcode();
        let player = PlayerNetcode { own_ship: OwnShip::Wait, ..predicted.player };
        let mut setup = flying(Netcode { player, ..predicted }, 200);
        setup.columns.push(predicted);
        setup.players[0].controller = Controller::Script(Path::Strafing.script());
        setup
    },
};

const INTERPOLATION: Lesson = Lesson {
    number: 4,
    title: "Interpolation",
    text: "Of the other ships you get snapshots: where they were, 10 times a second here. Drawn as \
           they come, ships hop. Interpolation draws them a little in the past, always between \
           two snapshots, so that they glide. The price is that delay, here 200 ms.",
    do_this: "Compare the columns: A the newest snapshot, B interpolated. Then set the \
              delay below the time between two snapshots.",
    watch_that: "In A the ship hops, but is nearer to where the server has it. In B it glides \
                 until the delay is too short.",
    scenario: Scenario::Free,
    more: &[Scenario::InterpolationLine, Scenario::ListenServer, Scenario::Chords, Scenario::Sunk],
    setup: |_| {
        let preset = Preset::Lagrange.netcode();
        let player = PlayerNetcode { update_rate_hz: 10, interpolation_ms: 200, ..preset.player };
        let raw = PlayerNetcode { remote: RemoteView::Raw, ..player };
        let mut setup = flying(Netcode { player: raw, ..preset }, 100);
        setup.columns.push(Netcode { player, ..preset });
        setup
    },
};

const LATE_LASER: Lesson = Lesson {
    number: 5,
    title: "The late laser",
    text: "You aim at what you see, which is in the past, and your command arrives in the future \
           of that. If the server holds the bolt against where the ship is by then, a perfect aim \
           misses, by the ship's speed times all of that time.",
    do_this: "Let it play. Then halve your round trip.",
    watch_that: "The miss in the sentence below: it shrinks with the round trip, but not to 0, \
                 because the interpolation delay is left.",
    scenario: Scenario::LateMiss,
    more: &[Scenario::WhoFirst, Scenario::WhoFirstBeam],
    setup: |setup| setup,
};

const CONVERGENCE: Lesson = Lesson {
    number: 6,
    title: "Jump and converge",
    text: "The server can start the bolt where you have it by now, ahead of your muzzle: it jumps, \
           and whoever is near you never sees it coming. Or it can start the bolt at the muzzle \
           and let it fly faster until it has caught up: it converges.",
    do_this: "Watch the other player's screen in both columns: in A the bolts jump, in B they \
              converge.",
    watch_that: "Where each bolt is first to be seen, and that both arrive together.",
    scenario: Scenario::OutOfNowhere,
    more: &[
        Scenario::Converge,
        Scenario::TwoAliens,
        Scenario::HundredthPart,
        Scenario::BothAgainstOne,
        Scenario::LiarLateEcho,
    ],
    setup: |mut setup| {
        setup.columns.push(Preset::Targeting.netcode());
        setup
    },
};

const REWINDING: Lesson = Lesson {
    number: 7,
    title: "Rewinding",
    text: "The server can keep where everybody was, and hold your shot against the moment you \
           saw. That is lag compensation, or rewinding: what you saw is what counts. How far back \
           it looks has a bound, or a very late player could hit everybody's distant past.",
    do_this: "Let it play. Then set the bound to 200 ms.",
    watch_that: "The outlines of what you saw and what was judged: they lie on each other until \
                 the bound is shorter than your delay.",
    scenario: Scenario::Rewind,
    more: &[
        Scenario::EtBias,
        Scenario::Teleport,
        Scenario::EtMaxFps,
        Scenario::Ticks20,
        Scenario::Ticks128,
        Scenario::PingCap,
        Scenario::LiarBackwards,
        Scenario::LiarOldView,
    ],
    setup: |setup| setup,
};

const COVER: Lesson = Lesson {
    number: 8,
    title: "Who dies behind cover",
    text: "Somebody pays for rewinding: the one who is hit. On its own screen it is behind the \
           rock already when the shot of the past arrives. One game adds a veto: the hit counts \
           only if nothing is in the way of where the ship is now.",
    do_this: "Watch the other player's screen in both columns: A without the veto, B with \
              it.",
    watch_that: "In A it is hurt behind the rock. In B your hit is refused. One of the two is \
                 always wronged.",
    scenario: Scenario::EtVeto,
    more: &[Scenario::FavourDefender],
    setup: |mut setup| {
        let vetoed = setup.columns[0];
        let room = RoomNetcode { cover_veto: CoverVeto::Off, ..vetoed.room };
        setup.columns.insert(0, Netcode { room, ..vetoed });
        setup
    },
};

const AGREE_LATER: Lesson = Lesson {
    number: 9,
    title: "Delayed synchronisation",
    text: "Or let the stories differ, and make them agree later. Everybody draws the others a \
           fixed delay D in the past, and a bolt hits whom it meets there. A hit is tentative \
           until D has passed: if somebody else turns out to have been hit first, it is undone \
           and the damage given back.",
    do_this: "Let it play, and step through it frame by frame once the bolt is out.",
    watch_that: "The far ship: it loses 12 points, hatched because they are tentative, and gets \
                 them back.",
    scenario: Scenario::UndoneHit,
    more: &[
        Scenario::NothingUndone,
        Scenario::Ram,
        Scenario::RamThird,
        Scenario::Lockstep,
        Scenario::Diablo,
        Scenario::LiarClaim,
    ],
    setup: |setup| setup,
};

const CHOOSE: Lesson = Lesson {
    number: 10,
    title: "Choose yours",
    text: "No netcode removes the delay; each decides who feels it: the shooter who must aim \
           ahead, the target who is hit in the past, or everybody a little. Compare any two on \
           the same match, with the same hands and the same losses.",
    do_this: "Choose a scheme for each column, A and B, and the connection you expect your \
              players to have.",
    watch_that: "The same shot judged twice: here it misses in A, where nothing is compensated, \
                 and hits in B, where what you saw counts.",
    scenario: Scenario::LateMiss,
    more: &[],
    setup: |mut setup| {
        setup.columns.push(Preset::Lagrange.netcode());
        setup
    },
};
