//! What the player steers by, and what follows from it: the hints, the keymap, and aim assist. Runs
//! when the device or the player's controls change, and once a frame for the aim.

use shared::{client::Controls, sim::command::Trigger, wire::message::AimAssist};
use web_ui::{
    input::{
        aim_assist::{self, Flight},
        key_labels,
    },
    shell::pointer::{Device, Phase as Press, Pointer},
};

use super::{App, Phase, keymap};
use crate::controls::{PlayerControls, pad_bindings::PadControl};

/// How far the mouse moves to take over from a gamepad, in CSS pixels: it may be knocked.
const MOUSE_TAKES_OVER_PX: f32 = 24.0;
/// Hints that name the keys of the keyboard whatever the player steers by, and those that follow.
const KEY_LIST: &str = ".keys kbd";
const HINTS: &str = "kbd:not(.keys kbd, [data-pad])";

impl App {
    /// What the player steers by without a gamepad.
    pub(super) fn usual_device(&self) -> Device {
        if self.shell.media.touch() { Device::Touch } else { Device::Mouse }
    }

    /// Sets what the player steers by.
    pub(super) fn set_device(&mut self, device: Device) {
        let name = match device {
            Device::Mouse => "mouse",
            Device::Touch => "touch",
            Device::Gamepad => "gamepad",
        };
        if self.device == device && self.shell.root.has_attribute("data-device") {
            return;
        }
        self.device = device;
        self.mouse_at = None;
        // It fails only for invalid names.
        let _ = self.shell.root.set_attribute("data-device", name);
        self.label_keys();
        self.is_fitted = false;
    }

    /// Whether a pointer takes over from what the player steered by before, or has already.
    pub(super) fn takes_over(&mut self, pointer: &Pointer) -> bool {
        if self.device == Device::Gamepad
            && pointer.device == Device::Mouse
            && pointer.phase == Press::Moved
        {
            let from = *self.mouse_at.get_or_insert(pointer.at);
            if from.distance(pointer.at) < MOUSE_TAKES_OVER_PX {
                return false;
            }
        }
        // Where touch is the main pointer, a mouse beside it leaves the sticks.
        if pointer.device == Device::Touch || !self.shell.media.touch() {
            self.set_device(pointer.device);
        }
        true
    }

    /// Sets the keymap for what is on the screen.
    pub(super) fn set_keymap(&self) {
        let keyboard = &self.shell.keyboard;
        let keys = self.controls.keys.clone();
        if self.awaited.is_some() {
            keyboard.set_keymap(keymap::picking);
        } else if self.phase != Phase::Playing {
            keyboard.set_keymap(move |key| keymap::page(&keys.translated(key)));
        } else if self.forensics.is_open() {
            keyboard.set_keymap(move |key| keymap::shot(&keys.translated(key)));
        } else {
            keyboard.set_keymap(move |key| keymap::game(&keys.translated(key)));
        }
    }

    /// Sets the player's controls, and stores them.
    pub(super) fn set_controls(&mut self, controls: PlayerControls) {
        self.controls = controls;
        self.shell.memory.set_controls(&self.controls);
        self.held.release_all();
        self.show_controls();
    }

    /// Applies the player's controls, and shows them.
    pub(super) fn show_controls(&mut self) {
        let sticks = self.controls.sticks;
        self.held.set_stick_settings(sticks);
        self.view.set_stick_reach(sticks.reach_px());
        self.is_fitted = false;
        self.set_keymap();
        self.hud.settings.show_sticks(&sticks, self.controls.aim_assist);
        let layout = self.shell.keyboard.layout();
        self.hud.bindings.show(&self.controls, &layout, self.awaited);
        self.label_keys();
    }

    /// Relabels the hints for the player's device, bindings and layout.
    fn label_keys(&self) {
        let root = &self.shell.root;
        let layout = self.shell.keyboard.layout();
        let PlayerControls { keys, pad, .. } = &self.controls;
        let by_keys = |label: &str| {
            let bound = keys.relabel(label, &layout).map(Some);
            bound.or_else(|| key_labels::text(label, &layout, keymap::is_command))
        };
        let by_pad = |label: &str| {
            let button = match label {
                "Enter" => Some("A"),
                "Esc" => Some("B"),
                _ => PadControl::of_label(label).map(|control| pad.short_label(control)),
            };
            Some(button.map(String::from))
        };
        key_labels::relabel(root, KEY_LIST, by_keys);
        match self.device {
            Device::Gamepad => key_labels::relabel(root, HINTS, by_pad),
            Device::Mouse | Device::Touch => key_labels::relabel(root, HINTS, by_keys),
        }
        key_labels::fill(root, "data-pad", |name| {
            PadControl::of_key(name).map(|control| pad.label(control))
        });
    }

    /// Whether the player's sticks are assisted now.
    fn aim_assist(&self) -> AimAssist {
        match self.device {
            Device::Mouse => AimAssist::Off,
            Device::Touch | Device::Gamepad => self.controls.aim_assist,
        }
    }

    /// The controls with the aim of a stick pulled towards what the last frame showed.
    pub(super) fn assisted(&mut self, controls: Controls) -> Controls {
        let Some((aim, own)) = self.held.steered().zip(self.scene.own_ship()) else {
            return controls;
        };
        if self.aim_assist() == AimAssist::Off {
            return controls;
        }
        let is_beam = controls.trigger == Trigger::Beam;
        let flight = if is_beam { Flight::Beam } else { Flight::Bolt };
        let aim = aim_assist::assisted(aim, own.pos, &self.scene.ships, flight);
        self.held.set_assisted_aim(aim);
        Controls { aim, ..controls }
    }

    /// Tells the room when aim assist begins or ends; runs a few times a second.
    pub(super) fn say_aim_assist(&mut self) {
        let assist = self.aim_assist();
        if assist != self.said_aim_assist
            && let Some(session) = &mut self.session
        {
            session.client.set_aim_assist(assist);
            self.said_aim_assist = assist;
        }
    }
}
