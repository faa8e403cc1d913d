//! Another part of the page that is loaded when it is wanted. How it is loaded is the page's
//! script's to know.

use js_sys::Function;
use wasm_bindgen::{JsValue, closure::Closure};

use super::event::{Event, Mailbox};

/// The part, there or not.
pub struct Plug {
    load: Function,
    state: State,
    loaded: Closure<dyn FnMut(JsValue)>,
}

/// Whether a part is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Absent,
    Loading,
    Ready,
}

impl Plug {
    /// The part that a function loads. The function is called with another one, which it calls
    /// with `true` when the part is there, or, where it cannot be had, with anything else.
    #[must_use]
    pub fn new(load: &Function, mailbox: &Mailbox) -> Self {
        let mailbox = mailbox.clone();
        let loaded = move |part| mailbox.post(Event::Plugged(part));
        let loaded = Closure::wrap(Box::new(loaded) as Box<dyn FnMut(JsValue)>);
        Self { load: load.clone(), state: State::Absent, loaded }
    }

    /// Begins to load it, unless that was done.
    pub fn load(&mut self) {
        if self.state == State::Absent {
            self.state = State::Loading;
            // What it throws, it would also have told.
            let _ = self.load.call1(&JsValue::NULL, self.loaded.as_ref());
        }
    }

    /// It was loaded, or could not be; whether it is there.
    pub fn handle(&mut self, word: &JsValue) -> bool {
        let ready = word.as_bool() == Some(true);
        self.state = if ready { State::Ready } else { State::Absent };
        ready
    }
}
