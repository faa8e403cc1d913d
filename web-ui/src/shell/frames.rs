//! The animation frame loop: requests frames until dropped. Hidden tabs get none.

use std::{cell::Cell, rc::Rc};

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::Window;

use super::mailbox::Mailbox;

pub struct Frames {
    window: Window,
    /// Id of the pending request.
    request: Rc<Cell<i32>>,
    _callback: Rc<Closure<dyn FnMut()>>,
}

impl Frames {
    /// Posts an event before every frame.
    #[must_use]
    pub fn new<E: 'static>(window: &Window, mailbox: Mailbox<E>, event: fn() -> E) -> Self {
        let request = Rc::new(Cell::new(0));
        let callback = Rc::new_cyclic(|weak: &std::rc::Weak<Closure<dyn FnMut()>>| {
            let (weak, request, window) = (weak.clone(), Rc::clone(&request), window.clone());
            Closure::wrap(Box::new(move || {
                let own = weak.upgrade();
                mailbox.post(event());
                // Requested only after the callback, so that a failing frame requests no other. The
                // callback may have dropped the loop.
                if let Some(callback) = own.filter(|own| Rc::strong_count(own) > 1) {
                    ask(&window, &request, &callback);
                }
            }) as Box<dyn FnMut()>)
        });
        ask(window, &request, &callback);
        Self { window: window.clone(), request, _callback: callback }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        let _ = self.window.cancel_animation_frame(self.request.get());
    }
}

fn ask(window: &Window, request: &Cell<i32>, callback: &Closure<dyn FnMut()>) {
    let callback = callback.as_ref().unchecked_ref();
    request.set(window.request_animation_frame(callback).unwrap_or_default());
}
