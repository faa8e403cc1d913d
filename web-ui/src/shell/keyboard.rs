//! The keyboard: key strokes go in, posted events come out.
//!
//! While the game has the keyboard, the keys of the game do nothing else; while a field of text
//! has it, they edit that field, and only Enter and Escape are the game's. A slider or a list
//! keeps the arrows and the space bar: whoever moves one flies on by the letters.

use std::{cell::Cell, rc::Rc};

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, Window};

use super::{
    event::{Action, Event, Mailbox},
    listener::Listener,
};
use crate::{
    forensics::shot_act::ShotAct,
    input::held::{FlightKey, Stroke},
};

/// Whose the keys are: what is done about one.
#[derive(Clone, Copy)]
pub struct Capture(fn(&Key, &Mailbox));

impl Capture {
    /// They are the page's: Tab goes from field to field.
    pub const PAGE: Self = Self(handle_page);
    /// They fly, but Tab is the page's; every other key is posted as it is.
    pub const FLIGHT: Self = Self(handle_plain);
    /// They are the game's.
    pub const GAME: Self = Self(handle_game);
    /// They move the scrubber of the sheet that looks into a shot.
    pub const SHOT: Self = Self(handle_shot);
}

/// A key that went down or up, without Control, Alt or Meta.
struct Key<'a> {
    event: &'a KeyboardEvent,
    stroke: Stroke,
    code: String,
    key: String,
    /// What it flies or fires.
    flight: Option<FlightKey>,
    /// What has the keyboard.
    field: Field,
}

/// The listeners of the keyboard.
pub struct Keyboard {
    capture: Rc<Cell<Capture>>,
    _listeners: [Listener; 3],
}

impl Keyboard {
    /// Listens to a window.
    #[must_use]
    pub fn new(window: &Window, mailbox: &Mailbox) -> Self {
        let capture = Rc::new(Cell::new(Capture::PAGE));
        let on = |kind, stroke| {
            let (mailbox, capture) = (mailbox.clone(), Rc::clone(&capture));
            let f = move |event: web_sys::Event| {
                if let Some(event) = event.dyn_ref() {
                    handle(event, stroke, capture.get(), &mailbox);
                }
            };
            Listener::new(window, kind, Box::new(f))
        };
        let down = on("keydown", Stroke::Down);
        let up = on("keyup", Stroke::Up);
        let mailbox = mailbox.clone();
        let blurred = move |_| mailbox.post(Event::Blurred);
        let blur = Listener::new(window, "blur", Box::new(blurred));
        Self { capture, _listeners: [down, up, blur] }
    }

    /// Gives the keys to the game or to the page.
    pub fn set_capture(&self, capture: Capture) {
        self.capture.set(capture);
    }
}

fn handle(event: &KeyboardEvent, stroke: Stroke, capture: Capture, mailbox: &Mailbox) {
    let (code, key) = (event.code(), event.key());
    let flight = FlightKey::at(&code);
    // Keys let go of always count, wherever they are let go of.
    if let (Some(flight), Stroke::Up) = (flight, stroke) {
        mailbox.post(Event::Flight(flight, stroke));
    }
    let chord = event.ctrl_key() || event.alt_key() || event.meta_key();
    if chord || event.is_composing() {
        return;
    }
    let field = Field::of(event);
    let Capture(handle) = capture;
    handle(&Key { event, stroke, code, key, flight, field }, mailbox);
}

/// Over the page: only the main button of what is on the screen, and Escape, are keys.
fn handle_page(key: &Key, mailbox: &Mailbox) {
    if let Some(action) = confirms(key) {
        post(key, Event::Act(action), mailbox);
    }
}

