//! What follows a round, in English.

use alloc::{format, string::String, vec::Vec};

use crate::game::SeriesWords;

pub(super) const WORDS: SeriesWords = SeriesWords {
    revenge: "Revenge",
    next_round: "Next round",
    next_series: "Next series",
    wants_revenge: |player| format!("{player} wants revenge."),
    wants_another: |player| format!("{player} wants another round."),
    players_want_another: |n, of| format!("{n} of {of} players want another round."),
    waiting_for: |player| format!("Waiting for {player}."),
    waiting_for_players: |n| format!("Waiting for {n} players."),
    you: "you",
    state: |best_of, won| {
        let won: Vec<String> = won.iter().map(|(name, won)| format!("{name} {won}")).collect();
        format!("Best of {best_of} · {}", won.join(", "))
    },
    you_win_round: "You win the round",
    wins_round: |winner| format!("{winner} wins the round"),
    next_decides: "The next round decides.",
    you_win: "You win the series",
    wins: |winner| format!("{winner} wins the series"),
    round: |winner, kills, rival_kills| {
        format!("{} {kills} : {rival_kills}", winner.unwrap_or("You"))
    },
    drawn_round: |kills, rival_kills| format!("Draw {kills} : {rival_kills}"),
    other_side: "The other side",
    record: |other, won, lost| format!("You and {other}: {won} to {lost} in series."),
    next_in: |seconds| format!("Next series in {seconds} s"),
};
