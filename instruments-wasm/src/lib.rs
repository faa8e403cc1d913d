//! The game's instruments as a wasm of their own, so that nobody waits for them who wants to fly:
//! the bytes of what the game tells go in, the panels of its page follow, and its answer comes out
//! (`client_wasm::plain::exchange` says what there is to tell). Loaded by `web/main.js`.

use client_wasm::shell::panic_screen;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// The instruments of a page.
#[wasm_bindgen]
pub struct Instruments(client_wasm::instruments::Instruments);

#[wasm_bindgen]
impl Instruments {
    /// Finds their places in the page's elements.
    ///
    /// # Errors
    /// When the page lacks an element or the browser a capability that they need.
    #[wasm_bindgen(constructor)]
    pub fn new(root: &web_sys::Element) -> Result<Self, JsError> {
        panic_screen::install();
        let found = client_wasm::instruments::Instruments::find(root);
        found.map(Self).map_err(|missing| JsError::new(&missing.0))
    }

    /// Takes what the game tells, and answers.
    pub fn handle(&mut self, told: &[u8]) -> Vec<u8> {
        self.0.handle(told)
    }
}
