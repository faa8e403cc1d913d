//! What a player opens, and nobody needs to fly: the sheet that looks into a shot, the net graph,
//! the shot line, the settings of netcode and link and the words for them, links that say more
//! than a room, the scores, the capture as a file. The game's
//! client goes in, the page's panels follow, what the player moved comes out.
//!
//! All of it lies behind [`open`]. The game's page is built of two pieces of wasm with one memory:
//! what can be reached through this function only is in the second (`server/build/split.rs`), which
//! is loaded when the player first opens one of the panels, or has been in the game for a moment.
//! So nothing else of this module may be called but what [`Panels`] has: through it calls find
//! their way by addresses, not by name.

mod looking;

use crate::plain::joined::Joined;
use shared::{
    base::time::{Micros, TickRate},
    client::{Client, scene::Scene, status::Notice},
    lab::{
        capture::{RecordedClient, Recording},
        file::capture_file,
    },
    scheme::{
        netcode::{Netcode, RoomNetcode},
        opinion::OpinionsWanted,
        preset::Preset,
    },
    wire::message::{self as wire, Access, MessageError},
};
use web_sys::{Document, Element};

use crate::{
    hud::{
        first_name,
        link_panel::LinkPanel,
        name_of,
        net_graph::{self, NetGraphPanel},
        netcode_panel::NetcodePanel,
        scheme::{Passing, Scheme},
        scores::ScoresTable,
        shot_line::ShotLine,
    },
    plain::{
        detour::{Detour, SimulatedLink},
        figures::whole,
        fragment::{self, Fragment, Refusal},
        link_setup::LinkSetup,
        net_graph_text,
        netcode_status::NetcodeStatus,
        netcode_text::Chosen,
        netcode_words,
        shot_act::ShotAct,
    },
    shell::{
        Missing,
        dom::{self, Attribute, Finder, Shown, by_id},
        files,
        keyboard::Capture,
        panic_screen,
    },
    view::camera::Camera,
};
use looking::Looking;

/// The name of a capture as a file.
const CAPTURE_NAME: &str = "capture.lagrange";

/// What the game asks of them, once they are there.
pub trait Panels {
    /// Brings up to date what changes by itself; a few times a second.
    fn refresh(&mut self, now: Micros, client: &mut RecordedClient, open: &Open);
    /// What a link to a room says.
    ///
    /// # Errors
    /// What of it cannot be understood, in words.
    fn read_link(&self, hash: &str) -> Result<Fragment, Refusal>;
    /// The link to a room, as its [`fragment::of`].
    fn link(&self, room: &str, tick: Option<TickRate>, chosen: &Chosen) -> String;
    /// What a netcode is called.
    fn name(&self, chosen: &Chosen) -> String;
    /// Shows the netcode in force, and what was chosen.
    fn show_netcode(&mut self, chosen: &Chosen, client: &Client, passing: Passing);
    /// Whether the picture says what the room keeps.
    fn keeps_shown(&self) -> bool;
    /// Shows whether the shot line is wanted.
    fn set_opinions(&mut self, wanted: OpinionsWanted);
    /// Shows the simulated link.
    fn set_link(&mut self, setup: &LinkSetup);
    /// What the badge says of the simulated link; `None` while it is off.
    fn badge(&self, setup: &LinkSetup) -> Option<String>;
    /// A link to simulate, with the draws of a seed.
    fn simulated_link(&self, seed: u64) -> Box<dyn Detour>;
    /// A control of the page was moved; what that makes of what was chosen.
    fn moved(&mut self, netcode: &Netcode) -> Moved;
    /// What became of a room's rules, and by whom, in words; `None` where they are as before.
    fn changes(&self, before: &RoomNetcode, chosen: &Chosen, change: Change) -> Option<String>;
    /// Why something was refused, in words.
    fn refusal(&self, why: &wire::Refusal, client: &Client) -> String;
    /// Why a message could not be read.
    fn unreadable(&self, error: &MessageError) -> String;
    /// Offers the match as a file; what became of it, in words.
    fn save(&self, client: &RecordedClient) -> String;
    /// What a button of theirs asks for, by its `data-act`.
    fn named(&self, name: &str) -> Option<ShotAct>;
    /// Something to do with shots.
    fn act(&mut self, act: ShotAct, stage: Stage) -> Sheet;
    /// The shot is looked into no more.
    fn close(&mut self);
    /// A picture is due, while a shot is looked into.
    fn frame(&mut self, now: Micros);
    /// A picture was drawn: whoever clicks at a bolt in it may mean one that is gone.
    fn note_picture(&mut self, now: Micros, scene: &Scene);
    /// Whether a notice says why there is no story; the sheet tells it then.
    fn refused(&mut self, now: Micros, notice: &Notice) -> bool;
}

