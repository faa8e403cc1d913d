//! Texts of the scores.

use alloc::string::String;

pub struct ScoreWords {
    /// The noun after a number of kills or deaths.
    pub kills: fn(n: u16) -> &'static str,
    pub deaths: fn(n: u16) -> &'static str,
    /// Both with their numbers.
    pub score: fn(kills: u16, deaths: u16) -> String,
    /// The title, and what follows it.
    pub in_room: fn(room: &str) -> String,
    pub bots_at_level: fn(level: &str) -> String,
    /// In place of a ping.
    pub away: &'static str,
    pub bot: &'static str,
    /// The tooltip of a player who lost the connection.
    pub away_hint: fn(seconds: &str) -> String,
    /// The legend and the tooltip of [`super::AIM_ASSIST_SIGN`].
    pub aim_assist_legend: &'static str,
    pub aim_assist_hint: &'static str,
    /// Explains the sign before a ping.
    pub lag_not_equal: &'static str,
}
