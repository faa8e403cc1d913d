//! How often a rule says what the server said.

use crate::kept_shot::KeptShot;
use crate::rule::Rule;

/// Shots, how many the rule agrees with, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Agreement {
    pub shots: u32,
    pub agreed: u32,
    /// Of the shots that the server said hit: all, and those that the rule tells.
    pub hits: u32,
    pub hits_agreed: u32,
}

impl Agreement {
    /// Of all these shots with one rule.
    pub fn of(shots: &[&KeptShot], rule: &Rule) -> Self {
        let mut agreement = Self::default();
        for shot in shots {
            agreement.add(shot, rule);
        }
        agreement
    }

    pub(crate) fn add(&mut self, shot: &KeptShot, rule: &Rule) {
        let agrees = shot.agrees(shot.verdict(rule));
        self.shots += 1;
        self.agreed += u32::from(agrees);
        self.hits += u32::from(shot.is_said_hit());
        self.hits_agreed += u32::from(shot.is_said_hit() && agrees);
    }

    pub fn share(&self) -> f64 {
        f64::from(self.agreed) / f64::from(self.shots.max(1))
    }

    /// The mean of the shares of hits and of misses.
    pub fn balanced(&self) -> f64 {
        let misses = self.shots - self.hits;
        let misses_agreed = self.agreed - self.hits_agreed;
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        (share(self.hits_agreed, self.hits) + share(misses_agreed, misses)) * 0.5
    }

    /// Shots that the server said hit, and that the rule does not tell.
    pub fn missed(&self) -> u32 {
        self.hits - self.hits_agreed
    }

    /// Shots that the server said missed, and of which the rule says a hit.
    pub fn false_hits(&self) -> u32 {
        (self.shots - self.hits) - (self.agreed - self.hits_agreed)
    }
}
