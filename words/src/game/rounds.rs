//! Texts about the rounds of a match, in the score line and at their end.

use alloc::string::String;

pub struct RoundWords {
    /// While a round waits for players.
    pub waiting: &'static str,
    /// One more kill decides a round of a series, or the match: of the player, of somebody, of
    /// anybody.
    pub your_round_point: &'static str,
    pub your_match_point: &'static str,
    pub round_point: fn(holder: &str) -> String,
    pub match_point: fn(holder: &str) -> String,
    pub next_kill_wins: &'static str,
    /// Below the scores during a tie-break.
    pub overtime: &'static str,
    /// After the own kills of a round.
    pub of_goal: fn(goal: &str) -> String,
    /// Between two rounds, before and after the result.
    pub over: &'static str,
    pub last_shots: &'static str,
    pub you_win: &'static str,
    pub a_draw: &'static str,
    pub wins: fn(winner: &str) -> String,
    /// The player's place among all ships of a round, from 1, before the score.
    pub place: fn(place: usize, of: usize, score: &str) -> String,
    /// The level of bots that adapt to the player, before and after a round.
    pub bot_level: fn(before: &str, now: &str, highest: &str) -> String,
    /// The player's best round on this browser, and the same if it just ended.
    pub own_best: fn(kills: u16, time: &str) -> String,
    pub new_own_best: fn(kills: u16, time: &str) -> String,
    /// The best round that a player has won.
    pub room_best: fn(name: &str, kills: u16, time: &str) -> String,
    /// An own shot that hit, and its length in halves of a ship's width.
    pub best_shot: fn(weapon: &str, victim: &str, half_ships: u32) -> String,
    /// An own shot that met a ship and did not count; how far from the server's ship it was judged.
    pub own_disputed_shot: fn(weapon: &str, target: &str, half_ships: u32) -> String,
    /// A shot that hit the player, and how far from the server's ship.
    pub disputed_shot: fn(weapon: &str, shooter: &str, half_ships: u32) -> String,
    pub next_in: fn(seconds: &str) -> String,
}
