//! Who plays: names, bots, and how far away everybody is.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::limits::SEATS_MAX,
    sim::ship::ShipId,
    wire::message::{RosterEntry, Standing},
};

/// What a ship is called whose pilot is not (or no more) known.
const NOBODY: &str = "somebody";

/// The players and bots of the room.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Roster {
    /// In the order of the seats.
    pub(super) entries: Vec<RosterEntry>,
    pub(super) standings: Vec<Standing>,
    /// Those who left last: news of them may still come.
    left: Option<RosterEntry>,
}

impl Roster {
    pub(super) fn new(entries: Vec<RosterEntry>) -> Self {
        Self { entries, standings: Vec::new(), left: None }
    }

    pub(super) fn join(&mut self, entry: RosterEntry) {
        self.entries.retain(|other| other.ship.idx != entry.ship.idx);
        if self.entries.len() < SEATS_MAX.into() {
            let at = self.entries.partition_point(|other| other.ship.idx < entry.ship.idx);
            self.entries.insert(at, entry);
        }
    }

    /// Takes somebody out; tells whom.
    pub(super) fn leave(&mut self, ship: ShipId) -> Option<RosterEntry> {
        let at = self.entries.iter().position(|entry| entry.ship == ship)?;
        self.left = Some(self.entries.remove(at));
        self.left.clone()
    }

    pub(super) fn name(&self, ship: ShipId) -> &str {
        self.find(ship).map_or(NOBODY, |entry| entry.name.as_str())
    }

    pub(super) fn is_bot(&self, ship: ShipId) -> bool {
        self.find(ship).is_some_and(|entry| entry.bot)
    }

    /// From trigger to execution, in ms; 0 for a bot of the room.
    pub(super) fn lead_ms(&self, ship: ShipId) -> u16 {
        let standing = self.standings.iter().find(|standing| standing.ship == ship);
        standing.map_or(0, |standing| standing.lead_ms)
    }

    fn find(&self, ship: ShipId) -> Option<&RosterEntry> {
        self.entries.iter().chain(&self.left).find(|entry| entry.ship == ship)
    }
}
