//! The far end of the game's exchange with its instruments: the bytes of a [`Told`] go in, the
//! page's panels follow, the bytes of an [`Answer`] come out. Runs in a wasm of its own, which is
//! loaded when the player first opens one of them, or has been in the game for a moment.

use shared::{
    base::state_hash::read,
    client::tape::Footage,
    lab::{
        capture::{Capture, Recording},
        file::capture_file,
        forensics::Case,
    },
    sim::ship::ShipId,
};
use web_sys::{Document, Element};

use crate::{
    hud::{
        forensics::{Exhibit, ForensicsSheet, Nth},
        link_panel::LinkPanel,
        net_graph::{self, NetGraphPanel},
        netcode_panel::NetcodePanel,
        shot_line::ShotLine,
    },
    plain::{
        exchange::{Answer, Looked, Told, bytes},
        figures::whole,
        net_graph_text,
    },
    shell::{
        Missing,
        dom::{self, Attribute, Finder, by_id},
        files,
    },
};

/// The name of a capture as a file.
const CAPTURE_NAME: &str = "capture.lagrange";
/// What stands for a story that no room tells.
const UNREADABLE: &str = "What the server told of that shot cannot be read.";
/// What goes on while a shot is looked into.
const ASIDE: &str = "The match goes on; your ship coasts.";

/// The panels.
pub struct Instruments {
    document: Document,
    sheet: ForensicsSheet,
    graph: NetGraphPanel,
    graph_told: Attribute,
    netcode: NetcodePanel,
    line: ShotLine,
    link: LinkPanel,
}

impl Instruments {
    /// Finds their places on the page, and fills them.
    ///
    /// # Errors
    /// When the page lacks one.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        net_graph::append_terms(&by_id(root, "net-graph-terms")?)?;
        let page = Finder::new(root)?;
        let line = ShotLine::find(&page);
        page.end(())?;
        Ok(Self {
            line,
            document: dom::document(root)?,
            sheet: ForensicsSheet::find(root)?,
            graph: NetGraphPanel::build(by_id(root, "net-graph")?)?,
            graph_told: Attribute::new(root, "data-net-graph"),
            netcode: NetcodePanel::find(root)?,
            link: LinkPanel::find(root)?,
        })
    }

    /// The game tells something. What cannot be read is of another version of the page, and left.
    pub fn handle(&mut self, told: &[u8]) -> Vec<u8> {
        let answer = read(told).map_or(Answer::Nothing, |told| self.follow(told));
        bytes(&answer)
    }

    fn follow(&mut self, told: Told) -> Answer {
        match told {
            Told::Shot(looked) => return self.look_into(*looked),
            Told::Word(shot, word) => self.sheet.open_with_word(shot, &word),
            Told::Place(nth, of) => {
                self.sheet.set_place(Nth { nth: nth as usize, of: of as usize }, ASIDE);
            }
            Told::Close => self.sheet.close(),
            Told::Act(act, now) => {
                self.sheet.act(act, now);
            }
            Told::Frame(now) => self.sheet.frame(now),
            Told::Edited => return self.moved(),
            Told::Graph(graph) => {
                let graph = graph.as_ref();
                if let Some((graph, fps)) = graph {
                    self.graph.refresh(graph, *fps);
                }
                let said = graph.map(|(graph, _)| net_graph_text::probe(graph));
                self.graph_told.set(&said.unwrap_or_default());
            }
            Told::Netcode(status) => self.netcode.refresh(&status),
            Told::Opinions(wanted) => self.netcode.set_opinions(wanted),
            Told::Line(line) => match line.as_deref() {
                Some((opinions, roster)) => self.line.refresh(Some(opinions), roster),
                None => self.line.refresh(None, &[]),
            },
            Told::Link(setup) => self.link.set(&setup),
            Told::Save(capture) => return Answer::Said(self.save(&capture)),
        }
        Answer::Nothing
    }

    fn look_into(&mut self, looked: Looked) -> Answer {
        let shot = looked.story.shot;
        let Some(exhibit) = exhibit(looked) else {
            self.sheet.open_with_word(shot, UNREADABLE);
            return Answer::Complete;
        };
        let complete = exhibit.case.story().opinions.is_some();
        self.sheet.open(exhibit);
        if complete { Answer::Complete } else { Answer::Nothing }
    }

    fn moved(&mut self) -> Answer {
        self.sheet.handle_edit();
        Answer::Moved {
            settings: self.netcode.edits(),
            opinions: self.netcode.opinions(),
            link: self.link.read(),
        }
    }

    /// Offers a capture as a file for the laboratory and the command line.
    fn save(&self, capture: &Capture) -> String {
        let full = capture.recording == Recording::Full;
        match capture_file(capture) {
            Ok(bytes) if files::save(&self.document, CAPTURE_NAME, &bytes) => {
                let kept = if full { ", as much as one holds" } else { "" };
                let size = whole(bytes.len() as i64);
                ["Saved: ", CAPTURE_NAME, ", ", &size, " bytes", kept, "."].concat()
            }
            Ok(_) => "The browser does not save files.".to_string(),
            Err(error) => error.to_string(),
        }
    }
}

/// A shot as the sheet shows it. The screen at hand is its viewer's: the shooter's or the target's.
fn exhibit(looked: Looked) -> Option<Exhibit> {
    let Looked { story, footage, roster, arena } = looked;
    let story = story.open()?;
    let own = Some(story.viewer);
    let of = |ship: Option<ShipId>| -> Option<Footage> { footage.clone().filter(|_| ship == own) };
    let (shooter, victim) = (of(Some(story.record.shot.shooter)), of(story.principal()));
    let case = Case::of(story, shooter, victim);
    Some(Exhibit { case, roster, arena, save: Some("save-capture") })
}
