//! What ties the laboratory to its page: an event goes in, and what follows from it is done before
//! the next. The match is a [`Reel`]; everything else here is how somebody looks at it.

mod orders;
mod picture;
mod probe;
mod schemes;

use std::{cell::RefCell, rc::Rc};

use client_wasm::{
    hud::{netcode_panel::NetcodePanel, toasts::Toasts},
    plain::{
        held::{Device, Held, Phase, Pointer, Stroke},
        netcode_text::Chosen,
    },
    shell::{
        Missing,
        address::Address,
        canvas::{Canvas, Size},
        clock::Clock,
        dom::{self, Label},
        event::{Action, Event, Mailbox},
        files::Files,
        frames::Frames,
        keyboard::{Capture, Keyboard},
        media::Media,
        pointer::Pointers,
        timer::Timer,
    },
    view::Motion,
};
use shared::{
    base::{geometry::Vec2, time::Micros},
    lab::{
        reel::{Reached, Reel},
        run::{Act, RunError},
        scenario::Scenario,
        setup::{Hands, Setup},
        stage::Column,
    },
};
use web_sys::{Document, Element, HtmlCanvasElement};

use crate::{
    hud::{
        bar::{Bar, Moved},
        caption::Caption,
        columns::Columns,
        drawers::Drawers,
        network::NetworkPanel,
        titles::Titles,
    },
    plain::{
        arrange::{Arrangement, Taken},
        framing::Framing,
        order::Order,
        transport::{Pace, Transport},
    },
};
use probe::Probe;

/// How often the panels are brought up to date, in ms.
const SLOW_MS: i32 = 100;
/// Frames run for one picture at most while going to another place of the recording.
const SEEK_FRAMES: u32 = 240;
/// Largest file that is read, in bytes.
const FILE_BYTES_MAX: u32 = 16 * 1024 * 1024;

/// The browser's capabilities that the app uses after the start.
struct Shell {
    document: Document,
    clock: Clock,
    canvas: Canvas,
    address: Address,
    media: Media,
    _keyboard: Keyboard,
    _pointers: Pointers,
    _files: Files,
    _frames: Frames,
    _slow: Timer,
}

/// The panels.
struct Panels {
    bar: Bar,
    titles: Titles,
    caption: Caption,
    drawers: Drawers,
    network: NetworkPanel,
    netcode: NetcodePanel,
    columns: Columns,
    toasts: Toasts,
    refusal: Label,
}

/// How somebody looks at the match.
struct Looking {
    size: Size,
    arrangement: Arrangement,
    framing: Framing,
    maximised: Option<usize>,
    mouse: Vec2,
    /// Where the flown ship was drawn, in CSS pixels: what the person aims from.
    ship_px: Vec2,
    motion: Motion,
    frame_at: Micros,
}

/// The running page. Dropped, it gives back every listener and timer.
pub struct App {
    shell: Shell,
    panels: Panels,
    probe: Probe,
    looking: Looking,
    reel: Reel,
    transport: Transport,
    /// The frame to go to, while it is on the way there.
    seeking: Option<u32>,
    held: Held,
    /// The column that presets and settings are for.
    column: usize,
    /// What was chosen for each column.
    chosen: Vec<Chosen>,
    /// The player whose links the drawer shows.
    links_of: usize,
}

/// Starts the page below an element that holds the elements of `web/lab.html`. It runs until the
/// last reference to it is dropped.
///
/// # Errors
/// When the page lacks an element or the browser a capability.
pub fn mount(root: &Element) -> Result<Rc<RefCell<App>>, Missing> {
    let mailbox = Mailbox::default();
    let app = Rc::new(RefCell::new(App::new(root, &mailbox)?));
    let weak = Rc::downgrade(&app);
    let inbox = mailbox.clone();
    mailbox.set_wake(Rc::new(move || {
        let Some(app) = weak.upgrade() else { return };
        // Where the app is at work already, it reads this event when done with the one in hand.
        let Ok(mut app) = app.try_borrow_mut() else { return };
        while let Some(event) = inbox.take() {
            app.handle(event);
        }
    }));
    app.borrow_mut().open();
    Ok(app)
}

