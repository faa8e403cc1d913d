//! The level of the bots that fight a single player. It follows the player's fortune, so that kills
//! and deaths settle at 4 to 3, and changes only when the player kills a bot or is killed by one.

use serde::Serialize;

use crate::pilot::skill::BotLevelNumber;

/// The ratio of kills to deaths that the level aims at.
const KILLS_AIMED: i16 = 4;
const DEATHS_AIMED: i16 = 3;
/// The levels that a kill is worth.
const LEVELS_PER_KILL: i16 = 6;
/// The level at an even balance.
const LEVEL_EVEN: i16 = 19;
/// Largest balance either way. Some kills more than the highest level is worth, so that a player
/// who was far ahead stays at it for a while.
const BALANCE_MAX: i16 = 6 * DEATHS_AIMED;

/// The level, and the fortune that it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct BotLevel {
    level: BotLevelNumber,
    /// Kills times [`DEATHS_AIMED`] less deaths times [`KILLS_AIMED`], up to [`BALANCE_MAX`].
    balance: i16,
}

impl BotLevel {
    pub(super) const LOWEST: Self = Self { level: BotLevelNumber::LOWEST, balance: 0 };

    pub(super) fn get(self) -> BotLevelNumber {
        self.level
    }

    /// Records that the player killed a bot, which raises the level by the worth of a kill at most.
    pub(super) fn record_kill(&mut self) {
        self.change_balance(DEATHS_AIMED);
        let level = i16::from(self.level.get());
        self.level =
            BotLevelNumber::nearest(self.fair_level().clamp(level, level + LEVELS_PER_KILL));
    }

    /// Records such a kill before the level may rise.
    pub(super) fn record_early_kill(&mut self) {
        self.change_balance(DEATHS_AIMED);
    }

    /// Records that a bot killed the player, which lowers the level by as much at most.
    pub(super) fn record_death(&mut self) {
        self.change_balance(-KILLS_AIMED);
        let level = i16::from(self.level.get());
        self.level =
            BotLevelNumber::nearest(self.fair_level().clamp(level - LEVELS_PER_KILL, level));
    }

    /// The level that the balance is worth; outside the ladder if there is none.
    fn fair_level(self) -> i16 {
        LEVEL_EVEN + (self.balance * LEVELS_PER_KILL).div_euclid(DEATHS_AIMED)
    }

    fn change_balance(&mut self, by: i16) {
        self.balance = (self.balance + by).clamp(-BALANCE_MAX, BALANCE_MAX);
    }
}

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
            level.get().get()
        });
        steps.collect()
    }

    #[test]
    fn the_level_follows_fortune_by_the_worth_of_a_kill_at_most() {
        let rows: [(&str, &[u8]); 5] = [
            ("kkkkkkk", &[7, 13, 19, 25, 31, 31, 31]),
            ("ddd", &[1, 1, 1]),
            // Balances 3, 6, 2, −2, 1, 4: levels 25, 31, 23, 15, 21, 27.
            ("kkddkk", &[7, 13, 13, 13, 19, 25]),
            // From the largest balance, 18, back to 6, which is worth the highest level.
            ("kkkkkkkkkddddd", &[7, 13, 19, 25, 31, 31, 31, 31, 31, 31, 31, 31, 25, 19]),
            // From the smallest balance, −18.
            ("dddddkkkkk", &[1, 1, 1, 1, 1, 1, 1, 1, 7, 13]),
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
}
