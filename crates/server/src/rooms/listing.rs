//! The list of rooms: where people are, for whoever is about to join. It has the lobbies, and the
//! rooms whose founders asked for it; no other name of a room leaves the registry.
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use directory::limits::LISTED_ROOMS_MAX;
use directory::message::{ListedName, ListedRoom, RoomList};
use shared::base::time::TickRate;
use shared::netcode::preset::Preset;
use shared::netcode::values::RoomNetcode;
use shared::room::{Room, RoomKind};
use shared::wire::message::{Listing, PROTOCOL_VERSION, RoomRequest};
use shared::wire::round::MatchMode;
use shared::wire::route::NodeName;

use super::{RoomKey, Rooms};

/// Rooms in an answer; those with the fewest players are left out.
const ANSWER_ROOMS_MAX: usize = 200;

/// A room's entry in the list, which its task keeps up to date. A room that is not listed has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListEntry(Arc<Mutex<Option<Headline>>>);

/// What the list says about a room besides its name.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Headline {
    players: u16,
    bots: u16,
    watchers: u16,
    seats: u16,
    rate: TickRate,
    mode: MatchMode,
    netcode: RoomNetcode,
}

/// The open rooms that everybody may know of, on all servers; those with the most players first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoomsOpen {
    pub(crate) rooms: Vec<RoomOpen>,
    /// Rooms left out.
    pub(crate) more: u64,
}

/// A room that everybody may know of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RoomOpen {
    pub(crate) kind: RoomKind,
    /// The server on which it is, among several.
    pub(crate) node: Option<NodeName>,
    pub(crate) room: ListedRoom,
}

impl ListEntry {
    /// The entry of a new room, if it has one.
    pub(super) fn of(key: &RoomKey, request: Option<RoomRequest>) -> Option<Self> {
        let asked = request.map(|request| request.listing);
        let is_listed = matches!(key, RoomKey::Lobby(_)) || asked == Some(Listing::Listed);
        is_listed.then(Self::default)
    }

    /// Takes over how the room is now.
    pub(crate) fn report(&self, room: &Room, players: usize, watchers: u16) {
        let config = room.config();
        let n_bots = room.roster().iter().filter(|entry| entry.bot).count();
        let headline = Headline {
            players: u16::try_from(players).unwrap_or(u16::MAX),
            bots: u16::try_from(n_bots).unwrap_or(u16::MAX),
            watchers,
            seats: config.seats,
            rate: config.rate,
            mode: config.rounds.map_or(MatchMode::Endless, MatchMode::Rounds),
            netcode: config.netcode,
        };
        // No code panics while it holds the lock.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(headline);
    }

    /// How the room is; `None` until its task has begun.
    fn get(&self) -> Option<Headline> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Headline {
    /// The room with it, by its name.
    fn listed_as(self, name: ListedName) -> ListedRoom {
        let Self { players, bots, watchers, seats, rate, mode, netcode } = self;
        let preset = Preset::ALL.into_iter().find(|preset| preset.room() == netcode);
        ListedRoom { name, players, bots, seats, watchers, rate, mode, preset }
    }
}

impl Rooms {
    /// The listed rooms of this server in which somebody is, and its first lobby. None while its
    /// rooms move to another server.
    pub(crate) fn list_here(&self) -> RoomList {
        let registry = self.registry();
        let is_leaving = registry.draining || registry.closed;
        let open = registry.open.iter().filter(|_| !is_leaving);
        let listed = open.filter_map(|(key, handle)| {
            let headline = handle.entry.as_ref()?.get()?;
            let room = headline.listed_as(key.to_string().try_into().ok()?);
            (is_anybody_there(&room) || *key == RoomKey::DEFAULT).then_some(room)
        });
        let mut rooms: Vec<ListedRoom> = listed.collect();
        drop(registry);
        let more = keep_fullest(&mut rooms, LISTED_ROOMS_MAX);
        let rooms = rooms.try_into().unwrap_or_default();
        RoomList { protocol: PROTOCOL_VERSION.into(), rooms, more }
    }

