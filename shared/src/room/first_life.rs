//! The first life of a newcomer who is alone with a room's bots: a single bot stays near, and fires
//! only once it was hit, seldom and badly. The other bots come with the newcomer's kills.

use serde::Serialize;

use crate::{
    base::{
        limits::{FIRST_LIFE_MS, FIRST_LIFE_TRUCE_MS},
        time::{Tick, TickRate},
    },
    pilot::skill::Skill,
};

/// The skill of the bot in the first life.
const FIRST_SKILL: Skill = Skill {
    reaction_ms: 200,
    notice_share: 1.0,
    memory_ms: 5000.0,
    aim_error_deg: 8.0,
    lead_share: 1.0,
    curve_share: 0.0,
    fire_rate: 0.5,
    beam_miss_u: 20.0,
    thrust_share: 0.3,
    think_share: 1.0,
    caution: 0.0,
    retreat_share: 1.0,
    insight: 0.0,
};
/// Kills after which the second bot joins.
const KILLS_FOR_SECOND: u8 = 1;
/// Kills after which all others join.
const KILLS_FOR_ALL: u8 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
enum Stage {
    /// No bot was hit yet.
    Peaceful,
    /// The bot was hit.
    Provoked,
    Over,
}

/// The first life of a newcomer, and the kills that bring the other bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FirstLife {
    began: Tick,
    stage: Stage,
    /// Up to [`KILLS_FOR_ALL`].
    kills: u8,
}

/// How bots treat the newcomer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Attitude {
    /// They stay near and hold their fire.
    Escort(Skill),
    /// They fire back.
    Retaliate(Skill),
    /// They fight at their level.
    Fight,
}

impl FirstLife {
    pub(super) fn new(began: Tick) -> Self {
        Self { began, stage: Stage::Peaceful, kills: 0 }
    }

    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Records that the newcomer hit a bot.
    pub(super) fn record_hit(&mut self) {
        if self.stage == Stage::Peaceful {
            self.stage = Stage::Provoked;
        }
    }

    /// Records that the newcomer killed a bot.
    pub(super) fn record_kill(&mut self) {
        self.stage = Stage::Over;
        self.kills = (self.kills + 1).min(KILLS_FOR_ALL);
    }

    /// Ends it when its time is up.
    pub(super) fn expire(&mut self, now: Tick, rate: TickRate) {
        if self.has_lasted(FIRST_LIFE_MS, now, rate) {
            self.stage = Stage::Over;
        }
    }

    /// Whether the newcomer has killed often enough to meet every bot.
    pub(super) fn meets_all(&self) -> bool {
        self.kills >= KILLS_FOR_ALL
    }

    /// The most bots that fly.
    pub(super) fn bots_max(&self) -> u16 {
        match self.kills {
            KILLS_FOR_ALL.. => u16::MAX,
            KILLS_FOR_SECOND.. => 2,
            _ => 1,
        }
    }

    pub(super) fn attitude(&self, now: Tick, rate: TickRate) -> Attitude {
        match self.stage {
            _ if !self.has_lasted(FIRST_LIFE_TRUCE_MS, now, rate) => Attitude::Escort(FIRST_SKILL),
            Stage::Peaceful => Attitude::Escort(FIRST_SKILL),
            Stage::Provoked => Attitude::Retaliate(FIRST_SKILL),
            Stage::Over => Attitude::Fight,
        }
    }

    fn has_lasted(&self, ms: u32, now: Tick, rate: TickRate) -> bool {
        now.since(self.began) >= rate.ticks_in_ms(ms).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state at a time, after a hit or kills at other times; all in s.
    fn check(hit: Option<u32>, kills: &[u32], at: u32, attitude: Attitude, bots_max: u16) {
        let rate = TickRate::DEFAULT;
        let tick = |s: u32| Tick(500).plus(s * u32::from(rate.hz()));
        let mut life = FirstLife::new(tick(0));
        for s in 0..=at {
            if hit == Some(s) {
                life.record_hit();
            }
            kills.iter().filter(|kill| **kill == s).for_each(|_| life.record_kill());
            life.expire(tick(s), rate);
        }
        let got = (life.attitude(tick(at), rate), life.bots_max());
        assert_eq!(got, (attitude, bots_max), "hit at {hit:?}, kills at {kills:?}, after {at} s");
    }

    #[test]
    fn bots_hold_their_fire_until_hit_and_come_with_kills() {
        let (escort, retaliate) = (Attitude::Escort(FIRST_SKILL), Attitude::Retaliate(FIRST_SKILL));
        check(None, &[], 0, escort, 1);
        check(None, &[], 39, escort, 1);
        check(None, &[], 40, Attitude::Fight, 1);
        check(Some(5), &[], 11, escort, 1);
        check(Some(5), &[], 12, retaliate, 1);
        check(Some(20), &[], 19, escort, 1);
        check(Some(20), &[], 20, retaliate, 1);
        check(Some(20), &[], 40, Attitude::Fight, 1);
        check(Some(5), &[9], 11, escort, 2);
        check(Some(5), &[9], 12, Attitude::Fight, 2);
        check(Some(5), &[15, 18], 18, Attitude::Fight, 2);
        check(Some(5), &[15, 18, 30], 30, Attitude::Fight, u16::MAX);
        check(None, &[50], 60, Attitude::Fight, 2);
    }
}
