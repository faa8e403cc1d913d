//! The player's end of the game, sans-IO.
//!
//! [`Client`] has four kinds of method: *getters*; `handle_*` (something happened); commands
//! (`set_*`); and `poll_*`/`drain_*` (something to do). Time comes in as a parameter, in
//! microseconds on any clock that does not run backwards.
//!
//! From the welcome on a client is `playing`: the match as the player knows it (`game`), and its
//! `presentation`, which reads that and never writes it. A match has four parts. The *timeline*
//! (`timeline`, by `clock` and `acks`) says which tick is due and when a packet of commands goes.
//! The *own ship* (`own_view`, by `predict` with `surroundings`, and `correction`) is predicted and
//! reconciled. The *others* (`remote`) are drawn at one moment of theirs, by the player's model
//! (`interpolate`, `extrapolate`, `chase`, by what `remote_model` says). The `inbox` has the
//! snapshots, from which all of it comes; `claims` says what shots met where the shooter says so.
//!
//! The presentation shows `events`, `bolts` (`own_bolt` and what `targets` it meets, `other_bolt`,
//! by `frame_clocks`), `effects` and `ghosts`; `picture` puts the [`Scene`](scene::Scene) together.
//! `tape` keeps what the last seconds showed (`tape_frame`), and `shots` of it what belongs to
//! shots that concern the player; `drawn` looks a ship or a bolt up there. `packet_log` keeps what
//! came and went of late, and `figures` makes the net graph of it (`netgraph`). Two more pictures
//! are made of what the client keeps: the `command_ring` of its commands, and the `view_line` of
//! the snapshots that the others are drawn between.

mod acks;
pub mod after_close;
pub mod backoff;
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
mod everyone;
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
mod presentation;
mod remote;
mod remote_model;
mod roster;
pub mod scene;
pub mod screen_pilot;
pub mod shots;
pub mod silence;
mod state;
pub mod status;
mod surroundings;
pub mod tape;
mod tape_frame;
mod targets;
mod timeline;
pub mod view_line;

pub use config::{ClientConfig, GhostVisibility};
pub use controls::Controls;
pub use state::Client;
