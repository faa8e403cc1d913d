//! Tracks held keys, mouse buttons and touches, and derives the client's controls from them.

use shared::{
    base::geometry::{Turn, Vec2},
    client::Controls,
    sim::command::{Thrust, Trigger},
};

use super::sticks::{Side, Sticks};
use crate::shell::{
    keyboard::{Key, Stroke},
    pointer::{Device, Phase, Pointer},
};

/// A key that flies or fires. The two keys of a direction are tracked separately, so that releasing
/// one does not release the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightKey {
    /// To −y, by the letter.
    W,
    /// To −x, by the letter.
    A,
    /// To +y, by the letter.
    S,
    /// To +x, by the letter.
    D,
    /// Turns the aim anticlockwise.
    Q,
    /// Turns the aim clockwise.
    E,
    /// To −y, by the arrow.
    Up,
    /// To −x, by the arrow.
    Left,
    /// To +y, by the arrow.
    Down,
    /// To +x, by the arrow.
    Right,
    /// The laser.
    Space,
    /// The beam, with the left Shift key.
    ShiftLeft,
    /// The beam, with the right Shift key.
    ShiftRight,
}

impl FlightKey {
    /// The key at a place (`KeyboardEvent.code`), whatever letter is on it.
    #[must_use]
    pub fn at(code: &str) -> Option<Self> {
        Some(match code {
            "KeyW" => Self::W,
            "KeyA" => Self::A,
            "KeyS" => Self::S,
            "KeyD" => Self::D,
            "KeyQ" => Self::Q,
            "KeyE" => Self::E,
            "ArrowUp" => Self::Up,
            "ArrowLeft" => Self::Left,
            "ArrowDown" => Self::Down,
            "ArrowRight" => Self::Right,
            "Space" => Self::Space,
            "ShiftLeft" => Self::ShiftLeft,
            "ShiftRight" => Self::ShiftRight,
            _ => return None,
        })
    }

