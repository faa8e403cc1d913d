//! Texts of the lesson “See the lag”.

use alloc::string::String;

pub struct SeeLagWords {
    /// The buttons that skip a step and go on, and the steps.
    pub skip: &'static str,
    pub next: &'static str,
    pub steps: [&'static str; 3],
    /// Hints for its steps, with keys and mouse, on a touch screen, and with a gamepad.
    pub hints: [&'static str; 3],
    pub hints_touch: [&'static str; 3],
    pub hints_gamepad: [&'static str; 3],
    /// The first step, at an outline.
    pub outline: fn(age_ms: &str) -> String,
    /// What to do in its second step, and after the hit.
    pub cross: &'static str,
    pub counted: fn(rewound_ms: &str) -> String,
    /// What to do in its third step, and after the shot.
    pub beyond: fn(age_ms: &str, limit_ms: &str) -> String,
    pub elsewhere: fn(seen_ms: &str, limit_ms: &str, apart_u: &str) -> String,
    pub closing: &'static str,
    /// Why it ended early.
    pub left: &'static str,
    pub alone: &'static str,
    pub joined: &'static str,
    pub netcode: &'static str,
    pub lost: &'static str,
    pub reloaded: &'static str,
    /// In a room of the player's own, opened for the lesson.
    pub own_room: fn(home: &str) -> String,
    /// Back from there: at the end, after a lost connection, after a reload, or since none could
    /// be opened.
    pub back: fn(home: &str) -> String,
    pub back_lost: fn(home: &str) -> String,
    pub back_reloaded: fn(home: &str) -> String,
    pub no_room: fn(home: &str) -> String,
    /// There is no way back.
    pub stays: fn(home: &str) -> String,
}