fn handle_game(key: &Key, mailbox: &Mailbox) {
    let Key { code, field, stroke, .. } = key;
    if let Some(action) = confirms(key) {
        return post(key, Event::Act(action), mailbox);
    }
    let moves = code.starts_with("Arrow") || code == "Space";
    if *field == Field::Text || (*field == Field::Control && moves) {
        return;
    }
    let action = Action::of_key(&key.key).or_else(|| Action::of_digit(code, &key.key));
    let scores = || (key.key == "Tab" && *field == Field::None).then_some(Event::Scores(*stroke));
    let flight = key.flight.map(|flight| Event::Flight(flight, *stroke));
    match action {
        // It presses a button, which the browser sees to.
        Some(Action::Confirm) => {}
        Some(action) => post(key, Event::Act(action), mailbox),
        None => {
            if let Some(posted) = flight.or_else(scores) {
                post(key, posted, mailbox);
            }
        }
    }
}

/// Enter, where it presses no button, or Escape.
fn confirms(key: &Key) -> Option<Action> {
    let action = Action::of_key(&key.key)?;
    let confirm = action == Action::Confirm && key.field != Field::Button;
    (confirm || action == Action::Dismiss).then_some(action)
}

fn post(key: &Key, posted: Event, mailbox: &Mailbox) {
    key.event.prevent_default();
    let release = key.stroke == Stroke::Up && !matches!(posted, Event::Scores(_));
    if !release && !key.event.repeat() {
        mailbox.post(posted);
    }
}

/// Where keys are not the game's: those that fly do, digits are told by their place, and of the
/// others those with one character, and Escape, are told as they are, held ones again and again.
fn handle_plain(key: &Key, mailbox: &Mailbox) {
    let Key { event, stroke, code, key, flight, field } = key;
    let escape = key == "Escape";
    let plain = key.chars().count() == 1 && key != " ";
    let moves = code.starts_with("Arrow") || code == "Space";
    let pages = match field {
        Field::Text => !escape,
        Field::Control => moves,
        Field::Button => code == "Space",
        Field::None => false,
    };
    if pages || *stroke == Stroke::Up || (flight.is_none() && !plain && !escape) {
        return;
    }
    event.prevent_default();
    match flight {
        Some(_) if event.repeat() => {}
        Some(flight) => mailbox.post(Event::Flight(*flight, *stroke)),
        None => mailbox.post(Event::Key(code.strip_prefix("Digit").unwrap_or(key).into())),
    }
}

/// Over the sheet that looks into a shot. A key that is held moves its scrubber on and on.
fn handle_shot(key: &Key, mailbox: &Mailbox) {
    let Key { event, stroke, field, .. } = key;
    // A button that was reached by keys is pressed by the space bar; one that was clicked is not.
    let on_button = *field == Field::Button && focus_is_seen(event);
    let (action, again) = match key.key.as_str() {
        "Escape" => (Action::Dismiss, false),
        "f" | "F" => (Action::Shot(ShotAct::Show), false),
        "ArrowLeft" => (Action::Shot(ShotAct::Earlier), true),
        "ArrowRight" => (Action::Shot(ShotAct::Later), true),
        " " if !on_button => (Action::Shot(ShotAct::Play), false),
        _ => return,
    };
    event.prevent_default();
    if *stroke == Stroke::Down && (again || !event.repeat()) {
        mailbox.post(Event::Act(action));
    }
}

/// Whether the browser shows that what has the keyboard has it.
fn focus_is_seen(event: &KeyboardEvent) -> bool {
    let target = event.target();
    let element = target.as_ref().and_then(|target| target.dyn_ref::<Element>());
    element.is_some_and(|element| element.matches(":focus-visible").unwrap_or(true))
}

/// What has the keyboard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    None,
    Button,
    Text,
    Control,
}

impl Field {
    fn of(event: &KeyboardEvent) -> Self {
        let target = event.target();
        let Some(element) = target.as_ref().and_then(|target| target.dyn_ref::<Element>()) else {
            return Self::None;
        };
        match element.tag_name().as_str() {
            "SELECT" => Self::Control,
            "INPUT" if element.has_attribute("type") => Self::Control,
            "INPUT" => Self::Text,
            "BUTTON" | "A" | "SUMMARY" => Self::Button,
            _ => Self::None,
        }
    }
}
