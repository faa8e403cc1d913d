//! The app connects the laboratory to its page: it handles one event at a time, completely. The
//! match is a [`RunPlayback`]; everything else here is the state of the view.

mod capture_session;
mod cues;
mod desk;
pub mod event;
pub mod keymap;
mod known_shots;
mod moments;
pub mod order;
mod orders;
mod picture;
mod probe;
mod schemes;
mod shot_source;
mod shots;
mod stored;
mod stored_of;
mod timelines;
mod watching;

use std::{cell::RefCell, rc::Rc};

use capture::{limits::FILE_BYTES_MAX, playback::SeekProgress};
use capture_session::CaptureSession;
use event::Event;
use known_shots::KnownShots;
use lab::{
    column::Column,
    lesson::Lesson,
    lie::LyingColumns,
    link::MomentLink,
    moment::ColumnShot,
    pane::PaneView,
    run::{Input, RunError},
    run_playback::{RunFull, RunPlayback},
    scenario::Scenario,
    setup::{Controller, Setup},
};
use probe::Probe;
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::GhostVisibility,
};
use stored_of::StoredOf;
use web_sys::{Document, Element, HtmlCanvasElement};
use web_ui::{
    canvas::frame_rate::FrameRate,
    forensics::controller::ShotController,
    input::{held::HeldInputs, key_labels},
    net_graph::panel::NetGraphPanel,
    netcode::{chosen::Chosen, panel::NetcodePanel},
    shell::{
        MissingResource,
        address::Address,
        canvas::{Canvas, CanvasEvents, Size},
        clock::Clock,
        dom::{self, Attribute},
        files::Files,
        frames::Frames,
        keyboard::{Keyboard, KeyboardEvents, Stroke},
        mailbox::Mailbox,
        media::Media,
        pointer::{Device, Phase, Pointer, PointerEvents, Pointers},
        storage::Memory,
        timer::Timer,
    },
    text::{
        language_choice::{self, LanguageLinks},
        page_texts::say_page,
    },
    widgets::toasts::Toasts,
    world::Motion,
};
use words::{LabPageText, Language, Notice, Refused};

use crate::{
    hud::{
        alternatives::Alternatives,
        bar::{Bar, BarMove},
        beginning::Beginning,
        caption::Caption,
        codec::CodecChoice,
        columns::Columns,
        cue::CuePanel,
        desk::Desk,
        drawers::Drawers,
        lessons::Lessons,
        more::MoreMenu,
        network::NetworkPanel,
        refusal::Refusal,
        share::Share,
        shots::ShotList,
        spoken::Spoken,
        stored::StoredWords,
        timelines::{Timeline, Timelines},
        titles::Titles,
        units::explain_units,
    },
    time::{
        cue_watch::CueWatch,
        stopwatch::Stopwatch,
        transport::{Pace, Transport},
    },
    view::{
        arrange::{Arrangement, OccupiedSpace, PANES},
        framing::Framing,
        lanes::Lane,
    },
};

/// Interval of panel updates, in ms.
const PANEL_REFRESH_MS: i32 = 100;
const CANVAS: CanvasEvents<Event> = CanvasEvents::redraw(|| Event::Resized);
const KEYBOARD: KeyboardEvents<Event> =
    KeyboardEvents { blurred: || Event::Blurred, layout_known: || Event::LayoutKnown };
/// Maximum frames simulated per picture while seeking in the recording.
const SEEK_FRAMES: u32 = 240;

/// The browser capabilities that the app uses after start-up.
struct Shell {
    root: Element,
    document: Document,
    clock: Clock,
    canvas: Canvas,
    address: Address,
    media: Media,
    memory: Memory,
    keyboard: Keyboard<Event>,
    _pointers: Pointers,
    _files: Files,
    _frames: Frames,
    _slow: Timer,
}

