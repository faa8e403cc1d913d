//! Attacks on a server of one's own, as it is released, each beside the same run without it.
//!
//! A *part* ([`attacks`]) starts servers ([`server`]), has honest players on them, attacks from
//! other addresses of this machine, and gives rows of a table and what is held against them
//! ([`outcome`]). Honest players are those of `lagrange load` ([`players`]), or, where it matters
//! who comes back after a lost connection, clients that do as the game's page does ([`page`]).
//! Whatever is started is ended with the program, however that ends ([`guard`]).
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "what it prints is its product")]
#![allow(rustdoc::private_intra_doc_links, reason = "a map for those who read the source")]

mod attacks;
mod beside;
mod command;
mod crowd;
mod figures;
mod guard;
mod gunner;
mod http;
mod length;
mod liar;
mod lies;
mod light;
mod namespace;
mod outcome;
mod page;
mod players;
mod readings;

mod server;
mod socket;
mod tally;
mod watch;

pub use command::main;