/// What the player sees of them.
pub struct Open {
    /// The net graph.
    pub graph: Shown,
    /// The scores.
    pub scores: Shown,
    /// Pictures a second, which the net graph tells.
    pub fps: u32,
}

/// What the player moved.
pub struct Moved {
    /// The netcode.
    pub netcode: Netcode,
    /// Whether the shot line is wanted.
    pub opinions: OpinionsWanted,
    /// The simulated link.
    pub link: LinkSetup,
}

/// Another set of rules came into force.
pub struct Change<'a> {
    /// The player's client, which has them.
    pub client: &'a Client,
    /// Who made it so.
    pub by: &'a str,
}

/// Where a shot is looked for.
pub struct Stage<'a> {
    /// The time.
    pub now: Micros,
    /// The player's client.
    pub client: &'a mut RecordedClient,
    /// The last picture's scene.
    pub scene: &'a Scene,
    /// Where that was drawn.
    pub camera: &'a Camera,
}

/// What becomes of the sheet.
pub enum Sheet {
    /// Nothing.
    Stays,
    /// It shows a shot, and has the keys.
    Opened(Capture),
    /// It is put away.
    Closed,
    /// There is nothing to show, and this to say.
    Empty(&'static str),
}

/// Finds their places on the page, and fills them: the door to all that is loaded later.
///
/// # Errors
/// When the page lacks one.
#[inline(never)]
pub fn open(root: &Element) -> Result<Box<dyn Panels>, Missing> {
    panic_screen::install();
    net_graph::append_terms(&by_id(root, "net-graph-terms")?)?;
    let page = Finder::new(root)?;
    let (line, scores) = (ShotLine::find(&page), ScoresTable::find(&page));
    let scheme = Scheme::find(&page);
    page.end(())?;
    Ok(Box::new(Instruments {
        line,
        scores,
        document: dom::document(root)?,
        looking: Looking::find(root)?,
        graph: NetGraphPanel::build(by_id(root, "net-graph")?)?,
        graph_told: Attribute::new(root, "data-net-graph"),
        scheme,
        netcode: NetcodePanel::find(root)?,
        netcode_shown: None,
        link: LinkPanel::find(root)?,
    }))
}

/// The panels.
struct Instruments {
    document: Document,
    looking: Looking,
    graph: NetGraphPanel,
    graph_told: Attribute,
    scheme: Scheme,
    netcode: NetcodePanel,
    /// The netcode as it was shown last.
    netcode_shown: Option<NetcodeStatus>,
    line: ShotLine,
    link: LinkPanel,
    scores: ScoresTable,
}

impl Panels for Instruments {
    fn refresh(&mut self, now: Micros, client: &mut RecordedClient, open: &Open) {
        self.looking.refresh(now, client);
        self.line.refresh(now, client);
        if open.scores == Shown::Yes {
            self.scores.refresh(client);
        }
        let mut said = String::new();
        if open.graph == Shown::Yes {
            let graph = client.net_graph();
            self.graph.refresh(&graph, open.fps);
            said = net_graph_text::probe(&graph);
        }
        self.graph_told.set(&said);
    }

    fn read_link(&self, hash: &str) -> Result<Fragment, Refusal> {
        fragment::parse(hash)
    }

