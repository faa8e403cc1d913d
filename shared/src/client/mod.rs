//! The player's end of the game, sans-IO.
//!
//! [`Client`] has four kinds of method: *getters*; `handle_*` (something happened); commands
//! (`leave`, `set_…`); and `poll_*`/`drain_*` (something to do). Time comes in as a parameter, in
//! microseconds on any clock that does not run backwards.

pub mod scene;
pub mod status;

use alloc::{string::String, vec::Vec};

use crate::{
    base::{geometry::Turn, time::Micros},
    scheme::netcode::PlayerNetcode,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
        ship::{Ship, ShipId},
    },
    wire::message::{MessageError, RosterEntry, Standing},
};
use scene::Scene;
use status::{KillLine, NetStats, Notice};

/// What the player holds down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Where to thrust.
    pub thrust: Thrust,
    /// Where to aim.
    pub aim: Turn,
    /// Which triggers are held.
    pub trigger: Trigger,
}

/// What a client is started with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientConfig {
    /// The player's name.
    pub name: String,
    /// The room; empty for the default one.
    pub room: String,
    /// What the player sees and sends.
    pub netcode: PlayerNetcode,
}

/// The player's end of the game.
pub struct Client {}

#[allow(
    unused_variables,
    missing_docs,
    clippy::todo,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    reason = "outline"
)]
impl Client {
    /// A client that asks to join; its hello is the first thing to transmit.
    pub fn new(config: ClientConfig, now: Micros) -> Self {
        Self {}
    }
    /// A message of the server arrived.
    pub fn handle_message(&mut self, now: Micros, message: &[u8]) -> Result<(), MessageError> {
        todo!()
    }
    /// A frame is about to be drawn: runs the ticks that are due and moves everything that is
    /// drawn. The commands carry the view of the frame before, which is what the player saw.
    pub fn handle_frame(&mut self, now: Micros, controls: Controls) {
        todo!()
    }
    /// Changes what the player sees and sends.
    pub fn set_netcode(&mut self, netcode: PlayerNetcode) {
        todo!()
    }
    /// Shows or hides the ghosts in the scene.
    pub fn set_ghosts(&mut self, ghosts: Ghosts) {
        todo!()
    }
    /// The next message for the server.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        todo!()
    }
    /// What the shell may want to say or sound, oldest first.
    pub fn drain_notices(&mut self) -> Vec<Notice> {
        todo!()
    }
    /// What to draw, as of the last frame.
    pub fn scene(&self) -> Scene {
        todo!()
    }
    /// Whether the welcome has come.
    pub fn joined(&self) -> bool {
        todo!()
    }
    /// The own ship as predicted.
    pub fn own_ship(&self) -> Option<&Ship> {
        todo!()
    }
    pub fn own_id(&self) -> Option<ShipId> {
        todo!()
    }
    /// Every ship of the newest snapshot: scores, health.
    pub fn ships(&self) -> &[Ship] {
        todo!()
    }
    pub fn roster(&self) -> &[RosterEntry] {
        todo!()
    }
    pub fn standings(&self) -> &[Standing] {
        todo!()
    }
    pub fn kill_feed(&self) -> &[KillLine] {
        todo!()
    }
    pub fn arena(&self) -> Option<&Arena> {
        todo!()
    }
    pub fn room_name(&self) -> &str {
        todo!()
    }
    pub fn net_stats(&self) -> NetStats {
        todo!()
    }
    /// Own tick (fractional part dropped), for cooldowns: ready when `own_tick >= laser_ready`.
    pub fn own_tick(&self) -> crate::base::time::Tick {
        todo!()
    }
    pub fn netcode(&self) -> PlayerNetcode {
        todo!()
    }
}

/// Whether the scene holds ghosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ghosts {
    /// None.
    #[default]
    Hidden,
    /// All three truths.
    Shown,
}
