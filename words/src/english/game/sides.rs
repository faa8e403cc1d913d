//! The two sides of a room, in English.

use alloc::{format, string::String};

use crate::game::SideWords;

pub(super) const WORDS: SideWords = SideWords {
    your_side: "Your side",
    side,
    you_win: |(own, other)| format!("Your side wins, {own} to {other}"),
    they_win: |ms, (won, lost)| format!("The {} wins, {won} to {lost}", side(ms)),
    link_is_set: |ms| {
        format!(
            "You are on the {}: this page adds what your own ping lacks of {ms} ms, so the link \
             cannot be set here.",
            side(ms)
        )
    },
    not_kept: "This player’s ping is at least 30 ms below that of their side.",
    by_side: "Kills by ping",
    headings: ["side", "ping", "players", "kills/min", "deaths/min", "hits"],
    of_players: "Kills and deaths are those of one player; bots are left out.",
    of_bots: "A side without players is shown with its bots.",
    bar: |[one, other], [kills, other_kills]| {
        format!("Kills a minute: {one} {kills}, {other} {other_kills}")
    },
};

fn side(round_trip_ms: u16) -> String {
    format!("{round_trip_ms} ms side")
}
