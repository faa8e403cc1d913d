//! The netcode that the player chose, and the rules requested from the room.

use shared::{
    base::time::Micros, netcode::values::RoomNetcode, report::shot_report::ReportsWanted,
    wire::message::RoomRequest,
};
use web_ui::netcode::chosen::Chosen;

use crate::links::fragment::NewRoom;

/// How long a slider of a room setting must rest before the request is sent.
pub(super) const REST: Micros = Micros::from_ms(150);
/// How long to wait for an answer before the settings in force are shown again.
pub(super) const ANSWER: Micros = Micros::from_ms(3000);

#[derive(Debug, Default)]
pub(super) struct Choosing {
    /// The preset chosen last and the netcode in force; before joining, what the link asks for.
    pub(super) chosen: Chosen,
    /// Whether the shot line is on, which needs reports.
    pub(super) reports_wanted: ReportsWanted,
    pub(super) pending: Option<PendingRules>,
    /// What the link asks of a room that this page creates.
    pub(super) new_room: NewRoom,
    /// The room's rules as last announced to the player.
    pub(super) rules: Option<RoomNetcode>,
    pub(super) rules_notice_until: Option<Micros>,
    pub(super) written: Option<Chosen>,
    pub(super) write_at: Micros,
}

/// Rules requested from the room.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingRules {
    pub(super) rules: RoomNetcode,
    /// When to send the request; `None` once sent.
    pub(super) at: Option<Micros>,
    /// How long they are shown as if they were in force.
    pub(super) until: Micros,
}

impl Choosing {
    /// No choices yet, except for the shot line.
    pub(super) fn new(reports_wanted: ReportsWanted) -> Self {
        Self { reports_wanted, ..Self::default() }
    }

    /// Whether it differs from the game's default: then the link or the player chose it.
    pub(super) fn is_other(&self) -> bool {
        self.chosen != Chosen::default()
    }

    /// Settings for the room if this page creates it, if the link or the player chose any.
    pub(super) fn room_request(&self) -> Option<RoomRequest> {
        let said = self.is_other() || self.new_room != NewRoom::default();
        let NewRoom { tick: rate, mode, bots, sides } = self.new_room;
        let netcode = self.chosen.netcode.room;
        let request = RoomRequest { rate, netcode, mode, bots, sides, watch_delay_ms: None };
        said.then_some(request)
    }

    /// Replaces the choice by that of the link.
    pub(super) fn follow(&mut self, chosen: Option<Chosen>) {
        self.chosen = chosen.unwrap_or_default();
        self.pending = None;
    }

    /// Forgets the room before the next connection.
    pub(super) fn forget_room(&mut self) {
        (self.pending, self.rules, self.rules_notice_until, self.written) =
            (None, None, None, None);
    }

    /// Schedules a request for rules.
    pub(super) fn ask(&mut self, rules: RoomNetcode, at: Micros) {
        self.pending = Some(PendingRules { rules, at: Some(at), until: at + ANSWER });
    }
}
