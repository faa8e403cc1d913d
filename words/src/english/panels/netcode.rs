//! What stands beside the settings of the netcode, in English.

use alloc::{
    format,
    string::{String, ToString},
};

use shared::{netcode::rates::RateCap, wire::message::Access};

use crate::{
    language::Language,
    panels::{NetcodeNote, PictureAgeStatement},
};

/// What stands beside the settings.
pub(crate) fn note(note: NetcodeNote) -> String {
    match note {
        NetcodeNote::Access(Access::May, _) => {
            "You may change these. Everybody in the room gets them at once.".to_string()
        }
        NetcodeNote::Access(Access::Public, _) => {
            "This room is public: its rules stay while others are in it.".to_string()
        }
        NetcodeNote::Access(Access::FirstOnly { .. }, first) => {
            format!("Only {first}, who came first, may change the room's rules.")
        }
        NetcodeNote::Messages { shots, hits } => {
            let both = u64::from(shots) + u64::from(hits);
            format!(
                "{shots} shots: {shots} messages. Told twice, fired and hit, it would be {both}."
            )
        }
        NetcodeNote::Cut { setting, rate, by } => {
            let whose = match by {
                RateCap::Room => "by the rules of this room",
                RateCap::Server => "by whoever runs this server",
                RateCap::TickRate => "one for each of the room's ticks",
            };
            let rate = Language::English.setting_value(setting, rate.into());
            format!("You get {rate}: {whose}.")
        }
        NetcodeNote::Picture(picture) => {
            let PictureAgeStatement { age_ms, limit_ms, is_ping_cap } = picture;
            let kind = if is_ping_cap { "ping cap" } else { "bound" };
            let meaning = if picture.is_beyond() {
                ": your shots are judged later than what you see"
            } else {
                ""
            };
            format!("your picture {age_ms} ms · {kind} {limit_ms} ms{meaning}")
        }
        NetcodeNote::LaboratoryOnly(way) => format!("{way} (laboratory only)"),
        NetcodeNote::PresetHas(preset, value) => {
            format!("{} has “{value}”", preset.title())
        }
    }
}
