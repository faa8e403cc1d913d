//! Texts on the controls and their bindings, on gamepads, and on settings that a key changes.

use alloc::string::String;

pub struct ControlWords {
    /// What keys and mouse do, in the first seconds of play: move the ship, aim, laser, beam.
    pub first: [&'static str; 4],
    /// At the sticks of a touch screen: the one that thrusts, and the one that aims.
    pub sticks: [&'static str; 2],
    /// The controls that a player can bind to keys: to fly, aim and fire, and for what is shown.
    pub keys: [&'static str; 19],
    /// The same for the buttons of a gamepad.
    pub pad: [&'static str; 13],
    /// At a control that waits for its new key or button.
    pub press_a_key: &'static str,
    pub press_a_button: &'static str,
    /// The same, as a sentence.
    pub press_key_for: fn(control: &str) -> String,
    pub press_button_for: fn(control: &str) -> String,
    /// After that.
    pub bound_to: fn(control: &str, key: &str) -> String,
    /// Follows it: another control was there too, and keeps another key of its own.
    pub keeps_another: fn(other: &str) -> String,
    /// Follows it: another control was there, and got the free key in exchange.
    pub swapped_with: fn(other: &str, key: &str) -> String,
    /// After a key that has a fixed meaning.
    pub key_kept: &'static str,
    /// After the buttons that reset all bindings, and all settings.
    pub bindings_reset: &'static str,
    pub settings_reset: &'static str,
    /// About a gamepad: it was unplugged, or the browser does not know it.
    pub pad_unplugged: &'static str,
    pub pad_unknown: &'static str,
    /// After the key or button that mutes.
    pub sound_off: &'static str,
    pub sound_on: &'static str,
}
