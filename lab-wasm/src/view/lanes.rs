//! Draws the time lanes below the panes: a player's ring of commands or line of snapshots each,
//! with the player's name.

use shared::{
    base::{geometry::Vec2, time::Micros},
    client::{
        Client,
        command_ring::{CommandRing, Slot},
        view_line::ViewLine,
    },
};
use web_ui::{
    canvas::{pen::Pen, rect::Rect},
    timelines::{LaneOwner, line, ring},
};
use words::Language;

use crate::hud::timelines::Timeline;

/// Draws lanes, all over the same time span; `slot` is the selected one.
pub fn draw(
    pen: &Pen,
    (lanes, rects): (&[Lane], &[Rect]),
    slot: Option<usize>,
    language: Language,
) {
    let span = |lane: &Lane| match &lane.picture {
        Picture::View(view) => line::span(view),
        Picture::Ring(_) => Micros::ZERO,
    };
    let span = lanes.iter().map(span).max().unwrap_or_default();
    for (lane, rect) in lanes.iter().zip(rects) {
        lane.draw(pen, *rect, (slot, span), language);
    }
}

/// The content of a lane.
pub struct Lane {
    name: String,
    whose: LaneOwner,
    picture: Picture,
}

enum Picture {
    Ring(CommandRing),
    View(ViewLine),
}

impl Lane {
    /// The lane of a client, once it has joined a match.
    #[must_use]
    pub fn of(timeline: Timeline, name: &str, whose: LaneOwner, client: &Client) -> Option<Self> {
        let picture = match timeline {
            Timeline::Ring => Picture::Ring(client.command_ring()?),
            Timeline::View => Picture::View(client.view_line()?),
        };
        Some(Self { name: name.into(), whose, picture })
    }

    /// Draws it; `slot` is the selected one, counted from the oldest.
    fn draw(
        &self,
        pen: &Pen,
        rect: Rect,
        (slot, span): (Option<usize>, Micros),
        language: Language,
    ) {
        let named = (self.name.as_str(), self.whose);
        match &self.picture {
            Picture::Ring(commands) => ring::draw(pen, rect, commands, named, slot, language),
            Picture::View(view) => line::draw(pen, rect, view, named, span, language),
        }
    }

    /// The slot at a point of the page, if the lane has slots.
    #[must_use]
    pub fn slot_at(&self, rect: Rect, at: Vec2) -> Option<usize> {
        match &self.picture {
            Picture::Ring(_) => ring::slot_at(rect, at),
            Picture::View(_) => None,
        }
    }

    /// The name of a slot, counted from the oldest, if the lane has slots.
    #[must_use]
    pub fn slot_name(&self, slot: usize, language: Language) -> Option<String> {
        match &self.picture {
            Picture::Ring(commands) => commands.slots.get(slot).map(|slot| language.slot(slot)),
            Picture::View(_) => None,
        }
    }

    /// Its sentence, with its player's name.
    #[must_use]
    pub fn sentence(&self, slot: Option<usize>, language: Language) -> String {
        let said = match &self.picture {
            Picture::Ring(commands) => {
                let asked: Option<&Slot> = slot.and_then(|slot| commands.slots.get(slot));
                language.ring(commands, asked)
            }
            Picture::View(view) => language.view_line(view),
        };
        [&self.name, ": ", said.as_str()].concat()
    }
}
