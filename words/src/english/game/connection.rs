//! The connection, in English.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::wire::close_reason::CloseReason;

use crate::game::ConnectionWords;

pub(super) const WORDS: ConnectionWords = ConnectionWords {
    connecting: "Connecting to the server …",
    closed: CloseReason::text,
    room_full: ToString::to_string,
    refused: ToString::to_string,
    no_answer: "The server is not answering.",
    lost: "The connection was lost.",
    unreachable: "The server cannot be reached.",
    unreadable: |error| format!("The page could not read a message: {error}."),
    silent_for: |seconds| format!("No word from the server for {seconds} s."),
    trying_again: |seconds| format!("Trying again in {seconds} s."),
    press_to_stay: |seconds| {
        format!("The room is full. Press any key within {seconds} s to keep your seat.")
    },
    try_now: "Try now",
    reload: "Reload",
    join_again: "Join again",
    play_again: "Play again",
    seat_held: "Welcome back: your seat and your score were held.",
    seat_lost: "Your seat was no longer held, so you have a new ship.",
    new_match: "The room was restarted, so this is a new match.",
    score_kept: "You are in a new room and keep your score.",
    no_randomness: "This browser cannot make up a secret room name: choose one.",
    asked_for_lobby: "You asked for the lobby.",
    asked_for: |room| format!("You asked for the room “{room}”."),
    placed_elsewhere: |room, asked| {
        let asked =
            if asked.contains(' ') { asked.replacen('l', "L", 1) } else { "The lobby".into() };
        format!("{asked} was full. You are in {}.", lobby(room))
    },
    back_to_lobby: |asked| format!("Try {} again", lobby(asked)),
};

/// The first lobby has no number.
fn lobby(name: &str) -> String {
    if name.contains(' ') { name.into() } else { format!("the {name}") }
}
