//! The figure that other pages embed: plays a match in an element, with its controls and its
//! sentence. It is independent of the page around it: it uses neither ids nor the address, and
//! takes keys only while it has the focus. It shares panes, cue and sliders with the laboratory.
//!
//! | state | holds |
//! |---|---|
//! | asleep | the setup of its match, and the position in it |
//! | awake | the match, its saved states, a request for the next picture |

mod awake;
mod controls;
mod elements;
mod event;
mod flight;
mod flight_row;
mod keymap;
mod notifier;
mod outward;
pub mod panic;
mod picture;
mod play;
mod texts;

use std::{cell::RefCell, rc::Rc};

use article::{figure::FigureSpec, section::Section};
use awake::{Awake, BeforePrint};
use controls::Controls;
use elements::{Clicks, Elements};
use event::Event;
use flight_row::Holds;
use lab::setup::Setup;
use notifier::FigureNotifier;
use outward::{Asking, Flown};
use shared::base::geometry::Vec2;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        canvas::{Canvas, CanvasEvents, Size},
        clock::Clock,
        dom,
        keyboard::Keyboard,
        mailbox::Mailbox,
        media::Media,
    },
    text::language,
};
use words::Language;

use crate::{time::transport::Pace, view::cells::Cells};

const CANVAS: CanvasEvents<Event> =
    CanvasEvents { resized: || Event::Resized, restored: || Event::ContextRestored };

/// A figure on a page. Freeing it removes every listener.
#[wasm_bindgen]
pub struct FigureHandle(Rc<RefCell<Figure>>);

pub(crate) struct Figure {
    language: Language,
    mailbox: Mailbox<Event>,
    elements: Elements,
    canvas: Canvas,
    clock: Clock,
    media: Media,
    controls: Controls,
    notifier: FigureNotifier,
    /// Its name on the page, which may have two figures of one scenario.
    name: String,
    spec: FigureSpec,
    /// The current setup of the match.
    setup: Setup,
    /// The position in it.
    frame: u32,
    pace: Pace,
    /// Whether it has never been awake.
    is_new: bool,
    /// The frame that the time slider was last set to.
    shown_frame: u32,
    size: Size,
    cells: Cells,
    /// Extents that its panes should hold, in u, from when it was first awake: the set of panes
    /// does not change while the reader moves a control.
    holds: Vec<Vec2>,
    /// The column shown where there is room for only one.
    column: usize,
    awake: Option<Awake>,
    /// Whether its outcome is a question to the reader.
    asking: Asking,
    /// The position to return to after printing.
    before_print: Option<BeforePrint>,
    _keyboard: Keyboard<Event>,
    _clicks: Clicks,
    _holds: Holds,
}

#[wasm_bindgen]
impl FigureHandle {
    /// Makes a figure in an element, asleep. The attributes of its host define its content.
    ///
    /// # Errors
    /// When the attributes define no valid figure: an error named `FigureErrors` with a line for
    /// each of them. When the browser lacks a capability.
    #[wasm_bindgen(constructor)]
    pub fn new(place: &HtmlElement, host: &Element) -> Result<Self, JsValue> {
        let spec = FigureSpec::read(|name| host.get_attribute(name)).map_err(|errors| {
            let error = js_sys::Error::new(&errors.to_string());
            error.set_name("FigureErrors");
            error
        })?;
        let mailbox = Mailbox::default();
        let figure = Figure::new(place, host, spec, &mailbox).map_err(JsError::from)?;
        let figure = Rc::new(RefCell::new(figure));
        mailbox.feed(&figure, Figure::handle);
        Ok(Self(figure))
    }

    /// Plays the match from where it was.
    pub fn wake(&self) {
        self.0.borrow_mut().wake();
    }

    /// Keeps the setup and the position, and frees the rest.
    pub fn sleep(&self) {
        self.0.borrow_mut().sleep();
    }

    /// Sets a control, and stands before the outcome, which is hidden until it is told.
    pub fn ask(&self, control: usize, value: u32) {
        self.0.borrow_mut().ask(control, value);
    }

    /// Plays to the outcome of what was asked.
    pub fn tell(&self) {
        self.0.borrow_mut().tell();
    }

    /// The fragment of a link to what is shown, in the laboratory; empty if a flight is too long
    /// for a link.
    #[must_use]
    pub fn moment(&self) -> String {
        self.0.borrow().moment(Flown::Included)
    }

    /// The same without the flight.
    #[must_use]
    pub fn moment_without_flight(&self) -> String {
        self.0.borrow().moment(Flown::LeftOut)
    }

    /// Pauses at the decisive moment, before its page is printed.
    pub fn print(&self) {
        self.0.borrow_mut().print();
    }

    /// Returns to its position after its page was printed.
    pub fn printed(&self) {
        self.0.borrow_mut().printed();
    }
}

impl Figure {
    fn new(
        place: &HtmlElement,
        host: &Element,
        spec: FigureSpec,
        mailbox: &Mailbox<Event>,
    ) -> Result<Self, MissingResource> {
        let window = dom::window(place)?;
        let language = language::of_element(host);
        let setup = spec.setup();
        let section = host.get_attribute("section").and_then(|key| Section::of_key(&key));
        let own = || language.scenario(spec.scenario).title.into();
        let name = host.get_attribute("label").unwrap_or_else(own);
        let elements = Elements::make(place, language, &name, spec.fly)?;
        let controls = Controls::make(&elements.controls, &spec, &setup, language)?;
        let canvas = elements.canvas.clone();
        Ok(Self {
            language,
            canvas: Canvas::new(&window, canvas, mailbox, CANVAS)?,
            clock: Clock::new(&window)?,
            media: Media::new(&window),
            notifier: FigureNotifier::new(&window, host, section),
            name,
            controls,
            frame: spec.at.unwrap_or_default(),
            pace: if spec.at.is_some() { Pace::Paused } else { Pace::Playing },
            is_new: true,
            shown_frame: 0,
            size: Size::default(),
            cells: Cells::default(),
            holds: Vec::new(),
            column: 0,
            awake: None,
            asking: Asking::default(),
            before_print: None,
            _keyboard: Keyboard::within(place, keymap::keys, mailbox),
            _clicks: Clicks::new(place, mailbox),
            _holds: Holds::new(&window, place, mailbox),
            mailbox: mailbox.clone(),
            elements,
            spec,
            setup,
        })
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Frame => self.picture(),
            Event::Resized => self.fit(),
            Event::ContextRestored => self.restored(),
            Event::Act(act) => self.act(act),
            Event::Fly(button, hold) => self.fly(button, hold),
            Event::LetGo => self.release_flight(),
            Event::Edited => self.edited(),
        }
    }
}
