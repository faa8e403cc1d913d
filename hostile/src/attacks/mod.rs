//! The list of attacks. Each takes a length and returns an outcome.

mod amplification;
mod cheats;
mod frames;
mod held;
mod liars;
mod network;
mod requests;
mod sockets;

use anyhow::Result;
use futures_util::future::BoxFuture;

use crate::length::Length;
use crate::outcome::Outcome;

/// An attack.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) run: fn(Length) -> BoxFuture<'static, Result<Outcome>>,
}

/// A part, named as its file.
macro_rules! part {
    ($name:ident, $what:literal) => {
        Part { name: stringify!($name), what: $what, run: |length| Box::pin($name::run(length)) }
    };
}

pub(crate) const PARTS: [Part; 8] = [
    part!(sockets, "one address opens thousands of sockets"),
    part!(requests, "one address asks by HTTP as fast as it can"),
    part!(amplification, "the most data that a player can be sent"),
    part!(frames, "frames and messages that no client sends"),
    part!(held, "200 addresses drop their connections, and 10,000 seats are held"),
    part!(cheats, "players who are too fast and fire too often"),
    part!(liars, "players who lie about what they saw, their line and their commands"),
    part!(network, "a network that loses, delays and is cut"),
];
