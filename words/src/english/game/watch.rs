//! Watching, in English.

use alloc::{format, string::String};

use crate::game::WatchWords;

pub(super) const WORDS: WatchWords = WatchWords {
    comes_in: |seconds| format!("The match appears in {seconds} s."),
    nobody_plays: "Nobody is playing here.",
    follows: |name| format!("Watching {name}"),
    free: "Free camera",
    ping: |ms| format!("ping {ms} ms"),
    is_bot: "bot",
    late: |seconds| format!("{seconds} s late"),
    times: |own_ms, others_ms| {
        format!(
            "own ship {own_ms} ms ahead of the server’s outlines, the others {others_ms} ms behind"
        )
    },
    bot_has_no_lag: "A bot has no lag to show.",
    in_line,
    play: "Play",
    keep_watching: "Keep watching",
    your_turn: "Your turn: a seat is free.",
    watching: |n| format!("{n} watching"),
};

fn in_line(place: u16) -> String {
    match place {
        1 => "You get the next free seat.".into(),
        _ => format!("{} ahead of you in line for a seat.", place - 1),
    }
}
