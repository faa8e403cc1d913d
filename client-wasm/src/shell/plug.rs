//! Another part of the page that is loaded when it is wanted: bytes go to it, and bytes come back
//! at once. How it is loaded is the page's script's to know.

use js_sys::{Function, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use super::event::{Event, Mailbox};

/// The part, there or not.
pub struct Plug {
    load: Function,
    state: State,
    loaded: Closure<dyn FnMut(JsValue)>,
}

enum State {
    Absent,
    Loading,
    /// What takes its bytes.
    Ready(Function),
}

impl Plug {
    /// The part that a function loads. The function is called with another one, which it calls
    /// with what takes the part's bytes, or, where it cannot be had, with anything else.
    #[must_use]
    pub fn new(load: &Function, mailbox: &Mailbox) -> Self {
        let mailbox = mailbox.clone();
        let loaded = move |part| mailbox.post(Event::Plugged(part));
        let loaded = Closure::wrap(Box::new(loaded) as Box<dyn FnMut(JsValue)>);
        Self { load: load.clone(), state: State::Absent, loaded }
    }

    /// Whether it is there.
    #[must_use]
    pub fn ready(&self) -> bool {
        matches!(self.state, State::Ready(_))
    }

    /// Whether it is on its way.
    #[must_use]
    pub fn loading(&self) -> bool {
        matches!(self.state, State::Loading)
    }

    /// Begins to load it, unless that was done.
    pub fn load(&mut self) {
        if matches!(self.state, State::Absent) {
            self.state = State::Loading;
            // What it throws, it would also have told.
            let _ = self.load.call1(&JsValue::NULL, self.loaded.as_ref());
        }
    }

    /// It was loaded, or could not be.
    pub fn handle(&mut self, part: JsValue) {
        self.state = part.dyn_into().map_or(State::Absent, State::Ready);
    }

    /// Gives it bytes, and gives back its own; `None` where it is not there, or failed.
    pub fn call(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let State::Ready(part) = &self.state else { return None };
        let answer = part.call1(&JsValue::NULL, &Uint8Array::from(bytes)).ok()?;
        answer.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec())
    }
}
