//! The game's page, built from the parts of `web-ui` around `shared::client`.
//!
//! | part | holds |
//! |---|---|
//! | [`controls`] | the bindings of keys and gamepad buttons |
//! | [`links`] | the fragment of the address |
//! | [`lesson`] | the lesson “See the lag” |
//! | [`net`] | the simulated link, and why the server refuses a page |
//! | [`sound`] | what the player hears |
//! | [`replay`] | which shot is replayed, and which moment of it |
//! | [`round`] | who leads a round, what is heard of it, and its memorable shots |
//! | [`view`] | the picture on the canvas |
//! | [`hud`] | the panels of the page |
//! | [`attract`] | the fight behind the join screen |
//! | [`app`] | the app that connects them |
#![forbid(unsafe_code)]

pub mod app;
pub mod attract;
pub mod controls;
pub mod hud;
pub mod lesson;
pub mod links;
pub mod net;
pub mod replay;
pub mod round;
pub mod sound;
pub mod view;

use wasm_bindgen::{JsError, prelude::wasm_bindgen};
use web_ui::shell::panic_screen;

/// Starts the game in the page's elements. Called once, after the wasm is loaded.
///
/// # Errors
/// When the page lacks an element or the browser a capability that the game needs.
#[wasm_bindgen]
pub fn start(root: &web_sys::Element) -> Result<(), JsError> {
    panic_screen::install();
    let app = app::mount(root)?;
    // The game lives as long as its page.
    core::mem::forget(app);
    Ok(())
}
