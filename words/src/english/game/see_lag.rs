//! The lesson “See the lag”, in English.

use alloc::format;

use crate::game::SeeLagWords;

pub(super) const WORDS: SeeLagWords = SeeLagWords {
    skip: "Skip",
    next: "Next",
    steps: ["1 of 3", "2 of 3", "3 of 3"],
    hints: [
        "Fly after a ship with the arrow keys: the faster it flies, the further ahead its outline \
         is.",
        "The right mouse button or Shift fires the beam. Wait until a ship flies past you \
         sideways.",
        "The left mouse button or Space fires. Aim at a ship while it flies past you.",
    ],
    hints_touch: [
        "Fly after a ship with the left stick: the faster it flies, the further ahead its outline \
         is.",
        "Push the right stick to its rim to fire the beam. Wait until a ship flies past you \
         sideways.",
        "Push the right stick towards a ship while it flies past you: that fires.",
    ],
    hints_gamepad: [
        "Fly after a ship with the left stick: the faster it flies, the further ahead its outline \
         is.",
        "Aim with the right stick and fire the beam. Wait until a ship flies past you sideways.",
        "Aim with the right stick and fire at a ship while it flies past you.",
    ],
    outline: |age_ms| {
        format!(
            "The thin outline is where the server’s newest snapshot has this ship. When your shot \
             arrives, what you see will be {age_ms} ms old."
        )
    },
    cross: "Hit a crossing ship with your beam: aim at what you see, not at the outline.",
    counted: |rewound_ms| {
        format!("You aimed at what you saw. The server rewound {rewound_ms} ms, and it counted.")
    },
    beyond: |age_ms, limit_ms| {
        format!(
            "What you see is now {age_ms} ms old, and the server rewinds {limit_ms} ms at most. \
             Fire at a moving ship."
        )
    },
    elsewhere: |seen_ms, limit_ms, apart_u| {
        format!(
            "You saw it {seen_ms} ms ago; the server rewinds {limit_ms} ms at most, so it judged \
             the ship {apart_u} u from there."
        )
    },
    closing: "That is lag. Your link is as it was.",
    left: "You left “See the lag”. Your link is as it was.",
    alone: "There is no other ship here to show the lag on. The laboratory, at /lab, has some.",
    joined: "Another player joined, so “See the lag” has ended. Start it again in a room of your \
             own.",
    netcode: "The netcode changed, so “See the lag” has ended.",
    lost: "The connection was lost during “See the lag”. Your link is as it was.",
    reloaded: "The page was reloaded during “See the lag”. Your link is as it was.",
    own_room: |home| {
        format!(
            "This is a room of your own, where nobody else sees your lag. Afterwards, you go back \
             to “{home}”."
        )
    },
    back: |home| format!("You are back in “{home}”."),
    back_lost: |home| {
        format!("The connection was lost during “See the lag”. You are back in “{home}”.")
    },
    back_reloaded: |home| {
        format!("The page was reloaded during “See the lag”. You are back in “{home}”.")
    },
    no_room: |home| format!("No room could be opened for “See the lag”. You are back in “{home}”."),
    stays: |home| format!("“{home}” is full now, so you stay here, in a room of your own."),
};