impl App {
    fn new(root: &Element, mailbox: &Mailbox) -> Result<Self, Missing> {
        let window = dom::window()?;
        let element: HtmlCanvasElement = dom::by_id(root, "lab-view")?;
        let pointers = Pointers::new(&window, root, &element, mailbox);
        let keyboard = Keyboard::new(&window, mailbox);
        keyboard.set_capture(Capture::Flight);
        let file = dom::by_id(root, "file")?;
        let shell = Shell {
            document: dom::document(root)?,
            clock: Clock::new(&window)?,
            canvas: Canvas::new(&window, element, mailbox)?,
            address: Address::new(&window, mailbox.clone()),
            media: Media::new(&window),
            _keyboard: keyboard,
            _pointers: pointers,
            _files: Files::new(root, &file, FILE_BYTES_MAX, mailbox),
            _frames: Frames::new(&window, mailbox.clone()),
            _slow: Timer::every(&window, SLOW_MS, mailbox.clone(), Event::Slow),
        };
        let reel = Reel::new(Scenario::default().setup());
        let reel = reel.map_err(|error| Missing(error.to_string()))?;
        let panels = Panels {
            bar: Bar::find(root)?,
            titles: Titles::find(root)?,
            caption: Caption::find(root)?,
            drawers: Drawers::find(root)?,
            network: NetworkPanel::find(root, schemes::crew())?,
            netcode: NetcodePanel::find(root)?,
            columns: Columns::find(root)?,
            toasts: Toasts::find(root)?,
            refusal: Label::find(root, "refusal-text")?,
        };
        let size = shell.canvas.fit();
        let looking = Looking {
            size,
            arrangement: Arrangement::of(size, Taken::default()),
            framing: Framing::around(Vec2::ZERO),
            maximised: None,
            mouse: Vec2::ZERO,
            ship_px: Vec2::ZERO,
            motion: Motion::Full,
            frame_at: shell.clock.now(),
        };
        Ok(Self {
            probe: Probe::new(root),
            panels,
            looking,
            chosen: schemes::chosen(&reel),
            reel,
            transport: Transport::default(),
            seeking: None,
            held: Held::default(),
            column: 0,
            links_of: 0,
            shell,
        })
    }

    /// The page is there: begins with what the address names.
    fn open(&mut self) {
        self.load(Scenario::Converge.setup());
    }

    /// Begins a match.
    fn load(&mut self, setup: Setup) {
        match Reel::new(setup) {
            Ok(reel) => self.show(reel),
            Err(error) => self.refuse(&error),
        }
    }

    /// Looks at a match from where it stands.
    fn show(&mut self, reel: Reel) {
        self.chosen = schemes::chosen(&reel);
        self.reel = reel;
        self.seeking = None;
        self.column = self.column.min(self.reel.stage().columns().len() - 1);
        self.transport.at_frame();
        self.held.release_all();
        self.looking.framing = self.framing();
        self.fit();
        self.slow();
    }

    fn refuse(&mut self, error: &RunError) {
        let text = ["This cannot be run: ", &error.to_string(), "."].concat();
        self.say(&text);
    }

