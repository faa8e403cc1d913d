//! The Gamepad API: the connected gamepads, as they are at the moment of asking.

use std::{cell::Cell, rc::Rc};

use js_sys::Array;
use shared::base::geometry::Vec2;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Gamepad, GamepadButton, GamepadMappingType, Navigator, Window};

use super::listener::Listener;

/// Maximum number of gamepads that are read.
pub const PADS_MAX: usize = 4;
/// Buttons of the standard mapping.
pub const PAD_BUTTONS: usize = 17;

/// Whether buttons and sticks are where the standard mapping has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mapping {
    #[default]
    Standard,
    /// The browser does not know this gamepad: its buttons may be anything.
    Unknown,
}

/// A gamepad at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PadState {
    pub mapping: Mapping,
    /// Pressed buttons, by their index in the standard mapping, as a bit set.
    pub buttons: u32,
    /// Deflections as reported, each component from −1 to 1; y points down.
    pub left: Vec2,
    pub right: Vec2,
}

/// All gamepads by the browser's index, which stays the same while one is connected.
pub type Pads = [Option<PadState>; PADS_MAX];

pub struct Gamepads {
    navigator: Navigator,
    /// Whether any was ever connected: until then there is nothing to ask the browser for.
    is_any: Rc<Cell<bool>>,
    _connected: Listener,
}

impl Gamepads {
    #[must_use]
    pub fn new(window: &Window) -> Self {
        let is_any = Rc::<Cell<bool>>::default();
        let connected = Rc::clone(&is_any);
        let connected =
            Listener::new(window, "gamepadconnected", Box::new(move |_| connected.set(true)));
        Self { navigator: window.navigator(), is_any, _connected: connected }
    }

    /// The gamepads; browsers list them once one of their buttons was pressed.
    #[must_use]
    pub fn read(&self) -> Pads {
        let mut pads = Pads::default();
        if !self.is_any.get() {
            return pads;
        }
        let Ok(found) = self.navigator.get_gamepads() else { return pads };
        for (pad, found) in pads.iter_mut().zip(found.iter()) {
            *pad = read(found);
        }
        pads
    }
}

/// `None` for the place of a gamepad that is gone.
fn read(found: JsValue) -> Option<PadState> {
    if !found.is_object() {
        return None;
    }
    let pad: Gamepad = found.unchecked_into();
    if !pad.connected() {
        return None;
    }
    let mapping = match pad.mapping() {
        GamepadMappingType::Standard => Mapping::Standard,
        _ => Mapping::Unknown,
    };
    let mut buttons = 0;
    for (n, button) in pad.buttons().iter().take(PAD_BUTTONS).enumerate() {
        let is_pressed = button.unchecked_into::<GamepadButton>().pressed();
        buttons |= u32::from(is_pressed) << n;
    }
    let axes = pad.axes();
    let (left, right) = (stick(&axes, 0), stick(&axes, 2));
    Some(PadState { mapping, buttons, left, right })
}

/// A stick by the index of its first axis.
fn stick(axes: &Array, first: u32) -> Vec2 {
    let axis = |n| axes.get(n).as_f64().map_or(0.0, |value| value as f32);
    let push = Vec2::new(axis(first), axis(first + 1));
    if push.is_finite() { push } else { Vec2::ZERO }
}
