//! Tracks held keys, mouse buttons, touches and a gamepad, and derives the client's controls from
//! them.

use shared::{
    base::geometry::{Turn, Vec2},
    client::Controls,
    sim::command::{Thrust, Trigger},
};

use super::{
    stick_settings::{StickSettings, ThrustHand},
    sticks::{Role, Sticks},
};
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

/// Turn rate of the aim towards a gamepad's stick that is hardly and fully pushed, in turns per s:
/// a small deflection aims finely, and a full one at once. In between it grows with the square.
const STICK_TURN_SLOW: f32 = 0.15;
const STICK_TURN_FAST: f32 = 12.0;

/// What a gamepad holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PadInputs {
    /// Deflection of the stick that thrusts, without its dead zone.
    pub thrust: Vec2,
    /// Deflection of the stick that aims, likewise.
    pub aim: Vec2,
    pub trigger: Trigger,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeldInputs {
    keys: u16,
    mouse: Option<Vec2>,
    /// Mouse buttons pressed on the playing field, as a bit set.
    buttons: u16,
    sticks: Sticks,
    pad: PadInputs,
    aim: Turn,
    /// The direction of the stick that aims, before aim assist; `None` while none does.
    steered: Option<Turn>,
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

    /// Handles a pointer event. Touches left of `middle_x` (CSS pixels) hold one stick, and those
    /// right of it the other.
    pub fn pointer(&mut self, pointer: Pointer, middle_x: f32) {
        match (pointer.device, pointer.phase) {
            (Device::Mouse, phase) => {
                self.mouse = Some(pointer.at);
                self.press(phase, pointer.button, pointer.buttons);
            }
            (Device::Touch, Phase::Down) => {
                let is_left = pointer.at.x < middle_x;
                let thrusts = is_left == (self.sticks.settings.thrust_hand == ThrustHand::Left);
                let role = if thrusts { Role::Thrust } else { Role::Aim };
                self.sticks.down(role, pointer.finger, pointer.at);
                // From here on touches aim.
                self.mouse = None;
            }
            (Device::Touch, Phase::Moved) => self.sticks.moved(pointer.finger, pointer.at),
            (Device::Touch, Phase::Up) => self.sticks.up(pointer.finger),
            // A gamepad has no pointer.
            (Device::Gamepad, _) => {}
        }
    }

    /// Sets what the gamepad holds. Its stick takes the aim from the mouse until the mouse moves.
    pub fn set_pad(&mut self, pad: PadInputs) {
        self.pad = pad;
        if pad.aim != Vec2::ZERO {
            self.mouse = None;
        }
    }

    /// What the gamepad holds.
    #[must_use]
    pub fn pad(&self) -> &PadInputs {
        &self.pad
    }

    /// Sets what the player chose of the sticks of a touch screen.
    pub fn set_stick_settings(&mut self, settings: StickSettings) {
        self.sticks.settings = settings;
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
        self.sticks.release();
        let (mouse, aim, sticks) = (self.mouse, self.aim, self.sticks);
        *self = Self { mouse, aim, sticks, ..Self::default() };
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
        self.steered = self.sticks.aim().or_else(|| self.turned_by_pad(dt_s));
        if let Some(turn) = self.steered {
            self.aim = turn;
        } else if let Some(way) = towards.filter(|way| way.length_squared() > 1.0) {
            self.aim = Turn::of(way);
        }
        let sticks = self.sticks.trigger();
        let pad = self.pad.trigger;
        let laser = self.holds(&[FlightKey::Space]) || self.buttons & 1 != 0;
        let laser = laser || sticks.laser() || pad.laser();
        let shift = self.holds(&[FlightKey::ShiftLeft, FlightKey::ShiftRight]);
        let beam = shift || self.buttons & 2 != 0 || sticks.beam() || pad.beam();
        Controls {
            thrust: [self.key_thrust(), self.sticks.thrust()]
                .into_iter()
                .find(|thrust| *thrust != Thrust::None)
                .unwrap_or_else(|| pad_thrust(self.pad.thrust)),
            aim: self.aim,
            trigger: Trigger::from_pressed((laser, beam)),
        }
    }

    /// The direction of the stick that aims, before aim assist, as of the last
    /// [`Self::controls`]; `None` while none does.
    #[must_use]
    pub fn steered(&self) -> Option<Turn> {
        self.steered
    }

    /// Aims in an assisted direction, which the aim keeps when the stick rests.
    pub fn set_assisted_aim(&mut self, aim: Turn) {
        self.aim = aim;
    }

    /// The aim turned towards the gamepad's stick, faster the further it is pushed.
    fn turned_by_pad(&self, dt_s: f32) -> Option<Turn> {
        let push = self.pad.aim;
        if push == Vec2::ZERO {
            return None;
        }
        let from = self.steered.unwrap_or(self.aim);
        let rate = STICK_TURN_SLOW + (STICK_TURN_FAST - STICK_TURN_SLOW) * push.length_squared();
        let most = (rate * dt_s * 65_536.0).min(f32::from(i16::MAX)) as i16;
        let turn = from.shortest_turn_to(Turn::of(push));
        Some(Turn(from.0.wrapping_add_signed(turn.clamp(-most, most))))
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

/// The thrust of a gamepad's stick; beyond its dead zone every deflection is full thrust.
fn pad_thrust(push: Vec2) -> Thrust {
    Thrust::towards(push.normalize_or_zero())
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

    fn pushed(aim: Vec2) -> PadInputs {
        PadInputs { aim, ..PadInputs::default() }
    }

    #[test]
    fn a_gamepad_thrusts_aims_and_fires() {
        let mut held = HeldInputs::default();
        let thrust = Vec2::new(0.1, -0.1);
        held.set_pad(PadInputs { thrust, aim: Vec2::Y, trigger: Trigger::Both });
        let controls = held.controls(SHIP, 0.1);
        let want = Controls { thrust: Thrust::UpRight, aim: Turn(0x4000), trigger: Trigger::Both };
        assert_eq!(controls, want);
        assert_eq!(held.steered(), Some(Turn(0x4000)));
        held.set_pad(PadInputs::default());
        let rests = held.controls(SHIP, 0.1);
        assert_eq!(rests, Controls { aim: Turn(0x4000), ..Controls::default() }, "the aim stays");
        assert_eq!(held.steered(), None);
    }

    #[test]
    fn a_pad_aims_the_faster_the_further_its_stick_is_pushed() {
        let mut before = 0;
        for tenths in [1_u8, 4, 7, 10] {
            let mut held = HeldInputs::default();
            held.set_pad(pushed(Vec2::new(0.0, f32::from(tenths) / 10.0)));
            let turned = held.controls(SHIP, 1.0 / 60.0).aim.0;
            assert!(turned > before && turned <= 0x4000, "{tenths}: {turned:#x}");
            before = turned;
        }
        assert!(before > 0x3000, "nearly a quarter turn in a frame: {before:#x}");
    }

    #[test]
    fn a_mouse_aims_again_once_it_moves() {
        let mut held = HeldInputs::default();
        held.pointer(mouse(Phase::Moved, (500.0, 300.0), -1, 0), 400.0);
        held.set_pad(pushed(Vec2::Y));
        held.controls(SHIP, 1.0);
        held.set_pad(PadInputs::default());
        assert_eq!(held.controls(SHIP, 0.1).aim, Turn(0x4000), "not while it rests");
        held.pointer(mouse(Phase::Moved, (501.0, 300.0), -1, 0), 400.0);
        assert_eq!(held.controls(SHIP, 0.1).aim, Turn(0));
    }

    #[test]
    fn an_assisted_aim_stays_and_does_not_steer() {
        let mut held = HeldInputs::default();
        held.set_pad(pushed(Vec2::X));
        held.controls(SHIP, 0.1);
        held.set_assisted_aim(Turn(300));
        assert_eq!(held.controls(SHIP, 0.1).aim, Turn(0), "from the stick, each frame anew");
        held.set_assisted_aim(Turn(300));
        held.set_pad(PadInputs::default());
        assert_eq!(held.controls(SHIP, 0.1).aim, Turn(300), "at rest it stays");
    }

    #[test]
    fn swapped_sticks_thrust_on_the_right() {
        let touch =
            |at: (f32, f32), phase| Pointer { device: Device::Touch, ..mouse(phase, at, 0, 1) };
        for (hand, thrust) in [(ThrustHand::Left, Thrust::None), (ThrustHand::Right, Thrust::Up)] {
            let mut held = HeldInputs::default();
            held.set_stick_settings(StickSettings::new(100, 50, hand).unwrap());
            held.pointer(touch((700.0, 300.0), Phase::Down), 400.0);
            held.pointer(touch((700.0, 200.0), Phase::Moved), 400.0);
            let controls = held.controls(SHIP, 0.0);
            assert_eq!(controls.thrust, thrust, "{hand:?}");
            assert_eq!(controls.trigger != Trigger::None, hand == ThrustHand::Left, "{hand:?}");
            held.release_all();
            assert_eq!(held.sticks().settings.thrust_hand, hand, "the choice stays");
        }
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
