//! When two verdicts are the same, and what was compared: counts of a test's shots.

use core::fmt;
use std::collections::BTreeMap;

use shared::{
    base::limits::SHOT_RECORD_TARGETS_MAX,
    netcode::choices::HitRule,
    sim::{
        event::{Finality, Weapon},
        rules::SHIP_RADIUS_U,
    },
};

use crate::naive_judge::{Decided, NEAR_U, Pass, Ruling, Span};

/// How much farther off a moment may be told than it may lie, in µs: each is rounded.
const AGE_SLACK_US: f64 = 2.0;
/// Of how many shots one may be too close to tell.
const SHOTS_A_CLOSE_ONE: u32 = 100;

/// How near a bolt must come to a ship for its record to tell exactly how near that was, in u.
const CLOSE_TO_BOLTS_U: f64 = 3.0 * SHIP_RADIUS_U as f64 - NEAR_U;
/// The same for a beam.
const CLOSE_TO_BEAMS_U: f64 = 200.0 - NEAR_U;
/// Who comes nearer than this may be met, in u.
const MET_U: f64 = SHIP_RADIUS_U as f64 + NEAR_U;

/// What was compared.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) fights: u32,
    shots: u32,
    hits: u32,
    /// Bolts that hit several ships.
    several: u32,
    tentative: u32,
    retracted: u32,
    vetoed: u32,
    void: u32,
    misses: u32,
    refused: u32,
    held: u32,
    passes: u32,
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
                Ruling::Pierced { victims } if victims.ships().len() > 1 => &mut self.several,
                Ruling::Pierced { .. } => continue,
                Ruling::Retracted { .. } => &mut self.retracted,
                Ruling::Vetoed { .. } => &mut self.vetoed,
                Ruling::Refused { .. } => &mut self.refused,
                Ruling::Over { void: Some(_) } => &mut self.void,
                Ruling::Over { void: None } => &mut self.misses,
            };
            *count += 1;
        }
    }

    /// What the record of a shot tells of whom it came near: whether that is so.
    pub(crate) fn note_passes(&mut self, weapon: Weapon, naive: &[Pass], told: &[Pass]) -> bool {
        let most_u = match weapon {
            Weapon::Laser => CLOSE_TO_BOLTS_U,
            Weapon::Beam => CLOSE_TO_BEAMS_U,
        };
        let near = naive.iter().take_while(|pass| pass.distance_u < most_u);
        // Of more the record keeps the nearest ones.
        let near: Vec<&Pass> = near.collect();
        if near.len() > SHOT_RECORD_TARGETS_MAX {
            return true;
        }
        self.passes += near.len() as u32;
        near.into_iter().all(|pass| {
            let Some(told) = told.iter().find(|told| told.ship == pass.ship) else { return false };
            // A bolt that meets a ship is followed on, to tell how near to the middle it comes.
            let is_met = weapon == Weapon::Laser && pass.distance_u < MET_U;
            is_met || (told.distance_u - pass.distance_u).abs() < NEAR_U
        })
    }

    /// A shot could not be told, and why.
    pub(crate) fn note_too_close(&mut self, what: &'static str) {
        *self.too_close.entry(what).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.shots += other.shots;
        self.hits += other.hits;
        self.several += other.several;
        self.tentative += other.tentative;
        self.retracted += other.retracted;
        self.vetoed += other.vetoed;
        self.void += other.void;
        self.misses += other.misses;
        self.refused += other.refused;
        self.held += other.held;
        self.passes += other.passes;
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

    /// That some bolts hit several ships, and cover saved some.
    pub(crate) fn assert_has_pierced_and_vetoed(&self) {
        assert!(self.several > 20 && self.vetoed > 40, "{self}");
    }

    /// That what can become of a shot under a rule did become of some.
    pub(crate) fn assert_is_telling(&self, rule: HitRule) {
        assert!(self.shots > 500 && self.hits > 60, "{rule:?}: {self}");
        match rule {
            HitRule::Deferred => assert!(self.tentative > 50 && self.retracted > 5, "{self}"),
            HitRule::Claim => assert!(self.refused > 100, "{self}"),
            HitRule::Unverified => assert!(self.refused > 20 && self.misses > 20, "{self}"),
            _ => assert!(self.void > 20 && self.misses > 100, "{rule:?}: {self}"),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.n_too_close();
        let share = 100.0 * f64::from(n) / f64::from((self.shots + n).max(1));
        let Self { fights, shots, hits, several, tentative, retracted, vetoed, .. } = self;
        let Self { void, misses, refused, held, passes, too_close, .. } = self;
        write!(f, "{fights} fights, {shots} shots: {hits} hits, {several} of several, ")?;
        write!(f, "{tentative} tentative, {retracted} retracted, {vetoed} vetoed, {void} void, ")?;
        write!(
            f,
            "{misses} misses, {refused} claims refused, {held} views held, {passes} near misses; "
        )?;
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
