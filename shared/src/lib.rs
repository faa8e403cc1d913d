//! The deterministic core of Lagrange: game rules, netcode, server and client logic as plain data,
//! without I/O, clocks or platform code.
//!
//! The crate is compiled into the server and, as wasm, into the browser client; both must compute
//! the same bits. The main types are:
//!
//! - [`Room`](room::Room), the authoritative server side of one match. Feed it messages and the
//!   time; poll it for outgoing messages.
//! - [`Client`](client::Client), the player's side: prediction, reconciliation and interpolation.
//!   It takes server messages and yields command packets and the scene to draw.
//! - [`World`](sim::world::World), the simulation that `Room` steps once a tick.
//! - [`Netcode`](netcode::values::Netcode), every setting of a match, and
//!   [`Preset`](netcode::preset::Preset), the published schemes as values of it.
//! - [`HitTest`](judge::hit_test::state::HitTest), which judges one shot under a room's rules.
//! - The codecs: [`CodecId`](wire::codec::CodecId) for snapshots,
//!   [`CommandPacket`](wire::command_packet::CommandPacket) for commands, and
//!   [`ClientMessage`](wire::message::ClientMessage) and
//!   [`ServerMessage`](wire::message::ServerMessage) for everything on the connection.
//!
//! Start with [`sim::world`] for what a tick does, then [`room`] and [`client`] for the two ends,
//! and [`wire::message`] for what they exchange. [`judge`] and [`schemes`] hold the lag
//! compensation.
//!
//! Modules, in dependency order; each uses only those above it:
//!
//! | layer | contents |
//! |---|---|
//! | [`base`] | time, limits, geometry, seeded random numbers, rings indexed by tick |
//! | [`sim`] | the game: commands, ships, bolts, arena, collisions, the world step |
//! | [`pilot`] | bots |
//! | [`netcode`] | settings, enum choices and presets |
//! | [`history`] | past poses of every ship, and broad-phase queries on them |
//! | [`schemes`] | the rules of the published schemes |
//! | [`judge`] | hit judgement: rules, rewinding, the hit test |
//! | [`report`] | shot records and reports |
//! | [`wire`] | bit packing, messages, snapshot codecs, the simulated link |
//! | [`room`] | the authority, sans-IO |
//! | [`client`] | the player's end, sans-IO |
//!
//! [`room`] and [`client`] never use each other.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod base;
pub mod client;
pub mod history;
pub mod judge;
pub mod netcode;
pub mod pilot;
pub mod report;
pub mod room;
pub mod schemes;
pub mod sim;
pub mod wire;
