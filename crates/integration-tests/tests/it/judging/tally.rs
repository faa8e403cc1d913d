//! Decides when two verdicts agree, and counts what a test compared.

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

/// How far two reported moments may differ beyond their tolerance, in µs: each is rounded.
const AGE_SLACK_US: f64 = 2.0;
/// No more than one shot in this many may be too close to call.
const SHOTS_A_CLOSE_ONE: u32 = 100;

/// Within this distance of a bolt, in u, a record gives a ship's closest approach exactly.
const CLOSE_TO_BOLTS_U: f64 = 3.0 * SHIP_RADIUS_U as f64 - NEAR_U;
/// The same for a beam.
const CLOSE_TO_BEAMS_U: f64 = 200.0 - NEAR_U;
/// A bolt may hit a ship that it passes closer than this, in u.
const MET_U: f64 = SHIP_RADIUS_U as f64 + NEAR_U;

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
    /// Counts a shot on which both judges agreed.
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

    /// Compares the closest approaches in a shot's record with the naive judge's; whether they
    /// agree.
    pub(crate) fn note_passes(&mut self, weapon: Weapon, naive: &[Pass], game: &[Pass]) -> bool {
        let most_u = match weapon {
            Weapon::Laser => CLOSE_TO_BOLTS_U,
            Weapon::Beam => CLOSE_TO_BEAMS_U,
        };
        let near = naive.iter().take_while(|pass| pass.distance_u < most_u);
        // The record keeps only the nearest ones.
        let near: Vec<&Pass> = near.collect();
        if near.len() > SHOT_RECORD_TARGETS_MAX {
            return true;
        }
        self.passes += near.len() as u32;
        near.into_iter().all(|pass| {
            let Some(game) = game.iter().find(|game| game.ship == pass.ship) else { return false };
            // A bolt that hits a ship is followed further, to find how near to the middle it comes.
            let is_met = weapon == Weapon::Laser && pass.distance_u < MET_U;
            is_met || (game.distance_u - pass.distance_u).abs() < NEAR_U
        })
    }

    /// Counts a shot that was too close to call, by reason.
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

    /// With too few shots left, the test would say nothing about the thresholds.
    pub(crate) fn assert_few_too_close(&self) {
        let n = self.n_too_close();
        assert!(n * SHOTS_A_CLOSE_ONE <= self.shots + n, "too many are too close: {self}");
    }

    /// Some bolts must have hit several ships, and cover must have vetoed some hits.
    pub(crate) fn assert_has_pierced_and_vetoed(&self) {
        assert!(self.several > 20 && self.vetoed > 40, "{self}");
    }

    /// Every outcome that a rule allows must have occurred.
    pub(crate) fn assert_is_telling(&self, rule: HitRule) {
        assert!(self.shots > 500 && self.hits > 60, "{rule:?}: {self}");
        match rule {
            HitRule::DelayedSync => assert!(self.tentative > 50 && self.retracted > 5, "{self}"),
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

/// Whether the game's verdict on a shot agrees with the naive judge's.
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
