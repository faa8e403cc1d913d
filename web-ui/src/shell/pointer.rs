//! The mouse and the fingers: pointer events go in, posted events come out.
//!
//! A press counts on the playing field only; moves and releases count everywhere. Clicks on
//! buttons are found by their `data-act`, with one listener for all of them.

use shared::base::geometry::Vec2;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent, Window};

use super::{
    event::{Action, Event, Mailbox},
    listener::Listener,
};
use crate::{
    forensics::shot_act::ShotAct,
    input::held::{Device, Phase, Pointer},
};

/// The listeners of the pointers.
pub struct Pointers {
    _listeners: [Listener; 7],
}

impl Pointers {
    /// Listens to the playing field, to the panels of `root`, and to the window for what goes on
    /// beyond them.
    #[must_use]
    pub fn new(window: &Window, root: &Element, field: &Element, mailbox: &Mailbox) -> Self {
        let pointer = |target: &web_sys::EventTarget, kind, phase| {
            let mailbox = mailbox.clone();
            let f = move |event: web_sys::Event| {
                let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
                if phase == Phase::Down {
                    event.prevent_default();
                    give_back_keyboard(event);
                }
                if phase == Phase::Down && event.alt_key() {
                    mailbox.post(Event::Act(Action::Shot(shot_at(event))));
                    return;
                }
                mailbox.post(Event::Pointer(read(event, phase)));
            };
            Listener::new(target, kind, Box::new(f))
        };
        let posting = |kind, find: fn(&web_sys::Event) -> Option<Event>| {
            let mailbox = mailbox.clone();
            let f = move |event: web_sys::Event| {
                if let Some(event) = find(&event) {
                    mailbox.post(event);
                }
            };
            Listener::new(root, kind, Box::new(f))
        };
        let menu = |event: web_sys::Event| event.prevent_default();
        Self {
            _listeners: [
                pointer(field, "pointerdown", Phase::Down),
                pointer(window, "pointermove", Phase::Moved),
                pointer(window, "pointerup", Phase::Up),
                pointer(window, "pointercancel", Phase::Up),
                Listener::new(field, "contextmenu", Box::new(menu)),
                posting("click", button),
                posting("input", |_| Some(Event::Edited)),
            ],
        }
    }
}

fn read(event: &PointerEvent, phase: Phase) -> Pointer {
    let mouse = event.pointer_type() == "mouse";
    Pointer {
        finger: event.pointer_id(),
        device: if mouse { Device::Mouse } else { Device::Touch },
        phase,
        at: Vec2::new(event.client_x() as f32, event.client_y() as f32),
        button: event.button(),
        buttons: event.buttons(),
    }
}

/// A click with Alt asks about the shot that is drawn there.
fn shot_at(event: &PointerEvent) -> ShotAct {
    ShotAct::At { x_px: event.client_x(), y_px: event.client_y() }
}

/// Takes the keyboard from whatever field or button has it: the player plays on.
fn give_back_keyboard(event: &PointerEvent) {
    let target = event.target();
    let document = target
        .as_ref()
        .and_then(|target| target.dyn_ref::<Element>())
        .and_then(|element| element.owner_document());
    let active = document.and_then(|document| document.active_element());
    if let Some(active) = active.and_then(|active| active.dyn_into::<HtmlElement>().ok()) {
        let _ = active.blur();
    }
}

fn button(event: &web_sys::Event) -> Option<Event> {
    let target = event.target()?;
    let button = target.dyn_ref::<Element>()?.closest("[data-act]").ok().flatten()?;
    let name = button.get_attribute("data-act")?;
    Some(Action::named(&name).map_or(Event::Named(name), Event::Act))
}
