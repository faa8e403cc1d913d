//! Publishes the state of the page as attributes of its root, for tests. Only builds with the
//! feature `probes` write them; `data-state`, which the style sheets use, all do.
//!
//! | attribute of the root | value |
//! |---|---|
//! | `data-state` | `playing`, `paused` or `seeking`; `capture-playing` or `capture-paused` |
//! | `data-frames` | number of pictures drawn |
//! | `data-frame` | the frame of the run or the capture |
//! | `data-hash` | the state hash there, in 16 hexadecimal digits; empty while time passes |
//! | `data-panes` | the visible panes: `left,top,width,height;…`, in CSS pixels |
//! | `data-ships` | the ships in every pane: `x,y x,y;x,y`, in u |
//! | `data-cue` | the frame of the cue |
//! | `data-callouts` | the numbers of the cue: `left,top,width,height,number;…` |
//! | `data-cost` | mean costs of a picture in µs, as in `time/stopwatch.rs` |
//! | `data-outcome` | the outcome of the scenario, in a sentence; empty until it is known |
//! | `data-stored` | the stored poses shown in the first column's server pane, in words |
//! | `data-forensics` | the open shot: `shot\|verdict\|age in ms\|sentence` |

use lab::{pane::PaneView, run_playback::RunPlayback};
use shared::{base::geometry::Vec2, client::Client};
use web_sys::Element;
use web_ui::{
    canvas::rect::Rect,
    shell::{dom::Attribute, probe::ProbeAttribute},
    text::figures::{coordinate, whole},
};

use crate::{
    time::{
        stopwatch::Stopwatch,
        transport::{Pace, Transport},
    },
    view::arrange::{Arrangement, PANES},
};

pub(super) struct Probe {
    state: Attribute,
    pictures: ProbeAttribute,
    frame: ProbeAttribute,
    hash: ProbeAttribute,
    hashed: Option<u32>,
    panes: ProbeAttribute,
    ships: ProbeAttribute,
    cost: ProbeAttribute,
    outcome: ProbeAttribute,
    stored: ProbeAttribute,
    n_pictures: u32,
}

impl Probe {
    pub(super) fn new(root: &Element) -> Self {
        Self {
            state: Attribute::new(root, "data-state"),
            pictures: ProbeAttribute::new(root, "data-frames"),
            frame: ProbeAttribute::new(root, "data-frame"),
            hash: ProbeAttribute::new(root, "data-hash"),
            hashed: None,
            panes: ProbeAttribute::new(root, "data-panes"),
            ships: ProbeAttribute::new(root, "data-ships"),
            cost: ProbeAttribute::new(root, "data-cost"),
            outcome: ProbeAttribute::new(root, "data-outcome"),
            stored: ProbeAttribute::new(root, "data-stored"),
            n_pictures: 0,
        }
    }

    pub(super) fn count(&mut self) {
        self.n_pictures += 1;
    }

    /// Publishes the layout.
    pub(super) fn place(&mut self, arrangement: &Arrangement) {
        let seen = arrangement.rows.iter().flatten().filter(|pane| pane.size.x >= 1.0);
        let pane = |pane: &Rect| {
            let sides = [pane.at.x, pane.at.y, pane.size.x, pane.size.y];
            sides.map(|side| whole(side as i64)).join(",")
        };
        self.panes.set(|| seen.map(pane).collect::<Vec<_>>().join(";"));
    }

    /// Publishes the last picture's ships and the costs of pictures; runs a few times a second.
    pub(super) fn refresh_pictures(&mut self, rows: &[[PaneView; PANES]], stopwatch: &Stopwatch) {
        let place = |at: Vec2| [coordinate(at.x), ",".into(), coordinate(at.y)].concat();
        let of = |sight: &PaneView| {
            let ships = sight.scene.ships.iter().map(|ship| place(ship.pos));
            ships.collect::<Vec<_>>().join(" ")
        };
        self.pictures.set(|| whole(self.n_pictures.into()));
        self.ships.set(|| rows.iter().flatten().map(of).collect::<Vec<_>>().join(";"));
        self.cost.set(|| stopwatch.text());
    }

    /// Publishes the stored poses shown, in words; runs a few times a second.
    pub(super) fn refresh_stored(&mut self, said: &str) {
        self.stored.set(|| said);
    }

    /// Invalidates the hash, since the match changed.
    pub(super) fn changed(&mut self) {
        self.hashed = None;
    }

    /// Publishes the rest; runs a few times a second. The state is hashed only while paused, since
    /// that takes longer than a picture.
    pub(super) fn refresh(
        &mut self,
        playback: &RunPlayback,
        transport: &Transport,
        seeking: bool,
        outcome: impl FnOnce() -> String,
    ) {
        let state = match (seeking, transport.pace()) {
            (true, _) => "seeking",
            (false, Pace::Playing) => "playing",
            (false, Pace::Paused) => "paused",
        };
        self.outcome.set(outcome);
        let frame = playback.frame();
        if state == "paused" && self.hashed.replace(frame) != Some(frame) {
            self.hash.set(|| format!("{:016x}", playback.state().state_hash()));
        }
        if state != "paused" {
            self.hashed = None;
            self.hash.set(|| "");
        }
        self.frame.set(|| whole(frame.into()));
        self.state.set(state);
    }
}

impl Probe {
    /// Publishes the state of a capture; runs a few times a second.
    pub(super) fn refresh_capture(&mut self, client: &Client, transport: &Transport, frame: u32) {
        let paused = transport.pace() == Pace::Paused;
        let hash = || format!("{:016x}", client.state_hash());
        self.hash.set(|| if paused { hash() } else { String::new() });
        self.hashed = None;
        self.frame.set(|| whole(frame.into()));
        self.outcome.set(|| "");
        self.stored.set(|| "");
        self.state.set(if paused { "capture-paused" } else { "capture-playing" });
    }
}
