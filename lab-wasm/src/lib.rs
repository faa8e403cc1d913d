//! The laboratory's page: its elements go in; a room, its players and the links between them, all
//! run by the page itself, come out as pictures of the same instant. Made of the parts of the
//! game's page.
//!
//! | part | holds |
//! |---|---|
//! | [`plain`] | what needs no browser, and is tested without one |
//! | [`view`] | panes, threads and packets on the canvas |
//! | [`hud`] | the panels of the page |
//! | [`app`] | what ties them together |

pub mod app;
pub mod hud;
pub mod plain;
pub mod view;

use client_wasm::shell::panic_screen;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Starts the laboratory in the page's elements; called once, after the wasm is loaded.
///
/// # Errors
/// When the page lacks an element or the browser a capability that the laboratory needs.
#[wasm_bindgen]
pub fn start_lab(root: &web_sys::Element) -> Result<(), JsError> {
    panic_screen::install();
    let app = app::mount(root)?;
    // The laboratory lives as long as its page.
    core::mem::forget(app);
    Ok(())
}
