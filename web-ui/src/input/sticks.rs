//! The two virtual sticks of a touch screen: converts touches to thrust, aim and triggers.
//!
//! One stick thrusts. The other one aims; pushed, it fires the laser, and pushed to its rim also
//! the beam. A stick is centred where its finger came down.

use shared::{
    base::geometry::{Turn, Vec2},
    sim::command::{Thrust, Trigger},
};

use super::stick_settings::StickSettings;

/// Usual radius of a stick's travel, in CSS pixels.
pub const STICK_REACH_PX: f32 = 56.0;
/// Deflection from which a stick thrusts or fires, as a fraction of its travel.
pub const PUSHED: f32 = 0.3;
/// Deflection from which the aiming stick fires the beam, as a fraction of its travel.
pub const RIM: f32 = 0.92;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Thrust,
    /// Aim and fire.
    Aim,
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
    pub thruster: Option<Stick>,
    /// Aim and fire; `None` while untouched.
    pub aimer: Option<Stick>,
    pub settings: StickSettings,
}

impl Sticks {
    /// Handles a finger coming down. A second finger on a stick is ignored.
    pub fn down(&mut self, role: Role, finger: i32, at: Vec2) {
        let stick = match role {
            Role::Thrust => &mut self.thruster,
            Role::Aim => &mut self.aimer,
        };
        stick.get_or_insert(Stick { finger, base: at, push: Vec2::ZERO });
    }

    /// A finger moved.
    pub fn moved(&mut self, finger: i32, at: Vec2) {
        let reach_px = self.settings.reach_px();
        for stick in [&mut self.thruster, &mut self.aimer].into_iter().flatten() {
            if stick.finger == finger {
                stick.push = ((at - stick.base) / reach_px).clamp_length_max(1.0);
            }
        }
    }

    /// A finger left the screen.
    pub fn up(&mut self, finger: i32) {
        for stick in [&mut self.thruster, &mut self.aimer] {
            if stick.is_some_and(|held| held.finger == finger) {
                *stick = None;
            }
        }
    }

    /// All fingers left the screen.
    pub fn release(&mut self) {
        (self.thruster, self.aimer) = (None, None);
    }

    /// The thrust of one stick.
    #[must_use]
    pub fn thrust(&self) -> Thrust {
        let push = self.thruster.map_or(Vec2::ZERO, |stick| stick.push);
        if push.length() < PUSHED {
            Thrust::None
        } else {
            Thrust::towards(push.normalize_or_zero())
        }
    }

    /// The aim of the other stick while it is deflected.
    #[must_use]
    pub fn aim(&self) -> Option<Turn> {
        let push = self.aimer?.push;
        (push.length() >= PUSHED).then(|| Turn::of(push))
    }

    /// The triggers of the aiming stick.
    #[must_use]
    pub fn trigger(&self) -> Trigger {
        let push = self.aimer.map_or(0.0, |stick| stick.push.length());
        Trigger::from_pressed((push >= PUSHED, push >= RIM))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::stick_settings::ThrustHand;

    #[test]
    fn each_stick_follows_its_own_finger() {
        let mut sticks = Sticks::default();
        sticks.down(Role::Thrust, 1, Vec2::new(80.0, 700.0));
        sticks.down(Role::Aim, 2, Vec2::new(300.0, 700.0));
        sticks.down(Role::Thrust, 3, Vec2::new(10.0, 700.0));
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
    fn a_large_stick_travels_further() {
        for (size, push) in [(70, 1.0), (100, 0.75), (150, 0.5)] {
            let settings = StickSettings::new(size, 50, ThrustHand::Left).unwrap();
            let mut sticks = Sticks { settings, ..Sticks::default() };
            sticks.down(Role::Aim, 1, Vec2::ZERO);
            sticks.moved(1, Vec2::new(STICK_REACH_PX * 0.75, 0.0));
            assert_eq!(sticks.aimer.unwrap().push, Vec2::new(push, 0.0), "{size} %");
            sticks.release();
            assert_eq!(sticks, Sticks { settings, ..Sticks::default() });
        }
    }

    #[test]
    fn a_resting_finger_does_nothing() {
        let mut sticks = Sticks::default();
        sticks.down(Role::Aim, 2, Vec2::new(300.0, 700.0));
        sticks.moved(2, Vec2::new(305.0, 700.0));
        assert_eq!((sticks.aim(), sticks.trigger()), (None, Trigger::None));
        assert_eq!(sticks.thrust(), Thrust::None);
    }
}
