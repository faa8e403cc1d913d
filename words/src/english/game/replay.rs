//! Replays, in English.

use alloc::{
    format,
    string::{String, ToString},
};

use forensics::shot_end::EndKind;

use crate::game::{Offset, OffsetFrom, ReplayWords};

pub(super) const WORDS: ReplayWords = ReplayWords {
    title: "Replay",
    you_were_here: "you were here",
    server_had_you_here: "the server had you here",
    server_had_you_where_you_were: "the server had you where you were",
    saw_you_here: |shooter| format!("{shooter} saw you here"),
    saw_you_where_you_were: |shooter| format!("{shooter} saw you where you were"),
    you_saw_it_here: "you saw it here",
    server_had_it_here: |end| format!("{end}: the server had it here"),
    server_had_it_where_you_saw_it: |end| format!("{end}: the server had it where you saw it"),
    apart: |u, ms| {
        let time = ms.map_or_else(String::new, |ms| format!(" · {ms} ms late"));
        format!("{u} u{time}")
    },
    place,
    saw_you: |shooter, place| format!("{shooter} saw you {place}."),
    server_had_you: |place| format!("The server had you {place}."),
    server_had: |end, target, place| format!("{end}: the server had {target} {place}."),
    ended: |end| format!("{end}."),
    near_none: |end| format!("{end}: there was nobody near the shot."),
    end,
    went_by_what_was_seen: |shooter| {
        format!("The server went by what {} saw.", shooter.unwrap_or("you"))
    },
    went_part_of_the_way: |shooter| {
        let shooter = shooter.unwrap_or("you");
        format!("The server rewound only part of the way to what {shooter} saw.")
    },
    went_by_servers_time: "The server did not rewind: it went by its own time.",
    went_by_shared_delay: "Everyone sees the others with the same delay, and the server went by \
                           that.",
};

const fn end(end: EndKind) -> &'static str {
    match end {
        EndKind::Pending => "Not judged yet",
        EndKind::Open => "Hit, but it can still be undone",
        EndKind::Hit => "Hit",
        EndKind::Undone => "Hit, then undone",
        EndKind::Refused => "Hit refused",
        EndKind::Miss => "Missed",
        EndKind::Veto => "Stopped by cover",
        EndKind::Void => "No hit",
    }
}

fn place(off: Option<Offset>, from: OffsetFrom) -> String {
    const SIDES: [&str; 8] = [
        "to the right of",
        "below and to the right of",
        "below",
        "below and to the left of",
        "to the left of",
        "above and to the left of",
        "above",
        "above and to the right of",
    ];
    let from = match from {
        OffsetFrom::WhereYouWentDown => "where you went down",
        OffsetFrom::WhereYouSawIt => "where you saw it",
    };
    off.map_or_else(
        || from.into(),
        |off| {
            let Offset { half_ships, u, eighth } = off;
            format!("{} ({u} u) {} {from}", ship_widths(half_ships), SIDES[eighth % 8])
        },
    )
}

pub(super) fn ship_widths(halves: u32) -> String {
    const WHOLE: [&str; 8] = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    match halves {
        0 => "less than half a ship width".into(),
        1 => "about half a ship width".into(),
        2 => "about one ship width".into(),
        3 => "about one and a half ship widths".into(),
        _ => {
            let whole = halves / 2;
            let word = WHOLE.get(whole as usize - 2);
            let count = word.map_or_else(|| whole.to_string(), |word| (*word).into());
            format!("about {count} ship widths")
        }
    }
}
