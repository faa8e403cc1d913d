//! The players in the room: names, bots, latencies, scores, whose connection is lost, and who uses
//! aim assist.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::limits::SEATS_MAX,
    sim::ship::ShipId,
    wire::message::{AimAssist, Chart, ChartRow, PlayerLatency, RosterEntry},
};

/// The name shown for a ship whose pilot is unknown or has left.
const UNKNOWN_NAME: &str = "somebody";

/// The players and bots of the room.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Roster {
    /// In seat order.
    pub(super) entries: Vec<RosterEntry>,
    /// In seat order.
    pub(super) latencies: Vec<PlayerLatency>,
    /// By seat; empty in rooms too small to need a chart.
    chart: Vec<ChartRow>,
    /// The last player who left, since late events may still name it.
    left: Option<RosterEntry>,
    /// Players whose connection is lost while their seat is held. They remain in `entries`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    away: Vec<ShipId>,
    /// Players who use aim assist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assisted: Vec<ShipId>,
}

impl Roster {
    pub(super) fn new(entries: Vec<RosterEntry>) -> Self {
        Self {
            entries,
            latencies: Vec::new(),
            chart: Vec::new(),
            left: None,
            away: Vec::new(),
            assisted: Vec::new(),
        }
    }

    pub(super) fn join(&mut self, entry: RosterEntry) {
        self.entries.retain(|other| other.ship.idx != entry.ship.idx);
        if self.entries.len() < SEATS_MAX.into() {
            let at = self.entries.partition_point(|other| other.ship.idx < entry.ship.idx);
            self.entries.insert(at, entry);
        }
    }

    /// Updates the latency of some players.
    pub(super) fn update_latencies(&mut self, latencies: &[PlayerLatency]) {
        for latency in latencies.iter().take(SEATS_MAX.into()) {
            let seat = latency.ship.idx;
            match self.latencies.binary_search_by_key(&seat, |known| known.ship.idx) {
                Ok(at) => self.latencies[at] = *latency,
                Err(at) => self.latencies.insert(at, *latency),
            }
        }
        let sits = |ship| self.entries.iter().any(|entry| entry.ship == ship);
        self.latencies.retain(|known| sits(known.ship));
    }

    /// Updates part of the chart.
    pub(super) fn update_chart(&mut self, chart: &Chart) {
        let end = (usize::from(chart.first) + chart.rows.len()).min(SEATS_MAX.into());
        if self.chart.len() < end {
            self.chart.resize(end, ChartRow::default());
        }
        let rows = self.chart.iter_mut().skip(chart.first.into());
        rows.zip(&chart.rows).for_each(|(known, row)| *known = *row);
    }

    /// The chart's row for a ship.
    pub(super) fn charted(&self, ship: ShipId) -> Option<&ChartRow> {
        self.chart.get(usize::from(ship.idx))
    }

    /// Removes a player. Returns its entry.
    pub(super) fn leave(&mut self, ship: ShipId) -> Option<RosterEntry> {
        self.mark_back(ship);
        self.set_aim_assist(ship, AimAssist::Off);
        let at = self.entries.iter().position(|entry| entry.ship == ship)?;
        self.left = Some(self.entries.remove(at));
        if let Some(row) = self.chart.get_mut(usize::from(ship.idx)) {
            *row = ChartRow::default();
        }
        self.left.clone()
    }

    /// Marks a player's connection as lost.
    pub(super) fn mark_away(&mut self, ship: ShipId) {
        let is_here = self.entries.iter().any(|entry| entry.ship == ship);
        if is_here && !self.away.contains(&ship) {
            self.away.push(ship);
        }
    }

    /// Unmarks a player that is back or has left for good.
    pub(super) fn mark_back(&mut self, ship: ShipId) {
        self.away.retain(|away| *away != ship);
    }

    /// Whether a player's connection is lost while its seat is held.
    pub(super) fn is_away(&self, ship: ShipId) -> bool {
        self.away.contains(&ship)
    }

    /// Sets whether a player uses aim assist.
    pub(super) fn set_aim_assist(&mut self, ship: ShipId, assist: AimAssist) {
        self.assisted.retain(|assisted| *assisted != ship);
        let is_here = self.entries.iter().any(|entry| entry.ship == ship);
        if is_here && assist == AimAssist::On {
            self.assisted.push(ship);
        }
    }

    /// Whether a player uses aim assist.
    pub(super) fn aim_assist(&self, ship: ShipId) -> AimAssist {
        if self.assisted.contains(&ship) { AimAssist::On } else { AimAssist::Off }
    }

    pub(super) fn name(&self, ship: ShipId) -> &str {
        self.find(ship).map_or(UNKNOWN_NAME, |entry| entry.name.as_str())
    }

    pub(super) fn is_bot(&self, ship: ShipId) -> bool {
        self.find(ship).is_some_and(|entry| entry.bot)
    }

    /// The latency of a player; `None` for a bot.
    pub(super) fn latency(&self, ship: ShipId) -> Option<PlayerLatency> {
        self.latencies.iter().find(|latency| latency.ship == ship).copied()
    }

    /// Delay from trigger to execution, in ms; 0 for one of the room's bots.
    pub(super) fn lead_ms(&self, ship: ShipId) -> u16 {
        self.latency(ship).map_or(0, |latency| latency.lead_ms)
    }

    fn find(&self, ship: ShipId) -> Option<&RosterEntry> {
        self.entries.iter().chain(&self.left).find(|entry| entry.ship == ship)
    }
}
