//! Notes beside the netcode settings, in English.

use alloc::format;

use crate::panels::NetcodeWords;

pub(crate) const WORDS: NetcodeWords = NetcodeWords {
    may: "You may change these. Everybody in the room gets them at once.",
    public: "This room is public: its rules stay while others are in it.",
    first_only: |first| format!("Only {first}, who came first, may change the room's rules."),
    messages: |shots, both| {
        format!("{shots} shots: {shots} messages. Told twice, fired and hit, it would be {both}.")
    },
    cut: |rate, whose| format!("You get {rate}: {whose}."),
    by_room: "by the rules of this room",
    by_server: "by whoever runs this server",
    by_tick_rate: "one for each of the room's ticks",
    picture: |age_ms, kind, limit_ms, meaning| {
        format!("your picture {age_ms} ms · {kind} {limit_ms} ms{meaning}")
    },
    ping_cap: "ping cap",
    bound: "bound",
    beyond: ": your shots are judged later than what you see",
    laboratory_only: |way| format!("{way} (laboratory only)"),
    preset_has: |preset, value| format!("{preset} has “{value}”"),
};
