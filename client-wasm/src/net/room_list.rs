//! The open rooms, as the server lists them: read from its answer to `GET /api/rooms`, and kept as
//! rows that stay in their places while the player is among them.

use shared::{
    netcode::preset::Preset,
    wire::{name::clean_room, round::MatchMode, route::NodeName},
};
use web_ui::shell::json::Json;

/// Where the server answers.
pub const PATH: &str = "/api/rooms";
/// Rooms of an answer that are read; the rest is counted.
const READ_MAX: usize = 50;
/// Rows that are kept; while they hold their places, closed rooms are among them.
const ROWS_MAX: usize = 2 * READ_MAX;

/// The rooms of an answer, in the server's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomList {
    pub rooms: Vec<OpenRoom>,
    /// Rooms left out.
    pub n_more: u32,
}

/// A room that anybody may join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRoom {
    pub name: String,
    pub kind: OpenRoomKind,
    /// Connected people.
    pub n_players: u16,
    pub n_bots: u16,
    pub n_seats: u16,
    pub n_watchers: u16,
    pub mode: MatchMode,
    /// `None` for a netcode that is no preset.
    pub preset: Option<Preset>,
}

/// How a room is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenRoomKind {
    /// A lobby, on a server of this name among several.
    Lobby(Option<NodeName>),
    /// By its name, from any server.
    Named,
}

/// Reads an answer; `None` if it is no list of rooms. Rooms that cannot be read are left out.
#[must_use]
pub fn read(answer: &Json) -> Option<RoomList> {
    let listed = answer.member("rooms")?.items()?;
    let mut rooms: Vec<OpenRoom> = Vec::new();
    for room in listed.iter().take(READ_MAX).filter_map(read_room) {
        if !rooms.iter().any(|known| known.is_same(&room)) {
            rooms.push(room);
        }
    }
    let n_unread = listed.len().saturating_sub(READ_MAX) as u32;
    let n_more = answer.member("more").and_then(Json::count).unwrap_or(0);
    Some(RoomList { rooms, n_more: n_more.saturating_add(n_unread) })
}

fn read_room(room: &Json) -> Option<OpenRoom> {
    let count = |name| u16::try_from(room.member(name)?.count()?).ok();
    let name = room.member("name")?.text()?;
    let kind = match room.member("kind")?.text()? {
        "lobby" => OpenRoomKind::Lobby(match room.member("node")? {
            Json::Null => None,
            node => Some(node.text()?.parse().ok()?),
        }),
        "private" | "lab" => OpenRoomKind::Named,
        _ => return None,
    };
    let preset = match room.member("netcode")? {
        Json::Null => None,
        preset => Some(Preset::of_key(preset.text()?)?),
    };
    let room = OpenRoom {
        name: clean_room(name),
        kind,
        n_players: count("players")?,
        n_bots: count("bots")?,
        n_seats: count("seats")?,
        n_watchers: count("watchers")?,
        mode: room.member("rounds")?.text()?.parse().ok()?,
        preset,
    };
    (!room.name.is_empty() && room.name == name).then_some(room)
}

impl OpenRoom {
    /// Whether it has no free seat.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.n_players >= self.n_seats
    }

    /// Whether both are the same room, whoever is in it.
    fn is_same(&self, other: &Self) -> bool {
        (&self.name, &self.kind) == (&other.name, &other.kind)
    }
}

/// A number that a room keeps for as long as it is listed: a press on a row means its room, also if
/// another one has taken its place meanwhile.
pub type RowId = u32;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRow {
    pub id: RowId,
    pub room: OpenRoom,
    pub state: RowState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowState {
    Open,
    /// No longer in the server's list.
    Closed,
}

/// Where rows go when the server lists other rooms, or in another order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOrder {
    /// As the server orders them.
    OfServer,
    /// Each stays where it is; new ones come last.
    Held,
}

/// All rows, from the top.
#[derive(Clone, Debug, Default)]
pub struct RoomRows {
    rows: Vec<RoomRow>,
    next_id: RowId,
}

impl RoomRows {
    /// The rows, from the top.
    #[must_use]
    pub fn rows(&self) -> &[RoomRow] {
        &self.rows
    }

