//! The keyboard: a key that goes down or up becomes a plain value, and what the page's keymap makes
//! of it is posted.
//!
//! The keymap is asked while the browser waits: only then can it be kept from doing with the key
//! what it does by default.

use std::{cell::Cell, rc::Rc};

use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, KeyboardEvent, Window};

use super::{listener::Listener, mailbox::Mailbox};

/// Which way a key went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Down.
    Down,
    /// Up.
    Up,
}

/// A key that went down or up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Which way.
    pub stroke: Stroke,
    /// Its place on the keyboard (`KeyboardEvent.code`), whatever is on it.
    pub code: String,
    /// What is on it (`KeyboardEvent.key`).
    pub key: String,
    /// Whether it went down before and is held.
    pub repeats: bool,
    /// Whether Control, Alt or Meta is held, or a character is being composed of several keys.
    pub chord: bool,
    /// What has the keyboard.
    pub focus: Focus,
    /// Whether the browser shows what has the keyboard, as it does for those who move by keys.
    pub focus_shown: bool,
}

/// What has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that takes keys.
    None,
    /// A button or a link.
    Button,
    /// A field of text.
    Text,
    /// A list of entries, one of which is chosen.
    List,
    /// A slider or another control.
    Control,
}

/// Whether the browser does with a key what it does by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    Acts,
    /// It does not: the key is the page's.
    Rests,
}

/// What a page makes of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<E> {
    /// What is posted.
    pub event: Option<E>,
    /// What the browser does about it.
    pub browser: Browser,
}

/// What the keys mean to a page at a time.
pub type Keymap<E> = fn(&Key) -> Answer<E>;

/// The listeners of the keyboard.
pub struct Keyboard<E> {
    keymap: Rc<Cell<Keymap<E>>>,
    _listeners: [Listener; 2],
    _blur: Option<Listener>,
}

impl<E: 'static> Keyboard<E> {
    /// Listens to a window. `blurred` makes what is posted when the window loses the keyboard.
    #[must_use]
    pub fn new(
        window: &Window,
        keymap: Keymap<E>,
        mailbox: &Mailbox<E>,
        blurred: fn() -> E,
    ) -> Self {
        let to_blur = mailbox.clone();
        let blur = move |_| to_blur.post(blurred());
        let blur = Listener::new(window, "blur", Box::new(blur));
        Self { _blur: Some(blur), ..Self::within(window, keymap, mailbox) }
    }

    /// Listens to an element, or to anything else in which keys go down, while that or something
    /// in it has the keyboard.
    #[must_use]
    pub fn within(target: &EventTarget, keymap: Keymap<E>, mailbox: &Mailbox<E>) -> Self {
        let keymap = Rc::new(Cell::new(keymap));
        let on = |kind, stroke| {
            let (mailbox, keymap) = (mailbox.clone(), Rc::clone(&keymap));
            let f = move |event: web_sys::Event| {
                let Some(event) = event.dyn_ref() else { return };
                let Answer { event: answer, browser } = keymap.get()(&read(event, stroke));
                if browser == Browser::Rests {
                    event.prevent_default();
                }
                if let Some(answer) = answer {
                    mailbox.post(answer);
                }
            };
            Listener::new(target, kind, Box::new(f))
        };
        let listeners = [on("keydown", Stroke::Down), on("keyup", Stroke::Up)];
        Self { keymap, _listeners: listeners, _blur: None }
    }

    /// Gives the keys another meaning.
    pub fn set_keymap(&self, keymap: Keymap<E>) {
        self.keymap.set(keymap);
    }
}

fn read(event: &KeyboardEvent, stroke: Stroke) -> Key {
    let target = event.target();
    let element = target.as_ref().and_then(|target| target.dyn_ref::<Element>());
    let shown = |element: &Element| element.matches(":focus-visible").unwrap_or(true);
    let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
    Key {
        stroke,
        code: event.code(),
        key: event.key(),
        repeats: event.repeat(),
        chord: modified || event.is_composing(),
        focus: element.map_or(Focus::None, focus),
        focus_shown: element.is_some_and(shown),
    }
}

fn focus(element: &Element) -> Focus {
    match element.tag_name().as_str() {
        "SELECT" => Focus::List,
        "INPUT" if element.has_attribute("type") => Focus::Control,
        "INPUT" => Focus::Text,
        "BUTTON" | "A" | "SUMMARY" => Focus::Button,
        _ => Focus::None,
    }
}
