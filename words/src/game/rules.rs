//! Texts on changes of the room's rules.

use alloc::string::String;

pub struct RuleWords {
    /// The room's rules were changed: by the player, by another, or back to the room's own.
    pub you_changed: fn(changes: &str) -> String,
    pub changed_by: fn(player: &str, changes: &str) -> String,
    pub restored: fn(changes: &str) -> String,
    /// Follows one of these, with the number of the preset's key.
    pub see_the_same_way: fn(key: &str) -> String,
    /// The netcode that a link asks for.
    pub plays_by: fn(netcode: &str) -> String,
    /// The room keeps other rules than those of the player's preset.
    pub room_keeps_rules: fn(preset: &str) -> String,
    pub open_private_room: fn(preset: &str) -> String,
}
