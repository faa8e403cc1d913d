//! The controls, in English.

use alloc::format;

use crate::game::ControlWords;

pub(super) const WORDS: ControlWords = ControlWords {
    first: ["fly", "aim", "fire", "beam"],
    sticks: ["thrust", "fire · rim: beam"],
    keys: [
        "Thrust up",
        "Thrust left",
        "Thrust down",
        "Thrust right",
        "Turn aim left",
        "Turn aim right",
        "Laser",
        "Beam",
        "Scores (hold)",
        "Newest shot",
        "See the lag",
        "Ghosts",
        "Netcode",
        "Simulated link",
        "Net graph",
        "Sound",
        "Full update",
        "Help",
    ],
    pad: [
        "Laser",
        "Beam",
        "Menu",
        "Scores (hold)",
        "Newest shot",
        "Ghosts",
        "See the lag",
        "Go on",
        "Close",
        "Netcode",
        "Net graph",
        "Sound",
    ],
    press_a_key: "press a key",
    press_a_button: "press a button",
    press_key_for: |control| format!("Press a key for “{control}”. Esc cancels."),
    press_button_for: |control| format!("Press a gamepad button for “{control}”. Esc cancels."),
    bound_to: |control, key| format!("“{control}” is on {key} now."),
    keeps_another: |other| format!(" “{other}” keeps its other one."),
    swapped_with: |other, key| format!(" “{other}” was there, and is on {key} now."),
    key_kept: "This key cannot be bound. Press another one.",
    bindings_reset: "All keys and buttons are back to their defaults.",
    settings_reset: "All settings are back to their defaults.",
    pad_unplugged: "The gamepad was disconnected. Its controls are let go.",
    pad_unknown: "The browser does not know the buttons of this gamepad, so the game cannot use \
                  it.",
    sound_off: "Sound off.",
    sound_on: "Sound on.",
};