    /// The listed rooms of all servers.
    pub(crate) fn list(&self) -> RoomsOpen {
        let here = (self.config.node.clone(), self.list_here());
        let elsewhere = self.cluster.as_ref().map(|cluster| cluster.room_lists());
        let elsewhere = elsewhere.into_iter().flatten().map(|(node, list)| (Some(node), list));
        merge([here].into_iter().chain(elsewhere))
    }
}

fn is_anybody_there(room: &ListedRoom) -> bool {
    room.players > 0 || room.watchers > 0
}

/// One list of those of all servers, this one's first.
fn merge(lists: impl IntoIterator<Item = (Option<NodeName>, RoomList)>) -> RoomsOpen {
    let (mut rooms, mut more) = (Vec::new(), 0_u64);
    for (idx, (node, list)) in lists.into_iter().enumerate() {
        // Pages of this server cannot join a room of another version.
        if list.protocol != u32::from(PROTOCOL_VERSION) {
            continue;
        }
        more += u64::from(list.more);
        let is_here = idx == 0;
        rooms.extend(list.rooms.as_slice().iter().filter_map(|room| {
            let key = RoomKey::from_typed(room.name.as_str())?;
            let is_clean = key.to_string() == room.name.as_str();
            // Of empty lobbies that of this server is enough.
            let is_shown = is_clean && (is_here || is_anybody_there(room));
            is_shown.then(|| RoomOpen { kind: key.kind(), node: node.clone(), room: room.clone() })
        }));
    }
    let order = |open: &RoomOpen| {
        (Reverse(open.room.players), open.kind != RoomKind::Public, open.room.name.clone())
    };
    rooms.sort_by_cached_key(|open| (order(open), open.node.clone()));
    // A room that moves is on two lists for a moment.
    let mut named = BTreeSet::new();
    rooms.retain(|open| open.kind == RoomKind::Public || named.insert(open.room.name.clone()));
    more += rooms.len().saturating_sub(ANSWER_ROOMS_MAX) as u64;
    rooms.truncate(ANSWER_ROOMS_MAX);
    RoomsOpen { rooms, more }
}

/// Keeps the rooms with the most players. Returns how many it removed.
fn keep_fullest(rooms: &mut Vec<ListedRoom>, max: usize) -> u32 {
    let n_left_out = rooms.len().saturating_sub(max);
    rooms.sort_by_cached_key(|room| (Reverse(room.players), room.name.clone()));
    rooms.truncate(max);
    u32::try_from(n_left_out).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(name: &str, players: u16) -> ListedRoom {
        ListedRoom {
            name: name.to_string().try_into().unwrap(),
            players,
            bots: 0,
            seats: 16,
            watchers: 0,
            rate: TickRate::DEFAULT,
            mode: MatchMode::Endless,
            preset: None,
        }
    }

    fn list(rooms: Vec<ListedRoom>) -> RoomList {
        let rooms = rooms.try_into().unwrap();
        RoomList { protocol: PROTOCOL_VERSION.into(), rooms, more: 0 }
    }

    /// The merged list: names, servers and players.
    fn merged(lists: Vec<(&str, RoomList)>) -> (Vec<(String, String, u16)>, u64) {
        let lists = lists.into_iter().map(|(node, list)| (Some(node.parse().unwrap()), list));
        let RoomsOpen { rooms, more } = merge(lists);
        let row = |open: RoomOpen| {
            let node = open.node.map(|node| node.to_string()).unwrap_or_default();
            (open.room.name.as_str().to_string(), node, open.room.players)
        };
        (rooms.into_iter().map(row).collect(), more)
    }

    fn row(name: &str, node: &str, players: u16) -> (String, String, u16) {
        (name.into(), node.into(), players)
    }

    #[test]
    fn most_players_first_and_each_named_room_once() {
        let here = list(vec![room("lobby", 0), room("duel", 1)]);
        let there = list(vec![room("lobby", 2), room("lobby 2", 1), room("duel", 3)]);
        let rows = [
            row("duel", "n2", 3),
            row("lobby", "n2", 2),
            row("lobby 2", "n2", 1),
            row("lobby", "n1", 0),
        ];
        assert_eq!(merged(vec![("n1", here), ("n2", there)]), (rows.into(), 0));
    }

    #[test]
    fn empty_lobbies_of_other_servers_and_what_nobody_can_join_are_left_out() {
        let here = list(vec![room("lobby", 0)]);
        let other_version = RoomList { protocol: 1, ..list(vec![room("old", 9)]) };
        // No server has a room of these names: it would be called otherwise.
        let unclean = list(vec![room("lobby", 0), room(" duel", 5), room("Lobby", 5)]);
        let rows = vec![row("lobby", "n1", 0)];
        let lists = vec![("n1", here), ("n2", other_version), ("n3", unclean)];
        assert_eq!(merged(lists), (rows, 0));
    }

    #[test]
    fn numbers_of_other_servers_may_be_any() {
        let here = list(vec![room("lobby", 0)]);
        let most = ListedRoom { watchers: u16::MAX, ..room("lobby", u16::MAX) };
        let there = RoomList { more: u32::MAX, ..list(vec![most]) };
        let rows = vec![row("lobby", "n2", u16::MAX), row("lobby", "n1", 0)];
        assert_eq!(merged(vec![("n1", here), ("n2", there)]), (rows, u64::from(u32::MAX)));
    }

    #[test]
    fn rooms_that_are_left_out_are_counted() {
        let many = |from: u16| {
            let rooms = (from..from + 150).map(|n| room(&format!("room {n}"), n)).collect();
            RoomList { more: 7, ..list(rooms) }
        };
        let (rows, more) = merged(vec![("n1", many(0)), ("n2", many(150))]);
        assert_eq!((rows.len(), more), (ANSWER_ROOMS_MAX, 14 + 100));
        assert_eq!(
            (&rows[0], &rows[199]),
            (&row("room 299", "n2", 299), &row("room 100", "n1", 100))
        );
        let mut fullest = vec![room("a", 1), room("b", 3), room("c", 2)];
        assert_eq!(keep_fullest(&mut fullest, 2), 1);
        assert_eq!(fullest, [room("b", 3), room("c", 2)]);
    }
}
