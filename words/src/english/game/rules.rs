//! Changes of the room's rules, in English.

use alloc::format;

use crate::game::RuleWords;

pub(super) const WORDS: RuleWords = RuleWords {
    you_changed: |changes| format!("You changed the rules: {changes}."),
    changed_by: |player, changes| format!("{player} changed the rules: {changes}."),
    restored: |changes| {
        format!("This room is for everyone, so it went back to its own rules: {changes}.")
    },
    see_the_same_way: |key| format!(" Press {key} to see it the same way."),
    plays_by: |netcode| format!("You play by: {netcode}. So does the room, if it is new."),
    room_keeps_rules: |preset| {
        format!("Your view now follows {preset}. The room keeps its own rules.")
    },
    open_private_room: |preset| format!("Open a private room under {preset}"),
};
