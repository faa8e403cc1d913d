//! Taps of a second finger: browsers click for a finger only if it is alone on the page, so a
//! player who steers with one thumb could press no button with the other.

use std::{cell::RefCell, rc::Rc};

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, PointerEvent};

use super::listener::Listener;

/// What a tap presses.
const PRESSED: &str = "button, a";

/// A finger that is down on a button, beside another one.
struct Tap {
    finger: i32,
    button: HtmlElement,
}

pub(super) struct SecondFinger {
    _listeners: [Listener; 3],
}

impl SecondFinger {
    /// Clicks buttons under an element where a second finger taps them.
    pub(super) fn new(root: &Element) -> Self {
        let tap = Rc::new(RefCell::new(None::<Tap>));
        let begun = Rc::clone(&tap);
        let down = move |event: Event| {
            let Some(pointer) = second_finger(&event) else { return };
            let button = event.target().and_then(button_of);
            *begun.borrow_mut() = button.map(|button| Tap { finger: pointer.pointer_id(), button });
        };
        let ended = Rc::clone(&tap);
        let up = move |event: Event| {
            let Some(pointer) = second_finger(&event) else { return };
            let tap = ended.borrow_mut().take_if(|tap| tap.finger == pointer.pointer_id());
            // A click may raise other events before it returns.
            if let Some(Tap { button, .. }) = tap
                && is_over(pointer, &button)
            {
                button.click();
            }
        };
        let cancel = move |_| *tap.borrow_mut() = None;
        Self {
            _listeners: [
                Listener::new(root, "pointerdown", Box::new(down)),
                Listener::new(root, "pointerup", Box::new(up)),
                Listener::new(root, "pointercancel", Box::new(cancel)),
            ],
        }
    }
}

fn second_finger(event: &Event) -> Option<&PointerEvent> {
    event.dyn_ref::<PointerEvent>().filter(|pointer| !pointer.is_primary())
}

fn button_of(target: web_sys::EventTarget) -> Option<HtmlElement> {
    target.dyn_ref::<Element>()?.closest(PRESSED).ok().flatten()?.dyn_into().ok()
}

/// Whether a finger is still over a button: its events go to where it came down.
fn is_over(pointer: &PointerEvent, button: &HtmlElement) -> bool {
    let (x, y) = (pointer.client_x() as f32, pointer.client_y() as f32);
    let document = button.owner_document();
    let found = document.and_then(|document| document.element_from_point(x, y));
    found.is_some_and(|found| button.contains(Some(&found)))
}
