//! The laboratory's page: its elements go in; a room, its players and the links between them, all
//! run by the page itself, come out as pictures of the same instant. Made of the parts of `web-ui`.
//!
//! | part | holds |
//! |---|---|
//! | [`time`] | play, pause and slow motion; what a picture costs |
//! | [`view`] | panes, threads and packets on the canvas |
//! | [`hud`] | the panels of the page |
//! | [`app`] | what ties them together |
//! | [`figure`] | a match that other pages embed |
#![forbid(unsafe_code)]

pub mod app;
pub mod figure;
pub mod hud;
pub mod time;
pub mod view;

use wasm_bindgen::{JsError, prelude::wasm_bindgen};
use web_ui::shell::panic_screen;

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
