//! Texts about what follows a round: the next one at once, and the series that rounds add up to.

use alloc::string::String;

pub struct SeriesWords {
    /// The button that asks for the next round at once: of who lost, and of others.
    pub revenge: &'static str,
    pub next_round: &'static str,
    pub next_series: &'static str,
    /// Who has asked for it: one who lost, one who did not, several of all players.
    pub wants_revenge: fn(player: &str) -> String,
    pub wants_another: fn(player: &str) -> String,
    pub players_want_another: fn(n: usize, of: usize) -> String,
    /// After the player has asked: who has not.
    pub waiting_for: fn(player: &str) -> String,
    pub waiting_for_players: fn(n: usize) -> String,
    /// The player in `state`.
    pub you: &'static str,
    /// How a series stands: rounds won by each.
    pub state: fn(best_of: &str, won: &[(&str, String)]) -> String,
    /// Who won one of its rounds, and before the last one that can decide it.
    pub you_win_round: &'static str,
    pub wins_round: fn(winner: &str) -> String,
    pub next_decides: &'static str,
    pub you_win: &'static str,
    pub wins: fn(winner: &str) -> String,
    /// A round of it: its winner, `None` for the player, and the most kills of a ship and of any
    /// other. A draw.
    pub round: fn(winner: Option<&str>, kills: &str, rival_kills: &str) -> String,
    pub drawn_round: fn(kills: &str, rival_kills: &str) -> String,
    /// The winner of a round between two sides, where it is not the player's.
    pub other_side: &'static str,
    /// All series that two players have played: those won and those lost.
    pub record: fn(other: &str, won: &str, lost: &str) -> String,
    pub next_in: fn(seconds: &str) -> String,
}
