//! What the player's keys, gamepad buttons and sticks do: the player's choice, kept by the browser.

pub mod key_bindings;
pub mod pad_bindings;

use key_bindings::{KeyBindings, KeyControl};
use pad_bindings::{PadBindings, PadControl};
use shared::wire::message::AimAssist;
use web_ui::input::stick_settings::StickSettings;

/// What a player chose of all controls.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerControls {
    pub keys: KeyBindings,
    pub pad: PadBindings,
    /// The sticks of a touch screen.
    pub sticks: StickSettings,
    /// For sticks only, of a touch screen or a gamepad.
    pub aim_assist: AimAssist,
}

impl Default for PlayerControls {
    fn default() -> Self {
        Self {
            keys: KeyBindings::default(),
            pad: PadBindings::default(),
            sticks: StickSettings::default(),
            aim_assist: AimAssist::On,
        }
    }
}

/// A control that can be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundControl {
    Key(KeyControl),
    Pad(PadControl),
}

impl BoundControl {
    /// By its name on the page: `key-laser`, `pad-laser`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name.split_once('-')? {
            ("key", control) => KeyControl::of_key(control).map(Self::Key),
            ("pad", control) => PadControl::of_key(control).map(Self::Pad),
            _ => None,
        }
    }
}
