//! Keyboard events: converts a key press or release to a plain value, asks the page's keymap, and
//! posts its event.
//!
//! The keymap runs synchronously, since only then can the browser's default action be prevented.

use std::{cell::RefCell, rc::Rc};

use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, KeyboardEvent, Window};

use super::{
    layout::{Layout, LayoutQuery},
    listener::Listener,
    mailbox::Mailbox,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    Down,
    Up,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    pub stroke: Stroke,
    /// Its place on the keyboard (`KeyboardEvent.code`), whatever the layout.
    pub code: String,
    /// Its character or name (`KeyboardEvent.key`).
    pub key: String,
    /// Whether it is a repeat of a held key.
    pub repeats: bool,
    /// Whether Control, Alt or Meta is held, or the key is part of an input method's composition.
    pub chord: bool,
    pub focus: Focus,
    /// Whether the browser shows the focus (`:focus-visible`), as it does for keyboard users.
    pub focus_shown: bool,
    /// The keyboard layout, as far as it is known.
    pub layout: Layout,
}

impl Key {
    /// A key press while nothing has the focus.
    #[must_use]
    pub fn down(code: &str, key: &str) -> Self {
        Self {
            stroke: Stroke::Down,
            code: code.into(),
            key: key.into(),
            repeats: false,
            chord: false,
            focus: Focus::None,
            focus_shown: false,
            layout: Layout::default(),
        }
    }
}

/// What kind of element has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Nothing that takes keys.
    None,
    /// A button or a link.
    Button,
    /// An entry of an open menu, inside `data-menu`.
    Menu,
    /// A field of text.
    Text,
    /// A list of entries, one of which is chosen.
    List,
    /// A slider or another control.
    Control,
}

/// Whether the browser performs its default action for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    Acts,
    /// The default action is prevented.
    Rests,
}

/// What a page does with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<E> {
    /// The event to post.
    pub event: Option<E>,
    /// What becomes of the default action.
    pub browser: Browser,
}

/// Maps keys to a page's events.
type Keymap<E> = Rc<dyn Fn(&Key) -> Answer<E>>;

pub struct Keyboard<E> {
    keymap: Rc<RefCell<Keymap<E>>>,
    layout: Rc<RefCell<Layout>>,
    _listeners: [Listener; 2],
    _blur: Option<Listener>,
    _asked: Option<LayoutQuery>,
}

/// Events that a window's keyboard posts besides those of the keymap.
pub struct KeyboardEvents<E> {
    /// The window lost the focus.
    pub blurred: fn() -> E,
    /// More of the keyboard layout is known.
    pub layout_known: fn() -> E,
}

impl<E: 'static> Keyboard<E> {
    #[must_use]
    pub fn new(
        window: &Window,
        keymap: impl Fn(&Key) -> Answer<E> + 'static,
        mailbox: &Mailbox<E>,
        posted: KeyboardEvents<E>,
    ) -> Self {
        let KeyboardEvents { blurred, layout_known } = posted;
        let keyboard = Self::listening(window, Rc::new(keymap), mailbox, Some(layout_known));
        let to_blur = mailbox.clone();
        let blur = move |_| to_blur.post(blurred());
        let (layout, mailbox) = (Rc::clone(&keyboard.layout), mailbox.clone());
        let learn = move |code: &str, key: &str| {
            if layout.borrow_mut().learn(code, key) {
                mailbox.post(layout_known());
            }
        };
        Self {
            _blur: Some(Listener::new(window, "blur", Box::new(blur))),
            _asked: LayoutQuery::new(window, learn),
            ..keyboard
        }
    }

    /// Listens to an element or another event target while it or a descendant has the focus.
    #[must_use]
    pub fn within(
        target: &EventTarget,
        keymap: impl Fn(&Key) -> Answer<E> + 'static,
        mailbox: &Mailbox<E>,
    ) -> Self {
        Self::listening(target, Rc::new(keymap), mailbox, None)
    }

    fn listening(
        target: &EventTarget,
        keymap: Keymap<E>,
        mailbox: &Mailbox<E>,
        layout_known: Option<fn() -> E>,
    ) -> Self {
        let keymap = Rc::new(RefCell::new(keymap));
        let layout = Rc::<RefCell<Layout>>::default();
        let on = |kind, stroke| {
            let (mailbox, keymap, layout) =
                (mailbox.clone(), Rc::clone(&keymap), Rc::clone(&layout));
            let f = move |event: web_sys::Event| {
                let Some(event) = event.dyn_ref() else { return };
                let learnt = learn(&mut layout.borrow_mut(), event);
                let key = read(event, stroke, *layout.borrow());
                let meaning = Rc::clone(&keymap.borrow());
                let Answer { event: answer, browser } = meaning(&key);
                if browser == Browser::Rests {
                    event.prevent_default();
                }
                for answer in answer.into_iter().chain(layout_known.filter(|_| learnt).map(|f| f()))
                {
                    mailbox.post(answer);
                }
            };
            Listener::new(target, kind, Box::new(f))
        };
        let listeners = [on("keydown", Stroke::Down), on("keyup", Stroke::Up)];
        Self { keymap, layout, _listeners: listeners, _blur: None, _asked: None }
    }

    /// The keyboard layout, as far as it is known.
    #[must_use]
    pub fn layout(&self) -> Layout {
        *self.layout.borrow()
    }

    pub fn set_keymap(&self, keymap: impl Fn(&Key) -> Answer<E> + 'static) {
        *self.keymap.borrow_mut() = Rc::new(keymap);
    }
}

/// Learns the layout from a key pressed without modifiers. Returns whether that was new.
fn learn(layout: &mut Layout, event: &KeyboardEvent) -> bool {
    let plain = !is_modified(event) && !event.shift_key() && !event.is_composing();
    plain && layout.learn(&event.code(), &event.key())
}

fn is_modified(event: &KeyboardEvent) -> bool {
    event.ctrl_key() || event.alt_key() || event.meta_key()
}

fn read(event: &KeyboardEvent, stroke: Stroke, layout: Layout) -> Key {
    let target = event.target();
    let element = target.as_ref().and_then(|target| target.dyn_ref::<Element>());
    // An element just hidden keeps the focus until the next frame is rendered, but takes no keys.
    let hidden = |element: &&Element| element.closest("[hidden]").is_ok_and(|by| by.is_some());
    let element = element.filter(|element| !hidden(element));
    let shown = |element: &Element| element.matches(":focus-visible").unwrap_or(true);
    let focus = element.map_or(Focus::None, focus);
    // An active input method does not affect keys outside text fields.
    let is_text = event.is_composing() && focus == Focus::Text;
    Key {
        stroke,
        code: event.code(),
        key: event.key(),
        repeats: event.repeat(),
        chord: is_modified(event) || is_text,
        focus,
        focus_shown: element.is_some_and(shown),
        layout,
    }
}

fn focus(element: &Element) -> Focus {
    match element.tag_name().as_str() {
        "SELECT" => Focus::List,
        "INPUT" if element.has_attribute("type") => Focus::Control,
        "INPUT" => Focus::Text,
        "BUTTON" | "A" if element.closest("[data-menu]").is_ok_and(|menu| menu.is_some()) => {
            Focus::Menu
        }
        "BUTTON" | "A" | "SUMMARY" => Focus::Button,
        _ => Focus::None,
    }
}
