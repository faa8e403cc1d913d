//! Texts about the two sides of a room: their names, their score, and the table that compares them.

use alloc::string::String;

pub struct SideWords {
    /// The player's own side, and a side by the round trip that it plays with, in ms.
    pub your_side: &'static str,
    pub side: fn(round_trip_ms: u16) -> String,
    /// The result of a round, with the kills of the winning side and the other.
    pub you_win: fn(kills: (u16, u16)) -> String,
    pub they_win: fn(round_trip_ms: u16, kills: (u16, u16)) -> String,
    /// In place of the controls of the simulated link, which the player's side sets.
    pub link_is_set: fn(round_trip_ms: u16) -> String,
    /// Explains the sign before the ping of a player below that of its side.
    pub not_kept: &'static str,
    /// The caption of the table of both sides.
    pub by_side: &'static str,
    /// The headings of its columns: side, ping, players, kills and deaths a minute, share of hits.
    pub headings: [&'static str; 6],
    /// Below it: whose figures they are.
    pub of_players: &'static str,
    pub of_bots: &'static str,
    /// The bar of both sides' kills a minute, for screen readers.
    pub bar: fn(sides: [&str; 2], kills_per_min: [&str; 2]) -> String,
}
