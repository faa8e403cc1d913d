//! Every rule of the game and of the network: pure, without IO, clock or platform.
//!
//! The crate is compiled into the server and, as wasm, into the browser client, and both must
//! agree to the bit. Its layers, each using only those above it:
//!
//! | layer | holds |
//! |---|---|
//! | [`base`] | time, limits, geometry, seeded randomness, the tagged ring |
//! | [`sim`] | the game: commands, ships, bolts, arena, collisions, the world's step |
//! | [`pilot`] | who flies without hands |
//! | [`netcode`] | the netcode as values: settings, choices, presets |
//! | [`history`] | where everybody was, and who came near a path |
//! | [`schemes`] | the rules of the published schemes |
//! | [`judge`] | what a shot hits: rules, rewinding, the hit test |
//! | [`report`] | what is told of a shot |
//! | [`wire`] | bits, messages, snapshot codecs, the simulated link |
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
