//! The player's end of the game, sans-IO.
//!
//! [`Client`] has four kinds of method: *getters*; `handle_*` (something happened); commands
//! (`set_*`); and `poll_*`/`drain_*` (something to do). Time comes in as a parameter, in
//! microseconds on any clock that does not run backwards.
//!
//! A file a stage: messages enter by `inbox`, `acks` and `events`, controls by
//! [`Client::handle_frame`] (in `state`) and `predict` (with `surroundings`); `clock` says which
//! tick is due, and `remote` which view and which model of the others (`interpolate`,
//! `extrapolate`, `chase`, by what `remote_model` says); `own_view`, `bolts` (`own_bolt`,
//! `other_bolt`, by `frame_clocks`), `effects` and `ghosts` hold what is drawn, `picture` puts the
//! [`Scene`](scene::Scene) together, and `tape` keeps what the last seconds showed; `shots` keeps
//! of it what belongs to shots that concern the player. `claims` says what shots met where the
//! shooter says so. `packet_log` keeps what came and went of late, and `figures` makes the net
//! graph of it (`netgraph`).

mod acks;
mod bolts;
mod chase;
mod claims;
mod clock;
mod config;
mod controls;
mod correction;
mod effects;
mod events;
mod extrapolate;
mod figures;
mod frame_clocks;
mod game;
mod ghosts;
mod inbox;
mod interpolate;
pub mod netgraph;
mod other_bolt;
mod own_account;
mod own_bolt;
mod own_view;
pub mod packet_log;
mod picture;
mod ping;
mod predict;
mod remote;
mod remote_model;
mod roster;
pub mod scene;
pub mod shots;
mod state;
pub mod status;
mod surroundings;
pub mod tape;

pub use config::{ClientConfig, GhostVisibility};
pub use controls::Controls;
pub use state::Client;
