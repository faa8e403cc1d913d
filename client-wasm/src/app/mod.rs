//! What ties browser, panels, picture and client together: an event goes in at a time, and
//! everything that follows from it is done before the next. It keeps how the player looks at the
//! game and what was chosen; the game's own state is the client's.

pub mod action;
mod choosing;
mod connection;
mod ended_bolts;
pub mod event;
mod forensics;
pub mod keymap;
mod memory;
mod names;
mod netcode;
mod own_room;
mod panels;
mod picture;
mod save_capture;
mod session;
mod shot_source;

use std::{cell::RefCell, rc::Rc};

use capture::CaptureMoment;
use choosing::Choosing;
use ended_bolts::EndedBolts;
use event::Event;
use memory::PlayerMemory;
use own_room::OwnRoom;
use session::Session;
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::{GhostVisibility, backoff::Backoff, scene::Scene, silence::Silence},
    wire::{conditions::Conditions, seat::Admission},
};
use web_sys::{Element, HtmlCanvasElement, Window};
use web_ui::{
    canvas::frame_rate::FrameRate,
    forensics::controller::ShotController,
    input::{held::HeldInputs, key_labels},
    shell::{
        MissingResource,
        address::Address,
        canvas::Canvas,
        clock::{Clock, random_seed},
        dom::{self, Shown},
        frames::Frames,
        keyboard::{Keyboard, KeyboardEvents},
        mailbox::Mailbox,
        media::Media,
        pointer::{PointerEvents, Pointers},
        request::Request,
        timer::Timer,
        visibility::Visibility,
    },
};

use crate::{
    hud::{Hud, probe::Probe},
    net::unanswered::Unanswered,
    view::View,
};

/// How often the panels are brought up to date, in ms.
const SLOW_MS: i32 = 100;
/// How often a simulated link is asked for what is due, in ms.
const FAST_MS: i32 = 4;

const KEYBOARD: KeyboardEvents<Event> =
    KeyboardEvents { blurred: || Event::Blurred, layout_known: || Event::LayoutKnown };

/// Where the page stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Waiting for a name.
    Join,
    /// Waiting for the welcome.
    Connecting,
    /// In the game.
    Playing,
    /// The game is not on.
    Closed(Remedy),
}

/// What gets the player back into the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remedy {
    /// Joining again, when the player asks for it.
    Again,
    /// The same, for somebody who was not there when the seat was given up.
    PlayAgain,
    /// Joining again at a time, without being asked.
    Retry { at: Micros },
    /// Another version of the page.
    Reload,
}

/// The browser's capabilities that the app uses after the start.
struct Shell {
    root: Element,
    window: Window,
    mailbox: Mailbox<Event>,
    clock: Clock,
    canvas: Canvas,
    keyboard: Keyboard<Event>,
    address: Address,
    memory: PlayerMemory,
    visibility: Visibility,
    media: Media,
    /// Runs while a link is simulated.
    fast: Option<Timer>,
    _pointers: Pointers,
    _frames: Frames,
    _slow: Timer,
}

/// The running page. Dropped, it gives back every listener, timer and socket.
pub struct App {
    shell: Shell,
    hud: Hud,
    probe: Probe,
    view: View,
    phase: Phase,
    session: Option<Session>,
    /// The session before, for its last picture, until the next one is in a match.
    kept: Option<Session>,
    name: String,
    room: String,
    backoff: Backoff,
    /// When an attempt to connect counts as failed.
    connecting_until: Micros,
    /// Why the page tries to get back into the game.
    lost_text: String,
    /// Attempts to get in that came to nothing.
    unanswered: Unanswered,
    /// What the server is asked about that.
    asking: Option<Request>,
    /// How the player came to the newest seat.
    admission: Admission,
    /// Until when the server waits for a sign that somebody is there, if it does.
    answer_until: Option<Micros>,
    /// How long nothing has come from the server.
    silence: Silence,
    held: HeldInputs,
    ghosts: GhostVisibility,
    /// The conditions of the simulated link, for this connection and those that follow.
    link: Conditions,
    /// Whether the link to the room says them, too.
    link_shared: bool,
    choosing: Choosing,
    own_room: OwnRoom,
    /// Looking into a shot.
    forensics: ShotController,
    /// Bolts that have sparked, and can still be clicked.
    ended_bolts: EndedBolts,
    /// When it was told that the player was shot down; none while the next life lasts.
    died_at: Option<Micros>,
    /// The shot that was looked into last, and when.
    looked_into: Option<CaptureMoment>,
    /// When the playing field was pressed last.
    pressed_at: Option<Micros>,
    /// The last picture's scene; it stays while the game is not on.
    scene: Scene,
    /// Where the own ship was drawn, in CSS pixels: what the player aims from.
    ship_px: Vec2,
    frame_at: Micros,
    rate: FrameRate,
    /// Whether fingers play: sticks are drawn.
    touch: bool,
    reduced_motion: bool,
}

/// Starts the page below an element that holds the elements of `web/index.html`. It runs until the
/// last reference to it is dropped.
///
/// # Errors
/// When the page lacks an element or the browser a capability.
pub fn mount(root: &Element) -> Result<Rc<RefCell<App>>, MissingResource> {
    let mailbox = Mailbox::default();
    let app = Rc::new(RefCell::new(App::new(root, &mailbox)?));
    mailbox.feed(&app, App::handle);
    app.borrow_mut().open();
    mailbox.wake();
    Ok(app)
}

