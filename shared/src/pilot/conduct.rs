//! How a room has one of its pilots play in a tick: with the skill of its temper or of a level, in
//! its manner, and free to fight or as an escort that holds its fire.

use super::{manner::Manner, skill::Skill, temper::Temper};
use crate::{
    base::{
        geometry::Vec2,
        time::{Tick, TickRate},
    },
    sim::command::Thrust,
};

/// Length of the cycle in which a pilot alternates thrusting and coasting, in ms.
const THRUST_CYCLE_MS: u32 = 400;

/// How a pilot plays in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Conduct {
    /// `None` for that of its temper.
    pub skill: Option<Skill>,
    pub manner: Manner,
    /// Stays near this place, in u, and holds its fire.
    pub escort: Option<Vec2>,
}

/// What the stages of a tick go by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) temper: Temper,
    pub(super) skill: Skill,
    pub(super) manner: Manner,
}

impl Conduct {
    /// What a pilot of this temper goes by.
    pub(super) fn traits(&self, temper: Temper) -> Traits {
        let skill = self.skill.unwrap_or_else(|| Skill::of_temper(&temper));
        Traits { temper, skill, manner: self.manner }
    }
}

impl Traits {
    /// The pause after `burst_ms` of fire, in place of `pause_ms` at the usual rate.
    pub(super) fn pause_ms(&self, burst_ms: f32, pause_ms: f32) -> f32 {
        (pause_ms + (burst_ms + pause_ms) * (1.0 / self.skill.fire_rate - 1.0)).max(0.0)
    }

    /// What is left of an intended thrust in a tick.
    pub(super) fn thrust(&self, intended: Thrust, tick: Tick, rate: TickRate) -> Thrust {
        let cycle = rate.ticks_in_ms(THRUST_CYCLE_MS).max(1);
        let is_coasting = (tick.0 % cycle) as f32 >= self.skill.thrust_share * cycle as f32;
        if is_coasting { Thrust::None } else { intended }
    }
}
