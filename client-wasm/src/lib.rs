//! The browser shell around `shared::client`: takes the page's elements, runs until it closes.
use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the client; the page calls this once, after loading the wasm.
#[wasm_bindgen]
pub fn start() {}
