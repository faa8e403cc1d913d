//! Binds a control to the next key or gamepad button that the player presses.

use web_ui::shell::keyboard::Key;
use words::game::GameWords;

use super::App;
use crate::{
    controls::{
        BoundControl, PlayerControls,
        key_bindings::{Displaced, KeyBindings, KeyControl},
        pad_bindings::{PadBindings, PadButton, PadControl},
    },
    hud::drawers::Drawer,
};

impl App {
    /// Lets a control wait for its new key or button; pressed again, no more.
    pub(super) fn await_binding(&mut self, control: BoundControl) {
        if self.awaited == Some(control) {
            return self.cancel_binding();
        }
        self.awaited = Some(control);
        self.held.release_all();
        let text = match control {
            BoundControl::Key(control) => {
                (self.words.controls.press_key_for)(key_name(self.words, control))
            }
            BoundControl::Pad(control) => {
                (self.words.controls.press_button_for)(pad_name(self.words, control))
            }
        };
        self.hud.bindings.say(&text);
        self.show_controls();
    }

    /// No control waits any more.
    pub(super) fn cancel_binding(&mut self) {
        self.awaited = None;
        self.hud.bindings.say("");
        self.show_controls();
    }

    /// Cancels a binding that the player left.
    pub(super) fn drop_unseen_binding(&mut self) {
        if self.awaited.is_some() && self.hud.drawers.open() != Some(Drawer::Settings) {
            self.cancel_binding();
        }
    }

    /// Handles a key while a control waits.
    pub(super) fn pick_key(&mut self, key: &Key) {
        if key.code == "Escape" {
            return self.cancel_binding();
        }
        let Some(BoundControl::Key(control)) = self.awaited else { return };
        let mut keys = self.controls.keys.clone();
        let Ok(displaced) = keys.bind(control, key) else {
            return self.hud.bindings.say(self.words.controls.key_kept);
        };
        let said = (self.words.controls.bound_to)(
            key_name(self.words, control),
            &keys.label(control, &key.layout),
        );
        let other = match displaced {
            Displaced::None => String::new(),
            Displaced::Swapped(other) => (self.words.controls.swapped_with)(
                key_name(self.words, other),
                &keys.label(other, &key.layout),
            ),
            Displaced::Lost(other) => {
                (self.words.controls.keeps_another)(key_name(self.words, other))
            }
        };
        let controls = PlayerControls { keys, ..self.controls.clone() };
        self.bound(controls, &[said, other].concat());
    }

    /// Handles buttons pressed on a gamepad while a control waits. Returns whether one does.
    pub(super) fn pick_button(&mut self, pressed: u32) -> bool {
        let Some(awaited) = self.awaited else { return false };
        let button = PadButton::all().find(|button| button.is_in(pressed));
        match (awaited, button) {
            (_, None) => {}
            (BoundControl::Key(_), Some(_)) => self.cancel_binding(),
            (BoundControl::Pad(control), Some(button)) => {
                let mut pad = self.controls.pad;
                let displaced = pad.bind(control, button);
                let said =
                    (self.words.controls.bound_to)(pad_name(self.words, control), button.label());
                let other = displaced.map_or_else(String::new, |other| {
                    (self.words.controls.swapped_with)(
                        pad_name(self.words, other),
                        &pad.label(other),
                    )
                });
                let controls = PlayerControls { pad, ..self.controls.clone() };
                self.bound(controls, &[said, other].concat());
            }
        }
        true
    }

    pub(super) fn reset_bindings(&mut self) {
        let (keys, pad) = (KeyBindings::default(), PadBindings::default());
        let controls = PlayerControls { keys, pad, ..self.controls.clone() };
        self.bound(controls, self.words.controls.bindings_reset);
    }

    fn bound(&mut self, controls: PlayerControls, text: &str) {
        self.awaited = None;
        self.set_controls(controls);
        self.hud.bindings.say(text);
    }
}

fn key_name(words: &GameWords, control: KeyControl) -> &'static str {
    words.controls.keys[control as usize]
}

fn pad_name(words: &GameWords, control: PadControl) -> &'static str {
    words.controls.pad[control as usize]
}
