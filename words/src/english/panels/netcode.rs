//! Notes beside the netcode settings, in English.

use alloc::format;

use crate::{english::counts::counted, panels::NetcodeWords};

pub(crate) const WORDS: NetcodeWords = NetcodeWords {
    may: "You can change these. Changes apply to everyone in the room at once.",
    public: "This room is public: its rules stay as they are while others are in it.",
    first_only: |first| format!("Only {first}, who was here first, can change the room’s rules."),
    messages: |shots, both| {
        format!(
            "{} took {}. With one message for “fired” and one for “hit”, it would have been \
             {both}.",
            counted(shots, "shot"),
            counted(shots, "message")
        )
    },
    cut: |rate, whose| format!("You get {rate}: {whose}."),
    by_room: "by the rules of this room",
    by_server: "by the owner of this server",
    by_tick_rate: "one for each tick of the room",
    picture: |age_ms, kind, limit_ms, meaning| {
        format!("what you see is {age_ms} ms old · {kind} {limit_ms} ms{meaning}")
    },
    rewind: |age_ms, kind, limit_ms| format!("{age_ms} ms · {kind} {limit_ms} ms"),
    rewind_beyond: |age_ms, kind, limit_ms| format!("{age_ms} ms needed · {kind} {limit_ms} ms"),
    ping_cap: "ping cap",
    bound: "limit",
    beyond: ": your shots are judged at a later moment than you see",
    laboratory_only: |way| format!("{way} (laboratory only)"),
    preset_has: |preset, value| format!("{preset} has “{value}”"),
};
