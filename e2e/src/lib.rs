//! The harness of the end-to-end tests: starts the real server and real browsers, and stops them
//! when dropped, however the test ends. Tests that run at the same time share a chromedriver, and
//! take over each other's browsers.
//!
//! It needs the binary `lagrange` (at `LAGRANGE_BIN`, else `target/debug/lagrange`), and Chromium
//! and chromedriver (at `CHROMEDRIVER`, else on the path); `cargo xtask test` provides all three.
#![forbid(unsafe_code)]
#![allow(
    clippy::missing_errors_doc,
    reason = "each fails when the browser fails or the wait times out"
)]

mod access;
mod browser;
mod console;
mod downloads;
mod driver;
mod duel;
mod firefox;
mod folder;
mod gamepad;
mod hands;
mod hide;
mod input;
mod lab;
mod look;
mod process;
mod proxy;
mod relay;
mod repeat;
mod replayed;
mod server;
mod trigger;
mod wait;

pub use access::CONTROLS;
pub use browser::{Browser, Page, Screen};
pub use console::Disturbance;
pub use downloads::Downloads;
pub use duel::{DUEL, aim_at, cease_fire, fly_in_sight, shoot_at, shoot_down, until_at_rest};
pub use firefox::Firefox;
pub use folder::Folder;
pub use gamepad::{PadButton, PadMapping, PadStick};
pub use hands::Hands;
pub use hide::Hidden;
pub use input::{Button, DOWN, END, ENTER, ESCAPE, LinkConditions, RIGHT, TAB, UP};
pub use lab::{PausedMoment, ShotReadout};
pub use look::{Camera, Look, Place};
pub use proxy::{Proxy, ProxyKind, ProxyOptions, Scheme};
pub use relay::Relay;
pub use repeat::repeats;
pub use replayed::ShownReplay;
pub use server::{ReplayOutput, Server, Stop, judge, replay, write_dist};
pub use trigger::PressLog;
pub use wait::{next_sample, until};
