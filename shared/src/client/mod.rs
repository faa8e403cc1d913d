//! The sans-IO game client.
//!
//! [`Client`] has four kinds of method: getters; `handle_*` for input (messages, frames); `set_*`
//! and `request_*` commands; and `poll_*`/`drain_*` for output. Time is a parameter, in
//! microseconds on any monotonic clock.
//!
//! After the welcome a client is `playing`: it holds the match state (`game`) and a `presentation`,
//! which reads that state and never writes it. The match has four parts. The *timeline*
//! (`timeline`, with `clock` and `acks`) decides which tick is due and when to send a command
//! packet. The *own ship* (`own_view`, with `predict`, `surroundings` and `correction`) is
//! predicted and reconciled. The *remote ships* (`remote`) are drawn at a single view time, by the
//! model the player chose (`interpolate`, `extrapolate` or `chase`, through `remote_model`). The
//! `inbox` decodes and stores the snapshots that all of this is based on. `claims` sends hit claims
//! in rooms that trust the shooter.
//!
//! The presentation draws `events`, `bolts` (`own_bolt` with its `targets`, and `other_bolt`, timed
//! by `frame_clocks`), `effects` and `ghosts`; `picture` assembles the [`Scene`](scene::Scene).
//! `tape` records what the last seconds of frames showed (`tape_frame`), `shots` keeps the clips of
//! shots that involve the player, `shot_queries` answers questions about them, `drawn` looks up a
//! ship or bolt on the tape, and `replayed` makes the scene of a moment on it. `packet_log` records
//! recent traffic, from which `figures` builds the net graph (`netgraph`). Two more views are built
//! on demand: the `command_ring` of recent commands, and the `view_line` of the snapshots that
//! remote ships are drawn from.
//!
//! A watcher's client has no ship of its own: `watched` rebuilds the screen of the player that it
//! follows.
//!
//! Beside the client, `reconnect` keeps a player in its seat when a connection is lost.

mod acks;
mod bolts;
mod chase;
mod claims;
mod clock;
pub mod command_ring;
mod config;
mod controls;
mod correction;
mod drawn;
mod effects;
mod events;
mod extrapolate;
mod figures;
mod frame_clocks;
mod game;
mod ghosts;
mod inbox;
mod interpolate;
mod nearby_ships;
pub mod netgraph;
mod other_bolt;
mod own_account;
mod own_bolt;
mod own_view;
pub mod packet_log;
mod picture;
mod ping;
mod playing;
mod predict;
mod predicted_world;
mod presentation;
pub mod reconnect;
mod remote;
mod remote_model;
pub mod replayed;
mod roster;
pub mod scene;
pub mod screen_pilot;
mod shot_queries;
pub mod shots;
pub mod sides;
mod state;
pub mod status;
mod surroundings;
pub mod tape;
mod tape_frame;
mod targets;
mod timeline;
pub mod view_line;
mod watched;

pub use config::{ClientConfig, GhostVisibility};
pub use controls::Controls;
pub use state::Client;
pub use watched::WatchMoments;
