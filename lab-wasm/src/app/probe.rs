//! What tests read: attributes of the page's root that say what is so.

use client_wasm::{
    plain::figures::{coordinate, whole},
    shell::dom::Attribute,
};
use shared::{
    base::geometry::Vec2,
    lab::{pane::Sight, reel::Reel},
};
use web_sys::Element;

use crate::plain::{
    arrange::PANES,
    transport::{Pace, Transport},
};

/// The attributes.
pub(super) struct Probe {
    state: Attribute,
    pictures: Attribute,
    frame: Attribute,
    hash: Attribute,
    hashed: Option<u32>,
    ships: Attribute,
    n_pictures: u32,
    seen: String,
}

impl Probe {
    pub(super) fn new(root: &Element) -> Self {
        Self {
            state: Attribute::new(root, "data-state"),
            pictures: Attribute::new(root, "data-frames"),
            frame: Attribute::new(root, "data-frame"),
            hash: Attribute::new(root, "data-hash"),
            hashed: None,
            ships: Attribute::new(root, "data-ships"),
            n_pictures: 0,
            seen: String::new(),
        }
    }

    /// A picture was drawn.
    pub(super) fn count(&mut self, rows: &[[Sight; PANES]]) {
        self.n_pictures += 1;
        let place = |at: Vec2| [coordinate(at.x), ",".into(), coordinate(at.y)].concat();
        let of = |sight: &Sight| {
            let ships = sight.scene.ships.iter().map(|ship| place(ship.pos));
            ships.collect::<Vec<_>>().join(" ")
        };
        self.seen = rows.iter().flatten().map(of).collect::<Vec<_>>().join(";");
    }

    /// A few times a second. The state's hash is told while time stands still: it takes longer
    /// than a picture.
    pub(super) fn refresh(&mut self, reel: &Reel, transport: &Transport, seeking: bool) {
        let state = match (seeking, transport.pace()) {
            (true, _) => "seeking",
            (false, Pace::Playing) => "playing",
            (false, Pace::Paused) => "paused",
        };
        self.pictures.set(&whole(self.n_pictures.into()));
        self.ships.set(&self.seen);
        let frame = reel.frame();
        if state == "paused" && self.hashed.replace(frame) != Some(frame) {
            self.hash.set(&format_hash(reel.stage().state_hash()));
        }
        if state != "paused" && self.hashed.take().is_some() {
            self.hash.set("");
        }
        self.frame.set(&whole(frame.into()));
        self.state.set(state);
    }
}

/// Sixteen hexadecimal digits.
fn format_hash(hash: u64) -> String {
    let digit = |n: u32| char::from(b"0123456789abcdef"[(hash >> (60 - 4 * n) & 15) as usize]);
    (0..16).map(digit).collect()
}
