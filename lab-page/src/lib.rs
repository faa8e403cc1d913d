//! What the laboratory's page loads: `lab-wasm`, and the function that starts it. A figure in
//! somebody's page loads `lab-wasm` alone, without all that only the laboratory's page needs, which
//! is a third of it.
#![forbid(unsafe_code)]

use wasm_bindgen::{JsError, prelude::wasm_bindgen};
use web_ui::shell::panic_screen;

/// Starts the laboratory in the page's elements; called once, after the wasm is loaded.
///
/// # Errors
/// When the page lacks an element or the browser a capability that the laboratory needs.
#[wasm_bindgen]
pub fn start_lab(root: &web_sys::Element) -> Result<(), JsError> {
    panic_screen::install();
    let app = lab_wasm::app::mount(root)?;
    // The laboratory lives as long as its page.
    core::mem::forget(app);
    Ok(())
}
