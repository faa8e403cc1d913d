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
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) what: &'static str,
    pub(crate) run: fn(Length) -> BoxFuture<'static, Result<Outcome>>,
}

/// An attack, named as its file.
macro_rules! attack {
    ($name:ident, $what:literal) => {
        Attack { name: stringify!($name), what: $what, run: |length| Box::pin($name::run(length)) }
    };
}

pub(crate) const ATTACKS: [Attack; 8] = [
    attack!(sockets, "one address opens thousands of sockets"),
    attack!(requests, "one address asks by HTTP as fast as it can"),
    attack!(amplification, "the most data that a player can be sent"),
    attack!(frames, "frames and messages that no client sends"),
    attack!(held, "200 addresses drop their connections, and 10,000 seats are held"),
    attack!(cheats, "players who are too fast and fire too often"),
    attack!(liars, "players who lie about what they saw, their line and their commands"),
    attack!(network, "a network that loses, delays and is cut"),
];