    /// The released key. A release counts wherever it happens, whatever else is held.
    #[must_use]
    pub fn released(key: &Key) -> Option<Self> {
        if key.stroke == Stroke::Up { Self::at(&key.code) } else { None }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Initial turn rate of the aim by keys, in turns per s: a tap moves it by about the width of a
/// ship one screen away.
const TURN_SLOW: f32 = 0.12;
/// Turn rate from then on, in turns per s.
const TURN_FAST: f32 = 0.6;
/// How long the aim turns at the initial rate, in s.
const TURN_SLOW_S: f32 = 0.2;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldInputs {
    keys: u16,
    mouse: Option<Vec2>,
    /// Mouse buttons pressed on the playing field, as a bit set.
    buttons: u16,
    sticks: Sticks,
    aim: Turn,
    /// How long keys have been turning the aim, in s.
    turned_s: f32,
}

impl HeldInputs {
    /// Handles a key press or release. Turning by keys takes the aim from the mouse until the mouse
    /// moves.
    pub fn key(&mut self, key: FlightKey, stroke: Stroke) {
        if matches!(key, FlightKey::Q | FlightKey::E) {
            self.turned_s = 0.0;
            if stroke == Stroke::Down {
                self.mouse = None;
            }
        }
        match stroke {
            Stroke::Down => self.keys |= key.bit(),
            Stroke::Up => self.keys &= !key.bit(),
        }
    }

    /// Handles a pointer event. Touches left of `middle_x` (CSS pixels) hold the left stick.
    pub fn pointer(&mut self, pointer: Pointer, middle_x: f32) {
        match (pointer.device, pointer.phase) {
            (Device::Mouse, phase) => {
                self.mouse = Some(pointer.at);
                self.press(phase, pointer.button, pointer.buttons);
            }
            (Device::Touch, Phase::Down) => {
                let left = pointer.at.x < middle_x;
                let side = if left { Side::Left } else { Side::Right };
                self.sticks.down(side, pointer.finger, pointer.at);
                // From here on touches aim.
                self.mouse = None;
            }
            (Device::Touch, Phase::Moved) => self.sticks.moved(pointer.finger, pointer.at),
            (Device::Touch, Phase::Up) => self.sticks.up(pointer.finger),
        }
    }

    /// Tracks mouse buttons. The first one pressed arrives as `Down`, further ones as `Moved`; a
    /// button pressed on a panel does not fire.
    fn press(&mut self, phase: Phase, button: i16, buttons: u16) {
        if phase == Phase::Up || buttons == 0 {
            self.buttons = 0;
            return;
        }
        let bit = match button {
            0 => 1,
            2 => 2,
            _ => return,
        };
        if phase == Phase::Down || self.buttons != 0 {
            self.buttons = (self.buttons & !bit) | (buttons & bit);
        }
    }

    /// Releases everything, for example when the window loses focus.
    pub fn release_all(&mut self) {
        *self = Self { mouse: self.mouse, aim: self.aim, ..Self::default() };
    }

    /// The sticks, for drawing.
    #[must_use]
    pub fn sticks(&self) -> &Sticks {
        &self.sticks
    }

    /// Position of the mouse, in CSS pixels; `None` while touches or keys aim.
    #[must_use]
    pub fn mouse(&self) -> Option<Vec2> {
        self.mouse
    }

    /// The controls of a player whose ship is drawn at `ship_px` (CSS pixels), `dt_s` after the
    /// previous call. The picture scales both axes alike, so a direction on the screen is a
    /// direction in the world.
    pub fn controls(&mut self, ship_px: Vec2, dt_s: f32) -> Controls {
        self.turn(dt_s);
        let towards = self.mouse.map(|mouse| mouse - ship_px);
        if let Some(turn) = self.sticks.aim() {
            self.aim = turn;
        } else if let Some(way) = towards.filter(|way| way.length_squared() > 1.0) {
            self.aim = Turn::of(way);
        }
        let sticks = self.sticks.trigger();
        let laser = self.holds(&[FlightKey::Space]) || self.buttons & 1 != 0 || sticks.laser();
        let shift = self.holds(&[FlightKey::ShiftLeft, FlightKey::ShiftRight]);
        let beam = shift || self.buttons & 2 != 0 || sticks.beam();
        Controls {
            thrust: match self.key_thrust() {
                Thrust::None => self.sticks.thrust(),
                thrust => thrust,
            },
            aim: self.aim,
            trigger: Trigger::from_pressed((laser, beam)),
        }
    }

    /// Turns the aim by keys: slowly at first, then fast.
    fn turn(&mut self, dt_s: f32) {
        let way = f32::from(
            i8::from(self.holds(&[FlightKey::E])) - i8::from(self.holds(&[FlightKey::Q])),
        );
        if way == 0.0 {
            return;
        }
        let slow_s = (TURN_SLOW_S - self.turned_s).clamp(0.0, dt_s);
        self.turned_s += dt_s;
        let turns = way * (slow_s * TURN_SLOW + (dt_s - slow_s) * TURN_FAST);
        let steps = (turns * f32::from(u16::MAX)).round() as i32;
        self.aim = Turn(self.aim.0.wrapping_add(steps as u16));
    }

    fn key_thrust(&self) -> Thrust {
        let axis = |more: [FlightKey; 2], less: [FlightKey; 2]| {
            i8::from(self.holds(&more)) - i8::from(self.holds(&less))
        };
        let x = axis([FlightKey::D, FlightKey::Right], [FlightKey::A, FlightKey::Left]);
        let y = axis([FlightKey::S, FlightKey::Down], [FlightKey::W, FlightKey::Up]);
        Thrust::from_axes(x, y)
    }

    fn holds(&self, keys: &[FlightKey]) -> bool {
        keys.iter().any(|key| self.keys & key.bit() != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIP: Vec2 = Vec2::new(400.0, 300.0);

    fn check_thrust(keys: &[&str], want: Thrust) {
        let mut held = HeldInputs::default();
        for code in keys {
            held.key(FlightKey::at(code).unwrap(), Stroke::Down);
        }
        assert_eq!(held.controls(SHIP, 0.0).thrust, want, "{keys:?}");
    }

    fn mouse(phase: Phase, at: (f32, f32), button: i16, buttons: u16) -> Pointer {
        let device = Device::Mouse;
        Pointer { finger: 1, device, phase, at: Vec2::from(at), button, buttons, alt: false }
    }

    #[test]
    fn letters_and_arrows_thrust() {
        check_thrust(&["KeyW"], Thrust::Up);
        check_thrust(&["ArrowUp", "KeyD"], Thrust::UpRight);
        check_thrust(&["KeyA", "KeyD"], Thrust::None);
        check_thrust(&["KeyA", "ArrowLeft", "KeyS"], Thrust::DownLeft);
        assert_eq!(FlightKey::at("KeyX"), None);
    }

    #[test]
    fn the_mouse_aims_and_its_buttons_fire() {
        let mut held = HeldInputs::default();
        held.pointer(mouse(Phase::Moved, (400.0, 400.0), -1, 1), 400.0);
        let controls = held.controls(SHIP, 0.0);
        assert_eq!(controls.aim, Turn(16_384), "down");
        assert_eq!(controls.trigger, Trigger::None, "pressed on a panel");
        held.pointer(mouse(Phase::Down, (400.0, 400.0), 0, 1), 400.0);
        assert_eq!(held.controls(SHIP, 0.0).trigger, Trigger::Laser);
        held.pointer(mouse(Phase::Moved, (400.0, 400.0), 2, 3), 400.0);
        assert_eq!(held.controls(SHIP, 0.0).trigger, Trigger::Both);
        held.pointer(mouse(Phase::Up, (400.0, 400.0), 0, 0), 400.0);
        assert_eq!(held.controls(SHIP, 0.0).trigger, Trigger::None);
    }

    #[test]
    fn keys_turn_the_aim_until_the_mouse_moves() {
        let mut held = HeldInputs::default();
        held.pointer(mouse(Phase::Moved, (400.0, 400.0), -1, 0), 400.0);
        assert_eq!(held.controls(SHIP, 0.01).aim, Turn(0x4000), "down");
        held.key(FlightKey::Q, Stroke::Down);
        let tap = held.controls(SHIP, 1.0 / 60.0).aim;
        assert!((0x3e00..0x4000).contains(&tap.0), "a tap turns by a degree or so: {tap:?}");
        // One second at 60 or at 10 frames per second gives the same result.
        let after = |pictures: u16| {
            let mut held = held;
            held.key(FlightKey::Q, Stroke::Down);
            let dt_s = 1.0 / f32::from(pictures);
            (0..pictures).fold(Turn(0), |_, _| held.controls(SHIP, dt_s).aim).0
        };
        let turned = tap.0.wrapping_sub(after(60));
        assert!((0x7000..0x9000).contains(&turned), "half a turn a second: {turned:#x}");
        assert!(after(60).abs_diff(after(10)) < 60);
        held.key(FlightKey::E, Stroke::Down);
        assert_eq!(held.controls(SHIP, 0.5).aim, tap, "both at once turn nothing");
        held.release_all();
        assert_eq!(held.controls(SHIP, 0.5).aim, tap, "the mouse rests");
        held.pointer(mouse(Phase::Moved, (500.0, 300.0), -1, 0), 400.0);
        assert_eq!(held.controls(SHIP, 0.0).aim, Turn(0), "right");
    }

    #[test]
    fn letting_go_of_everything_keeps_the_aim() {
        let mut held = HeldInputs::default();
        held.key(FlightKey::W, Stroke::Down);
        held.key(FlightKey::Space, Stroke::Down);
        held.pointer(mouse(Phase::Down, (300.0, 300.0), 2, 2), 400.0);
        let aim = held.controls(SHIP, 0.0).aim;
        held.release_all();
        let controls = held.controls(SHIP, 0.0);
        assert_eq!(controls, Controls { aim, ..Controls::default() });
    }
}
