//! How a room has one of its pilots play in a tick: with the skill of its temper or another one,
//! and free to fight or as an escort that holds its fire.

use super::temper::Temper;
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
    /// Stays near this place, in u, and holds its fire.
    pub escort: Option<Vec2>,
}

/// How well a pilot plays, where its room decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// Standard deviation of the aim, in degrees.
    pub aim_error_deg: f32,
    /// Rate of fire, as a multiple of the usual one.
    pub fire_rate: f32,
    /// Share of the time in which it may thrust, up to 1.
    pub thrust_share: f32,
    /// How much it minds bolts; 1 as much as its course.
    pub caution: f32,
}

impl Conduct {
    /// The temper of a pilot, with the skill in place of its own.
    pub(super) fn temper(&self, own: Temper) -> Temper {
        match self.skill {
            Some(skill) => {
                Temper { aim_error_deg: skill.aim_error_deg, caution: skill.caution, ..own }
            }
            None => own,
        }
    }

    /// The pause after `burst_ms` of fire, in place of `pause_ms` at the usual rate.
    pub(super) fn pause_ms(&self, burst_ms: f32, pause_ms: f32) -> f32 {
        match self.skill {
            Some(skill) => ((burst_ms + pause_ms) / skill.fire_rate - burst_ms).max(0.0),
            None => pause_ms,
        }
    }

    /// What is left of an intended thrust in a tick.
    pub(super) fn thrust(&self, intended: Thrust, tick: Tick, rate: TickRate) -> Thrust {
        let Some(skill) = self.skill else { return intended };
        let cycle = rate.ticks_in_ms(THRUST_CYCLE_MS).max(1);
        let is_coasting = (tick.0 % cycle) as f32 >= skill.thrust_share * cycle as f32;
        if is_coasting { Thrust::None } else { intended }
    }
}
