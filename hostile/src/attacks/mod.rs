//! What is tried, each in a file of its own: a wish goes in, an outcome comes out.

mod amplification;
mod cheats;
mod churn;
mod frames;
mod held;
mod kills;
mod liars;
mod lobby;
mod network;
mod readers;
mod requests;
mod rooms;
mod sockets;
mod stalls;

use anyhow::Result;
use futures_util::future::BoxFuture;

use crate::outcome::Outcome;
use crate::run_request::RunRequest;

/// Something that is tried.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) run: fn(RunRequest) -> BoxFuture<'static, Result<Outcome>>,
}

/// A part, named as its file.
macro_rules! part {
    ($name:ident, $what:literal) => {
        Part { name: stringify!($name), what: $what, run: |wish| Box::pin($name::run(wish)) }
    };
}

/// All of it.
pub(crate) const PARTS: [Part; 14] = [
    part!(sockets, "one address opens thousands of sockets"),
    part!(requests, "one address asks by HTTP as fast as it can"),
    part!(rooms, "one address asks for ever new rooms"),
    part!(lobby, "one address takes the seats of the lobby"),
    part!(readers, "players who read nothing, in the room of others"),
    part!(amplification, "the most that a player can be sent"),
    part!(frames, "frames and messages that nobody sends"),
    part!(held, "200 addresses drop their connections, and 10,000 seats are held"),
    part!(churn, "players who come and go"),
    part!(stalls, "the server's process stands still for 6 s, again and again"),
    part!(kills, "the server's process is killed and started again, again and again"),
    part!(cheats, "players who are too fast and fire too often"),
    part!(liars, "players who lie about what they saw, their line and their commands"),
    part!(network, "a network that loses, delays and is cut"),
];
