//! What a player wants in one tick.

use serde::{Deserialize, Serialize};

use crate::base::{
    geometry::{Turn, Vec2},
    limits::COMMAND_REPEAT_MS,
    time::{Tick, TickRate, ViewTime},
};

/// No thrust, or thrust in one of eight directions, independent of aim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Thrust {
    /// Coasting.
    #[default]
    None,
    /// To +x.
    Right,
    /// To +x and +y.
    DownRight,
    /// To +y.
    Down,
    /// To −x and +y.
    DownLeft,
    /// To −x.
    Left,
    /// To −x and −y.
    UpLeft,
    /// To −y.
    Up,
    /// To +x and −y.
    UpRight,
}

impl Thrust {
    /// Every thrust, in the order of its wire number.
    pub const ALL: [Self; 9] = [
        Self::None,
        Self::Right,
        Self::DownRight,
        Self::Down,
        Self::DownLeft,
        Self::Left,
        Self::UpLeft,
        Self::Up,
        Self::UpRight,
    ];

    /// The thrust of held direction keys: −1, 0 or 1 along each axis.
    #[must_use]
    pub const fn from_axes(x: i8, y: i8) -> Self {
        match (x.signum(), y.signum()) {
            (1, 0) => Self::Right,
            (1, 1) => Self::DownRight,
            (0, 1) => Self::Down,
            (-1, 1) => Self::DownLeft,
            (-1, 0) => Self::Left,
            (-1, -1) => Self::UpLeft,
            (0, -1) => Self::Up,
            (1, -1) => Self::UpRight,
            _ => Self::None,
        }
    }

    /// The thrust nearest to a direction; none for a vector shorter than half.
    #[must_use]
    pub fn towards(v: Vec2) -> Self {
        if v.length_squared() < 0.25 {
            return Self::None;
        }
        let eighth = Turn::of(v).0.wrapping_add(4096) >> 13;
        Self::ALL[usize::from(eighth) + 1]
    }

    /// The thrust of a wire number, if there is one.
    #[must_use]
    pub fn from_number(n: u8) -> Option<Self> {
        Self::ALL.get(usize::from(n)).copied()
    }

    /// The wire number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The unit vector of the direction, or the null vector.
    #[must_use]
    pub const fn unit(self) -> Vec2 {
        const D: f32 = core::f32::consts::FRAC_1_SQRT_2;
        match self {
            Self::None => Vec2::ZERO,
            Self::Right => Vec2::new(1.0, 0.0),
            Self::DownRight => Vec2::new(D, D),
            Self::Down => Vec2::new(0.0, 1.0),
            Self::DownLeft => Vec2::new(-D, D),
            Self::Left => Vec2::new(-1.0, 0.0),
            Self::UpLeft => Vec2::new(-D, -D),
            Self::Up => Vec2::new(0.0, -1.0),
            Self::UpRight => Vec2::new(D, -D),
        }
    }
}

/// Which triggers are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// Neither.
    #[default]
    None,
    /// The laser, which fires bolts.
    Laser,
    /// The beam, which hits at once.
    Beam,
    /// Both.
    Both,
}

impl Trigger {
    /// The triggers of two held buttons: laser, beam.
    #[must_use]
    pub const fn from_held(held: (bool, bool)) -> Self {
        match held {
            (false, false) => Self::None,
            (true, false) => Self::Laser,
            (false, true) => Self::Beam,
            (true, true) => Self::Both,
        }
    }

    /// These triggers and others.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self::from_held((self.laser() || other.laser(), self.beam() || other.beam()))
    }

    /// Whether the laser's trigger is held.
    #[must_use]
    pub const fn laser(self) -> bool {
        matches!(self, Self::Laser | Self::Both)
    }

    /// Whether the beam's trigger is held.
    #[must_use]
    pub const fn beam(self) -> bool {
        matches!(self, Self::Beam | Self::Both)
    }
}

/// What the shooter's screen showed of the others: the moment, and the snapshots it was made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The server time of the remote poses on the screen.
    pub time: ViewTime,
    /// The older snapshot of the pair that was blended.
    pub older: Tick,
    /// Ticks from the older snapshot to the newer; 0 where no pair was blended.
    pub span: u8,
}

impl View {
    /// The view of somebody who sees the present: a bot of the room.
    #[must_use]
    pub const fn present(tick: Tick) -> Self {
        Self { time: ViewTime::from_tick(tick), older: tick, span: 0 }
    }
}

/// What a player wants in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserCommand {
    /// The client's own tick: its key, which never repeats and never runs backwards.
    pub tick: Tick,
    /// Where to thrust.
    pub thrust: Thrust,
    /// Where to aim. Movement does not depend on it.
    pub aim: Turn,
    /// Which triggers are held.
    pub trigger: Trigger,
    /// What was on the screen; on the wire only where a trigger is held.
    pub view: View,
}

impl UserCommand {
    /// The command that does nothing, keeping the aim.
    #[must_use]
    pub fn neutral(tick: Tick, aim: Turn) -> Self {
        Self { tick, aim, view: View::present(tick), ..Self::default() }
    }

    /// Whether it thrusts or fires: to aim alone is to do nothing.
    #[must_use]
    pub fn acts(&self) -> bool {
        self.thrust != Thrust::None || self.trigger != Trigger::None
    }

    /// What stands in for a missing command: the last one with fire released for a while, then
    /// nothing. The room does this, and the client expects it.
    #[must_use]
    pub fn stand_in(self, last_real: Tick, tick: Tick, rate: TickRate) -> Self {
        if tick.since(last_real) <= i64::from(rate.ticks_in_ms(COMMAND_REPEAT_MS)) {
            Self { tick, trigger: Trigger::None, view: View::present(tick), ..self }
        } else {
            Self::neutral(tick, self.aim)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_axes_and_directions_agree() {
        for (n, thrust) in Thrust::ALL.into_iter().enumerate() {
            assert_eq!(thrust.number(), n as u8);
            assert_eq!(Thrust::from_number(n as u8), Some(thrust));
            assert_eq!(Thrust::towards(thrust.unit()), thrust);
            let unit = thrust.unit();
            let sign = |x: f32| if x > 0.1 { 1 } else { -i8::from(x < -0.1) };
            assert_eq!(Thrust::from_axes(sign(unit.x), sign(unit.y)), thrust);
        }
        assert_eq!(Thrust::from_number(9), None);
    }

    #[test]
    fn a_missing_command_is_the_last_one_without_fire_and_then_none() {
        let held = UserCommand {
            tick: Tick(5),
            thrust: Thrust::Up,
            aim: Turn(9),
            trigger: Trigger::Both,
            view: View { time: ViewTime(3), older: Tick(1), span: 2 },
        };
        let again = held.stand_in(Tick(5), Tick(20), TickRate::DEFAULT);
        assert_eq!((again.thrust, again.aim, again.trigger), (Thrust::Up, Turn(9), Trigger::None));
        assert_eq!(again.view, View::present(Tick(20)));
        let later = held.stand_in(Tick(5), Tick(21), TickRate::DEFAULT);
        assert_eq!(later, UserCommand::neutral(Tick(21), Turn(9)), "250 ms are 15 ticks");
    }
}
