//! The server's tests in one binary, so that they link once: a module for each subject, and shared
//! code in `support`. `cargo test -p lagrange --test it rooms::` runs one module. Each server has
//! metrics of its own, and the program runs in child processes, so parallel tests do not interfere.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

mod check;
mod churn;
#[cfg(feature = "cluster")]
mod cluster;
mod come_back;
mod crowd;
#[cfg(target_os = "linux")] // What it runs exists there.
mod deploy;
mod dist;
mod drain;
mod embedding;
mod exported;
mod faults;
mod hostile;
mod http;
mod judge;
mod judge_cases;
mod judge_edges;
mod judge_effects;
mod judge_words;
mod kill;
mod load;
mod long_captures;
#[cfg(target_os = "linux")] // Elsewhere the program does not know how much memory it holds.
mod never_readers;
mod origin;
mod other_kinds;
mod per_address;
mod program;
mod promises;
mod referee;
mod replay;
mod resume;
mod room_list;
mod rooms;
mod shutdown;
mod simulation;
mod stall;
mod strangers;
mod support;
mod tables;
mod verdicts;
mod watching;