    fn link(&self, room: &str, tick: Option<TickRate>, chosen: &Chosen) -> String {
        fragment::of(room, tick, chosen)
    }

    fn name(&self, chosen: &Chosen) -> String {
        netcode_words::name(chosen)
    }

    fn show_netcode(&mut self, chosen: &Chosen, client: &Client, passing: Passing) {
        self.scheme.refresh(chosen, client, passing);
        let status = NetcodeStatus::of(chosen, client);
        if self.netcode_shown.as_ref() != Some(&status) {
            self.netcode.refresh(&status);
            self.netcode_shown = Some(status);
        }
    }

    fn set_opinions(&mut self, wanted: OpinionsWanted) {
        self.netcode.set_opinions(wanted);
    }

    fn set_link(&mut self, setup: &LinkSetup) {
        self.link.set(setup);
    }

    fn badge(&self, setup: &LinkSetup) -> Option<String> {
        setup.badge()
    }

    fn simulated_link(&self, seed: u64) -> Box<dyn Detour> {
        Box::new(SimulatedLink::new(seed))
    }

    fn keeps_shown(&self) -> bool {
        self.scheme.passing()
    }

    fn moved(&mut self, netcode: &Netcode) -> Moved {
        self.looking.handle_edit();
        let mut netcode = *netcode;
        for (setting, value) in self.netcode.edits() {
            // Controls have the ranges of their settings.
            let _ = netcode.set(setting, value);
        }
        Moved { netcode, opinions: self.netcode.opinions(), link: self.link.read() }
    }

    fn changes(&self, before: &RoomNetcode, chosen: &Chosen, change: Change) -> Option<String> {
        let Change { client, by } = change;
        let rules = client.rules()?;
        let changes = netcode_words::changes(before, &rules)?;
        let own = client.own_id().map(|id| name_of(client.roster(), id));
        let mine = own == Some(by) && client.access() == Some(Access::May);
        let who = if mine { "You" } else { by };
        let mut pieces = vec![who, " changed the rules: ", &changes, "."];
        let preset = Preset::ALL.iter().position(|preset| preset.netcode().room == rules);
        let other = |n: &usize| Preset::ALL[*n].netcode().player != chosen.netcode.player;
        let key = preset.filter(|n| !mine && other(n)).map(|n| whole(n as i64 + 1));
        if let Some(key) = &key {
            pieces.extend([" Press ", key, " to see it the same way."]);
        }
        Some(pieces.joined())
    }

    fn refusal(&self, why: &wire::Refusal, client: &Client) -> String {
        let access = match why {
            wire::Refusal::Rules(access) => *access,
            _ => Access::May,
        };
        netcode_words::refusal(why, first_name(client, access))
    }

    fn unreadable(&self, error: &MessageError) -> String {
        ["The page could not read a message: ", &error.to_string(), "."].joined()
    }

    /// For the laboratory and the command line.
    fn save(&self, client: &RecordedClient) -> String {
        let capture = client.capture();
        let full = capture.recording == Recording::Full;
        match capture_file(&capture) {
            Ok(bytes) if files::save(&self.document, CAPTURE_NAME, &bytes) => {
                let kept = if full { ", as much as one holds" } else { "" };
                let size = whole(bytes.len() as i64);
                ["Saved: ", CAPTURE_NAME, ", ", &size, " bytes", kept, "."].joined()
            }
            Ok(_) => "The browser does not save files.".to_string(),
            Err(error) => error.to_string(),
        }
    }

    fn named(&self, name: &str) -> Option<ShotAct> {
        ShotAct::named(name)
    }

    fn act(&mut self, act: ShotAct, stage: Stage) -> Sheet {
        self.looking.act(act, stage)
    }

    fn close(&mut self) {
        self.looking.close();
    }

    fn frame(&mut self, now: Micros) {
        self.looking.frame(now);
    }

    fn note_picture(&mut self, now: Micros, scene: &Scene) {
        self.looking.note_bolts(now, scene);
    }

    fn refused(&mut self, now: Micros, notice: &Notice) -> bool {
        self.looking.refused(now, notice)
    }
}
