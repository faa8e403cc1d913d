//! The app connects browser, panels, picture and client: it handles one event at a time,
//! completely. It holds the state of the view and the player's choices; the state of the game
//! belongs to the client.

pub mod action;
mod binding;
mod choosing;
mod connection;
mod connection_text;
mod ended_bolts;
pub mod event;
mod forensics;
mod gamepad;
pub mod keymap;
mod memory;
mod names;
mod netcode;
mod open_rooms;
mod opening;
mod own_room;
mod panels;
mod picture;
mod replay;
mod round;
mod save_capture;
mod see_lag;
mod session;
mod shot_source;
mod sides;
mod steering;
mod watching;

use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};

use capture::CaptureMoment;
use choosing::Choosing;
use ended_bolts::EndedBolts;
use event::Event;
use memory::PlayerMemory;
use open_rooms::OpenRooms;
use own_room::OwnRoom;
use replay::ReplayState;
use round::RoundFollower;
use see_lag::SeeLag;
use session::Session;
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::{
        GhostVisibility,
        reconnect::{AfterClose, Reconnect},
        scene::{Scene, SceneTrail},
    },
    wire::{conditions::Conditions, message::AimAssist, route::NodeName, seat::Admission},
};
use sides::SideLink;
use watching::{WatchState, is_for_all};
use web_sys::{Element, HtmlCanvasElement, Window};
use web_ui::{
    canvas::{frame_rate::FrameRate, glow::Glows, quality::QualityControl},
    forensics::controller::ShotController,
    input::{
        focus_step::HeldWay,
        held::{FlightKey, HeldInputs},
        pad::PadReader,
    },
    shell::{
        MissingResource,
        address::Address,
        canvas::{Canvas, CanvasEvents},
        clock::{Clock, random_seed},
        dom::{self, Shown},
        frames::Frames,
        gamepad::Gamepads,
        keyboard::{Keyboard, KeyboardEvents, Stroke},
        mailbox::Mailbox,
        media::Media,
        pointer::{Device, PointerEvents, Pointers},
        request::Request,
        share::ShareSheet,
        storage::Memory,
        timer::Timer,
        visibility::Visibility,
    },
    text::{
        language_choice::{self, LanguageLinks},
        page_texts::say_page,
    },
};
use words::{
    Language,
    game::{GamePageText, GameWords},
};

use crate::{
    attract::Attract,
    controls::{BoundControl, PlayerControls},
    hud::{Hud, pins::Pins, probe::Probe},
    links::{fragment::Role, offers::Offers},
    net::unanswered::Unanswered,
    sound::SoundPlayer,
    view::View,
};

/// Interval of panel updates, in ms.
const SLOW_MS: i32 = 100;
/// Interval at which a simulated link is polled, in ms.
const FAST_MS: i32 = 4;

const CANVAS: CanvasEvents<Event> =
    CanvasEvents { resized: || Event::Resized, restored: || Event::ContextRestored };
const KEYBOARD: KeyboardEvents<Event> =
    KeyboardEvents { blurred: || Event::Blurred, layout_known: || Event::LayoutKnown };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Waiting for a name.
    Join,
    /// Waiting for the welcome.
    Connecting,
    Playing,
    /// Not in the game; what gets the player back.
    Closed(AfterClose),
}

/// The browser capabilities that the app uses after start-up.
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
    /// `None` where the browser has none.
    share: Option<ShareSheet>,
    gamepads: Gamepads,
    /// Runs while a link is simulated.
    fast: Option<Timer>,
    _pointers: Pointers,
    _frames: Frames,
    _slow: Timer,
}

