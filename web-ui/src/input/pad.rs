//! Decides which gamepad is played with, and what it newly does. From the gamepads of a frame and
//! of the one before, to presses, sticks without their dead zones, and what became of the gamepad;
//! runs once a frame.

use shared::base::geometry::Vec2;

use crate::shell::gamepad::{Mapping, PadState, Pads};

/// Deflection below which a stick rests, as a fraction of its travel: worn sticks do not centre.
pub const DEAD_ZONE: f32 = 0.2;
/// Deflection from which a stick is fully pushed: many do not reach 1 in every direction.
const FULL: f32 = 0.95;
/// Deflection, beyond the dead zone, by which a stick shows that its gamepad is in use.
const USED: f32 = 0.4;

/// What became of the gamepad that is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadChange {
    /// The player took up this gamepad, or another one than before.
    TakenUp,
    /// It was unplugged, or ran out of power.
    Unplugged,
    /// A gamepad was used whose buttons are not known; told once.
    Unknown,
}

/// The gamepad that is played with, in a frame. Nothing is held if there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PadFrame {
    pub change: Option<PadChange>,
    /// Whether it was newly used: a press, or a stick that left its centre.
    pub is_used: bool,
    /// Held buttons, as a bit set.
    pub held: u32,
    /// Buttons pressed and released since the last frame.
    pub pressed: u32,
    pub released: u32,
    /// Deflections without their dead zones: vectors of length 0 to 1.
    pub left: Vec2,
    pub right: Vec2,
}

/// The gamepads of the last frame, and the one among them that was used last.
#[derive(Clone, Copy, Debug, Default)]
pub struct PadReader {
    before: Pads,
    current: Option<usize>,
    told_unknown: bool,
}

impl PadReader {
    /// Reads the gamepads of a frame. The one used last is played with.
    pub fn read(&mut self, pads: &Pads) -> PadFrame {
        let before = std::mem::replace(&mut self.before, *pads);
        let newly = |n: usize| is_newly_used(before[n].unwrap_or_default(), pads[n]);
        let used = (0..pads.len()).filter(|n| newly(*n));
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            used.partition(|n| pads[*n].is_some_and(|pad| pad.mapping == Mapping::Standard));
        let mut change = None;
        if !unknown.is_empty() && !self.told_unknown {
            self.told_unknown = true;
            change = Some(PadChange::Unknown);
        }
        let current = self.current.filter(|n| pads[*n].is_some());
        if self.current.is_some() && current.is_none() {
            change = Some(PadChange::Unplugged);
        }
        // Of two that are used in the same frame, the one in the hand stays there.
        let taken_up =
            known.first().copied().filter(|_| current.is_none_or(|n| !known.contains(&n)));
        if taken_up.is_some() {
            change = Some(PadChange::TakenUp);
        }
        self.current = taken_up.or(current);
        let Some((n, now)) = self.current.and_then(|n| Some((n, pads[n]?))) else {
            return PadFrame { change, ..PadFrame::default() };
        };
        let was = before[n].map_or(0, |pad| pad.buttons);
        PadFrame {
            change,
            is_used: known.contains(&n),
            held: now.buttons,
            pressed: now.buttons & !was,
            released: was & !now.buttons,
            left: without_dead_zone(now.left),
            right: without_dead_zone(now.right),
        }
    }
}

/// Whether a button is newly pressed or a stick newly pushed.
fn is_newly_used(before: PadState, now: Option<PadState>) -> bool {
    let Some(now) = now else { return false };
    let pushed = |before: Vec2, now: Vec2| {
        let is_pushed = |push| without_dead_zone(push).length() >= USED;
        is_pushed(now) && !is_pushed(before)
    };
    now.buttons & !before.buttons != 0
        || pushed(before.left, now.left)
        || pushed(before.right, now.right)
}

