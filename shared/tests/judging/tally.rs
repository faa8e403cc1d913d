//! When two verdicts are the same, and what was compared: counts of a test's shots.

use core::fmt;
use std::collections::BTreeMap;

use shared::{scheme::choices::HitRule, sim::event::Finality};

use crate::naive_judge::{Decided, NEAR_U, Ruling, Span};

/// How much farther off a moment may be told than it may lie, in µs: each is rounded.
const AGE_SLACK_US: f64 = 2.0;
/// Of how many shots one may be too close to tell.
const SHOTS_A_CLOSE_ONE: u32 = 100;

/// What was compared.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) fights: u32,
    shots: u32,
    hits: u32,
    tentative: u32,
    retracted: u32,
    vetoed: u32,
    void: u32,
    misses: u32,
    refused: u32,
    held: u32,
    too_close: BTreeMap<&'static str, u32>,
}

impl Tally {
    /// Both judges said this of a shot.
    pub(crate) fn note(&mut self, decided: &Decided) {
        self.shots += 1;
        self.held += u32::from(decided.used.why.is_some());
        for (_, ruling) in &decided.rulings {
            let count = match ruling {
                Ruling::Hit { finality: Finality::Tentative, .. } => &mut self.tentative,
                Ruling::Hit { .. } | Ruling::Settled { .. } => &mut self.hits,
                Ruling::Retracted { .. } => &mut self.retracted,
                Ruling::Vetoed { .. } => &mut self.vetoed,
                Ruling::Refused { .. } => &mut self.refused,
                Ruling::Over { void: Some(_) } => &mut self.void,
                Ruling::Over { void: None } => &mut self.misses,
            };
            *count += 1;
        }
    }

    /// A shot could not be told, and why.
    pub(crate) fn note_too_close(&mut self, what: &'static str) {
        *self.too_close.entry(what).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.shots += other.shots;
        self.hits += other.hits;
        self.tentative += other.tentative;
        self.retracted += other.retracted;
        self.vetoed += other.vetoed;
        self.void += other.void;
        self.misses += other.misses;
        self.refused += other.refused;
        self.held += other.held;
        for (what, n) in &other.too_close {
            *self.too_close.entry(what).or_default() += n;
        }
    }

    fn n_too_close(&self) -> u32 {
        self.too_close.values().sum()
    }

    /// Too few would say nothing of the thresholds.
    pub(crate) fn assert_few_too_close(&self) {
        let n = self.n_too_close();
        assert!(n * SHOTS_A_CLOSE_ONE <= self.shots + n, "too many are too close: {self}");
    }

    /// That what can become of a shot under a rule did become of some.
    pub(crate) fn assert_is_telling(&self, rule: HitRule) {
        assert!(self.shots > 500 && self.hits > 60, "{rule:?}: {self}");
        match rule {
            HitRule::Deferred => assert!(self.tentative > 50 && self.retracted > 5, "{self}"),
            HitRule::Claim => assert!(self.refused > 100, "{self}"),
            _ => assert!(self.void > 20 && self.misses > 100, "{rule:?}: {self}"),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.n_too_close();
        let share = 100.0 * f64::from(n) / f64::from((self.shots + n).max(1));
        let Self { fights, shots, hits, tentative, retracted, vetoed, .. } = self;
        let Self { void, misses, refused, held, too_close, .. } = self;
        write!(f, "{fights} fights, {shots} shots: {hits} hits, {tentative} tentative, ")?;
        write!(f, "{retracted} retracted, {vetoed} vetoed, {void} void, {misses} misses, ")?;
        write!(f, "{refused} claims refused, {held} views held; ")?;
        write!(f, "{n} too close ({share:.2} %: {too_close:?})")
    }
}

/// Whether the game says of a shot what the naive judge does.
pub(crate) fn agree(naive: &Decided, game: &Decided) -> bool {
    let same = |(a, b): (&(_, Ruling), &(_, Ruling))| a.0 == b.0 && is_same(&a.1, &b.1);
    let all = naive.rulings.iter().zip(&game.rulings).all(same);
    all && naive.rulings.len() == game.rulings.len() && naive.used == game.used
}

fn is_same(naive: &Ruling, game: &Ruling) -> bool {
    match (*naive, *game) {
        (
            Ruling::Hit { victim, age_us, distance_u, finality },
            Ruling::Hit { victim: v, age_us: a, distance_u: d, finality: f },
        ) => {
            let is_there = |span: Span, at: Span, slack: f64| {
                span.least - slack <= at.least && at.most <= span.most + slack
            };
            let is_then = is_there(age_us, a, AGE_SLACK_US);
            (victim, finality) == (v, f) && is_then && is_there(distance_u, d, NEAR_U)
        }
        (naive, game) => naive == game,
    }
}
