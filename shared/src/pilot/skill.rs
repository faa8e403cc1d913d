//! How well a pilot plays: what it perceives, how it aims, fires and flies. From a level of the
//! ladder to a skill, in the tick in which a room asks for it.

use core::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::temper::{BEAM_MISS_U, MEMORY_MS, Temper};
use crate::base::limits::BOT_LEVEL_MAX;

/// A level of the ladder, from 1 to [`BOT_LEVEL_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct BotLevelNumber(u8);

/// A level outside the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level {0} of the bots is outside 1 to {max}", max = BOT_LEVEL_MAX)]
pub struct BotLevelError(pub u8);

impl BotLevelNumber {
    pub const LOWEST: Self = Self(1);
    pub const HIGHEST: Self = Self(BOT_LEVEL_MAX);

    /// A level of the ladder.
    ///
    /// # Errors
    /// It is outside 1 to [`BOT_LEVEL_MAX`].
    pub fn new(level: u8) -> Result<Self, BotLevelError> {
        let is_valid = (1..=BOT_LEVEL_MAX).contains(&level);
        if is_valid { Ok(Self(level)) } else { Err(BotLevelError(level)) }
    }

    /// The level nearest to a number.
    #[must_use]
    pub fn nearest(level: i16) -> Self {
        Self(level.clamp(1, BOT_LEVEL_MAX.into()) as u8)
    }

    /// From 1 to [`BOT_LEVEL_MAX`].
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }

    /// Every level, from the lowest.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..BOT_LEVEL_MAX).map(|n| Self(n + 1))
    }
}

impl TryFrom<u8> for BotLevelNumber {
    type Error = BotLevelError;

    fn try_from(level: u8) -> Result<Self, BotLevelError> {
        Self::new(level)
    }
}

impl From<BotLevelNumber> for u8 {
    fn from(level: BotLevelNumber) -> Self {
        level.get()
    }
}

/// How hard bots play, as a player asks for it. Its text is `adaptive`, or the number of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestedLevel {
    /// At a level that follows a single player's fortune.
    #[default]
    Adaptive,
    /// At this level, whoever plays.
    Fixed(BotLevelNumber),
}

/// Text of bots that adapt.
const ADAPTIVE: &str = "adaptive";

impl fmt::Display for RequestedLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Adaptive => f.write_str(ADAPTIVE),
            Self::Fixed(level) => write!(f, "{}", level.get()),
        }
    }
}

/// Why a text is not a level that a player can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bots play at a level from 1 to {BOT_LEVEL_MAX}, or `{ADAPTIVE}`")]
pub struct RequestedLevelError;

impl FromStr for RequestedLevel {
    type Err = RequestedLevelError;

    fn from_str(text: &str) -> Result<Self, RequestedLevelError> {
        if text == ADAPTIVE {
            return Ok(Self::Adaptive);
        }
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let level = text.parse().ok().filter(|_| is_number);
        let level = level.and_then(|level| BotLevelNumber::new(level).ok());
        level.map(Self::Fixed).ok_or(RequestedLevelError)
    }
}

/// How well a pilot plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// From what its screen shows to what it perceives, in ms.
    pub reaction_ms: u32,
    /// How far towards the edge of the picture it notices ships, up to 1.
    pub notice_share: f32,
    /// How long it searches for a ship that left its view, in ms.
    pub memory_ms: f32,
    /// Standard deviation of the aim, in degrees.
    pub aim_error_deg: f32,
    /// Share of the target's velocity by which it leads its bolts, up to 1.
    pub lead_share: f32,
    /// Share of the target's acceleration by which it corrects that lead, up to 1.
    pub curve_share: f32,
    /// Rate of fire, as a multiple of the usual one.
    pub fire_rate: f32,
    /// How near to the aim line it wants a target of its beam, in u.
    pub beam_miss_u: f32,
    /// Share of the time in which it may thrust, up to 1.
    pub thrust_share: f32,
    /// Time between decisions on thrust, as a multiple of the usual one.
    pub think_share: f32,
    /// How much it minds bolts; 1 as much as its course.
    pub caution: f32,
    /// Chance of a retreat into cover, as a multiple of its own.
    pub retreat_share: f32,
    /// How much it minds what a look at other ships shows, up to 1: it finishes the hurt, presses
    /// who reloads, keeps other ships out of its line of fire, and fights from another side.
    pub insight: f32,
}

impl Skill {
    /// That of a pilot without a level.
    pub(super) fn of_temper(temper: &Temper) -> Self {
        Self {
            reaction_ms: temper.reaction_ms,
            notice_share: 1.0,
            memory_ms: MEMORY_MS,
            aim_error_deg: temper.aim_error_deg,
            lead_share: 1.0,
            curve_share: 0.0,
            fire_rate: 1.0,
            beam_miss_u: BEAM_MISS_U,
            thrust_share: 1.0,
            think_share: 1.0,
            caution: temper.caution,
            retreat_share: 1.0,
            insight: 0.0,
        }
    }

    /// That of a level: between two rows of the table below.
    #[must_use]
    pub fn of_level(level: BotLevelNumber) -> Self {
        let n_legs = ROWS.len() - 1;
        let along = f32::from(level.get() - 1) * n_legs as f32 / f32::from(BOT_LEVEL_MAX - 1);
        let leg = (along as usize).min(n_legs - 1);
        ROWS[leg].between(&ROWS[leg + 1], along - leg as f32)
    }

