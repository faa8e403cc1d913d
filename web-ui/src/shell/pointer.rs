//! Mouse and touch input: posts pointer events and button clicks.
//!
//! A press counts only on the playing field; moves and releases count everywhere. One listener
//! handles all button clicks, by their `data-act`. A button over the picture, inside
//! `data-keyboard="game"`, gives the focus back to the game.

use shared::base::geometry::Vec2;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent, Window};

use super::{listener::Listener, mailbox::Mailbox, second_finger::SecondFinger};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Pointer id of a finger; meaningless for a mouse.
    pub finger: i32,
    /// Mouse or touch.
    pub device: Device,
    /// Press, move or release.
    pub phase: Phase,
    /// Position, in CSS pixels of the page.
    pub at: Vec2,
    /// The mouse button that changed (`PointerEvent.button`): 0 left, 2 right, negative for none.
    pub button: i16,
    /// The mouse buttons held (`PointerEvent.buttons`): bit 0 left, bit 1 right.
    pub buttons: u16,
    pub alt: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Always has a position, and has buttons.
    Mouse,
    /// Has a position only while it touches.
    Touch,
    /// Has no position: it is no pointer, but a player may steer by it.
    Gamepad,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Pressed on the playing field.
    Down,
    Moved,
    /// Released, or cancelled by the browser.
    Up,
}

/// The events that pointers post.
#[derive(Clone, Copy, Debug)]
pub struct PointerEvents<E> {
    /// A pointer event of a mouse, finger or pen.
    pub pointed: fn(Pointer) -> E,
    /// A button with this `data-act` was clicked; `None` if the act is unknown.
    pub pressed: fn(&str) -> Option<E>,
    /// Some form control of the page has a new value.
    pub edited: fn() -> E,
}

pub struct Pointers {
    _listeners: [Listener; 7],
    _second_finger: SecondFinger,
}

impl Pointers {
    /// Listens to the playing field, to the panels of `root`, and to the window for moves and
    /// releases outside them.
    #[must_use]
    pub fn new<E: 'static>(
        window: &Window,
        root: &Element,
        field: &Element,
        mailbox: &Mailbox<E>,
        PointerEvents { pointed, pressed, edited }: PointerEvents<E>,
    ) -> Self {
        let pointer = |target: &web_sys::EventTarget, kind, phase| {
            let mailbox = mailbox.clone();
            let f = move |event: web_sys::Event| {
                let Some(event) = event.dyn_ref::<PointerEvent>() else { return };
                if phase == Phase::Down {
                    event.prevent_default();
                    give_back_keyboard(event);
                }
                mailbox.post(pointed(read(event, phase)));
            };
            Listener::new(target, kind, Box::new(f))
        };
        let (clicks, edits) = (mailbox.clone(), mailbox.clone());
        let click = move |event: web_sys::Event| {
            if is_beside_the_game(&event) {
                give_back_keyboard(&event);
            }
            if let Some(event) = act_of(&event).and_then(|act| pressed(&act)) {
                clicks.post(event);
            }
        };
        let edit = move |_| edits.post(edited());
        let menu = |event: web_sys::Event| event.prevent_default();
        Self {
            _second_finger: SecondFinger::new(root),
            _listeners: [
                pointer(field, "pointerdown", Phase::Down),
                pointer(window, "pointermove", Phase::Moved),
                pointer(window, "pointerup", Phase::Up),
                pointer(window, "pointercancel", Phase::Up),
                Listener::new(field, "contextmenu", Box::new(menu)),
                Listener::new(root, "click", Box::new(click)),
                Listener::new(root, "input", Box::new(edit)),
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
        alt: event.alt_key(),
    }
}

/// Whether a pointer clicked inside `data-keyboard="game"`. Clicks made by a key have a press count
/// of 0 and keep the focus: keyboard users tab on from there.
fn is_beside_the_game(event: &web_sys::Event) -> bool {
    let pressed = event.dyn_ref::<web_sys::UiEvent>().is_some_and(|event| event.detail() > 0);
    let target = event.target();
    let target = target.as_ref().and_then(|target| target.dyn_ref::<Element>());
    let keeps = |target: &Element| target.closest("[data-keyboard=game]").ok().flatten().is_some();
    pressed && target.is_some_and(keeps)
}

/// Blurs the focused field or button, so that the player plays on.
fn give_back_keyboard(event: &web_sys::Event) {
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

/// The `data-act` of the clicked button.
#[must_use]
pub fn act_of(event: &web_sys::Event) -> Option<String> {
    let target = event.target()?;
    let button = target.dyn_ref::<Element>()?.closest("[data-act]").ok().flatten()?;
    button.get_attribute("data-act")
}