struct Panels {
    /// The language of all panels.
    language: Language,
    bar: Bar,
    beginning: Beginning,
    titles: Titles,
    caption: Caption,
    cue: CuePanel,
    spoken: Spoken,
    stored: StoredWords,
    drawers: Drawers,
    more: MoreMenu,
    network: NetworkPanel,
    codec: CodecChoice,
    netcode: NetcodePanel,
    alternatives: Alternatives,
    columns: Columns,
    desk: Desk,
    lessons: Lessons,
    shots: ShotList,
    forensics: ShotController,
    share: Share,
    graph: NetGraphPanel,
    timelines: Timelines,
    toasts: Toasts,
    refusal: Refusal,
    _languages: LanguageLinks,
}

/// The state of the view.
struct ViewState {
    size: Size,
    arrangement: Arrangement,
    framing: Framing,
    /// Where the scenario plays.
    scene: Option<Framing>,
    maximised: Option<usize>,
    mouse: Vec2,
    /// Where the flown ship was drawn, in CSS pixels, from which the user aims.
    ship_px: Vec2,
    motion: Motion,
    frame_at: Micros,
    /// Content of the last picture.
    rows: Vec<[PaneView; PANES]>,
    /// Content of its time lanes.
    lanes: Vec<Lane>,
}

/// Root attribute: whether the page shows a match, which can be changed, or a capture, which
/// cannot. Style sheets hide the controls of no use.
const WATCHING: &str = "data-watching";

/// The running page. Dropping it releases every listener and timer.
pub struct App {
    shell: Shell,
    panels: Panels,
    probe: Probe,
    view_state: ViewState,
    playback: RunPlayback,
    transport: Transport,
    /// The cue, at which a match waits unless the user flies.
    cue: CueWatch,
    held: HeldInputs,
    /// The selected column, which presets and settings apply to.
    column: usize,
    /// The chosen netcode of each column.
    chosen: Vec<Chosen>,
    /// The player whose links the network drawer shows.
    network_player: usize,
    /// The player whose program the cheater's desk controls.
    desk_player: usize,
    /// The columns in which it lies.
    lying_in: LyingColumns,
    lesson: Option<Lesson>,
    /// Whether the user's controls apply, instead of those recorded for this frame.
    live: bool,
    ghosts: GhostVisibility,
    /// The ship whose stored poses the server's pane shows.
    stored_of: StoredOf,
    /// Whether the user uses touch, so that sticks are drawn.
    touch: bool,
    rate: FrameRate,
    stopwatch: Stopwatch,
    /// A capture shown in place of the match.
    capture_session: Option<CaptureSession>,
    /// Publishes that on the page's root.
    watching: Attribute,
    /// A link whose moment is being sought.
    opening: Option<MomentLink>,
    /// The last inspected shot, and the frame at which it was inspected.
    last_inspected: Option<(ColumnShot, u32)>,
    /// The known shots of the run, independent of the current frame.
    known_shots: KnownShots,
    /// The time picture chosen by the user, for scenarios without one of their own.
    chosen_timeline: Option<Timeline>,
    /// The inspected shot as known from simulating ahead.
    simulated: Option<shot_source::SimulatedShot>,
}

/// Starts the page under an element with the content of `web/lab.html`. It runs until the last
/// reference is dropped.
///
/// # Errors
/// When the page lacks an element or the browser a capability.
pub fn mount(root: &Element) -> Result<Rc<RefCell<App>>, MissingResource> {
    let mailbox = Mailbox::default();
    let app = Rc::new(RefCell::new(App::new(root, &mailbox)?));
    mailbox.feed(&app, App::handle);
    app.borrow_mut().restore_cue_use();
    app.borrow_mut().open();
    Ok(app)
}

