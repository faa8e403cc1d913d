//! Binds a control to the next key or gamepad button that the player presses.

use web_ui::shell::keyboard::Key;
use words::game;

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
            BoundControl::Key(control) => game::press_key_for(key_name(control)),
            BoundControl::Pad(control) => game::press_button_for(pad_name(control)),
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
            return self.hud.bindings.say(game::KEY_KEPT);
        };
        let said = game::bound_to(key_name(control), &keys.label(control, &key.layout));
        let other = match displaced {
            Displaced::None => String::new(),
            Displaced::Swapped(other) => {
                game::swapped_with(key_name(other), &keys.label(other, &key.layout))
            }
            Displaced::Lost(other) => game::keeps_another(key_name(other)),
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
                let said = game::bound_to(pad_name(control), button.label());
                let other = displaced.map_or_else(String::new, |other| {
                    game::swapped_with(pad_name(other), &pad.label(other))
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
        self.bound(controls, game::BINDINGS_RESET);
    }

    fn bound(&mut self, controls: PlayerControls, text: &str) {
        self.awaited = None;
        self.set_controls(controls);
        self.hud.bindings.say(text);
    }
}

fn key_name(control: KeyControl) -> &'static str {
    game::KEY_CONTROLS[control as usize]
}

fn pad_name(control: PadControl) -> &'static str {
    game::PAD_CONTROLS[control as usize]
}
