//! The elements of a figure, made inside its place, and their listeners. None has an id, since a
//! page may hold several figures.

use article::figure::FigureFlight;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, HtmlInputElement};
use web_ui::shell::{
    MissingResource,
    dom::{Attribute, Label, append},
    listener::Listener,
    mailbox::Mailbox,
    pointer::act_of,
    probe::ProbeAttribute,
};
use words::{FigureText, Language};

use super::{
    event::{Act, Event},
    flight_row::FlightRow,
};
use crate::view::arrange::PANES;

/// The panes' classes, which colour their titles by owner.
const CLASSES: [&str; PANES] = ["you", "server", "other"];

pub(super) struct Elements {
    pub(super) place: HtmlElement,
    pub(super) controls: Element,
    /// Holds the canvas and the titles on it.
    pub(super) picture: HtmlElement,
    pub(super) canvas: HtmlCanvasElement,
    /// Positions of the ships on it, for tests.
    pub(super) ships: ProbeAttribute,
    /// Positions of the cue's numbers on it, for tests.
    pub(super) callouts: ProbeAttribute,
    /// Accessible name of the picture.
    pub(super) canvas_name: Attribute,
    /// The pane titles of every column.
    pub(super) titles: Vec<[Title; PANES]>,
    /// Where the reader flies.
    pub(super) flight: Option<FlightRow>,
    pub(super) sentence: Label,
    /// Whether the match is at the moment when the sentence becomes true.
    pub(super) sentence_now: Attribute,
    pub(super) play: Label,
    pub(super) position: HtmlInputElement,
    pub(super) mark: HtmlElement,
    pub(super) time: Label,
    /// The buttons that switch between the columns.
    pub(super) columns: [HtmlElement; 2],
    pub(super) columns_pressed: [Attribute; 2],
}

/// The title of a pane.
pub(super) struct Title {
    pub(super) element: HtmlElement,
    pub(super) name: Label,
}

impl Elements {
    pub(super) fn make(
        place: &HtmlElement,
        language: Language,
        name: &str,
        fly: Option<FigureFlight>,
    ) -> Result<Self, MissingResource> {
        set(place, &[("role", "group"), ("tabindex", "0"), ("aria-label", name)]);
        let controls: Element = append(place, "div", "controls", "")?;
        let picture: Element = append(place, "div", "picture", "")?;
        let canvas: HtmlCanvasElement = append(&picture, "canvas", "", "")?;
        set(&canvas, &[("role", "img")]);
        let list: Element = append(&picture, "div", "titles", "")?;
        set(&list, &[("aria-hidden", "true")]);
        let titles = (0..2).map(|_| titles_of(&list)).collect::<Result<_, _>>()?;
        let flight = fly.map(|fly| FlightRow::make(place, fly, language)).transpose()?;
        let sentence: HtmlElement = append(place, "p", "sentence", "")?;
        set(&sentence, &[("role", "status")]);
        let bar: Element = append(place, "div", "time", "")?;
        let button = |act: &str, class: &str, text: FigureText| {
            let button: HtmlElement = append(&bar, "button", class, language.figure(text))?;
            set(&button, &[("type", "button"), ("data-act", act)]);
            Ok::<_, MissingResource>(button)
        };
        let columns = [
            button("column-a", "column", FigureText::ColumnA)?,
            button("column-b", "column", FigureText::ColumnB)?,
        ];
        let play = button("play", "play", FigureText::Pause)?;
        let course: Element = append(&bar, "span", "course", "")?;
        let position: HtmlInputElement = append(&course, "input", "", "")?;
        position.set_type("range");
        let moment = language.figure(FigureText::Moment);
        set(&position, &[("min", "0"), ("max", "1"), ("value", "0"), ("aria-label", moment)]);
        let mark: HtmlElement = append(&course, "button", "mark", "")?;
        let to_cue = language.figure(FigureText::Cue);
        set(
            &mark,
            &[("type", "button"), ("data-act", "cue"), ("title", to_cue), ("aria-label", to_cue)],
        );
        let time: HtmlElement = append(&bar, "output", "", "")?;
        Ok(Self {
            place: place.clone(),
            controls,
            ships: ProbeAttribute::new(&canvas, "data-ships"),
            callouts: ProbeAttribute::new(&canvas, "data-callouts"),
            picture: picture.unchecked_into(),
            canvas_name: Attribute::new(&canvas, "aria-label"),
            canvas,
            titles,
            flight,
            sentence_now: Attribute::new(&sentence, "data-now"),
            sentence: Label::of(sentence),
            play: Label::of(play),
            position,
            mark,
            time: Label::of(time),
            columns_pressed: [0, 1].map(|n: usize| Attribute::new(&columns[n], "aria-pressed")),
            columns,
        })
    }
}

impl Elements {
    /// Gives the focus back to the page, whichever part has it.
    pub(super) fn leave(&self) {
        let within = self.place.query_selector(":focus").ok().flatten();
        let within = within.and_then(|one| one.dyn_into::<HtmlElement>().ok());
        // Blurring an element without the focus has no effect.
        let _ = within.as_ref().unwrap_or(&self.place).blur();
    }
}

fn titles_of(list: &Element) -> Result<[Title; PANES], MissingResource> {
    let title = |pane: usize| {
        let element: HtmlElement = append(list, "p", CLASSES[pane], "")?;
        Ok(Title { name: Label::of(element.clone()), element })
    };
    Ok([title(0)?, title(1)?, title(2)?])
}

/// Sets attributes of an element.
pub(super) fn set(element: &Element, attributes: &[(&str, &str)]) {
    for (name, value) in attributes {
        // It fails only for invalid names.
        let _ = element.set_attribute(name, value);
    }
}

/// The listeners for clicks and edits inside an element.
pub(super) struct Clicks {
    _listeners: [Listener; 2],
}

impl Clicks {
    pub(super) fn new(place: &Element, mailbox: &Mailbox<Event>) -> Self {
        let (clicks, edits) = (mailbox.clone(), mailbox.clone());
        let click = move |event: web_sys::Event| {
            if let Some(act) = act_of(&event).and_then(|act| Act::named(&act)) {
                clicks.post(Event::Act(act));
            }
        };
        let edit = move |_| edits.post(Event::Edited);
        Self {
            _listeners: [
                Listener::new(place, "click", Box::new(click)),
                Listener::new(place, "input", Box::new(edit)),
            ],
        }
    }
}