/// The running page. Dropping it releases every listener, timer and socket.
pub struct App {
    shell: Shell,
    language: Language,
    words: &'static GameWords,
    _languages: LanguageLinks,
    hud: Hud,
    sound: SoundPlayer,
    probe: Probe,
    view: View,
    attract: Attract,
    round: RoundFollower,
    phase: Phase,
    session: Option<Session>,
    /// The previous session, kept for its last picture until the next one has joined a match.
    kept: Option<Session>,
    name: String,
    room: String,
    /// The connection's timeouts, and when to reconnect to which seat.
    reconnect: Reconnect,
    /// Why the connection was lost, shown while the page retries.
    lost_text: String,
    /// Failed connection attempts.
    unanswered: Unanswered,
    /// The pending HTTP request for the reason.
    asking: Option<Request>,
    /// When to ask again for a seat in a full room.
    seat_retry: Option<Micros>,
    /// How the player got the current seat.
    admission: Admission,
    /// Deadline for answering the server's idle check, if one is pending.
    answer_until: Option<Micros>,
    held: HeldInputs,
    /// Whether the player wants ghosts; a lesson shows them anyway.
    ghosts: GhostVisibility,
    /// What the player keeps on screen.
    pins: Pins,
    /// The player's conditions of the simulated link, for this connection and later ones. A lesson
    /// has others.
    link: Conditions,
    /// Whether the link to the room includes these conditions.
    link_shared: bool,
    /// In a room of two sides, in place of these conditions: what the player's side asks for.
    side_link: Option<SideLink>,
    choosing: Choosing,
    /// What the join screen's buttons open.
    offers: Offers,
    open_rooms: OpenRooms,
    own_room: OwnRoom,
    see_lag: SeeLag,
    /// Whether the page plays or watches, from the next connection on.
    /// The server that the link leads to, among several.
    node_of_link: Option<NodeName>,
    role: Role,
    watch: WatchState,
    forensics: ShotController,
    replay: ReplayState,
    /// Bolts that have ended but can still be clicked.
    ended_bolts: EndedBolts,
    /// When the player's death was reported; `None` while alive.
    died_at: Option<Micros>,
    /// The last inspected shot and the moment it was inspected.
    looked_into: Option<CaptureMoment>,
    /// Time of the last press on the playing field.
    pressed_at: Option<Micros>,
    /// Scene of the last frame; it stays on screen while out of the game.
    scene: Scene,
    /// The ships' trails of the last frame.
    trails: Vec<SceneTrail>,
    /// The lights of the picture, if the browser can draw them: they are drawn once, after the
    /// first picture.
    glows: OnceCell<Option<Glows>>,
    /// Where the own ship was drawn, in CSS pixels, from which the player aims.
    ship_px: Vec2,
    /// Cleared by whatever changes the layout of the page; see [`App::fit`].
    is_fitted: bool,
    frame_at: Micros,
    rate: FrameRate,
    quality: QualityControl,
    /// What the player steers by: with touch, sticks are drawn.
    device: Device,
    /// Where the mouse was when a gamepad took over, in CSS pixels.
    mouse_at: Option<Vec2>,
    pad: PadReader,
    /// The direction in which the gamepad moves the focus.
    focus_way: HeldWay,
    controls: PlayerControls,
    /// The control that waits for its new key or gamepad button.
    awaited: Option<BoundControl>,
    /// What the room was told.
    said_aim_assist: AimAssist,
    reduced_motion: bool,
}

/// Starts the page under an element with the content of `web/index.html`. It runs until the last
/// reference is dropped.
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

