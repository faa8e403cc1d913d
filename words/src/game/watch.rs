//! Texts of the bar below a match that is watched.

use alloc::string::String;

pub struct WatchWords {
    /// Before the first picture: it comes in some seconds, or when somebody plays.
    pub comes_in: fn(seconds: &str) -> String,
    pub nobody_plays: &'static str,
    /// Whom the camera follows.
    pub follows: fn(name: &str) -> String,
    pub free: &'static str,
    /// The round trip of the followed player in ms; or it is a bot.
    pub ping: fn(ms: &str) -> String,
    pub is_bot: &'static str,
    /// How late the match is shown, in s.
    pub late: fn(seconds: &str) -> String,
    /// The three times on the screen of the followed player: how far its own ship is ahead of the
    /// server's, and how far the others are behind them, in ms.
    pub times: fn(own_ms: &str, others_ms: &str) -> String,
    /// A bot has no connection to show.
    pub bot_has_no_lag: &'static str,
    /// The place in line for a seat, from 1.
    pub in_line: fn(place: u16) -> String,
    /// The button that asks for a seat, and the one that no longer does.
    pub play: &'static str,
    pub keep_watching: &'static str,
    /// As a seat is there.
    pub your_turn: &'static str,
    /// How many watch, for players.
    pub watching: fn(n: u16) -> String,
}
