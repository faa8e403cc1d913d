//! An event listener that is removed when dropped.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Event, EventTarget};

/// A callback for one kind of event of one target.
pub struct Listener {
    target: EventTarget,
    kind: &'static str,
    callback: Closure<dyn FnMut(Event)>,
}

impl Listener {
    /// Calls back on every event of a kind until dropped. Listeners are not passive, so they may
    /// prevent the default action.
    pub fn new(target: &EventTarget, kind: &'static str, f: Box<dyn FnMut(Event)>) -> Self {
        let callback = Closure::wrap(f);
        // It fails only for an invalid callback.
        let _ = target.add_event_listener_with_callback(kind, callback.as_ref().unchecked_ref());
        Self { target: target.clone(), kind, callback }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let callback = self.callback.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback(self.kind, callback);
    }
}
