//! What the player chose of the netcode, and what the room was asked for.

use shared::{
    base::time::{Micros, TickRate},
    netcode::values::RoomNetcode,
    report::shot_report::ReportsWanted,
    wire::message::RoomRequest,
};
use web_ui::netcode::chosen::Chosen;

/// How long a slider of the room must rest before the room is asked.
pub(super) const REST: Micros = Micros::from_ms(150);
/// How long an answer may take before what is in force is shown again.
pub(super) const ANSWER: Micros = Micros::from_ms(3000);

/// What the player chose.
#[derive(Debug, Default)]
pub(super) struct Choosing {
    /// The preset picked last, and the netcode in force; before that, what the link asks for.
    pub(super) chosen: Chosen,
    /// Whether the shot line is wanted.
    pub(super) reports_wanted: ReportsWanted,
    pub(super) pending: Option<PendingRules>,
    /// Ticks a second of a room that this page makes, as the link says.
    pub(super) tick: Option<TickRate>,
    /// The room's rules as the player was last told of them.
    pub(super) rules: Option<RoomNetcode>,
    pub(super) rules_notice_until: Option<Micros>,
    pub(super) written: Option<Chosen>,
    pub(super) write_at: Micros,
}

/// Rules that the room is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingRules {
    pub(super) rules: RoomNetcode,
    /// When to ask; `None` once that is done.
    pub(super) at: Option<Micros>,
    /// Until when they are shown as if they were in force.
    pub(super) until: Micros,
}

impl Choosing {
    /// Nothing is chosen yet but whether the shot line is wanted.
    pub(super) fn new(reports_wanted: ReportsWanted) -> Self {
        Self { reports_wanted, ..Self::default() }
    }

    /// Whether it is other than the game's own netcode: then a link asked for it, or the player
    /// did.
    pub(super) fn is_other(&self) -> bool {
        self.chosen != Chosen::default()
    }

    /// How a room shall be if this page makes it: as the link says, if it does.
    pub(super) fn room_request(&self) -> Option<RoomRequest> {
        let said = self.is_other() || self.tick.is_some();
        said.then_some(RoomRequest { rate: self.tick, netcode: self.chosen.netcode.room })
    }

    /// Whatever the link says comes in place of what was chosen.
    pub(super) fn follow(&mut self, chosen: Option<Chosen>) {
        self.chosen = chosen.unwrap_or_default();
        self.pending = None;
    }

    /// Nothing is known of the room that is connected to next.
    pub(super) fn forget_room(&mut self) {
        (self.pending, self.rules, self.rules_notice_until, self.written) =
            (None, None, None, None);
    }

    /// The room is to be asked for rules at a time.
    pub(super) fn ask(&mut self, rules: RoomNetcode, at: Micros) {
        self.pending = Some(PendingRules { rules, at: Some(at), until: at + ANSWER });
    }
}
