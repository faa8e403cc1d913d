//! The level of the bots that fight a single player. It follows the player's fortune, so that kills
//! and deaths settle at 4 to 3, and changes only when the player kills a bot or is killed by one.

use serde::Serialize;

use crate::{base::limits::BOT_LEVEL_MAX, pilot::conduct::Skill};

/// The ratio of kills to deaths that the level aims at.
const KILLS_AIMED: i8 = 4;
const DEATHS_AIMED: i8 = 3;
/// The change of the balance that is worth a level: one kill.
const BALANCE_PER_LEVEL: i8 = DEATHS_AIMED;
/// The level at an even balance.
const LEVEL_EVEN: u8 = 4;
/// Largest balance either way. Some kills more than the highest level is worth, so that a player
/// who was far ahead stays at it for a while.
const BALANCE_MAX: i8 = 6 * DEATHS_AIMED;

/// The level, and the fortune that it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct BotLevel {
    /// From 1 to [`BOT_LEVEL_MAX`].
    level: u8,
    /// Kills times [`DEATHS_AIMED`] less deaths times [`KILLS_AIMED`], up to [`BALANCE_MAX`].
    balance: i8,
}

impl BotLevel {
    pub(super) const LOWEST: Self = Self { level: 1, balance: 0 };

    /// From 1 to [`BOT_LEVEL_MAX`].
    pub(super) fn get(self) -> u8 {
        self.level
    }

    /// Records that the player killed a bot, which raises the level by one at most.
    pub(super) fn record_kill(&mut self) {
        self.change_balance(DEATHS_AIMED);
        self.level = self.fair_level().clamp(self.level, self.level + 1);
    }

    /// Records such a kill before the level may rise.
    pub(super) fn record_early_kill(&mut self) {
        self.change_balance(DEATHS_AIMED);
    }

    /// Records that a bot killed the player, which lowers the level by one at most.
    pub(super) fn record_death(&mut self) {
        self.change_balance(-KILLS_AIMED);
        self.level = self.fair_level().clamp(self.level - 1, self.level);
    }

    /// The skill of the bots.
    pub(super) fn skill(self) -> Skill {
        SKILLS[usize::from(self.level - 1).min(SKILLS.len() - 1)]
    }

    /// The level that the balance is worth.
    fn fair_level(self) -> u8 {
        let level = LEVEL_EVEN as i8 + self.balance.div_euclid(BALANCE_PER_LEVEL);
        level.clamp(1, BOT_LEVEL_MAX as i8) as u8
    }

    fn change_balance(&mut self, by: i8) {
        self.balance = (self.balance + by).clamp(-BALANCE_MAX, BALANCE_MAX);
    }
}

/// The skill of each level, from 1. Bots without a level are between 4 and 5.
const SKILLS: [Skill; BOT_LEVEL_MAX as usize] = [
    Skill { aim_error_deg: 16.0, fire_rate: 0.25, thrust_share: 0.45, caution: 0.0 },
    Skill { aim_error_deg: 11.0, fire_rate: 0.4, thrust_share: 0.6, caution: 0.1 },
    Skill { aim_error_deg: 7.5, fire_rate: 0.6, thrust_share: 0.75, caution: 0.2 },
    Skill { aim_error_deg: 5.0, fire_rate: 0.9, thrust_share: 0.9, caution: 0.5 },
    Skill { aim_error_deg: 2.8, fire_rate: 1.3, thrust_share: 1.0, caution: 0.9 },
    Skill { aim_error_deg: 1.0, fire_rate: 2.2, thrust_share: 1.0, caution: 1.3 },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The levels after each kill (`k`) and death (`d`).
    fn levels_after(fortune: &str) -> alloc::vec::Vec<u8> {
        let mut level = BotLevel::LOWEST;
        let steps = fortune.bytes().map(|step| {
            match step {
                b'k' => level.record_kill(),
                _ => level.record_death(),
            }
            level.get()
        });
        steps.collect()
    }

    #[test]
    fn the_level_follows_fortune_one_at_a_time() {
        let rows: [(&str, &[u8]); 5] = [
            ("kkkkkkk", &[2, 3, 4, 5, 6, 6, 6]),
            ("ddd", &[1, 1, 1]),
            // Balances 3, 6, 2, −2, 1, 4: levels 5, 6, 4, 3, 4, 5.
            ("kkddkk", &[2, 3, 3, 3, 4, 5]),
            // From the largest balance, 18, back to 6, which is worth the highest level.
            ("kkkkkkkkkddddd", &[2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 5, 4]),
            // From the smallest balance, −18.
            ("dddddkkkkk", &[1, 1, 1, 1, 1, 1, 1, 1, 2, 3]),
        ];
        for (fortune, levels) in rows {
            assert_eq!(levels_after(fortune), levels, "{fortune}");
        }
    }

    #[test]
    fn four_kills_to_three_deaths_keep_the_level() {
        let cycles = levels_after(&"kkdkdkd".repeat(20));
        let ends: alloc::vec::Vec<u8> = cycles.chunks(7).map(|cycle| cycle[6]).collect();
        assert!(ends[2..].iter().all(|level| *level == ends[2]), "{ends:?}");
    }

    #[test]
    fn every_level_is_harder_than_the_one_below() {
        assert!(SKILLS.is_sorted_by(|a, b| {
            a.aim_error_deg > b.aim_error_deg
                && a.fire_rate < b.fire_rate
                && a.thrust_share <= b.thrust_share
                && a.caution < b.caution
        }));
    }
}
