//! The harness of the end-to-end tests: starts the real server and a real browser, and stops
//! both when it is dropped, in whatever way the test ended.
//!
//! Needs the binary `lagrange` (at `LAGRANGE_BIN`, else `target/release/lagrange`), and chromium
//! and chromedriver (at `CHROMEDRIVER`, else on the path); `cargo xtask test` sees to all three.

mod browser;
mod process;
mod server;

pub use browser::{Browser, Page};
pub use server::Server;