/// A deflection beyond the radial dead zone, from 0 at its rim to 1 at the end of the travel. Its
/// direction is kept: a dead zone for each axis would pull it towards the axes.
#[must_use]
pub fn without_dead_zone(push: Vec2) -> Vec2 {
    let length = push.length();
    let beyond = ((length - DEAD_ZONE) / (FULL - DEAD_ZONE)).clamp(0.0, 1.0);
    if beyond == 0.0 { Vec2::ZERO } else { push / length * beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u32 = 1;
    const B: u32 = 2;

    fn pad(buttons: u32) -> PadState {
        PadState { buttons, ..PadState::default() }
    }

    fn two(first: Option<PadState>, second: Option<PadState>) -> Pads {
        [first, second, None, None]
    }

    #[test]
    fn dead_zones_are_radial_and_keep_the_direction() {
        for degrees in 0_u16..360 {
            let (sin, cos) = f32::from(degrees).to_radians().sin_cos();
            let way = Vec2::new(cos, sin);
            assert_eq!(without_dead_zone(way * (DEAD_ZONE - 0.001)), Vec2::ZERO, "{degrees}°");
            for length in [0.21, 0.5, 0.8, 0.95, 1.0, 1.4] {
                let push = without_dead_zone(way * length);
                assert!(push.length() <= 1.0 + 1e-6 && push.length() > 0.0, "{degrees}° {length}");
                assert!(push.normalize().dot(way) > 0.9999, "{degrees}° {length}");
            }
            assert!((without_dead_zone(way).length() - 1.0).abs() < 1e-6, "{degrees}°");
        }
    }

    #[test]
    fn a_press_counts_once() {
        let mut reader = PadReader::default();
        let first = reader.read(&two(Some(pad(A)), None));
        assert_eq!((first.change, first.pressed), (Some(PadChange::TakenUp), A));
        let held = reader.read(&two(Some(pad(A)), None));
        assert_eq!((held.change, held.is_used), (None, false));
        assert_eq!((held.held, held.pressed, held.released), (A, 0, 0));
        let other = reader.read(&two(Some(pad(B)), None));
        assert_eq!((other.pressed, other.released, other.is_used), (B, A, true));
    }

    #[test]
    fn a_plugged_in_pad_is_taken_up_when_it_is_used() {
        let mut reader = PadReader::default();
        let drifts = PadState { left: Vec2::new(0.3, 0.0), ..PadState::default() };
        for still in [pad(0), drifts] {
            assert_eq!(reader.read(&two(Some(still), None)), PadFrame::default());
        }
        let push = PadState { left: Vec2::new(0.8, 0.0), ..PadState::default() };
        let taken = reader.read(&two(Some(push), None));
        assert_eq!((taken.change, taken.is_used), (Some(PadChange::TakenUp), true));
        assert!(taken.left.x > 0.7 && taken.right == Vec2::ZERO);
    }

    #[test]
    fn of_two_pads_the_one_used_last_counts() {
        let mut reader = PadReader::default();
        reader.read(&two(Some(pad(A)), Some(pad(0))));
        let second = reader.read(&two(Some(pad(A)), Some(pad(B))));
        assert_eq!((second.change, second.held), (Some(PadChange::TakenUp), B));
        // What the first one goes on holding is no use of it.
        assert_eq!(reader.read(&two(Some(pad(A)), Some(pad(B)))).held, B);
        let both = reader.read(&two(Some(pad(A | B)), Some(pad(A | B))));
        assert_eq!((both.change, both.pressed), (None, A), "the one in the hand stays");
        let first = reader.read(&two(Some(pad(A | B | 4)), Some(pad(A | B))));
        assert_eq!((first.change, first.pressed), (Some(PadChange::TakenUp), 4));
    }

    #[test]
    fn an_unplugged_pad_holds_nothing() {
        let mut reader = PadReader::default();
        reader.read(&two(Some(pad(A)), Some(pad(B))));
        let gone = reader.read(&two(None, Some(pad(B))));
        let unplugged = PadFrame { change: Some(PadChange::Unplugged), ..PadFrame::default() };
        assert_eq!(gone, unplugged, "nor does the other one, which is not used");
        assert_eq!(reader.read(&two(None, Some(pad(B)))), PadFrame::default(), "told once");
        let back = reader.read(&two(Some(pad(B)), Some(pad(B))));
        assert_eq!((back.change, back.pressed), (Some(PadChange::TakenUp), B));
    }

    #[test]
    fn a_pad_with_unknown_buttons_is_named_once_and_not_used() {
        let mut reader = PadReader::default();
        let unknown = |buttons| Some(PadState { mapping: Mapping::Unknown, ..pad(buttons) });
        let told = PadFrame { change: Some(PadChange::Unknown), ..PadFrame::default() };
        assert_eq!(reader.read(&two(unknown(A), None)), told);
        assert_eq!(reader.read(&two(unknown(B), None)), PadFrame::default());
    }
}
