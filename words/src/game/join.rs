//! Texts of the join screen's offers.

use alloc::string::String;

pub struct JoinWords {
    /// How well bots play: at a level that follows the player, or at one of five that a player can
    /// tell apart.
    pub bots_follow: &'static str,
    pub bot_ranks: [&'static str; 5],
    /// What a room for a friend plays: rounds that each stand alone, or a series.
    pub single_rounds: &'static str,
    pub best_of: fn(rounds: &str) -> String,
    /// The bots of a private room: as many as the host of the server wants, or a number; and how
    /// they play, if the player chose a rank.
    pub usual_bots: &'static str,
    pub bots: fn(n: u16) -> String,
    pub bots_of_rank: fn(bots: &str, rank: &str) -> String,
    /// Who fights whom in a private room: free for all, or two sides, by the round trips
    /// in ms that they play with.
    pub no_sides: &'static str,
    pub sides: fn(round_trip_ms: [u16; 2]) -> String,
    /// The buttons that open a room, and their hints, where it is listed.
    pub listed_friend: &'static str,
    pub listed_friend_hint: &'static str,
    pub listed_room: &'static str,
    pub listed_room_hint: &'static str,
}
