//! The mouse and the fingers: pointer events go in, posted events come out.
//!
//! A press counts on the playing field only; moves and releases count everywhere. Clicks on
//! buttons are found by their `data-act`, with one listener for all of them. One that stands over
//! the picture, within `data-keyboard="game"`, leaves the keyboard to the game.

use shared::base::geometry::Vec2;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent, Window};

use super::{listener::Listener, mailbox::Mailbox};

/// What a pointer did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Which finger; of no meaning for a mouse.
    pub finger: i32,
    /// What it is.
    pub device: Device,
    /// What it did.
    pub phase: Phase,
    /// Where, in CSS pixels of the page.
    pub at: Vec2,
    /// Which mouse button changed (`PointerEvent.button`): 0 left, 2 right, negative for none.
    pub button: i16,
    /// Mouse buttons held (`PointerEvent.buttons`): bit 0 left, bit 1 right.
    pub buttons: u16,
    /// Whether the key Alt is held.
    pub alt: bool,
}

/// Kinds of pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Has a place always, and buttons.
    Mouse,
    /// Has a place while it touches.
    Touch,
}

/// What a pointer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Pressed on the playing field.
    Down,
    /// Moved.
    Moved,
    /// Released, or taken away by the browser.
    Up,
}

/// What pointers post.
#[derive(Clone, Copy, Debug)]
pub struct PointerEvents<E> {
    /// The mouse, a finger or a pen did something.
    pub pointed: fn(Pointer) -> E,
    /// A button was pressed, by its `data-act`; nothing is posted of one that means nothing.
    pub pressed: fn(&str) -> Option<E>,
    /// An element of the page has a new value; which one is of no matter.
    pub edited: fn() -> E,
}

/// The listeners of the pointers.
pub struct Pointers {
    _listeners: [Listener; 7],
}

impl Pointers {
    /// Listens to the playing field, to the panels of `root`, and to the window for what goes on
    /// beyond them.
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

/// Whether a pointer clicked on what leaves the keyboard to the game. A click made by a key counts
/// no presses: players who go through the buttons by keys go on from there.
fn is_beside_the_game(event: &web_sys::Event) -> bool {
    let pressed = event.dyn_ref::<web_sys::UiEvent>().is_some_and(|event| event.detail() > 0);
    let target = event.target();
    let target = target.as_ref().and_then(|target| target.dyn_ref::<Element>());
    let keeps = |target: &Element| target.closest("[data-keyboard=game]").ok().flatten().is_some();
    pressed && target.is_some_and(keeps)
}

/// Takes the keyboard from whatever field or button has it: the player plays on.
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

/// The `data-act` of the button that was clicked.
#[must_use]
pub fn act_of(event: &web_sys::Event) -> Option<String> {
    let target = event.target()?;
    let button = target.dyn_ref::<Element>()?.closest("[data-act]").ok().flatten()?;
    button.get_attribute("data-act")
}
