//! Browser tests of the shared page parts: one crate, since each test crate is linked and loaded
//! separately.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what fails here, fails the test"
)]

mod fixture;
mod forensics;
mod net_graph;
mod netcode;
mod page;
mod shell;
mod shot_controller;
mod sky;
mod sound;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
