//! The list of open rooms, in English.

use alloc::format;

use crate::game::RoomListWords;

pub(super) const WORDS: RoomListWords = RoomListWords {
    join: "Join",
    watch: "Watch",
    join_room: |room, players| format!("Join {room}, {players}"),
    watch_room: |room| format!("Watch {room}"),
    lobby_on: |lobby, server| format!("{lobby} on {server}"),
    players: |n, seats| format!("{n} of {seats} players"),
    full: |players| format!("{players} · full"),
    nobody_yet: "nobody yet: you would be the first",
    waits_for: |n| if n == 1 { "waits for one more".into() } else { format!("waits for {n} more") },
    netcode: |title| format!("{title} netcode"),
    custom_netcode: "custom netcode",
    endless: "endless",
    rounds: |kills, time| format!("first to {kills} or {time} min"),
    closed: "closed by now",
    summary: |players, rooms| {
        let rooms = if rooms == 1 { "one room".into() } else { format!("{rooms} rooms") };
        format!("{players} playing in {rooms}: see where")
    },
    unreadable: "The list of rooms cannot be read.",
    more: |n| if n == 1 { "and one more room".into() } else { format!("and {n} more rooms") },
};
