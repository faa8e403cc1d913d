//! The instruments, as the game sees them: what is opened of them is loaded first, with a word on
//! the page meanwhile, and then told what it shows.

use shared::{
    base::{state_hash::read, time::Micros},
    scheme::opinion::Opinions,
    sim::event::ShotId,
};
use wasm_bindgen::JsValue;
use web_sys::{Element, HtmlElement};

use super::{App, Phase};
use crate::{
    hud::shot_line::newest,
    plain::exchange::{Answer, NetcodeStatus, Told, bytes},
    shell::{
        Missing,
        dom::{Attribute, Label, by_id},
        event::Mailbox,
        plug::Plug,
    },
};

/// How long after the welcome they are loaded in any case: the first pictures come first.
const REST: Micros = Micros::from_ms(1_500);

const LOADING: &str = "Loading the instruments …";
const FAILED: &str = "The instruments could not be loaded. Once there is a connection, open them \
                      again.";

/// What the player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A drawer or the net graph, which stand on the page already.
    Panel,
    /// A shot.
    Shot(ShotId),
    /// The match as a file.
    Capture,
}

/// The instruments.
pub(super) struct Instruments {
    plug: Plug,
    wanted: Option<Wanted>,
    word: Label,
    state: Attribute,
    graph: HtmlElement,
    /// The netcode as it was told last.
    netcode: Option<NetcodeStatus>,
    /// The shot line as it was told last.
    line: Option<Opinions>,
    load_at: Option<Micros>,
}

impl Instruments {
    /// Finds their places on the page. They are loaded by a function as [`Plug::new`] has it.
    pub(super) fn new(
        root: &Element,
        load: &js_sys::Function,
        mailbox: &Mailbox,
    ) -> Result<Self, Missing> {
        Ok(Self {
            plug: Plug::new(load, mailbox),
            wanted: None,
            word: Label::find(root, "instruments")?,
            state: Attribute::new(root, "data-instruments"),
            graph: by_id(root, "net-graph")?,
            netcode: None,
            line: None,
            load_at: None,
        })
    }

    /// Tells them something, where they are there.
    pub(super) fn tell(&self, told: &Told) -> Answer {
        let answer = self.plug.call(&bytes(told));
        answer.and_then(|answer| read(&answer)).unwrap_or_default()
    }

    /// Whether what the player opens is there; else it is loaded, and opened then.
    pub(super) fn want(&mut self, wanted: Wanted) -> bool {
        if self.plug.ready() {
            return true;
        }
        self.wanted = Some(wanted);
        self.word.say_if(Some(LOADING));
        self.load();
        false
    }

    /// The player waits no longer.
    pub(super) fn give_up(&mut self) {
        self.wanted = None;
        self.word.say_if(None);
    }

    fn load(&mut self) {
        self.load_at = None;
        self.plug.load();
        self.state.set("loading");
    }

    /// Loads them after a while.
    pub(super) fn load_after(&mut self, now: Micros) {
        self.load_at = (!self.plug.ready()).then_some(now + REST);
    }

    /// Whether the net graph is shown.
    pub(super) fn graph_shown(&self) -> bool {
        !self.graph.hidden()
    }

    /// Tells the netcode in force, where it changed.
    pub(super) fn tell_netcode(&mut self, status: NetcodeStatus) {
        if self.plug.ready() && self.netcode.as_ref() != Some(&status) {
            let told = Told::Netcode(status);
            self.tell(&told);
            if let Told::Netcode(status) = told {
                self.netcode = Some(status);
            }
        }
    }
}

impl App {
    /// The instruments were loaded, or could not be.
    pub(super) fn plugged(&mut self, part: JsValue) {
        let instruments = &mut self.instruments;
        instruments.plug.handle(part);
        let wanted = instruments.wanted.take();
        if !instruments.plug.ready() {
            instruments.state.set("failed");
            instruments.word.say_if(wanted.map(|_| FAILED));
            return;
        }
        instruments.state.set("ready");
        instruments.word.say_if(None);
        instruments.netcode = None;
        instruments.tell(&Told::Opinions(self.choosing.opinions));
        instruments.tell(&Told::Link(self.link));
        let now = self.shell.clock.now();
        self.settle(now);
        self.tell_graph();
        match wanted {
            Some(Wanted::Shot(shot)) if self.phase == Phase::Playing => self.look_at(shot, now),
            Some(Wanted::Capture) => self.save_capture(),
            _ => {}
        }
    }

    /// Loads them once the player has settled in; runs a few times a second.
    pub(super) fn load_in_time(&mut self, now: Micros) {
        if self.instruments.load_at.is_some_and(|at| at <= now) {
            self.instruments.load();
        }
    }

    /// Shows or hides the net graph.
    pub(super) fn toggle_net_graph(&mut self) {
        let shown = !self.instruments.graph_shown();
        self.instruments.graph.set_hidden(!shown);
        self.hud.drawers.set_net_graph(shown.into());
        if shown {
            self.instruments.want(Wanted::Panel);
        } else {
            self.instruments.give_up();
        }
        self.tell_graph();
    }

    /// Brings the shot line up to date.
    pub(super) fn tell_line(&mut self, now: Micros) {
        let client = self.session.as_ref().map(|session| &session.client);
        let line = client.and_then(|client| newest(now, client));
        if self.instruments.plug.ready() && self.instruments.line != line {
            self.instruments.line = line;
            let roster = client.map(|client| client.roster().to_vec()).unwrap_or_default();
            self.instruments.tell(&Told::Line(line.map(|line| Box::new((line, roster)))));
        }
    }

    /// Brings the net graph up to date.
    pub(super) fn tell_graph(&self) {
        let client = self.session.as_ref().map(|session| &session.client);
        let shown = client.filter(|_| self.instruments.graph_shown());
        let graph = shown.map(|client| (client.net_graph(), self.rate.per_second()));
        self.instruments.tell(&Told::Graph(graph));
    }

    /// Offers what was received of the match as a file for the laboratory and the command line.
    pub(super) fn save_capture(&mut self) {
        let Some(session) = &self.session else { return };
        if !self.instruments.want(Wanted::Capture) {
            return;
        }
        let told = Told::Save(Box::new(session.client.capture()));
        if let Answer::Said(text) = self.instruments.tell(&told) {
            self.hud.toasts.say(self.shell.clock.now(), &[&text]);
        }
    }
}
