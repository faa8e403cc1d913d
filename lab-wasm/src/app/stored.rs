//! The stored poses of a ship in the server's pane, as the room would use them for a beam fired
//! now. Runs with every picture.

use lab::{column::Column, pane::PaneView};
use shared::sim::{rules::SHIP_RADIUS_U, ship::ShipId};
use web_ui::{
    shell::probe::PROBES,
    stored::{Marks, Stored},
    text::roster::known_name,
};
use words::{ShipName, StoredText};

use super::{App, stored_of::StoredOf};
use crate::view::{arrange::PANES, panes};

/// Maximum distance between the pointer and the ship it selects, in CSS pixels.
const NEAR_PX: f32 = 20.0;

impl App {
    /// Handles the key: switches to the next ship.
    pub(super) fn show_next_stored(&mut self) {
        let language = self.panels.language;
        if self.capture_session.is_some() {
            return self.say(&language.stored(&StoredText::NotInCapture));
        }
        self.stored_of = self.stored_of.next();
        let stored = self.stored_in(self.first(), self.stored_ship(&[]));
        let said = match (self.stored_of, stored) {
            (_, Some(stored)) => stored.heading,
            (StoredOf::Player(_), None) => language.stored(&StoredText::NoSuchShip),
            (StoredOf::Pointed, None) => language.stored(&StoredText::PointAtShip),
        };
        self.panels.stored.say(&said);
    }

    /// Publishes whether stored poses are shown, and in words which; runs a few times a second.
    pub(super) fn refresh_stored(&mut self) {
        if PROBES {
            let stored = self.stored_in(self.first(), self.stored_ship(&self.view_state.rows));
            self.probe.refresh_stored(stored.as_ref().map_or("", |stored| &stored.heading));
        }
        let shown = self.stored_of != StoredOf::Pointed;
        self.panels.stored.set_pressed(shown.into());
    }

    /// The ship whose stored poses are shown.
    pub(super) fn stored_ship(&self, rows: &[[PaneView; PANES]]) -> Option<ShipId> {
        match self.stored_of {
            StoredOf::Player(player) => self.first().ship(player),
            StoredOf::Pointed => self.pointed_ship(rows),
        }
    }

    /// The poses that a column's server stores for that ship.
    pub(super) fn stored_in(&self, column: &Column, ship: Option<ShipId>) -> Option<Stored> {
        let stored = column.stored_now(ship?)?;
        let marks = Marks::now(&stored);
        let name = known_name(column.harness().client(0).roster(), stored.ship);
        let ship = ShipName::among(&column.ships(), stored.ship, name);
        let heading = self.panels.language.stored(&if marks.marks.is_empty() {
            StoredText::NothingUsed { ship }
        } else {
            StoredText::OfShip { ship, from: marks.from, used: marks.used() }
        });
        let asked_ms = (stored.asked - stored.now).0 as f32 / 1000.0;
        Some(Stored { marks, heading, asked_ms, judged: stored.found.pose.pos })
    }

    /// The ship under the pointer, in any pane.
    fn pointed_ship(&self, rows: &[[PaneView; PANES]]) -> Option<ShipId> {
        let (row, pane) = self.view_state.arrangement.pane_at(self.view_state.mouse)?;
        let rect = self.view_state.arrangement.rows.get(row)?[pane];
        let camera = panes::camera(rect, self.view_state.framing);
        let near_px = NEAR_PX.max(SHIP_RADIUS_U * camera.scale());
        let ships = rows.get(row)?[pane].scene.ships.iter();
        let off = ships
            .map(|ship| (ship.id, (camera.to_page(ship.pos) - self.view_state.mouse).length()));
        let near = off.filter(|(_, off_px)| *off_px <= near_px);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(ship, _)| ship)
    }
}
