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
use crate::plain::{
    held::{FlightKey, Stroke},
    shot_act::ShotAct,
};

/// Whether the keys fly the ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// They are the page's: Tab goes from field to field.
    Page,
    /// They fly, but Tab is the page's; every other key is posted as it is.
    Flight,
    /// They are the game's.
    Game,
    /// They move the scrubber of the sheet that looks into a shot.
    Shot,
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
        let capture = Rc::new(Cell::new(Capture::Page));
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
    if capture == Capture::Flight {
        return handle_plain(event, flight, stroke, field, mailbox);
    }
    if capture == Capture::Shot {
        return handle_shot(event, stroke, field, mailbox);
    }
    let action = Action::of_key(&key).or_else(|| Action::of_digit(&code, &key));
    let posted = match action {
        // Enter on a button presses that button, which the browser sees to.
        Some(Action::Confirm) if field == Field::Button => return,
        Some(Action::Confirm | Action::Dismiss) => action.map(Event::Act),
        _ if capture == Capture::Page || field == Field::Text => return,
        _ if field == Field::Control && (code.starts_with("Arrow") || code == "Space") => return,
        Some(_) => action.map(Event::Act),
        None => flight
            .map(|flight| Event::Flight(flight, stroke))
            .or_else(|| (key == "Tab" && field == Field::None).then_some(Event::Scores(stroke))),
    };
    let Some(posted) = posted else { return };
    event.prevent_default();
    let release = stroke == Stroke::Up && !matches!(posted, Event::Scores(_));
    if !release && !event.repeat() {
        mailbox.post(posted);
    }
}

/// Where keys are not the game's: those that fly do, digits are told by their place, and of the
/// others those with one character, and Escape, are told as they are, held ones again and again.
fn handle_plain(
    event: &KeyboardEvent,
    flight: Option<FlightKey>,
    stroke: Stroke,
    field: Field,
    mailbox: &Mailbox,
) {
    let (code, key) = (event.code(), event.key());
    let escape = key == "Escape";
    let plain = key.chars().count() == 1 && key != " ";
    let moves = code.starts_with("Arrow") || code == "Space";
    let pages = match field {
        Field::Text => !escape,
        Field::Control => moves,
        Field::Button => code == "Space",
        Field::None => false,
    };
    if pages || stroke == Stroke::Up || (flight.is_none() && !plain && !escape) {
        return;
    }
    event.prevent_default();
    match flight {
        Some(_) if event.repeat() => {}
        Some(flight) => mailbox.post(Event::Flight(flight, stroke)),
        None => mailbox.post(Event::Key(code.strip_prefix("Digit").map_or(key, str::to_string))),
    }
}

/// Over the sheet that looks into a shot. A key that is held moves its scrubber on and on.
fn handle_shot(event: &KeyboardEvent, stroke: Stroke, field: Field, mailbox: &Mailbox) {
    // A button that was reached by keys is pressed by the space bar; one that was clicked is not.
    let on_button = field == Field::Button && focus_is_seen(event);
    let (action, again) = match event.key().as_str() {
        "Escape" => (Action::Dismiss, false),
        "f" | "F" => (Action::Shot(ShotAct::Show), false),
        "ArrowLeft" => (Action::Shot(ShotAct::Earlier), true),
        "ArrowRight" => (Action::Shot(ShotAct::Later), true),
        " " if !on_button => (Action::Shot(ShotAct::Play), false),
        _ => return,
    };
    event.prevent_default();
    if stroke == Stroke::Down && (again || !event.repeat()) {
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
