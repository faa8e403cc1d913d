//! The buttons by which a reader flies in a figure, the two lamps and the answer beside them, and
//! the listeners that hold and release the buttons: a pointer, Space and Enter on a focused button,
//! or the click of a screen reader. Losing the pointer, the focus or the window releases them.

use article::figure::FigureFlight;
use lab::flight::{FlightButton, Hold};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, PointerEvent, UiEvent, Window};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, append},
    listener::Listener,
    mailbox::Mailbox,
};
use words::{FigureText, Language};

use super::{elements::set, event::Event};

/// The attribute that names a button.
const NAME: &str = "data-fly";
/// The names of the buttons.
const NAMES: [(FlightButton, &str, FigureText); 3] = [
    (FlightButton::Thrust, "thrust", FigureText::Thrust),
    (FlightButton::Turn, "turn", FigureText::Turn),
    (FlightButton::Fire, "fire", FigureText::Fire),
];

pub(super) struct FlightRow {
    buttons: Vec<(FlightButton, Label, Attribute)>,
    /// Lit while a button is held, and when the ship answers.
    lamps: [Attribute; 2],
    pub(super) answer: Label,
    /// The button that ends a flight.
    pub(super) back: HtmlElement,
}

impl FlightRow {
    /// Makes the row of a figure.
    pub(super) fn make(
        place: &Element,
        fly: FigureFlight,
        language: Language,
    ) -> Result<Self, MissingResource> {
        let row: Element = append(place, "div", "flight", "")?;
        let offered = |(button, ..): &(FlightButton, &str, FigureText)| match fly {
            FigureFlight::Ship => true,
            FigureFlight::Gun => *button == FlightButton::Fire,
        };
        let mut buttons = Vec::new();
        for (button, name, text) in NAMES.into_iter().filter(offered) {
            let text = match fly {
                FigureFlight::Ship => text,
                FigureFlight::Gun => FigureText::TakeShot,
            };
            let element: HtmlElement = append(&row, "button", "", language.figure(text))?;
            set(&element, &[("type", "button"), (NAME, name)]);
            buttons.push((
                button,
                Label::of(element.clone()),
                Attribute::new(&element, "data-lit"),
            ));
        }
        let lamp = |class: &str| {
            let lamp: HtmlElement = append(&row, "span", class, "")?;
            lamp.set_hidden(fly == FigureFlight::Gun);
            set(&lamp, &[("aria-hidden", "true")]);
            Ok::<_, MissingResource>(Attribute::new(&lamp, "data-lit"))
        };
        let lamps = [lamp("pressed")?, lamp("answered")?];
        let answer: HtmlElement = append(&row, "output", "answer", "")?;
        let back: HtmlElement =
            append(&row, "button", "back", language.figure(FigureText::EndFlight))?;
        set(&back, &[("type", "button"), ("data-act", "end-flight")]);
        back.set_hidden(true);
        Ok(Self { buttons, lamps, answer: Label::of(answer), back })
    }

    /// Shows which buttons are held, and whether the ship answers now.
    pub(super) fn light(&mut self, holds: impl Fn(FlightButton) -> bool, answers: Answer) {
        let word = |is_lit: bool| if is_lit { "true" } else { "false" };
        let any = self.buttons.iter().any(|(button, ..)| holds(*button));
        for (button, _, lit) in &mut self.buttons {
            lit.set(word(holds(*button)));
        }
        self.lamps[0].set(word(any));
        self.lamps[1].set(word(answers == Answer::Now));
    }

    /// Renames a button.
    pub(super) fn name(&mut self, button: FlightButton, text: &str) {
        let own = self.buttons.iter_mut().find(|(known, ..)| *known == button);
        if let Some((_, label, _)) = own {
            label.say(text);
        }
    }
}

/// Whether the ship answers a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Now,
    NotNow,
}

/// The listeners for held buttons.
pub(super) struct Holds {
    _listeners: Vec<Listener>,
}

impl Holds {
    pub(super) fn new(window: &Window, place: &Element, mailbox: &Mailbox<Event>) -> Self {
        let on = |kind: &'static str, handle: fn(&web_sys::Event) -> Option<Hold>| {
            let mailbox = mailbox.clone();
            let f = move |event: web_sys::Event| {
                let Some(button) = button_of(&event) else { return };
                if let Some(hold) = handle(&event) {
                    mailbox.post(Event::Fly(button, hold));
                }
            };
            Listener::new(place, kind, Box::new(f))
        };
        let taps = mailbox.clone();
        // Screen readers click without a pointer.
        let tap = move |event: web_sys::Event| {
            let is_bare = event.dyn_ref::<UiEvent>().is_some_and(|event| event.detail() == 0);
            if let Some(button) = button_of(&event).filter(|_| is_bare) {
                taps.post(Event::Fly(button, Hold::Press));
                taps.post(Event::Fly(button, Hold::Release));
            }
        };
        let blurs = mailbox.clone();
        let blur = move |_| blurs.post(Event::LetGo);
        let no_menu = |event: web_sys::Event| {
            if button_of(&event).is_some() {
                event.prevent_default();
            }
        };
        let listeners = vec![
            on("pointerdown", pointer_down),
            on("pointerup", |_| Some(Hold::Release)),
            on("pointercancel", |_| Some(Hold::Release)),
            on("lostpointercapture", |_| Some(Hold::Release)),
            on("focusout", |_| Some(Hold::Release)),
            on("keydown", |event| key(event, Hold::Press)),
            on("keyup", |event| key(event, Hold::Release)),
            Listener::new(place, "click", Box::new(tap)),
            Listener::new(place, "contextmenu", Box::new(no_menu)),
            Listener::new(window, "blur", Box::new(blur)),
        ];
        Self { _listeners: listeners }
    }
}

/// The flight button at which an event is aimed.
fn button_of(event: &web_sys::Event) -> Option<FlightButton> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let name = target.get_attribute(NAME)?;
    NAMES.into_iter().find(|(_, known, _)| *known == name).map(|(button, ..)| button)
}

/// A press of the main button or a finger, whose moves the button keeps until it is released.
fn pointer_down(event: &web_sys::Event) -> Option<Hold> {
    let pointer = event.dyn_ref::<PointerEvent>().filter(|pointer| pointer.button() == 0)?;
    let target = event.target()?.dyn_into::<Element>().ok()?;
    // It fails only for a pointer that is gone.
    let _ = target.set_pointer_capture(pointer.pointer_id());
    Some(Hold::Press)
}

/// Space and Enter hold a focused button, and neither scroll nor click.
fn key(event: &web_sys::Event, hold: Hold) -> Option<Hold> {
    let key = event.dyn_ref::<KeyboardEvent>()?;
    if !matches!(key.key().as_str(), " " | "Enter") || key.ctrl_key() || key.meta_key() {
        return None;
    }
    event.prevent_default();
    (!key.repeat()).then_some(hold)
}