    fn between(&self, other: &Self, share: f32) -> Self {
        let mix = |one: f32, other: f32| one + (other - one) * share;
        Self {
            reaction_ms: mix(self.reaction_ms as f32, other.reaction_ms as f32) as u32,
            notice_share: mix(self.notice_share, other.notice_share),
            memory_ms: mix(self.memory_ms, other.memory_ms),
            aim_error_deg: mix(self.aim_error_deg, other.aim_error_deg),
            lead_share: mix(self.lead_share, other.lead_share),
            curve_share: mix(self.curve_share, other.curve_share),
            fire_rate: mix(self.fire_rate, other.fire_rate),
            beam_miss_u: mix(self.beam_miss_u, other.beam_miss_u),
            thrust_share: mix(self.thrust_share, other.thrust_share),
            think_share: mix(self.think_share, other.think_share),
            caution: mix(self.caution, other.caution),
            retreat_share: mix(self.retreat_share, other.retreat_share),
            insight: mix(self.insight, other.insight),
        }
    }
}

/// A row of the ladder's table, its columns in the order of [`Skill`]'s fields.
const fn row(
    reaction_ms: u32,
    sight: [f32; 2],
    aim: [f32; 5],
    flight: [f32; 4],
    insight: f32,
) -> Skill {
    let [notice_share, memory_ms] = sight;
    let [aim_error_deg, lead_share, curve_share, fire_rate, beam_miss_u] = aim;
    let [thrust_share, think_share, caution, retreat_share] = flight;
    Skill {
        reaction_ms,
        notice_share,
        memory_ms,
        aim_error_deg,
        lead_share,
        curve_share,
        fire_rate,
        beam_miss_u,
        thrust_share,
        think_share,
        caution,
        retreat_share,
        insight,
    }
}

/// The ladder at equal distances, from the lowest level to the highest. Reaction in ms; share of
/// the picture, memory in ms; error in degrees, lead, curve, rate of fire, beam's miss in u;
/// thrust, time between decisions, caution, retreats; insight.
const ROWS: [Skill; 6] = [
    row(340, [0.6, 1000.0], [16.0, 0.0, 0.0, 0.25, 28.0], [0.45, 1.5, 0.0, 0.0], 0.0),
    row(290, [0.72, 2200.0], [10.5, 0.44, 0.0, 0.44, 25.0], [0.62, 1.3, 0.12, 0.4], 0.0),
    row(250, [0.81, 3100.0], [7.6, 0.69, 0.03, 0.64, 23.0], [0.75, 1.2, 0.26, 0.6], 0.1),
    row(200, [0.89, 3900.0], [5.5, 0.85, 0.12, 0.88, 22.0], [0.87, 1.1, 0.48, 0.8], 0.2),
    row(200, [0.95, 5000.0], [3.9, 0.94, 0.35, 1.25, 19.0], [0.95, 0.97, 0.8, 0.95], 0.6),
    row(200, [1.0, 8000.0], [2.4, 1.0, 0.7, 1.85, 14.0], [1.0, 0.82, 1.15, 1.0], 1.0),
];

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn levels_outside_the_ladder_are_refused() {
        for level in [0, BOT_LEVEL_MAX + 1, u8::MAX] {
            assert_eq!(BotLevelNumber::new(level), Err(BotLevelError(level)));
        }
        assert_eq!(BotLevelNumber::new(BOT_LEVEL_MAX), Ok(BotLevelNumber::HIGHEST));
        assert_eq!(BotLevelNumber::nearest(-7), BotLevelNumber::LOWEST);
        assert_eq!(BotLevelNumber::nearest(300), BotLevelNumber::HIGHEST);
        assert!(BotLevelNumber::all().is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn a_requested_level_survives_its_text() {
        for text in ["adaptive", "1", "16", "31"] {
            assert_eq!(text.parse::<RequestedLevel>().unwrap().to_string(), text);
        }
        for text in ["", "0", "32", "256", "-1", "+5", "1.5", "full", "Adaptive"] {
            assert_eq!(text.parse::<RequestedLevel>(), Err(RequestedLevelError), "{text}");
        }
    }

    #[test]
    fn each_level_perceives_aims_and_flies_no_worse_than_the_one_below() {
        let levels: alloc::vec::Vec<Skill> = BotLevelNumber::all().map(Skill::of_level).collect();
        assert_eq!((levels[0], levels[levels.len() - 1]), (ROWS[0], ROWS[ROWS.len() - 1]));
        assert!(levels.is_sorted_by(|one, other| {
            one.reaction_ms >= other.reaction_ms
                && one.notice_share <= other.notice_share
                && one.memory_ms <= other.memory_ms
                && one.aim_error_deg > other.aim_error_deg
                && one.lead_share <= other.lead_share
                && one.curve_share <= other.curve_share
                && one.fire_rate < other.fire_rate
                && one.beam_miss_u > other.beam_miss_u
                && one.thrust_share <= other.thrust_share
                && one.think_share > other.think_share
                && one.caution < other.caution
                && one.insight <= other.insight
        }));
    }
}
