//! The instruments, as the game sees them: what is opened of them is loaded first, with a word on
//! the page meanwhile, and then shows what it is given.

use shared::base::time::Micros;
use wasm_bindgen::JsValue;
use web_sys::{Element, HtmlElement};

use super::App;
use crate::{
    instruments::{self, Open, Panels},
    plain::shot_act::ShotAct,
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
    /// Something to do with shots.
    Shot(ShotAct),
    /// The match as a file.
    Capture,
}

/// The instruments.
pub(super) struct Instruments {
    root: Element,
    plug: Plug,
    /// They are there.
    panels: Option<Box<dyn Panels>>,
    wanted: Option<Wanted>,
    word: Label,
    state: Attribute,
    graph: HtmlElement,
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
            root: root.clone(),
            plug: Plug::new(load, mailbox),
            panels: None,
            wanted: None,
            word: Label::find(root, "instruments")?,
            state: Attribute::new(root, "data-instruments"),
            graph: by_id(root, "net-graph")?,
            load_at: None,
        })
    }

    /// Their panels, where they are there.
    pub(super) fn panels(&mut self) -> Option<&mut (dyn Panels + 'static)> {
        self.panels.as_deref_mut()
    }

    /// Whether what the player opens is there; else it is loaded, and opened then.
    pub(super) fn want(&mut self, wanted: Wanted) -> bool {
        if self.panels.is_some() {
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
        self.load_at = self.panels.is_none().then_some(now + REST);
    }

    /// Whether the net graph is shown.
    pub(super) fn graph_shown(&self) -> bool {
        !self.graph.hidden()
    }
}

impl App {
    /// The instruments were loaded, or could not be.
    pub(super) fn plugged(&mut self, word: &JsValue) {
        let instruments = &mut self.instruments;
        let wanted = instruments.wanted.take();
        if instruments.plug.handle(word) && instruments.panels.is_none() {
            instruments.panels = instruments::open(&instruments.root).ok();
        }
        let Some(panels) = &mut instruments.panels else {
            instruments.state.set("failed");
            instruments.word.say_if(wanted.map(|_| FAILED));
            self.arrive_blind();
            return;
        };
        instruments.state.set("ready");
        instruments.word.say_if(None);
        panels.set_opinions(self.choosing.opinions);
        panels.set_link(&self.link);
        let now = self.shell.clock.now();
        self.settle(now);
        self.tell_rules(now);
        self.refresh_panels(now);
        if let Some(arrival) = self.unread.take() {
            self.arrive(arrival);
        }
        match wanted {
            Some(Wanted::Shot(act)) => {
                self.act_on_shot(act);
            }
            Some(Wanted::Capture) => self.save_capture(),
            Some(Wanted::Panel) | None => {}
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
        self.want_if(shown.into());
        self.refresh_panels(self.shell.clock.now());
    }

    /// Brings up to date what is open of them.
    pub(super) fn refresh_panels(&mut self, now: Micros) {
        let open = Open {
            graph: self.instruments.graph_shown().into(),
            scores: self.hud.scores.shown(),
            fps: self.rate.per_second(),
        };
        if let (Some(panels), Some(session)) = (self.instruments.panels(), &mut self.session) {
            panels.refresh(now, &mut session.client, &open);
        }
    }

    /// Offers what was received of the match as a file for the laboratory and the command line.
    pub(super) fn save_capture(&mut self) {
        if self.session.is_none() || !self.instruments.want(Wanted::Capture) {
            return;
        }
        if let (Some(panels), Some(session)) = (self.instruments.panels(), &self.session) {
            let text = panels.save(&session.client);
            self.hud.toasts.say(self.shell.clock.now(), &[&text]);
        }
    }
}
