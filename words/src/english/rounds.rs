//! Texts about the rounds of a match, in the score line and at their end. In English only, as all
//! that the game's page alone says.

use alloc::string::{String, ToString};

use super::game::kills;

/// In place of the time left, while a round waits for players.
pub const WAITING: &str = "waiting";

/// Marks the player who leads a round.
pub const LEADER: &str = "♛";
/// Before the time left of a tie-break.
pub const TIED: &str = "tied";
/// As a tie-break begins.
pub const NEXT_KILL_WINS: &str = "Tied: the next kill wins.";
/// Between two rounds, before and after the result.
pub const ROUND_OVER: &str = "Round over";
pub const LAST_SHOTS: &str = "Shots in flight still count.";
pub const YOU_WIN: &str = "You win";
pub const A_DRAW: &str = "A draw";

/// After the own kills of a round.
#[must_use]
pub fn of_goal(goal: &str) -> String {
    ["of ", goal].concat()
}

#[must_use]
pub fn wins(winner: &str) -> String {
    [winner, " wins"].concat()
}

/// The player's place among all ships of a round, from 1, before the score.
#[must_use]
pub fn place(place: usize, of: usize, score: &str) -> String {
    [&ordinal(place), " of ", &of.to_string(), ": ", score].concat()
}

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    [&n.to_string(), ending].concat()
}

fn kills_in(n: u16, time: &str) -> String {
    [&n.to_string(), " ", kills(n), " in ", time].concat()
}

/// The player's best round on this browser, and the same if it just ended.
#[must_use]
pub fn own_best(kills: u16, time: &str) -> String {
    ["Your best round: ", &kills_in(kills, time), "."].concat()
}

#[must_use]
pub fn new_own_best(kills: u16, time: &str) -> String {
    ["Your best round so far: ", &kills_in(kills, time), "!"].concat()
}

/// The best round that a player has won.
#[must_use]
pub fn room_best(name: &str, kills: u16, time: &str) -> String {
    ["Best since this room opened: ", name, ", ", &kills_in(kills, time), "."].concat()
}

/// An own shot that hit, and its length in u.
#[must_use]
pub fn best_shot(weapon: &str, victim: &str, length_u: &str) -> String {
    [weapon, " at ", victim, ", ", length_u, " u away"].concat()
}

/// An own shot that met a ship and did not count.
#[must_use]
pub fn own_disputed_shot(weapon: &str, target: &str, apart_u: &str) -> String {
    ["your ", weapon, " at ", target, ": judged ", apart_u, " u from where the server had it"]
        .concat()
}

/// A shot that hit the player.
#[must_use]
pub fn disputed_shot(weapon: &str, shooter: &str, apart_u: &str) -> String {
    [shooter, "’s ", weapon, ": it hit you ", apart_u, " u from where the server had you"].concat()
}

#[must_use]
pub fn next_round_in(seconds: &str) -> String {
    ["Next round in ", seconds, " s"].concat()
}
