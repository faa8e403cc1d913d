//! Which control the focus moves to in a direction, from the places of all controls on the page;
//! and how a held direction repeats. Runs when a gamepad moves the focus.

use shared::base::{geometry::Vec2, time::Micros};

use crate::canvas::rect::Rect;

/// A direction in which the focus moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Up,
    Down,
    Left,
    Right,
}

/// Deflection from which a stick moves the focus.
const PUSHED: f32 = 0.5;
/// How much more a control off to the side counts than one ahead.
const ASIDE: f32 = 3.0;
/// How long a direction is held before it repeats, and the time between repetitions.
const REPEATS_AFTER: Micros = Micros::from_ms(400);
const REPEATS_EVERY: Micros = Micros::from_ms(120);

impl Way {
    /// The direction of a stick that is pushed far enough.
    #[must_use]
    pub fn of(push: Vec2) -> Option<Self> {
        let (x, y) = (push.x.abs(), push.y.abs());
        Some(match push {
            _ if x.max(y) < PUSHED => return None,
            Vec2 { y, .. } if x <= y.abs() && y < 0.0 => Self::Up,
            Vec2 { y, .. } if x <= y.abs() => Self::Down,
            Vec2 { x, .. } if x < 0.0 => Self::Left,
            _ => Self::Right,
        })
    }

    fn unit(self) -> Vec2 {
        match self {
            Self::Up => Vec2::NEG_Y,
            Self::Down => Vec2::Y,
            Self::Left => Vec2::NEG_X,
            Self::Right => Vec2::X,
        }
    }
}

/// The control nearest to `from` in a direction; `None` if there is none. To the sides it is one in
/// the same row, or else one that is wholly beside it.
#[must_use]
pub fn next(places: &[Rect], from: Rect, way: Way) -> Option<usize> {
    let ahead = way.unit();
    let is_sideways = ahead.x != 0.0;
    let far = |place: &Rect| {
        let [middle, at, end] =
            [place.middle(), place.at, place.end()].map(|to| (to - from.middle()).dot(ahead));
        let gap = gap(from, *place);
        let across = if is_sideways { gap.y } else { gap.x };
        let is_in_other_row = is_sideways && across > 0.0;
        // All of it is beyond the middle of the one that has the focus.
        let is_ahead = at.min(end) >= 0.0 && (!is_in_other_row || gap.x > 0.0);
        is_ahead.then_some((is_in_other_row, middle + across * ASIDE))
    };
    let ahead = places.iter().enumerate().filter_map(|(n, place)| Some((n, far(place)?)));
    let nearer = |one: &(bool, f32), other: &(bool, f32)| {
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    };
    ahead.min_by(|(_, one), (_, other)| nearer(one, other)).map(|(n, _)| n)
}

/// The gaps between two rectangles along both axes; 0 where they overlap.
fn gap(one: Rect, other: Rect) -> Vec2 {
    (one.at - other.end()).max(other.at - one.end()).max(Vec2::ZERO)
}

/// A direction that is held.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeldWay {
    way: Option<Way>,
    next_at: Micros,
}

impl HeldWay {
    /// Handles the direction held in a frame. Returns one in which the focus moves now.
    pub fn step(&mut self, now: Micros, way: Option<Way>) -> Option<Way> {
        let is_new = std::mem::replace(&mut self.way, way) != way;
        let wait = if is_new { REPEATS_AFTER } else { REPEATS_EVERY };
        let moves = way.filter(|_| is_new || now >= self.next_at);
        if moves.is_some() {
            self.next_at = now + wait;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(x: f32, y: f32, width: f32) -> Rect {
        Rect { at: Vec2::new(x, y), size: Vec2::new(width, 40.0) }
    }

    #[test]
    fn the_focus_moves_to_the_nearest_control_in_a_direction() {
        // A heading's button on the right, two wide rows, and a row of three.
        let places = [
            place(300.0, 0.0, 60.0),
            place(0.0, 50.0, 360.0),
            place(0.0, 100.0, 360.0),
            place(0.0, 150.0, 110.0),
            place(120.0, 150.0, 110.0),
            place(240.0, 150.0, 110.0),
        ];
        let rows = [
            (0, Way::Down, Some(1)),
            (1, Way::Down, Some(2)),
            (2, Way::Down, Some(3)),
            (4, Way::Left, Some(3)),
            (4, Way::Right, Some(5)),
            (5, Way::Right, None),
            (5, Way::Up, Some(2)),
            (1, Way::Up, Some(0)),
            (0, Way::Up, None),
            // Nothing is in its row.
            (0, Way::Left, Some(4)),
            (3, Way::Down, None),
        ];
        for (from, way, to) in rows {
            assert_eq!(next(&places, places[from], way), to, "{way:?} from {from}");
        }
    }

    #[test]
    fn a_stick_moves_the_focus_along_its_longer_axis() {
        let rows = [
            ((0.0, 0.0), None),
            ((0.4, -0.4), None),
            ((0.2, -0.9), Some(Way::Up)),
            ((0.2, 0.9), Some(Way::Down)),
            ((-0.8, 0.1), Some(Way::Left)),
            ((0.8, 0.1), Some(Way::Right)),
        ];
        for (push, way) in rows {
            assert_eq!(Way::of(Vec2::from(push)), way, "{push:?}");
        }
    }

    #[test]
    fn a_held_direction_repeats_after_a_while() {
        let mut held = HeldWay::default();
        let mut moves = Vec::new();
        for ms in (0..=700).step_by(20) {
            if held.step(Micros::from_ms(ms), Some(Way::Down)).is_some() {
                moves.push(ms);
            }
        }
        assert_eq!(moves, [0, 400, 520, 640]);
        assert_eq!(held.step(Micros::from_ms(720), Some(Way::Up)), Some(Way::Up));
        assert_eq!(held.step(Micros::from_ms(740), None), None);
        assert_eq!(held.step(Micros::from_ms(760), Some(Way::Up)), Some(Way::Up));
    }
}
