//! A player's input for one tick.

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
    /// Every thrust, indexed by wire number.
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

    /// From held direction keys: −1, 0 or 1 along each axis.
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

    /// The thrust nearest to a direction; none for a vector shorter than 0.5.
    #[must_use]
    pub fn towards(v: Vec2) -> Self {
        if v.length_squared() < 0.25 {
            return Self::None;
        }
        let eighth = Turn::of(v).0.wrapping_add(4096) >> 13;
        Self::ALL[usize::from(eighth) + 1]
    }

    #[must_use]
    pub fn from_number(n: u8) -> Option<Self> {
        Self::ALL.get(usize::from(n)).copied()
    }

    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The unit vector of the direction, or the zero vector.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    #[default]
    None,
    /// Fires bolts.
    Laser,
    /// Hits at once.
    Beam,
    Both,
}

impl Trigger {
    /// From two held buttons: laser, beam.
    #[must_use]
    pub const fn from_pressed(pressed: (bool, bool)) -> Self {
        match pressed {
            (false, false) => Self::None,
            (true, false) => Self::Laser,
            (false, true) => Self::Beam,
            (true, true) => Self::Both,
        }
    }

    /// The union of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self::from_pressed((self.laser() || other.laser(), self.beam() || other.beam()))
    }

    #[must_use]
    pub const fn laser(self) -> bool {
        matches!(self, Self::Laser | Self::Both)
    }

    #[must_use]
    pub const fn beam(self) -> bool {
        matches!(self, Self::Beam | Self::Both)
    }
}

/// What the shooter's screen showed of the other ships: the view time and the snapshots it was
/// interpolated from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Server time of the remote poses on screen.
    pub time: ViewTime,
    /// The older snapshot of the interpolated pair.
    pub older: Tick,
    /// Ticks from the older snapshot to the newer; 0 if nothing was interpolated.
    pub span: u8,
}

impl View {
    /// A view of the present, as room bots have it.
    #[must_use]
    pub const fn present(tick: Tick) -> Self {
        Self { time: ViewTime::from_tick(tick), older: tick, span: 0 }
    }
}

/// A player's input for one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserCommand {
    /// The client's own tick, which identifies the command; strictly increasing.
    pub tick: Tick,
    pub thrust: Thrust,
    /// Movement does not depend on it.
    pub aim: Turn,
    pub trigger: Trigger,
    /// What was on screen; sent only with a trigger held.
    pub view: View,
}

impl UserCommand {
    /// A command that does nothing and keeps the aim.
    #[must_use]
    pub fn neutral(tick: Tick, aim: Turn) -> Self {
        Self { tick, aim, view: View::present(tick), ..Self::default() }
    }

    /// Whether it thrusts or fires; aiming alone does not count.
    #[must_use]
    pub fn acts(&self) -> bool {
        self.thrust != Thrust::None || self.trigger != Trigger::None
    }

    /// The substitute for a missing command: the last one without fire for [`COMMAND_REPEAT_MS`],
    /// then nothing. The room runs it, and the client predicts that it will.
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
