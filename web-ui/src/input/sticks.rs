//! The two virtual sticks of a touch screen: converts touches to thrust, aim and triggers.
//!
//! The left stick thrusts. The right stick aims; pushed, it fires the laser, and pushed to its rim
//! also the beam. A stick is centred where its finger came down.

use shared::{
    base::geometry::{Turn, Vec2},
    sim::command::{Thrust, Trigger},
};

/// Radius of a stick's travel, in CSS pixels.
pub const STICK_REACH_PX: f32 = 56.0;
/// Deflection from which a stick thrusts or fires, as a fraction of its travel.
pub const PUSHED: f32 = 0.3;
/// Deflection from which the right stick fires the beam, as a fraction of its travel.
pub const RIM: f32 = 0.92;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Thrust.
    Left,
    /// Aim and fire.
    Right,
}

/// A stick held by a finger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stick {
    finger: i32,
    /// Where the finger came down, in CSS pixels.
    pub base: Vec2,
    /// Deflection: a vector of length 0 to 1.
    pub push: Vec2,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sticks {
    /// Thrust; `None` while untouched.
    pub left: Option<Stick>,
    /// Aim and fire; `None` while untouched.
    pub right: Option<Stick>,
}

impl Sticks {
    /// Handles a finger coming down. A second finger on a stick is ignored.
    pub fn down(&mut self, side: Side, finger: i32, at: Vec2) {
        let stick = match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        };
        stick.get_or_insert(Stick { finger, base: at, push: Vec2::ZERO });
    }

    /// A finger moved.
    pub fn moved(&mut self, finger: i32, at: Vec2) {
        for stick in [&mut self.left, &mut self.right].into_iter().flatten() {
            if stick.finger == finger {
                stick.push = ((at - stick.base) / STICK_REACH_PX).clamp_length_max(1.0);
            }
        }
    }

    /// A finger left the screen.
    pub fn up(&mut self, finger: i32) {
        for stick in [&mut self.left, &mut self.right] {
            if stick.is_some_and(|held| held.finger == finger) {
                *stick = None;
            }
        }
    }

    /// The thrust of the left stick.
    #[must_use]
    pub fn thrust(&self) -> Thrust {
        let push = self.left.map_or(Vec2::ZERO, |stick| stick.push);
        if push.length() < PUSHED {
            Thrust::None
        } else {
            Thrust::towards(push.normalize_or_zero())
        }
    }

    /// The aim of the right stick while it is deflected.
    #[must_use]
    pub fn aim(&self) -> Option<Turn> {
        let push = self.right?.push;
        (push.length() >= PUSHED).then(|| Turn::of(push))
    }

    /// The triggers of the right stick.
    #[must_use]
    pub fn trigger(&self) -> Trigger {
        let push = self.right.map_or(0.0, |stick| stick.push.length());
        Trigger::from_pressed((push >= PUSHED, push >= RIM))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stick_follows_its_own_finger() {
        let mut sticks = Sticks::default();
        sticks.down(Side::Left, 1, Vec2::new(80.0, 700.0));
        sticks.down(Side::Right, 2, Vec2::new(300.0, 700.0));
        sticks.down(Side::Left, 3, Vec2::new(10.0, 700.0));
        sticks.moved(1, Vec2::new(80.0, 640.0));
        sticks.moved(2, Vec2::new(330.0, 700.0));
        sticks.moved(3, Vec2::new(90.0, 900.0));
        assert_eq!(sticks.thrust(), Thrust::Up);
        assert_eq!(sticks.aim(), Some(Turn(0)));
        assert_eq!(sticks.trigger(), Trigger::Laser);
        sticks.moved(2, Vec2::new(300.0, 900.0));
        assert_eq!(sticks.trigger(), Trigger::Both, "at the rim");
        sticks.up(1);
        sticks.up(2);
        assert_eq!(sticks, Sticks::default());
    }

    #[test]
    fn a_resting_finger_does_nothing() {
        let mut sticks = Sticks::default();
        sticks.down(Side::Right, 2, Vec2::new(300.0, 700.0));
        sticks.moved(2, Vec2::new(305.0, 700.0));
        assert_eq!((sticks.aim(), sticks.trigger()), (None, Trigger::None));
        assert_eq!(sticks.thrust(), Thrust::None);
    }
}
