//! The figure that other pages embed: an element goes in, and a match plays in it, with its
//! controls and its sentence. It knows nothing of the page around it: neither ids nor the address;
//! keys are its own only while it has the keyboard. Of the parts of the laboratory it uses panes,
//! cue and sliders.
//!
//! | state | holds |
//! |---|---|
//! | asleep | what its match begins with, and where in it somebody was |
//! | awake | the match, its kept moments, a request for the next picture |

mod awake;
mod controls;
mod elements;
mod event;
mod keymap;
mod notifier;
pub mod panic;
mod picture;
mod play;

use std::{cell::RefCell, rc::Rc};

use article::{figure::FigureSpec, section::Section};
use awake::{Awake, BeforePrint};
use controls::Controls;
use elements::{Clicks, Elements};
use event::Event;
use lab::setup::Setup;
use notifier::FigureNotifier;
use shared::base::geometry::Vec2;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        canvas::{Canvas, Size},
        clock::Clock,
        dom,
        frames::Frames,
        keyboard::Keyboard,
        mailbox::Mailbox,
        media::Media,
    },
    text::language,
};
use words::Language;

use crate::{time::transport::Pace, view::cells::Cells};

/// A figure on a page. It gives back every listener when it is freed.
#[wasm_bindgen]
pub struct FigureHandle {
    figure: Rc<RefCell<Figure>>,
    mailbox: Mailbox<Event>,
}

/// A figure.
pub(crate) struct Figure {
    language: Language,
    elements: Elements,
    canvas: Canvas,
    clock: Clock,
    media: Media,
    controls: Controls,
    told: FigureNotifier,
    /// What it is called on its page, which may have two of one scenario.
    name: String,
    spec: FigureSpec,
    /// What the match begins with, as it is set now.
    setup: Setup,
    /// Where in it somebody was.
    frame: u32,
    pace: Pace,
    /// Whether it was never awake.
    is_new: bool,
    /// The frame at which the slider of time was put last.
    shown_frame: u32,
    size: Size,
    cells: Cells,
    /// What its panes should hold, in u, as the match was when it was first awake: panes do not
    /// come and go while somebody moves a control.
    holds: Vec<Vec2>,
    /// The column that is shown where there is room for one only.
    column: usize,
    awake: Option<Awake>,
    /// What it goes back to once its page was printed.
    before_print: Option<BeforePrint>,
    _keyboard: Keyboard<Event>,
    _clicks: Clicks,
}

#[wasm_bindgen]
impl FigureHandle {
    /// Makes a figure in an element, asleep. What it shows is said by the attributes of its host.
    ///
    /// # Errors
    /// When the attributes name no figure, which is an error of the name `FigureErrors` with a line
    /// for each of them; or when the browser lacks a capability.
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
        Ok(Self { figure, mailbox })
    }

    /// Its match plays, from where it was.
    pub fn wake(&self) {
        let frames =
            |window: &web_sys::Window| Frames::new(window, self.mailbox.clone(), || Event::Frame);
        self.figure.borrow_mut().wake(frames);
    }

    /// It keeps what its match begins with and where in it somebody was, and gives up the rest.
    pub fn sleep(&self) {
        self.figure.borrow_mut().sleep();
    }

    /// Its page is about to be printed: it stands at its decisive moment.
    pub fn print(&self) {
        let frames =
            |window: &web_sys::Window| Frames::new(window, self.mailbox.clone(), || Event::Frame);
        self.figure.borrow_mut().print(frames);
    }

    /// Its page was printed: it goes on from where it was.
    pub fn printed(&self) {
        self.figure.borrow_mut().printed();
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
        let elements = Elements::make(place, language, &name)?;
        let controls = Controls::make(&elements.controls, &spec, &setup, language)?;
        let canvas = elements.canvas.clone();
        Ok(Self {
            language,
            canvas: Canvas::new(&window, canvas, mailbox, || Event::Resized)?,
            clock: Clock::new(&window)?,
            media: Media::new(&window),
            told: FigureNotifier::new(&window, host, section),
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
            before_print: None,
            _keyboard: Keyboard::within(place, keymap::keys, mailbox),
            _clicks: Clicks::new(place, mailbox),
            elements,
            spec,
            setup,
        })
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Frame => self.picture(),
            Event::Resized => self.fit(),
            Event::Act(act) => self.act(act),
            Event::Edited => self.edited(),
        }
    }
}
