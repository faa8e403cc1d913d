//! The netcode that the player chose, and the rules requested from the room.

use shared::{
    base::time::Micros,
    netcode::values::RoomNetcode,
    report::shot_report::ReportsWanted,
    wire::message::{Listing, RoomRequest},
};
use web_ui::netcode::chosen::Chosen;

use super::connection_text::is_lobby;
use crate::links::new_room::NewRoom;

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
    pub(super) wish: RoomWish,
    /// The room that is to be listed if this page opens it.
    listed: Option<String>,
    /// The room's rules as last announced to the player.
    pub(super) rules: Option<RoomNetcode>,
    pub(super) rules_notice_until: Option<Micros>,
    pub(super) written: Option<Chosen>,
    pub(super) write_at: Micros,
}

/// What the link, or a button of the join screen, asks of a room if this page opens it. It holds
/// for that room: the next one takes over nothing but the player's netcode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomWish {
    /// Empty for whatever room the player names.
    room: String,
    new_room: NewRoom,
}

impl RoomWish {
    pub(super) fn new(room: &str, new_room: NewRoom) -> Self {
        Self { room: room.into(), new_room }
    }

    /// What it asks of a room.
    pub(super) fn of(&self, room: &str) -> NewRoom {
        let holds = self.room.is_empty() || self.room == room;
        if holds { self.new_room } else { NewRoom::default() }
    }
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

    /// Lists a room if this page opens it, or does not; then no other room. Lobbies always are.
    pub(super) fn list(&mut self, room: &str, listing: Listing) {
        let is_listed = listing == Listing::Listed && !is_lobby(room);
        self.listed = is_listed.then(|| room.into());
    }

    /// What is asked of a room if this page opens it.
    pub(super) fn new_room(&self, room: &str) -> NewRoom {
        let is_listed = self.listed.as_deref() == Some(room);
        let listing = if is_listed { Listing::Listed } else { Listing::Unlisted };
        NewRoom { listing, ..self.wish.of(room) }
    }

    /// Settings for a room if this page opens it, if the link or the player chose any.
    pub(super) fn room_request(&self, room: &str) -> Option<RoomRequest> {
        let new_room = self.new_room(room);
        let is_asked = self.is_other() || new_room != NewRoom::default();
        let NewRoom { tick: rate, mode, bots, sides, series, watch_delay_s, listing } = new_room;
        let netcode = self.chosen.netcode.room;
        let watch_delay_ms = watch_delay_s.map(|s| s * 1000);
        let request =
            RoomRequest { rate, netcode, mode, bots, sides, series, watch_delay_ms, listing };
        is_asked.then_some(request)
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

#[cfg(test)]
mod tests {
    use shared::wire::round::MatchMode;

    use super::*;

    #[test]
    fn a_wish_holds_for_its_room() {
        let endless = NewRoom { mode: Some(MatchMode::Endless), ..NewRoom::default() };
        let wish = RoomWish::new("duel", endless);
        assert_eq!(wish.of("duel"), endless);
        for other in ["", "den"] {
            assert_eq!(wish.of(other), NewRoom::default(), "{other:?}");
        }
        let of_any = RoomWish::new("", endless);
        assert_eq!(["", "den"].map(|room| of_any.of(room)), [endless; 2]);
        let choosing = Choosing { wish, ..Choosing::default() };
        assert_eq!(choosing.room_request("duel").and_then(|asked| asked.mode), endless.mode);
        assert_eq!(choosing.room_request("den"), None);
    }

    #[test]
    fn only_the_room_that_was_asked_for_is_listed() {
        let listing = |choosing: &Choosing, room| choosing.new_room(room).listing;
        let mut choosing = Choosing::default();
        choosing.list("duel", Listing::Listed);
        assert_eq!(listing(&choosing, "duel"), Listing::Listed);
        assert_eq!(listing(&choosing, "den"), Listing::Unlisted);
        let asked = choosing.room_request("duel").map(|asked| asked.listing);
        assert_eq!(asked, Some(Listing::Listed));
        assert_eq!(choosing.room_request("den"), None);
        choosing.list("duel", Listing::Unlisted);
        assert_eq!(choosing.room_request("duel"), None);
        for lobby in ["", "lobby", "Lobby 2"] {
            choosing.list(lobby, Listing::Listed);
            assert_eq!(listing(&choosing, lobby), Listing::Unlisted, "{lobby:?} always is");
        }
    }
}
