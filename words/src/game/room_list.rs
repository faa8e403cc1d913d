//! Texts of the list of open rooms on the join screen.

use alloc::string::String;

pub struct RoomListWords {
    /// The two buttons of a row, and what screen readers say in their place; each contains the
    /// button's text.
    pub join: &'static str,
    pub watch: &'static str,
    pub join_room: fn(room: &str, players: &str) -> String,
    pub watch_room: fn(room: &str) -> String,
    /// The lobby of a server among several, by both names.
    pub lobby_on: fn(lobby: &str, server: &str) -> String,
    pub players: fn(n: u16, seats: u16) -> String,
    /// The same of a room without a free seat.
    pub full: fn(players: &str) -> String,
    /// The same of a lobby without players.
    pub nobody_yet: &'static str,
    /// A round begins when so many more players are there.
    pub waits_for: fn(n: u16) -> String,
    /// A preset that is not the usual one, by its title.
    pub netcode: fn(title: &str) -> String,
    /// A netcode that is no preset.
    pub custom_netcode: &'static str,
    /// How a match goes, where it is not the usual way.
    pub endless: &'static str,
    pub rounds: fn(kills: &str, time: &str) -> String,
    /// In the place of all this: the room is no longer there.
    pub closed: &'static str,
    /// On a narrow page, leads to the list, which is below: how many play, and in how many rooms.
    pub summary: fn(players: u32, rooms: u32) -> String,
    pub unreadable: &'static str,
    /// How many rooms the list leaves out.
    pub more: fn(n: u32) -> String,
}
