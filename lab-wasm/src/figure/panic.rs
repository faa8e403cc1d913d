//! What happens when a figure ends by an error of its own: its page is told, which may not enter
//! this wasm any more.

use std::panic;

use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// Has a function called with the message of a panic, before the wasm stops.
#[wasm_bindgen]
pub fn on_panic(told: Function) {
    // The hook has to be usable by every thread, and a function of JavaScript is by none but this
    // one: it is kept apart.
    TOLD.with(|kept| *kept.borrow_mut() = Some(told));
    panic::set_hook(Box::new(|info| {
        let message = JsValue::from(info.to_string());
        TOLD.with(|kept| {
            if let Some(told) = kept.borrow().as_ref() {
                // What it throws has no place left to be shown.
                let _ = told.call1(&JsValue::NULL, &message);
            }
        });
    }));
}

thread_local! {
    static TOLD: std::cell::RefCell<Option<Function>> = const { std::cell::RefCell::new(None) };
}