    /// The open room of a row.
    #[must_use]
    pub fn room(&self, id: RowId) -> Option<&OpenRoom> {
        let row = self.rows.iter().find(|row| row.id == id);
        row.filter(|row| row.state == RowState::Open).map(|row| &row.room)
    }

    /// Follows the server's list.
    pub fn follow(&mut self, rooms: Vec<OpenRoom>, order: RowOrder) {
        let before = std::mem::take(&mut self.rows);
        let mut listed: Vec<RoomRow> = rooms
            .into_iter()
            .map(|room| {
                let known = before.iter().find(|row| row.room.is_same(&room));
                let id = known.map_or_else(|| self.new_id(), |row| row.id);
                RoomRow { id, room, state: RowState::Open }
            })
            .collect();
        if order == RowOrder::Held {
            self.rows.extend(before.into_iter().map(|row| {
                match listed.iter().position(|one| one.id == row.id) {
                    Some(idx) => listed.remove(idx),
                    None => RoomRow { state: RowState::Closed, ..row },
                }
            }));
        }
        self.rows.append(&mut listed);
        self.rows.truncate(ROWS_MAX);
    }

    fn new_id(&mut self) -> RowId {
        self.next_id = self.next_id.wrapping_add(1);
        self.next_id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::wire::round::RoundLimits;

    fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.map(|(name, value)| (name.into(), value)).into())
    }

    fn text(text: &str) -> Json {
        Json::Text(text.into())
    }

    /// A room as the server lists it, with one member replaced.
    fn listed(name: &str, other: Option<(&str, Json)>) -> Json {
        let mut room = vec![
            ("name", text(name)),
            ("kind", text("private")),
            ("node", Json::Null),
            ("players", Json::Number(3.0)),
            ("bots", Json::Number(2.0)),
            ("seats", Json::Number(8.0)),
            ("watchers", Json::Number(1.0)),
            ("tick_hz", Json::Number(60.0)),
            ("rounds", text("10/180")),
            ("netcode", text("lagrange")),
        ];
        for member in &mut room {
            if let Some((known, value)) = &other
                && *known == member.0
            {
                member.1 = value.clone();
            }
        }
        Json::Object(room.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    fn answer(rooms: Vec<Json>) -> Json {
        object([("rooms", Json::Array(rooms)), ("more", Json::Number(2.0))])
    }

    fn room(name: &str, n_players: u16) -> OpenRoom {
        OpenRoom {
            name: name.into(),
            kind: OpenRoomKind::Named,
            n_players,
            n_bots: 2,
            n_seats: 8,
            n_watchers: 1,
            mode: MatchMode::default(),
            preset: Some(Preset::Lagrange),
        }
    }

    #[test]
    fn every_fact_of_a_room_is_read() {
        let read_one = |other| read(&answer(vec![listed("duel", other)])).unwrap();
        let duel = room("duel", 3);
        assert_eq!(read_one(None), RoomList { rooms: vec![duel.clone()], n_more: 2 });
        let short = MatchMode::Rounds(RoundLimits { kills: 5, time_ms: 60_000, players: 2 });
        let node = |name: &str| Some(name.parse().unwrap());
        for (other, read) in [
            (("rounds", text("5/60/2")), OpenRoom { mode: short, ..duel.clone() }),
            (("rounds", text("endless")), OpenRoom { mode: MatchMode::Endless, ..duel.clone() }),
            (
                ("netcode", text("source")),
                OpenRoom { preset: Some(Preset::Source), ..duel.clone() },
            ),
            (("netcode", Json::Null), OpenRoom { preset: None, ..duel.clone() }),
            (("kind", text("lab")), duel.clone()),
            // A named room is found from every server.
            (("node", text("n2")), duel.clone()),
            (("kind", text("lobby")), OpenRoom { kind: OpenRoomKind::Lobby(None), ..duel.clone() }),
        ] {
            assert_eq!(read_one(Some(other.clone())).rooms, [read], "{other:?}");
        }
        let lobby = |name| {
            let Json::Object(mut members) = listed("lobby", Some(("kind", text("lobby")))) else {
                unreachable!()
            };
            members[2].1 = text(name);
            Json::Object(members)
        };
        let lobbies = read(&answer(vec![lobby("n1"), lobby("n2"), lobby("n2"), lobby("N")]));
        let kinds: Vec<_> = lobbies.unwrap().rooms.into_iter().map(|room| room.kind).collect();
        assert_eq!(kinds, ["n1", "n2"].map(|name| OpenRoomKind::Lobby(node(name))));
    }

    #[test]
    fn what_is_malformed_is_left_out() {
        let rows = [
            ("name", Json::Null),
            ("name", text("")),
            ("name", text(" two  spaces")),
            ("name", text("a\u{202E}b")),
            ("kind", text("castle")),
            ("players", Json::Number(-1.0)),
            ("players", Json::Number(1.5)),
            ("players", Json::Number(70_000.0)),
            ("players", text("3")),
            ("seats", Json::Null),
            ("rounds", text("0/0")),
            ("rounds", Json::Number(10.0)),
            ("netcode", text("own")),
            ("netcode", Json::Bool(true)),
        ];
        for (name, value) in rows {
            let bad = listed("duel", Some((name, value.clone())));
            let list = read(&answer(vec![bad, Json::Null, listed("den", None)])).unwrap();
            assert_eq!(list.rooms, [room("den", 3)], "{name}: {value:?}");
        }
        for bad in [Json::Null, text("rooms"), object([("rooms", Json::Null)]), object([])] {
            assert_eq!(read(&bad), None, "{bad:?}");
        }
        let no_more = object([("rooms", Json::Array(vec![])), ("more", text("many"))]);
        assert_eq!(read(&no_more), Some(RoomList::default()));
    }

    #[test]
    fn a_long_list_is_read_in_part_and_the_rest_is_counted() {
        let rooms: Vec<Json> = (0..60).map(|n| listed(&format!("den {n}"), None)).collect();
        let list = read(&answer(rooms)).unwrap();
        assert_eq!((list.rooms.len(), list.n_more), (READ_MAX, 12));
    }

    fn names(rows: &RoomRows) -> Vec<(&str, u16, RowState)> {
        rows.rows().iter().map(|row| (&*row.room.name, row.room.n_players, row.state)).collect()
    }

    #[test]
    fn rows_keep_their_places_while_the_player_is_among_them() {
        use RowState::{Closed, Open};
        let mut rows = RoomRows::default();
        rows.follow(vec![room("a", 3), room("b", 2), room("c", 1)], RowOrder::OfServer);
        let ids: Vec<RowId> = rows.rows().iter().map(|row| row.id).collect();
        rows.follow(vec![room("d", 9), room("c", 4), room("a", 2)], RowOrder::Held);
        let held = [("a", 2, Open), ("b", 2, Closed), ("c", 4, Open), ("d", 9, Open)];
        assert_eq!(names(&rows), held);
        assert_eq!(rows.rows().iter().map(|row| row.id).take(3).collect::<Vec<_>>(), ids);
        assert_eq!(rows.room(ids[1]), None, "it is closed");
        assert_eq!(rows.room(ids[2]), Some(&room("c", 4)));
        // It opens again in its place. Once the player leaves the list, the server's order holds.
        rows.follow(vec![room("d", 9), room("b", 1)], RowOrder::Held);
        let again = [("a", 2, Closed), ("b", 1, Open), ("c", 4, Closed), ("d", 9, Open)];
        assert_eq!(names(&rows), again);
        rows.follow(vec![room("d", 9), room("b", 1)], RowOrder::OfServer);
        assert_eq!(names(&rows), [("d", 9, Open), ("b", 1, Open)]);
        assert_eq!(rows.room(ids[1]), Some(&room("b", 1)));
    }

    #[test]
    fn held_rows_are_bounded() {
        let mut rows = RoomRows::default();
        for n in 0..u16::MAX / 256 {
            rows.follow(vec![room(&format!("den {n}"), n)], RowOrder::Held);
        }
        assert_eq!(rows.rows().len(), ROWS_MAX);
    }
}
