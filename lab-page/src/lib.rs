//! The wasm of the laboratory's page: `lab-wasm` and the function that starts it. A figure embedded
//! in another page loads `lab-wasm` alone, without the third of it that only the laboratory's page
//! needs.
#![forbid(unsafe_code)]

use wasm_bindgen::{JsError, prelude::wasm_bindgen};
use web_ui::shell::panic_screen;

/// Starts the laboratory in the page's elements. Called once, after the wasm is loaded.
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
