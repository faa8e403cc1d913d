//! Texts on the netcode in force, on changes of the room's rules, and on refused requests.

use alloc::string::String;

use shared::{
    netcode::preset::Preset, report::shot_report::ReportRefusal, schemes::claims::ClaimRefusal,
};

pub struct RuleWords {
    /// The name of a netcode: a preset of which the room's part, or some settings, differ, or none.
    pub your_part: fn(preset: &str) -> String,
    pub changed: fn(preset: &str) -> String,
    pub own_mix: &'static str,
    /// A preset's tag of a few letters for a line that lists all presets, and a shorter one for
    /// narrow lines.
    pub tag: fn(preset: Preset) -> (&'static str, &'static str),
    /// Separates the parts of a list, and what follows one that is not listed in full.
    pub comma: &'static str,
    pub and_more: fn(n: &str) -> String,
    /// The settings that a room keeps, as a list.
    pub room_keeps: fn(settings: &str) -> String,
    /// Why the room refused new rules: without a reason, or for a value.
    pub not_changed: &'static str,
    pub no_such_value: &'static str,
    pub laboratory_only: &'static str,
    /// Why it refused a full update, a report, or a claimed hit.
    pub full_update_wait: fn(seconds: &str) -> String,
    pub no_report: fn(why: ReportRefusal) -> &'static str,
    pub no_hit: fn(why: ClaimRefusal) -> &'static str,
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
