//! A timer that repeats until dropped. In a hidden tab the browser limits it to once a second or
//! less.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::Window;

use super::mailbox::Mailbox;

pub struct Timer {
    window: Window,
    id: i32,
    _callback: Closure<dyn FnMut()>,
}

impl Timer {
    /// Posts an event at a fixed interval, in ms.
    #[must_use]
    pub fn every<E: 'static>(
        window: &Window,
        interval_ms: i32,
        mailbox: Mailbox<E>,
        event: fn() -> E,
    ) -> Self {
        let callback = move || mailbox.post(event());
        let callback = Closure::wrap(Box::new(callback) as Box<dyn FnMut()>);
        let function = callback.as_ref().unchecked_ref();
        let id = window
            .set_interval_with_callback_and_timeout_and_arguments_0(function, interval_ms)
            .unwrap_or_default();
        Self { window: window.clone(), id, _callback: callback }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.window.clear_interval_with_handle(self.id);
    }
}
