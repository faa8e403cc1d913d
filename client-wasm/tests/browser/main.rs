//! Browser tests of the game's page: one crate, since each test crate is linked and loaded
//! separately.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "what fails here, fails the test"
)]

#[path = "../../../web-ui/tests/browser/fixture.rs"]
mod fixture;
mod keys;
mod netcode;
mod page;
mod view;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