impl App {
    fn new(root: &Element, mailbox: &Mailbox<Event>) -> Result<Self, MissingResource> {
        let window = dom::window(root)?;
        let element: HtmlCanvasElement = dom::by_id(root, "view")?;
        let posted = PointerEvents {
            pointed: Event::of_pointer,
            pressed: Event::of_button,
            edited: || Event::Edited,
        };
        let pointers = Pointers::new(&window, root, &element, mailbox, posted);
        let canvas = Canvas::new(&window, element, mailbox, || Event::Resized)?;
        let size = canvas.fit();
        let document = dom::document(root)?;
        let shell = Shell {
            clock: Clock::new(&window)?,
            canvas,
            keyboard: Keyboard::new(&window, keymap::page, mailbox, KEYBOARD),
            address: Address::new(&window, mailbox.clone(), || Event::FragmentChanged),
            memory: PlayerMemory::new(&window),
            visibility: Visibility::new(&document, mailbox.clone(), || Event::VisibilityChanged),
            media: Media::new(&window),
            fast: None,
            _pointers: pointers,
            _frames: Frames::new(&window, mailbox.clone(), || Event::Frame),
            _slow: Timer::every(&window, SLOW_MS, mailbox.clone(), || Event::Slow),
            mailbox: mailbox.clone(),
            root: root.clone(),
            window,
        };
        let now = shell.clock.now();
        let hud = Hud::find(root)?;
        let reports_wanted = shell.memory.reports_wanted();
        hud.netcode.set_reports_wanted(reports_wanted);
        Ok(Self {
            hud,
            probe: Probe::new(root),
            view: View::new(size),
            phase: Phase::Join,
            session: None,
            kept: None,
            name: String::new(),
            room: String::new(),
            backoff: Backoff::default(),
            connecting_until: now,
            lost_text: String::new(),
            unanswered: Unanswered::default(),
            asking: None,
            admission: Admission::New,
            answer_until: None,
            silence: Silence::default(),
            held: HeldInputs::default(),
            ghosts: GhostVisibility::Hidden,
            link: Conditions::default(),
            link_shared: false,
            choosing: Choosing::new(reports_wanted),
            own_room: OwnRoom::default(),
            forensics: ShotController::find(root)?,
            ended_bolts: EndedBolts::default(),
            died_at: None,
            looked_into: None,
            pressed_at: None,
            scene: Scene::default(),
            ship_px: Vec2::ZERO,
            frame_at: now,
            rate: FrameRate::default(),
            touch: shell.media.touch(),
            reduced_motion: shell.media.reduced_motion(),
            shell,
        })
    }

    /// Something happened.
    fn handle(&mut self, event: Event) {
        if event.is_of_a_player() {
            self.answer_here();
        }
        match event {
            // That somebody is there is all that it says.
            Event::OtherKey => {}
            Event::Frame => self.frame(),
            Event::Slow => self.slow(),
            Event::Fast => self.pump(),
            Event::Flight(key, stroke) => self.held.key(key, stroke),
            Event::Pointer(pointer) => self.point(pointer),
            Event::Scores(stroke) => self.hold_scores(stroke),
            Event::Act(action) => self.act(action),
            Event::Edited => self.edited(),
            Event::Blurred => self.blurred(),
            Event::LayoutKnown => self.label_keys(),
            Event::Resized => self.resized(),
            Event::FragmentChanged => self.follow_address(),
            Event::VisibilityChanged => self.visibility_changed(),
            Event::Opened => self.opened(),
            Event::Received(message) => self.received(message),
            Event::Closed(closed) => self.closed(&closed),
            Event::Answered(answer) => self.answered(&answer),
        }
    }

    /// A few times a second, in hidden tabs about once.
    fn slow(&mut self) {
        let now = self.shell.clock.now();
        self.pump();
        self.hud.toasts.refresh(now);
        if self.phase == Phase::Playing {
            self.show_notices(now);
            self.check_silence(now);
        }
        // Unless it has given up just now.
        if self.phase == Phase::Playing {
            self.fit();
            self.fade_panels();
            self.sync_netcode(now);
            self.refresh_forensics();
            self.sync_own_room();
            if let Some(session) = &self.session {
                self.hud.refresh(now, &session.client, self.rate.per_second());
                self.probe.refresh(&session.client, &self.scene, self.view.camera());
            }
        }
        if let Phase::Closed(Remedy::Retry { at }) = self.phase {
            self.wait_to_retry(now, at);
        }
    }

    /// What a match has to tell is told while it is on: behind a closed connection it is over.
    fn show_notices(&mut self, now: Micros) {
        let notices = self.session.as_mut().map(|session| session.client.drain_notices());
        for notice in notices.unwrap_or_default() {
            self.show_notice(now, &notice);
        }
    }

    /// Keys let go of elsewhere are not heard here.
    fn blurred(&mut self) {
        self.held.release_all();
        self.hud.scores.set_shown(Shown::No);
    }

    /// Labels say what is on the player's own keys.
    fn label_keys(&self) {
        let layout = self.shell.keyboard.layout();
        key_labels::show(&self.shell.root, &layout, keymap::is_command);
    }

    fn visibility_changed(&mut self) {
        self.held.release_all();
        // The pictures stop while the tab is hidden; the client sees the gap by its times.
        if !self.shell.visibility.hidden() {
            self.frame_at = self.shell.clock.now();
            self.reduced_motion = self.shell.media.reduced_motion();
            // What was lost while nobody looked comes back when somebody does.
            if let Phase::Closed(Remedy::Retry { .. }) = self.phase {
                self.connect();
            }
        }
    }
}

fn callsign() -> String {
    names::callsign(random_seed())
}
