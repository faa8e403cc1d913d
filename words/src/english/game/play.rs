//! What is said during play, in English.

use alloc::{format, string::String};

use crate::game::PlayWords;

pub(super) const WORDS: PlayWords = PlayWords {
    you: "You",
    joined: |player| format!("{player} joined."),
    left: |player| format!("{player} left."),
    is_back: |player| format!("{player} is back."),
    away: |player, seconds| {
        format!("{player} lost the connection. Their seat is held for {seconds} s.")
    },
    shot_down: |killer, victim| format!("{killer} shot down {victim}"),
    you_shot_down: |victim| format!("You shot down {victim}"),
    you_were_shot_down: |killer| format!("{killer} shot you down"),
    look_into_shot: "Look into this shot",
    truce: "The bots hold their fire until you fly or fire, for a minute at most.",
    refunded: |points| format!("{points} hit points came back: another ship was hit first."),
    points_back: |points| format!("+{points} back"),
    hit_undone: |victim| {
        format!("Your hit on {victim} was undone: your shot met another ship first.")
    },
    stalled: |seconds| {
        format!("The server stalled for {seconds} s. The match goes on from where it was.")
    },
    shot_you_down: |killer, weapon, side| {
        let from = side.map_or_else(String::new, |side| format!(", from {side}"));
        format!("{killer} shot you down with a {weapon}{from}.")
    },
    sides: [
        "the right",
        "the lower right",
        "below",
        "the lower left",
        "the left",
        "the upper left",
        "above",
        "the upper right",
    ],
    back_in: |seconds| format!("Back in {seconds} s"),
    back_soon: "Back in a moment",
    watch_again: "Watch again",
    why: "Why?",
    own_room: "Your own room: share this link.",
    waiting_for_friend: "The round begins when the other player is here.",
    waiting_beside_bot: "The round begins when the other player is here. \
        Until then you fly against a bot.",
    only_with_link: "Only people with this link get in.",
    listed: "This room is listed: anyone can find it on the join screen and get in.",
    shared_title: "Lagrange: a space duel in the browser",
    copied: "Copied.",
    select_and_copy: "Select the link and copy it.",
    saved: |file, bytes, special| format!("Saved: {file}, {bytes} bytes{special}."),
    capture_full: ", as much as a capture can hold",
    opens_at_shot: "; drop it on the laboratory’s page to open it at this shot",
    not_saved: "This browser cannot save files.",
    not_written: |error| format!("The capture could not be written: {error}."),
};
