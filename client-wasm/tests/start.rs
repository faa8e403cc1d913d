//! The client starts in a real browser page.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, reason = "test crates export nothing")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn starts() {
    client_wasm::start();
}
