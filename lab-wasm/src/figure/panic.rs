//! Reports a panic of a figure to its page, which must not call into this wasm any more.

use std::panic;

use js_sys::Function;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// Sets a function that is called with the message of a panic, before the wasm stops.
#[wasm_bindgen]
pub fn on_panic(callback: Function) {
    // The hook must be `Send` and `Sync`, but a JavaScript function belongs to its thread: it is
    // kept in a thread-local.
    CALLBACK.with(|slot| *slot.borrow_mut() = Some(callback));
    panic::set_hook(Box::new(|info| {
        let message = JsValue::from(info.to_string());
        CALLBACK.with(|slot| {
            if let Some(callback) = slot.borrow().as_ref() {
                // An exception thrown here cannot be reported anywhere.
                let _ = callback.call1(&JsValue::NULL, &message);
            }
        });
    }));
}

thread_local! {
    static CALLBACK: std::cell::RefCell<Option<Function>> = const { std::cell::RefCell::new(None) };
}
