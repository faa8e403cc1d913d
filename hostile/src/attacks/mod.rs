//! What is tried, each in a file of its own: a wish goes in, an outcome comes out.

mod amplification;
mod cheats;
mod churn;
mod frames;
mod kills;
mod lobby;
mod network;
mod readers;
mod rooms;
mod sockets;
mod stalls;

use anyhow::Result;
use futures_util::future::BoxFuture;

use crate::outcome::Outcome;
use crate::wish::Wish;

/// Something that is tried.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) run: fn(Wish) -> BoxFuture<'static, Result<Outcome>>,
}

/// All of it.
pub(crate) const PARTS: [Part; 11] = [
    Part {
        name: "sockets",
        what: "one address opens thousands of sockets",
        run: |wish| Box::pin(sockets::run(wish)),
    },
    Part {
        name: "rooms",
        what: "one address asks for ever new rooms",
        run: |wish| Box::pin(rooms::run(wish)),
    },
    Part {
        name: "lobby",
        what: "one address takes the seats of the lobby",
        run: |wish| Box::pin(lobby::run(wish)),
    },
    Part {
        name: "readers",
        what: "players who read nothing, in the room of others",
        run: |wish| Box::pin(readers::run(wish)),
    },
    Part {
        name: "amplification",
        what: "the most that a player can be sent",
        run: |wish| Box::pin(amplification::run(wish)),
    },
    Part {
        name: "frames",
        what: "frames and messages that nobody sends",
        run: |wish| Box::pin(frames::run(wish)),
    },
    Part { name: "churn", what: "players who come and go", run: |wish| Box::pin(churn::run(wish)) },
    Part {
        name: "stalls",
        what: "the server's process stands still for 6 s, again and again",
        run: |wish| Box::pin(stalls::run(wish)),
    },
    Part {
        name: "kills",
        what: "the server's process is killed and started again, again and again",
        run: |wish| Box::pin(kills::run(wish)),
    },
    Part {
        name: "cheats",
        what: "players who are too fast and fire too often",
        run: |wish| Box::pin(cheats::run(wish)),
    },
    Part {
        name: "network",
        what: "a network that loses, delays and is cut",
        run: |wish| Box::pin(network::run(wish)),
    },
];