impl Shell {
    /// Begins to listen to the browser.
    fn open(root: &Element, mailbox: &Mailbox<Event>) -> Result<Self, MissingResource> {
        let window = dom::window(root)?;
        let element: HtmlCanvasElement = dom::by_id(root, "view")?;
        let posted = PointerEvents {
            pointed: Event::of_pointer,
            pressed: Event::of_button,
            edited: || Event::Edited,
        };
        let pointers = Pointers::new(&window, root, &element, mailbox, posted);
        let canvas = Canvas::new(&window, element, mailbox, CANVAS)?;
        let document = dom::document(root)?;
        Ok(Self {
            clock: Clock::new(&window)?,
            canvas,
            keyboard: Keyboard::new(&window, keymap::page, mailbox, KEYBOARD),
            address: Address::new(&window, mailbox.clone(), || Event::FragmentChanged),
            memory: PlayerMemory::new(&window),
            visibility: Visibility::new(&document, mailbox.clone(), || Event::VisibilityChanged),
            media: Media::new(&window),
            share: ShareSheet::find(&window),
            gamepads: Gamepads::new(&window),
            fast: None,
            _pointers: pointers,
            _frames: Frames::new(&window, mailbox.clone(), || Event::Frame),
            _slow: Timer::every(&window, SLOW_MS, mailbox.clone(), || Event::Slow),
            mailbox: mailbox.clone(),
            root: root.clone(),
            window,
        })
    }
}

impl App {
    fn new(root: &Element, mailbox: &Mailbox<Event>) -> Result<Self, MissingResource> {
        let shell = Shell::open(root, mailbox)?;
        let memory = Memory::lasting(&shell.window);
        let language = language_choice::choose(root, &shell.address, &memory)?;
        let text = |key: &str| GamePageText::of_key(key).map(|text| language.game_page(text));
        say_page(root, language, text)?;
        let hud = Hud::find(root)?;
        let reports_wanted = shell.memory.reports_wanted();
        hud.netcode.set_reports_wanted(reports_wanted);
        hud.own_room.set_share(shell.share.is_some().into());
        Ok(Self {
            language,
            words: language.game(),
            _languages: LanguageLinks::build(root, language)?,
            hud,
            sound: SoundPlayer::new(&shell.window, mailbox, shell.memory.volumes()),
            probe: Probe::new(root),
            view: View::new(shell.canvas.fit(), language),
            attract: Attract::default(),
            round: RoundFollower::default(),
            phase: Phase::Join,
            session: None,
            kept: None,
            name: String::new(),
            room: String::new(),
            reconnect: Reconnect::new(shell.memory.token(), shell.memory.node(), random_seed()),
            lost_text: String::new(),
            unanswered: Unanswered::default(),
            asking: None,
            seat_retry: None,
            admission: Admission::New,
            answer_until: None,
            held: HeldInputs::default(),
            ghosts: GhostVisibility::Hidden,
            pins: Pins::default(),
            link: Conditions::default(),
            link_shared: false,
            side_link: None,
            choosing: Choosing::new(reports_wanted),
            offers: shell.memory.offers(),
            open_rooms: OpenRooms::default(),
            own_room: OwnRoom::default(),
            see_lag: SeeLag::new(shell.memory.lag_offered()),
            role: Role::Player,
            node_of_link: None,
            watch: WatchState::default(),
            forensics: ShotController::find(root)?,
            replay: ReplayState::default(),
            ended_bolts: EndedBolts::default(),
            died_at: None,
            looked_into: None,
            pressed_at: None,
            scene: Scene::default(),
            trails: Vec::new(),
            glows: OnceCell::new(),
            ship_px: Vec2::ZERO,
            is_fitted: false,
            frame_at: shell.clock.now(),
            rate: FrameRate::default(),
            quality: QualityControl::default(),
            device: Device::Mouse,
            mouse_at: None,
            pad: PadReader::default(),
            focus_way: HeldWay::default(),
            controls: shell.memory.controls(),
            awaited: None,
            said_aim_assist: AimAssist::Off,
            reduced_motion: shell.media.reduced_motion(),
            shell,
        })
    }

