//! The open rooms on the join screen: asks the server for them while they can be seen, and joins or
//! watches one.

use shared::{base::time::Micros, wire::message::Listing};
use web_ui::shell::{
    json,
    request::{Answer, Request},
};

use super::{App, Phase, connection::LOBBY, event::Event, own_room::OwnRoom};
use crate::net::room_list::{self, OpenRoomKind, RoomRows, RowId};

/// How often the server is asked.
const ASK_EVERY: Micros = Micros::from_ms(5_000);
/// Status of an answer with a list.
const STATUS_OK: u16 = 200;

/// The open rooms, as far as they are known.
#[derive(Default)]
pub(super) struct OpenRooms {
    rows: RoomRows,
    asking: Option<Request>,
    /// When to ask next.
    ask_at: Micros,
}

impl OpenRooms {
    /// Gives up the pending request; asks again at once when the join screen is back.
    pub(super) fn rest(&mut self) {
        self.asking = None;
        self.ask_at = Micros::ZERO;
    }
}

impl App {
    /// Asks for the open rooms, if that is due. Runs a few times a second.
    pub(super) fn ask_for_rooms(&mut self, now: Micros) {
        let rooms = &mut self.open_rooms;
        let is_due = rooms.asking.is_none() && now >= rooms.ask_at;
        if is_due && self.phase == Phase::Join && !self.shell.visibility.hidden() {
            rooms.ask_at = now + ASK_EVERY;
            rooms.asking = Request::get(room_list::PATH, &self.shell.mailbox, Event::RoomsListed);
        }
    }

    /// Handles the server's list.
    pub(super) fn rooms_listed(&mut self, answer: &Answer) {
        self.open_rooms.asking = None;
        let list = Some(answer).filter(|answer| answer.status == STATUS_OK);
        let list = list.and_then(|answer| room_list::read(&json::parse(&answer.text)?));
        let Some(list) = list else { return self.hud.room_list.say_unreadable() };
        let rows = &mut self.open_rooms.rows;
        rows.follow(list.rooms, self.hud.room_list.order());
        self.hud.room_list.show(rows.rows(), list.n_more);
    }

    /// Joins the room of a row, with the name on the join screen.
    pub(super) fn join_row(&mut self, id: RowId) {
        if self.choose_row(id) {
            self.own_room = OwnRoom::No;
            self.join_listed(Listing::Unlisted);
        }
    }

    /// Watches the room of a row.
    pub(super) fn watch_row(&mut self, id: RowId) {
        if self.choose_row(id) {
            self.watch_listed(Listing::Unlisted);
        }
    }

    /// Enters the room of a row into the join screen. Returns whether it is still open.
    fn choose_row(&mut self, id: RowId) -> bool {
        let room = self.open_rooms.rows.room(id).filter(|_| self.phase == Phase::Join);
        let Some(room) = room else { return false };
        let is_usual = room.name == LOBBY && matches!(room.kind, OpenRoomKind::Lobby(_));
        self.hud.join.set_room(if is_usual { "" } else { &room.name });
        self.node_of_link = match &room.kind {
            OpenRoomKind::Lobby(node) => node.clone(),
            OpenRoomKind::Named => None,
        };
        true
    }
}
