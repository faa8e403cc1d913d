//! Attacks on your own server, in its release build, each compared with the same run without it.
//!
//! An *attack* ([`attacks`]) starts servers ([`server`]), puts honest players on them, attacks from
//! other addresses of this machine, and returns table rows and the checks on them ([`outcome`]).
//! Honest players come from `lagrange load` ([`players`]); where reconnecting matters, they are
//! clients that behave like the game's page ([`page`]). Every child process ends with the program,
//! however that ends ([`guard`]).
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(rustdoc::private_intra_doc_links, reason = "a map for readers of the source")]

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
