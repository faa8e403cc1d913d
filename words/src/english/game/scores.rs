//! The scores, in English.

use alloc::format;

use crate::game::ScoreWords;

pub(super) const WORDS: ScoreWords = ScoreWords {
    kills,
    deaths,
    score: |n_kills, n_deaths| {
        format!("{n_kills} {}, {n_deaths} {}", kills(n_kills), deaths(n_deaths))
    },
    in_room: |room| format!("Scores in room “{room}”"),
    bots_at_level: |level| format!(" · bots: level {level}"),
    away: "away",
    bot: "bot",
    away_hint: |seconds| {
        format!("This player lost the connection. Their seat is held for {seconds} s.")
    },
    aim_assist_legend: "◎ uses aim assist",
    aim_assist_hint: "Uses aim assist: a stick’s aim is pulled towards ships.",
    lag_not_equal: "This player’s commands do not wait for the room’s minimum lag.",
};

pub(super) const fn kills(n: u16) -> &'static str {
    if n == 1 { "kill" } else { "kills" }
}

const fn deaths(n: u16) -> &'static str {
    if n == 1 { "death" } else { "deaths" }
}
