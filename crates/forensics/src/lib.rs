//! Shot forensics: a [`Case`] compares, at every age of a shot, what its shooter saw, what the
//! server judged and what its target saw, all at the same moment of the tick line. It is made from
//! the shot's report and the screens at hand, and says what can be said of the shot as typed
//! values, which the crate `words` turns into sentences.
//!
//! A case is plain data and outlives the clients. Where a screen is at hand its panel is exact,
//! from the tape; otherwise it is estimated from what the server knows of that player.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod account;
pub mod guess;
mod panels;
pub mod sentence;
pub mod shot_end;
pub mod stored;

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, TickRate, ViewTime},
    },
    client::{Client, tape::TapeClip},
    judge::stored_past::StoredPast,
    netcode::preset::Preset,
    report::{
        counterfactual::Counterfactual,
        shot_report::{AFTER, ShotReport},
    },
    schemes::clamp::Clamp,
    sim::{event::Decision, ship::ShipId},
};

/// Which part a ship has in a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It fired.
    Shooter,
    /// The report is about it.
    Target,
    /// It was near.
    Other,
}

/// Which truth a ship in a panel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelKind {
    /// As this screen drew it.
    Drawn,
    /// As this screen drew it by a guess: no snapshot had said so yet.
    Guessed,
    /// Where the server judged it.
    Judged,
    /// Where it was at that tick of its own commands.
    Present,
    /// Where the shooter saw it.
    Saw,
}

/// Where a panel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelSource {
    /// From that screen, or from what the server judged by.
    Exact,
    /// From what the server knows of that player.
    Reckoned,
    /// Nobody knows: a pilot of the room has no screen, or the time is over.
    Unknown,
}

/// A ship in a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelShip {
    pub ship: ShipId,
    /// Its part.
    pub role: Role,
    /// Where, in u.
    pub pos: Vec2,
    /// Where it aims, if that is known.
    pub aim: Option<Turn>,
    /// Which truth it is.
    pub kind: PanelKind,
}

/// One of the three views of a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Ships: the server's has the same one more than once, by [`PanelKind`].
    pub ships: Vec<PanelShip>,
    /// The tip of the bolt, in u, while it is there.
    pub bolt: Option<Vec2>,
    /// The beam, from where to where, in u, while it is there.
    pub beam: Option<(Vec2, Vec2)>,
    /// Where it comes from.
    pub source: PanelSource,
}

/// The three times of a moment, in 1/256 tick on the tick line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The shooter's own clock: the tick of its commands.
    pub command: ViewTime,
    /// The server's clock when it judged this age of the shot.
    pub server: ViewTime,
    /// The moment of the targets that it looked at.
    pub view: ViewTime,
}

/// A shot at one age, on the two screens and for the server.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotMoment {
    /// The shot's age, in 1/256 tick.
    pub age: i64,
    /// As the shooter saw it.
    pub shooter: Panel,
    /// As the server judged it.
    pub server: Panel,
    /// As the target saw it.
    pub victim: Panel,
    /// The three times.
    pub times: Times,
}

/// What the number line of a shot marks besides its [`Times`]: what does not move with the age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberLine {
    pub rate: TickRate,
    /// The tick of the command that fired.
    pub command: ViewTime,
    /// The tick at which it was executed.
    pub fired: ViewTime,
    /// The moment of the others that the shooter says it saw.
    pub claimed: ViewTime,
    /// The moment that was used.
    pub used: ViewTime,
    /// The newest snapshot on the shooter's screen when the shot was aimed, where that screen is at
    /// hand.
    pub newest: Option<ViewTime>,
    /// The earliest that the rule allows, where it has a bound.
    pub earliest: Option<ViewTime>,
    /// Why the moment used is not the one claimed.
    pub clamp: Option<Clamp>,
}

/// What another scheme would have said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresetCounterfactual {
    pub preset: Preset,
    /// What it would have decided; `None`: that is not known yet.
    pub decision: Option<Decision>,
    /// How far from where it was the target would have been drawn under it, in u. Above 0 the
    /// player would have aimed elsewhere.
    pub drawn_off_u: f32,
}

impl PresetCounterfactual {
    /// By what is told of a scheme.
    #[must_use]
    pub fn of(preset: Preset, counterfactual: &Counterfactual) -> Self {
        Self {
            preset,
            decision: counterfactual.decision,
            drawn_off_u: f32::from(counterfactual.drawn_off) / 256.0,
        }
    }
}

/// A shot to look into.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    report: ShotReport,
    /// Who is told: "you".
    recipient: ShipId,
    /// What the shooter's screen showed, and the target's.
    shooter: Option<TapeClip>,
    victim: Option<TapeClip>,
    /// What the room had stored of the target; no report tells it.
    stored: Option<StoredPast>,
}

