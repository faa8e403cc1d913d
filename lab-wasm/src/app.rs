//! What ties the laboratory to its page: an event goes in, and what follows from it is done before
//! the next. For tests, the page's root says in `data-frames` how many pictures were drawn, and
//! what was on the last one as the game's page does (`hud/probe.rs` of `client-wasm`).

use std::{cell::RefCell, rc::Rc};

use client_wasm::{
    hud::probe::Probe,
    plain::{
        figures::whole,
        fragment::{self, Fragment},
        held::{Device, Held, Pointer},
    },
    shell::{
        Missing,
        address::Address,
        canvas::Canvas,
        clock::{Clock, random_seed},
        dom::{self, Attribute, Label},
        event::{Event, Mailbox},
        frames::Frames,
        keyboard::{Capture, Keyboard},
        media::Media,
        pointer::Pointers,
        timer::Timer,
    },
    view::{Cooldowns, Motion, Picture, View, layout::Drawer},
};
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate},
    },
    client::Client,
};
use web_sys::{Element, HtmlCanvasElement};

use crate::duel::Duel;

/// How often the page tells of itself, in ms.
const SLOW_MS: i32 = 100;
/// The most time that passes between two pictures: while the tab is hidden, the fight waits.
const STEP_MAX: Micros = Micros::from_ms(100);

/// The browser's capabilities that the app uses after the start.
struct Shell {
    clock: Clock,
    canvas: Canvas,
    address: Address,
    media: Media,
    _keyboard: Keyboard,
    _pointers: Pointers,
    _frames: Frames,
    _slow: Timer,
}

/// The running page. Dropped, it gives back every listener and timer.
pub struct App {
    shell: Shell,
    view: View,
    probe: Probe,
    frames: Attribute,
    n_frames: u32,
    /// What is wrong with the address.
    refusal: Label,
    duel: Duel,
    held: Held,
    /// Where the own ship was drawn, in CSS pixels: what the player aims from.
    ship_px: Vec2,
    frame_at: Micros,
    /// Whether fingers play: sticks are drawn.
    touch: bool,
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
    Ok(app)
}

impl App {
    fn new(root: &Element, mailbox: &Mailbox) -> Result<Self, Missing> {
        let window = dom::window()?;
        let element: HtmlCanvasElement = dom::by_id(root, "lab-view")?;
        let pointers = Pointers::new(&window, root, &element, mailbox);
        let keyboard = Keyboard::new(&window, mailbox);
        keyboard.set_capture(Capture::Flight);
        let shell = Shell {
            clock: Clock::new(&window)?,
            canvas: Canvas::new(&window, element, mailbox)?,
            address: Address::new(&window, mailbox.clone()),
            media: Media::new(&window),
            _keyboard: keyboard,
            _pointers: pointers,
            _frames: Frames::new(&window, mailbox.clone()),
            _slow: Timer::every(&window, SLOW_MS, mailbox.clone(), Event::Slow),
        };
        let mut refusal = Label::find(root, "lab-refusal")?;
        let mut probe = Probe::new(root);
        probe.set_state("running");
        Ok(Self {
            view: View::new(shell.canvas.fit()),
            probe,
            frames: Attribute::new(root, "data-frames"),
            n_frames: 0,
            duel: duel(&shell.address, &mut refusal)?,
            refusal,
            held: Held::default(),
            ship_px: Vec2::ZERO,
            frame_at: shell.clock.now(),
            touch: shell.media.touch(),
            shell,
        })
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Frame => self.frame(),
            Event::Slow => self.tell(),
            Event::Flight(key, stroke) => self.held.key(key, stroke),
            Event::Pointer(pointer) => self.point(pointer),
            Event::Blurred => self.held.release_all(),
            Event::Resized => self.view.resize(self.shell.canvas.fit(), Drawer::Shut),
            Event::FragmentChanged => {
                // The settings of a link were in range before, and so is the seed.
                if let Ok(duel) = duel(&self.shell.address, &mut self.refusal) {
                    self.duel = duel;
                }
            }
            // The laboratory has no server, and none of the game's panels.
            Event::Fast
            | Event::Scores(_)
            | Event::Act(_)
            | Event::Edited
            | Event::VisibilityChanged
            | Event::Opened
            | Event::Received(_)
            | Event::Closed(_) => {}
        }
    }

    /// A picture is due.
    fn frame(&mut self) {
        let now = self.shell.clock.now();
        let step = (now - self.frame_at).max(Micros::ZERO).min(STEP_MAX);
        self.frame_at = now;
        self.duel.run(step, self.held.controls(self.ship_px));
        self.draw(now, step);
        self.n_frames += 1;
    }

    fn draw(&mut self, now: Micros, step: Micros) {
        let client = self.duel.client();
        let scene = client.scene();
        let motion = if self.shell.media.reduced_motion() { Motion::Reduced } else { Motion::Full };
        let aimed = match (motion, self.held.mouse()) {
            (Motion::Full, Some(mouse)) => self.view.camera().offset_of(mouse),
            _ => Vec2::ZERO,
        };
        self.view.follow(scene.focus, aimed, client.arena(), step.as_s_f32());
        self.ship_px = self.view.camera().to_page(scene.focus);
        let picture = Picture {
            now,
            scene: &scene,
            arena: client.arena(),
            roster: client.roster(),
            cooldowns: Cooldowns::of(client),
            sticks: self.touch.then(|| self.held.sticks()),
            motion,
        };
        self.view.draw(self.shell.canvas.context(), &picture);
    }

    /// Tells what was drawn.
    fn tell(&mut self) {
        let client: &Client = self.duel.client();
        self.probe.refresh(client, &client.scene(), self.view.camera());
        self.frames.set(&whole(self.n_frames.into()));
    }

    /// The mouse or a finger did something.
    fn point(&mut self, pointer: Pointer) {
        self.touch = match pointer.device {
            Device::Touch => true,
            Device::Mouse => self.touch && self.shell.media.touch(),
        };
        let middle_x = self.view.layout().world.middle().x;
        self.held.pointer(pointer, middle_x);
    }
}

/// A fight by the netcode that the address names; what is wrong with the address is said.
fn duel(address: &Address, refusal: &mut Label) -> Result<Duel, Missing> {
    let parsed = fragment::parse(&address.fragment());
    refusal.say_if(parsed.as_ref().err().map(|refusal| refusal.0.as_str()));
    let Fragment { tick, netcode, .. } = parsed.unwrap_or_default();
    let netcode = netcode.unwrap_or_default().netcode;
    let duel = Duel::new(&netcode, tick.unwrap_or(TickRate::DEFAULT), random_seed());
    duel.map_err(|error| Missing(error.to_string()))
}