    fn handle(&mut self, event: Event) {
        if event.is_of_a_player() {
            self.confirm_presence();
        }
        if matches!(event, Event::Flight(_, Stroke::Down) | Event::Scores(_) | Event::OtherKey) {
            self.set_device(self.usual_device());
        }
        match event {
            // It only shows that the player is present.
            Event::OtherKey => {}
            Event::Frame => self.frame(),
            Event::Slow => self.slow(),
            Event::Fast => self.pump(),
            Event::Flight(key, stroke) => self.fly(key, stroke),
            Event::Pointer(pointer) => self.point(pointer),
            Event::Scores(stroke) => self.hold_scores(stroke),
            Event::Act(action) => self.act(action),
            Event::Edited => self.edited(),
            Event::Picked(key) => self.pick_key(&key),
            Event::Blurred => self.blurred(),
            Event::LayoutKnown => self.show_controls(),
            Event::Resized => self.resized(),
            Event::ContextRestored => self.restored(),
            Event::FragmentChanged => self.follow_address(),
            Event::Audio(change) => self.sound.handle(change),
            Event::VisibilityChanged => self.visibility_changed(),
            Event::Opened => self.opened(),
            Event::Received(message) => self.received(message),
            Event::Closed(closed) => self.closed(&closed),
            Event::Answered(answer) => self.answered(&answer),
            Event::RoomsListed(answer) => self.rooms_listed(&answer),
        }
    }

    /// Runs a few times a second, in hidden tabs about once.
    fn slow(&mut self) {
        let now = self.shell.clock.now();
        self.pump();
        self.hud.toasts.refresh(now);
        if self.phase == Phase::Playing {
            self.show_notices(now);
        }
        self.check_timeouts(now);
        if self.phase == Phase::Join {
            self.is_fitted = false;
        }
        if self.phase == Phase::Playing {
            self.is_fitted = false;
            self.fade_panels();
            self.follow_round();
            if self.is_watching() {
                self.refresh_watch(now);
            } else {
                self.sync_netcode(now);
                self.refresh_forensics();
                self.sync_own_room();
                self.follow_sides();
                self.say_aim_assist();
            }
            self.drop_unseen_binding();
            if let Some(session) = &self.session {
                let standings = &self.round.standings;
                self.hud.refresh(now, &session.client, standings, self.rate.per_second());
                self.probe.refresh(&session.client, &self.scene, self.view.camera());
            }
        }
        if let Some(at) = self.reconnect.poll_connect() {
            self.wait_to_retry(now, at);
        }
        self.wait_for_seat(now);
        self.ask_for_rooms(now);
    }

    /// Shows the match's notices while it runs; after the connection closed they are obsolete.
    fn show_notices(&mut self, now: Micros) {
        self.hear_notices();
        let notices = self.session.as_mut().map(Session::drain_unshown);
        for notice in notices.unwrap_or_default() {
            // The rest is about the player who is followed.
            if self.is_watching() && !is_for_all(&notice) {
                continue;
            }
            self.show_notice(now, &notice);
        }
    }

    /// Passes on the match's notices to be heard, as soon as they are known.
    fn hear_notices(&mut self) {
        let notices = self.session.as_mut().map(Session::drain_unheard);
        for notice in notices.unwrap_or_default() {
            self.sound.note(&notice);
        }
    }

    /// Handles a flight or fire key.
    fn fly(&mut self, key: FlightKey, stroke: Stroke) {
        if stroke == Stroke::Down && !self.is_watching() {
            self.fly_on();
        }
        self.held.key(key, stroke);
    }

    /// Key releases are missed while another window has the focus.
    fn blurred(&mut self) {
        self.held.release_all();
        self.hud.scores.set_shown(Shown::No);
    }

    fn visibility_changed(&mut self) {
        self.held.release_all();
        self.sound.set_page((!self.shell.visibility.hidden()).into());
        // Frames stop while the tab is hidden; the client detects the gap from its times.
        if !self.shell.visibility.hidden() {
            self.frame_at = self.shell.clock.now();
            self.reduced_motion = self.shell.media.reduced_motion();
            // A connection lost in a hidden tab is retried when the tab is shown.
            if self.reconnect.poll_connect().is_some() {
                self.connect();
            }
        }
    }
}

fn callsign() -> String {
    names::callsign(random_seed())
}