impl Case {
    /// A shot, with the screens of its shooter and of its target as far as they are at hand.
    /// Screens of others are not used.
    #[must_use]
    pub fn new(report: &ShotReport, shooter: Option<&Client>, victim: Option<&Client>) -> Self {
        let shot = report.record.shot;
        let clip = |client: Option<&Client>, ship: Option<ShipId>| {
            client.filter(|client| client.own_id() == ship && ship.is_some())?.clip(shot)
        };
        Self {
            report: report.clone(),
            recipient: report.viewer,
            shooter: clip(shooter, Some(shot.shooter)),
            victim: clip(victim, report.principal()),
            stored: None,
        }
    }

    /// This, told to somebody else than whom the report is for: who watches a match has no part in
    /// some of its shots.
    #[must_use]
    pub fn addressed_to(self, ship: ShipId) -> Self {
        Self { recipient: ship, ..self }
    }

    /// This, with what the room had stored of the target as it counted for the shot.
    #[must_use]
    pub fn with_stored(self, stored: Option<StoredPast>) -> Self {
        Self { stored, ..self }
    }

    /// The report that it was made from.
    #[must_use]
    pub fn report(&self) -> &ShotReport {
        &self.report
    }

    /// Which part in the shot who is told has.
    #[must_use]
    pub fn recipient_role(&self) -> Role {
        self.role(self.recipient)
    }

    /// Whether a ship is that of who is told.
    #[must_use]
    pub fn is_recipient(&self, ship: ShipId) -> bool {
        ship == self.recipient
    }

    /// The shooter.
    #[must_use]
    pub fn shooter(&self) -> ShipId {
        self.report.record.shot.shooter
    }

    /// The ship that it is about: whom the shot hit, or came nearest to.
    #[must_use]
    pub fn target(&self) -> Option<ShipId> {
        self.report.principal()
    }

    /// The ages that a scrubber goes over, in 1/256 tick; 0 is the execution of the shot.
    #[must_use]
    pub fn span(&self) -> RangeInclusive<i64> {
        let (first, last) = self.report.track.ages();
        first..=last
    }

    /// The age at which it was decided: when a bolt met its target or was nearest to it, and 0 for
    /// a beam. In 1/256 tick; where a scrubber should stand at first.
    #[must_use]
    pub fn decisive(&self) -> i64 {
        let target = self.target();
        let records = &self.report.record.targets;
        let age = records.iter().find(|record| Some(record.ship) == target).map(|t| t.age);
        let last = *self.span().end();
        age.unwrap_or(last).clamp(*self.span().start(), last)
    }

    /// Everything at an age, in 1/256 tick; ages outside of [`Case::span`] are moved to its ends.
    #[must_use]
    pub fn at(&self, age: i64) -> ShotMoment {
        let age = age.clamp(*self.span().start(), *self.span().end());
        ShotMoment {
            age,
            shooter: self.shooters_panel(age),
            server: self.servers_panel(age),
            victim: self.victims_panel(age),
            times: self.times(age),
        }
    }

    /// The marks of the number line.
    #[must_use]
    pub fn line(&self) -> NumberLine {
        let ShotReport { record, rules, rate, lerp_ms, .. } = &self.report;
        let fired = ViewTime::from_tick(self.report.fired);
        let lerp = Micros::from_ms((*lerp_ms).into());
        let limit = rules.hit_rule.limit(record.shot.weapon, rules, lerp);
        let earliest = limit.map(|limit| ViewTime(fired.0 - rate.view_at(limit.back).0));
        NumberLine {
            rate: *rate,
            command: ViewTime::from_tick(record.shot.tick),
            fired,
            claimed: record.view.claimed.time,
            used: record.view.used,
            newest: self.newest_news(),
            earliest,
            clamp: record.view.clamp,
        }
    }

    /// What every scheme would have said, in the order of the presets; none until that is known,
    /// some seconds after the shot.
    pub fn others(&self) -> impl Iterator<Item = PresetCounterfactual> {
        let counterfactuals = self.report.counterfactuals.into_iter().flatten();
        let all = Preset::ALL.into_iter().zip(counterfactuals);
        all.map(|(preset, counterfactual)| PresetCounterfactual::of(preset, &counterfactual))
    }

    fn times(&self, age: i64) -> Times {
        Times {
            command: ViewTime(ViewTime::from_tick(self.report.record.shot.tick).0 + age),
            server: self.report.judged_at(age),
            view: self.report.looked_at(age),
        }
    }
}

// A scrubber goes beyond the nearest approach.
const _: () = assert!(AFTER.0 > 0);
