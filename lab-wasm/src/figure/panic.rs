//! Reports a panic of a figure to its page, which must not call into this wasm any more.

use std::panic;

use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// Sets a function that is called with the message of a panic, before the wasm stops.
#[wasm_bindgen]
pub fn on_panic(told: Function) {
    // The hook must be `Send` and `Sync`, but a JavaScript function belongs to its thread: it is
    // kept in a thread-local.
    TOLD.with(|kept| *kept.borrow_mut() = Some(told));
    panic::set_hook(Box::new(|info| {
        let message = JsValue::from(info.to_string());
        TOLD.with(|kept| {
            if let Some(told) = kept.borrow().as_ref() {
                // An exception thrown here cannot be reported anywhere.
                let _ = told.call1(&JsValue::NULL, &message);
            }
        });
    }));
}

thread_local! {
    static TOLD: std::cell::RefCell<Option<Function>> = const { std::cell::RefCell::new(None) };
}