    /// Says something that stays for a while.
    fn say(&mut self, text: &str) {
        self.panels.toasts.say(self.shell.clock.now(), &[text]);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Frame => self.frame(),
            Event::Slow => self.slow(),
            Event::Flight(key, stroke) => {
                if stroke == Stroke::Down {
                    self.take_over();
                }
                self.held.key(key, stroke);
            }
            Event::Pointer(pointer) => self.point(pointer),
            Event::Named(name) => {
                if let Some(order) = Order::named(&name) {
                    self.obey(order);
                }
            }
            Event::Key(key) => {
                if let Some(order) = Order::of_key(&key) {
                    self.obey(order);
                }
            }
            Event::Act(Action::Preset(preset)) => self.obey(Order::Preset(preset)),
            Event::Act(Action::Help) => {
                self.obey(Order::Open(crate::plain::order::Drawer::Help));
            }
            Event::Act(Action::Dismiss) => self.obey(Order::Dismiss),
            Event::Edited => self.edited(),
            Event::Blurred | Event::VisibilityChanged => self.held.release_all(),
            Event::Resized => self.fit(),
            Event::FragmentChanged => self.open(),
            Event::File(_) => {}
            // What the laboratory does without: a server, and the panels of the game.
            Event::Act(_)
            | Event::Fast
            | Event::Scores(_)
            | Event::Opened
            | Event::Received(_)
            | Event::Closed(_) => {}
        }
    }

    /// A few times a second: the panels.
    fn slow(&mut self) {
        let frame = self.reel.frame();
        let scenario = self.scenario();
        let run = (frame, self.reel.run().frames);
        let flown = self.flown();
        self.panels.bar.refresh(scenario, &self.transport, run, flown);
        self.panels.caption.say(scenario, None);
        self.panels.toasts.refresh(self.shell.clock.now());
        self.refresh_schemes();
        self.looking.motion =
            if self.shell.media.reduced_motion() { Motion::Reduced } else { Motion::Full };
        self.probe.refresh(&self.reel, &self.transport, self.seeking.is_some());
    }

    /// A control of the page was moved.
    fn edited(&mut self) {
        match self.panels.bar.moved(self.scenario(), &self.transport) {
            Some(Moved::Scenario(scenario)) => {
                self.load(scenario.setup());
                self.transport.set_pace(Pace::Playing);
            }
            Some(Moved::Speed(speed)) => self.transport.set_speed(speed),
            Some(Moved::Position(frame)) => {
                self.transport.set_pace(Pace::Paused);
                self.go_to(frame);
            }
            None => self.edited_schemes(),
        }
        self.slow();
    }

    /// The mouse or a finger did something.
    fn point(&mut self, pointer: Pointer) {
        self.looking.mouse = pointer.at;
        if pointer.phase == Phase::Down && pointer.device == Device::Mouse {
            let on = self.looking.arrangement.pane_at(pointer.at);
            if on.is_none_or(|(_, pane)| Some(pane) != self.flown().map(pane_of)) {
                return;
            }
        }
        let middle = self.looking.size.width_px / 2.0;
        self.held.pointer(pointer, middle);
    }

    /// Goes to a frame, now or with the next pictures.
    fn go_to(&mut self, frame: u32) {
        self.transport.at_frame();
        let there = self.reel.seek(frame, SEEK_FRAMES);
        self.seeking = (there == Reached::OnTheWay).then_some(frame);
    }

    /// Something comes from outside.
    fn act(&mut self, act: Act) {
        if let Err(full) = self.reel.act(act) {
            self.transport.set_pace(Pace::Paused);
            let text = [&full.to_string(), ". Restart to go on."].concat();
            self.say(&text);
        }
    }

    /// Fits everything to the page.
    fn fit(&mut self) {
        self.looking.size = self.shell.canvas.fit();
        let taken = Taken {
            columns: self.reel.stage().columns().len(),
            maximised: self.looking.maximised,
            drawer: self.panels.drawers.open().is_some(),
        };
        self.looking.arrangement = Arrangement::of(self.looking.size, taken);
        self.panels.titles.place(&self.looking.arrangement);
    }

    fn scenario(&self) -> Scenario {
        self.reel.run().setup.scenario
    }

    fn first(&self) -> &Column {
        &self.reel.stage().columns()[0]
    }

    /// The player whose ship the person flies.
    fn flown(&self) -> Option<usize> {
        (0..2).find(|player| *self.first().hands(*player) == Hands::You)
    }
}

/// The pane of a player.
fn pane_of(player: usize) -> usize {
    player * 2
}