impl Panels {
    fn find(
        root: &Element,
        mailbox: &Mailbox<Event>,
        language: Language,
    ) -> Result<Self, MissingResource> {
        let text = |key: &str| LabPageText::of_key(key).map(|text| language.lab_page(text));
        say_page(root, language, text)?;
        explain_units(root, language)?;
        Ok(Self {
            language,
            bar: Bar::find(root, language)?,
            beginning: Beginning::find(root, language)?,
            titles: Titles::find(root, language)?,
            caption: Caption::find(root, language)?,
            cue: CuePanel::find(root)?,
            spoken: Spoken::find(root)?,
            stored: StoredWords::find(root)?,
            drawers: Drawers::find(root)?,
            more: MoreMenu::find(root, mailbox, || Event::MenuLeft)?,
            network: NetworkPanel::find(root, schemes::crew(), language)?,
            codec: CodecChoice::find(root, language)?,
            netcode: NetcodePanel::find(root)?,
            alternatives: Alternatives::find(root, language)?,
            columns: Columns::find(root, language)?,
            desk: Desk::find(root, language)?,
            lessons: Lessons::find(root, language)?,
            shots: ShotList::find(root)?,
            forensics: ShotController::find(root)?,
            share: Share::find(root, language)?,
            graph: NetGraphPanel::build(dom::by_id(root, "net-graph")?)?,
            timelines: Timelines::find(root, language)?,
            toasts: Toasts::find(root)?,
            refusal: Refusal::find(root)?,
            _languages: LanguageLinks::build(root, language)?,
        })
    }
}

impl App {
    fn new(root: &Element, mailbox: &Mailbox<Event>) -> Result<Self, MissingResource> {
        let window = dom::window(root)?;
        let element: HtmlCanvasElement = dom::by_id(root, "lab-view")?;
        let posted = PointerEvents {
            pointed: Event::Pointer,
            pressed: Event::of_button,
            edited: || Event::Edited,
        };
        let pointers = Pointers::new(&window, root, &element, mailbox, posted);
        let file = dom::by_id(root, "file")?;
        let shell = Shell {
            root: root.clone(),
            document: dom::document(root)?,
            clock: Clock::new(&window)?,
            canvas: Canvas::new(&window, element, mailbox, CANVAS)?,
            address: Address::new(&window, mailbox.clone(), || Event::FragmentChanged),
            media: Media::new(&window),
            memory: Memory::lasting(&window),
            keyboard: Keyboard::new(&window, keymap::flight, mailbox, KEYBOARD),
            _pointers: pointers,
            _files: Files::new(root, &file, FILE_BYTES_MAX as u32, mailbox, Event::File),
            _frames: Frames::new(&window, mailbox.clone(), || Event::Frame),
            _slow: Timer::every(&window, PANEL_REFRESH_MS, mailbox.clone(), || Event::Refresh),
        };
        let playback = RunPlayback::new(Scenario::default().setup());
        let playback = playback.map_err(|error| MissingResource::Content(error.to_string()))?;
        let language = language_choice::choose(root, &shell.address, &shell.memory)?;
        let panels = Panels::find(root, mailbox, language)?;
        let size = shell.canvas.fit();
        let view_state = ViewState {
            size,
            arrangement: Arrangement::of(size, OccupiedSpace::default()),
            framing: Framing::around(Vec2::ZERO),
            scene: None,
            maximised: None,
            mouse: Vec2::ZERO,
            ship_px: Vec2::ZERO,
            motion: Motion::Full,
            frame_at: shell.clock.now(),
            rows: Vec::new(),
            lanes: Vec::new(),
        };
        Ok(Self {
            probe: Probe::new(root),
            panels,
            view_state,
            chosen: schemes::chosen(&playback),
            playback,
            transport: Transport::default(),
            cue: CueWatch::default(),
            held: HeldInputs::default(),
            column: 0,
            network_player: 0,
            desk_player: 0,
            lying_in: LyingColumns::Second,
            lesson: None,
            live: true,
            ghosts: GhostVisibility::Shown,
            stored_of: StoredOf::default(),
            touch: false,
            rate: FrameRate::default(),
            stopwatch: Stopwatch::default(),
            capture_session: None,
            watching: Attribute::new(root, WATCHING),
            opening: None,
            last_inspected: None,
            known_shots: KnownShots::default(),
            chosen_timeline: None,
            simulated: None,
            shell,
        })
    }

    /// Starts a match.
    fn load(&mut self, setup: Setup) {
        match RunPlayback::new(setup) {
            Ok(playback) => self.show(playback),
            Err(error) => self.refuse(&error),
        }
    }

