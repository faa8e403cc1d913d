//! The matches that show something: the article's figures and one for each other source, each with
//! its words, its setup, and what must come of it.

use serde::{Deserialize, Serialize};

use super::{
    harness::Conditions,
    setup::{Aim, Gun, Hands, Leg, Place, PlayerSetup, Script, Setup},
};
use crate::{
    base::time::TickRate,
    scheme::{netcode::Netcode, preset::Preset},
    sim::{arena::Arena, command::Thrust, event::Weapon},
};

/// A match that shows something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scenario {
    /// Nothing but a room to fly in.
    #[default]
    Free,
    /// The article's Figure 4: the laser converges.
    Converge,
}

impl Scenario {
    /// Every scenario, in the order in which the page lists them.
    pub const ALL: [Self; 2] = [Self::Free, Self::Converge];

    /// Its name in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Converge => "figure-4",
        }
    }

    /// Its name, for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Free => "Free flight",
            Self::Converge => "Figure 4: convergence",
        }
    }

    /// What to watch for, in one or two sentences.
    #[must_use]
    pub const fn watch(self) -> &'static str {
        match self {
            Self::Free => "Fly, shoot, and see the same instant three times.",
            Self::Converge => {
                "Your laser starts at your muzzle on every screen and flies faster on the others, \
                 until it is where you have it."
            }
        }
    }

    /// The scenario of a name in links.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scenario| scenario.key() == key)
    }

    /// What its match begins with.
    #[must_use]
    pub fn setup(self) -> Setup {
        match self {
            Self::Free => free(),
            Self::Converge => converge(),
        }
    }
}

fn alone(netcode: Netcode) -> Setup {
    let still =
        PlayerSetup { hands: Hands::still(), place: None, conditions: Conditions::round_trip(20) };
    Setup {
        scenario: Scenario::Free,
        seed: 1,
        rate: TickRate::DEFAULT,
        arena: Arena::empty(),
        bots: 0,
        columns: alloc::vec![netcode],
        players: [still.clone(), still.clone(), still],
        loop_frames: 0,
    }
}

fn free() -> Setup {
    let mut setup = alone(Preset::Lagrange.netcode());
    setup.arena = Arena::strewn(4);
    setup.players[0].hands = Hands::You;
    setup.players[0].conditions = Conditions::round_trip(100);
    setup.players[1].hands = Hands::Bot;
    setup.players[2].hands = Hands::Bot;
    setup
}

fn converge() -> Setup {
    let mut setup = alone(Preset::Targeting.netcode());
    let legs = alloc::vec![
        Leg { thrust: Thrust::Right, frames: 120 },
        Leg { thrust: Thrust::Left, frames: 120 },
    ];
    let gun = Gun {
        target: 1,
        weapon: Weapon::Laser,
        aim: Aim::Lead,
        shots: alloc::vec![60, 90, 120, 150, 180],
    };
    setup.scenario = Scenario::Converge;
    setup.loop_frames = 240;
    setup.players[0] = PlayerSetup {
        hands: Hands::Script(Script { legs: alloc::vec![], gun: Some(gun) }),
        place: Some(Place { x_u: 1600, y_u: 1300 }),
        conditions: Conditions::round_trip(200),
    };
    setup.players[1] = PlayerSetup {
        hands: Hands::Script(Script { legs, gun: None }),
        place: Some(Place { x_u: 1300, y_u: 900 }),
        conditions: Conditions::round_trip(40),
    };
    setup.players[2].place = Some(Place { x_u: 2600, y_u: 300 });
    setup
}
