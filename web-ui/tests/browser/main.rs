//! What the pages share, in a real browser: one crate, since each is linked and loaded anew.
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

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
