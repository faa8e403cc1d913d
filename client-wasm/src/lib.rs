//! The browser shell around `shared::client`: the page's elements go in, a running game comes out.
//!
//! | part | holds |
//! |---|---|
//! | [`plain`] | what needs no browser, and is tested without one |
//! | [`shell`] | one file per capability of the browser |
//! | [`view`] | the picture on the canvas |
//! | [`hud`] | the panels of the page |
//! | `app` | what ties them together, with the feature `game` |
//!
//! The laboratory's page (`lab-wasm`) is made of the same parts. It leaves out the feature `game`,
//! and with it `start`: what is exported would be in its wasm too.

#[cfg(feature = "game")]
pub mod app;
pub mod hud;
pub mod plain;
pub mod shell;
pub mod view;

/// The memory of every page that is made of this crate.
#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[cfg(feature = "game")]
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Starts the game in the page's elements; called once, after the wasm is loaded.
///
/// # Errors
/// When the page lacks an element or the browser a capability that the game needs.
#[cfg(feature = "game")]
#[wasm_bindgen]
pub fn start(root: &web_sys::Element) -> Result<(), JsError> {
    shell::panic_screen::install();
    let app = app::mount(root)?;
    // The game lives as long as its page.
    core::mem::forget(app);
    Ok(())
}
