//! Rounds, in English.

use alloc::{format, string::String};

use super::{replay::ship_widths, scores::kills};
use crate::game::RoundWords;

pub(super) const WORDS: RoundWords = RoundWords {
    waiting: "waiting",
    your_round_point: "Your round point",
    your_match_point: "Your match point",
    round_point: |holder| format!("{holder}’s round point"),
    match_point: |holder| format!("{holder}’s match point"),
    next_kill_wins: "Next kill wins",
    overtime: "Overtime: next kill wins",
    of_goal: |goal| format!("of {goal}"),
    over: "Round over",
    last_shots: "Shots in flight still count.",
    you_win: "You win",
    a_draw: "A draw",
    wins: |winner| format!("{winner} wins"),
    place: |place, of, score| format!("{} of {of}: {score}", ordinal(place)),
    bot_level: |before, now, highest| {
        let from = if before == now { String::new() } else { format!("{before} → ") };
        format!("Bot level {from}{now} of {highest}")
    },
    own_best: |n, time| format!("Your best round: {}.", kills_in(n, time)),
    new_own_best: |n, time| format!("Your best round so far: {}!", kills_in(n, time)),
    room_best: |name, n, time| {
        format!("Best since this room opened: {name}, {}.", kills_in(n, time))
    },
    best_shot: |weapon, victim, half_ships| {
        format!("{weapon} hit on {victim}, {} away", ship_widths(half_ships))
    },
    own_disputed_shot: |weapon, target, half_ships| {
        let apart = ship_widths(half_ships);
        format!(
            "your {weapon} at {target} did not count: judged {apart} from the server’s {target}"
        )
    },
    disputed_shot: |weapon, shooter, half_ships| {
        let apart = ship_widths(half_ships);
        format!("{shooter}’s {weapon} hit you {apart} from where the server had you")
    },
    next_in: |seconds| format!("Next round in {seconds} s"),
};

fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

fn kills_in(n: u16, time: &str) -> String {
    format!("{n} {} in {time}", kills(n))
}
