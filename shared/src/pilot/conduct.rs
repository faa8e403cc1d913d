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
const CYCLE_MS: u32 = 400;

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

    /// How many ticks old is what a pilot of this temper perceives. With a level the mean over
    /// time is exact: a whole tick more or less is worth half a level.
    pub(super) fn reaction_ticks(&self, temper: &Temper, tick: Tick, rate: TickRate) -> u32 {
        let Some(skill) = self.skill else { return rate.ticks_in_ms(temper.reaction_ms) };
        let exact = f64::from(skill.reaction_ms) * f64::from(rate.hz()) / 1000.0;
        Cycle::of(tick, rate).whole(exact).max(1)
    }
}

impl Traits {
    /// The pause after `burst_ms` of fire, in place of `pause_ms` at the usual rate.
    pub(super) fn pause_ms(&self, burst_ms: f32, pause_ms: f32) -> f32 {
        (pause_ms + (burst_ms + pause_ms) * (1.0 / self.skill.fire_rate - 1.0)).max(0.0)
    }

    /// What is left of an intended thrust in a tick.
    pub(super) fn thrust(&self, intended: Thrust, tick: Tick, rate: TickRate) -> Thrust {
        let cycle = Cycle::of(tick, rate);
        let thrusting = cycle.whole(f64::from(cycle.length) * f64::from(self.skill.thrust_share));
        if cycle.elapsed >= thrusting { Thrust::None } else { intended }
    }
}

/// A stretch of ticks for which a pilot keeps a whole number of ticks in place of a fraction.
struct Cycle {
    /// How many cycles of this length the room's clock has completed.
    number: u32,
    /// In ticks.
    length: u32,
    /// In ticks.
    elapsed: u32,
}

impl Cycle {
    fn of(tick: Tick, rate: TickRate) -> Self {
        let length = rate.ticks_in_ms(CYCLE_MS);
        Self { number: tick.0 / length, length, elapsed: tick.0 % length }
    }

    /// A number of ticks in this cycle, rounded down or up so that its mean over the cycles is
    /// exact.
    fn whole(&self, exact: f64) -> u32 {
        let until = |number: u32| (f64::from(number) * exact) as u64;
        (until(self.number + 1) - until(self.number)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{base::rng::Rng, pilot::skill::BotLevelNumber};

    #[test]
    fn every_level_reacts_and_thrusts_exactly_in_the_mean_at_every_rate() {
        for hz in [20, 60, 128] {
            let rate = TickRate::new(hz).unwrap();
            let ticks = rate.ticks_in_ms(CYCLE_MS) * 1_000;
            for level in BotLevelNumber::all() {
                let skill = Skill::of_level(level);
                let conduct = Conduct { skill: Some(skill), ..Conduct::default() };
                let temper = Temper::new(&mut Rng::new(1, 2));
                let traits = conduct.traits(temper);
                let (mut delays, mut thrusting) = (0, 0);
                for tick in (0..ticks).map(Tick) {
                    delays += conduct.reaction_ticks(&temper, tick, rate);
                    let thrust = traits.thrust(Thrust::ALL[1], tick, rate);
                    thrusting += u32::from(thrust != Thrust::None);
                }
                let mean = |sum: u32| sum as f32 / ticks as f32;
                let off_ms = mean(delays) * 1000.0 / f32::from(hz) - skill.reaction_ms as f32;
                let off_share = mean(thrusting) - skill.thrust_share;
                assert!(off_ms.abs() < 0.1, "{level:?}, {hz} Hz: {off_ms} ms");
                assert!(off_share.abs() < 0.001, "{level:?}, {hz} Hz: {off_share}");
            }
        }
    }

    #[test]
    fn without_a_level_the_reaction_is_a_whole_number_of_ticks() {
        let (temper, rate) = (Temper::new(&mut Rng::new(1, 2)), TickRate::DEFAULT);
        let whole = rate.ticks_in_ms(temper.reaction_ms);
        let delay = |n| Conduct::default().reaction_ticks(&temper, Tick(n), rate);
        assert!((0..1_000).all(|n| delay(n) == whole));
    }
}