    /// Shows a match from its current frame.
    fn show(&mut self, playback: RunPlayback) {
        self.chosen = schemes::chosen(&playback);
        self.playback = playback;
        self.capture_session = None;
        self.watching.set("match");
        self.panels.refusal.close();
        self.opening = None;
        self.probe.changed();
        self.close_shot();
        self.last_inspected = None;
        self.known_shots.forget();
        self.column = self.column.min(self.playback.state().columns().len() - 1);
        self.transport.at_frame();
        self.held.release_all();
        let survey = self.cue.begin(&self.playback);
        self.view_state.scene = survey.and_then(|survey| survey.area()).map(Framing::of);
        self.view_state.framing = self.framing();
        self.fit();
        self.refresh_panels();
    }

    fn refuse(&mut self, error: &RunError) {
        let why = self.panels.language.refusal(Refused::Run(error));
        self.panels.refusal.say(&why);
    }

    /// Shows a notice as a toast.
    fn notice(&mut self, notice: Notice) {
        self.say(&self.panels.language.notice(notice));
    }

    /// Shows a toast.
    fn say(&mut self, text: &str) {
        self.panels.toasts.say(self.shell.clock.now(), &[text]);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Frame => self.frame(),
            Event::Refresh => self.refresh_panels(),
            Event::Flight(key, stroke) => {
                if stroke == Stroke::Down {
                    self.take_over();
                }
                self.held.key(key, stroke);
            }
            Event::Pointer(pointer) => self.point(pointer),
            Event::Order(order) => self.handle_order(order),
            Event::Edited => self.edited(),
            Event::MenuLeft => drop(self.panels.more.close()),
            Event::Blurred => self.held.release_all(),
            Event::LayoutKnown => self.label_keys(),
            Event::Resized => self.fit(),
            Event::FragmentChanged => self.open(),
            Event::File(bytes) => self.read_file(&bytes),
        }
    }

    /// Relabels the key hints for the user's layout.
    fn label_keys(&self) {
        let layout = self.shell.keyboard.layout();
        key_labels::show(&self.shell.root, &layout, keymap::is_command);
    }

    /// Updates the panels; runs a few times a second.
    fn refresh_panels(&mut self) {
        if self.capture_session.is_some() {
            return self.refresh_capture_panels();
        }
        self.match_presets();
        let frame = self.playback.frame();
        let scenario = self.scenario();
        let run = (frame, self.timeline_frames());
        let flown = self.flown();
        self.panels.bar.refresh(scenario, &self.transport, run, flown);
        self.panels.more.refresh();
        let outcomes = self.playback.state().outcomes();
        let outcome = outcomes.first().and_then(|one| one.outcome);
        self.panels.caption.say(scenario, &outcomes);
        self.panels.spoken.refresh(self.shell.clock.now(), scenario, outcome.is_some());
        self.mark_cue();
        self.say_titles();
        self.refresh_shots();
        self.refresh_graph();
        self.say_timelines();
        self.panels.toasts.refresh(self.shell.clock.now());
        self.refresh_schemes();
        self.refresh_desk();
        self.panels.lessons.refresh(self.playback.state());
        self.view_state.motion =
            if self.shell.media.reduced_motion() { Motion::Reduced } else { Motion::Full };
        let language = self.panels.language;
        let said =
            || outcome.map_or_else(String::new, |outcome| language.outcome(&outcome.statement));
        self.probe.refresh(&self.playback, &self.transport, self.playback.seeking(), said);
        self.refresh_stored();
        self.probe.refresh_pictures(&self.view_state.rows, &self.stopwatch);
    }

    /// Handles a change of a form control.
    fn edited(&mut self) {
        self.panels.forensics.handle_edit();
        self.panels.timelines.handle_edit();
        self.panels.desk.handle_edit();
        self.edited_cues();
        match self.panels.bar.moved(self.scenario(), &self.transport) {
            Some(BarMove::Scenario(scenario)) => self.open_scenario(scenario),
            Some(BarMove::Speed(speed)) => self.transport.set_speed(speed),
            Some(BarMove::Position(frame)) => {
                self.transport.set_pace(Pace::Paused);
                self.go_to(frame);
            }
            None => {
                self.edited_lesson();
                self.edited_schemes();
            }
        }
        self.refresh_panels();
    }

    fn point(&mut self, pointer: Pointer) {
        self.view_state.mouse = pointer.at;
        self.touch = match pointer.device {
            Device::Touch => true,
            Device::Mouse | Device::Gamepad => self.touch && self.shell.media.touch(),
        };
        if pointer.phase == Phase::Down {
            self.panels.more.close();
            let on = self.view_state.arrangement.pane_at(pointer.at).map(|(_, pane)| pane);
            let flown = self.flown().map(pane_of);
            let plays = self.transport.pace() == Pace::Playing && flown.is_some();
            // The mouse flies only in the pane of its ship; fingers fly anywhere.
            if !plays || (pointer.device == Device::Mouse && on != flown) {
                return self.inspect_at(pointer.at);
            }
            self.live = true;
        }
        let middle = self.view_state.size.width_px / 2.0;
        self.held.pointer(pointer, middle);
    }

    /// Seeks to a frame, at once or over the next pictures.
    fn go_to(&mut self, frame: u32) {
        self.transport.at_frame();
        if self.capture_session.is_some() {
            return self.seek_capture(frame);
        }
        self.live = false;
        self.cue.again();
        self.record_until(frame);
        if self.playback.seek(frame, SEEK_FRAMES) == SeekProgress::Arrived {
            self.finish_seek();
        }
    }

    /// Simulates a loop up to a frame that is not recorded yet.
    fn record_until(&mut self, frame: u32) {
        let end = frame.min(self.timeline_frames());
        if self.playback.run().frames >= end {
            return;
        }
        let recorded = self.playback.frames();
        let _ = self.playback.seek(recorded, u32::MAX);
        while self.playback.frame() < end && self.playback.step().is_ok() {}
    }

    /// Length of the time bar in frames: of a looping match its whole loop.
    fn timeline_frames(&self) -> u32 {
        let run = self.playback.run();
        run.frames.max(run.loop_frames().unwrap_or_default())
    }

    /// Applies an input of the user to the match. A capture cannot be changed.
    fn input(&mut self, input: Input) {
        if self.capture_session.is_some() {
            return self.notice(Notice::AsCaptured);
        }
        self.probe.changed();
        self.known_shots.forget_after(self.first().harness().room().tick());
        let acted = self.playback.handle_input(input);
        self.cue.changed(&self.playback);
        self.stop_if_full(acted);
    }

    /// Pauses when the recording is full.
    fn stop_if_full(&mut self, done: Result<(), RunFull>) {
        if let Err(full) = done {
            self.transport.set_pace(Pace::Paused);
            self.notice(Notice::RunFull(full));
        }
    }

    /// Fits everything to the page.
    fn fit(&mut self) {
        self.view_state.size = self.shell.canvas.fit();
        if self.fit_capture() {
            self.probe.place(&self.view_state.arrangement);
            return self.panels.titles.place(&self.view_state.arrangement);
        }
        let taken = OccupiedSpace {
            columns: self.playback.state().columns().len(),
            maximised: self.view_state.maximised,
            drawer: self.panels.drawers.open().is_some(),
            lanes: self.panels.timelines.shown().map_or(0, |_| self.lane_viewers().len()),
        };
        self.view_state.arrangement = Arrangement::of(self.view_state.size, taken);
        self.probe.place(&self.view_state.arrangement);
        self.panels.titles.place(&self.view_state.arrangement);
        self.panels.timelines.place(&self.view_state.arrangement, self.view_state.size);
    }

    fn scenario(&self) -> Scenario {
        self.playback.run().setup.scenario
    }

    fn first(&self) -> &Column {
        &self.playback.state().columns()[0]
    }

    /// The player whose ship the user flies.
    fn flown(&self) -> Option<usize> {
        (0..2).find(|player| *self.first().controller(*player) == Controller::You)
    }
}

/// The pane of a player.
fn pane_of(player: usize) -> usize {
    player * 2
}
