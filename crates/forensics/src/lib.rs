//! Shot forensics: a [`Case`] compares what the shooter saw, what the server judged and what the
//! target saw, at every age of a shot and on one tick line. It is built from the shot's report and
//! the available screens. Its findings are typed values, which the crate `words` turns into
//! sentences.
//!
//! A case is plain data and outlives the clients. A panel is exact where that player's screen was
//! taped; otherwise it is estimated from what the server knows of the player.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod account;
pub mod guess;
pub mod outlines;
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

/// The role of a ship in a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Shooter,
    /// The ship that the report is about.
    Target,
    /// A nearby ship.
    Other,
}

/// Which version of a ship's position a panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelKind {
    /// As this screen drew it.
    Drawn,
    /// As this screen drew it by extrapolation: no snapshot had confirmed it yet.
    Extrapolated,
    /// Where the server judged it.
    Judged,
    /// Where it was at that tick of its own commands.
    Present,
    /// Where the shooter saw it.
    Saw,
}

/// How a panel was obtained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelSource {
    /// From that screen, or from the judge's own data.
    Exact,
    /// Estimated from what the server knows of that player.
    Estimated,
    /// Unknown: a bot has no screen, or the time is past.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelShip {
    pub ship: ShipId,
    pub role: Role,
    /// In u.
    pub pos: Vec2,
    pub aim: Option<Turn>,
    pub kind: PanelKind,
}

/// One of the three views of a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The server's panel may hold the same ship several times, once per [`PanelKind`].
    pub ships: Vec<PanelShip>,
    /// Tip of the bolt in u, while it flies.
    pub bolt: Option<Vec2>,
    /// Start and end of the beam in u, while it is visible.
    pub beam: Option<(Vec2, Vec2)>,
    pub source: PanelSource,
}

/// The three times of a moment, in 1/256 ticks on the tick line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The shooter's clock: the tick of its commands.
    pub command: ViewTime,
    /// The server's clock when it judged this age of the shot.
    pub server: ViewTime,
    /// The time the targets were rewound to.
    pub view: ViewTime,
}

/// A shot at one age, on both screens and on the server.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotMoment {
    /// In 1/256 ticks.
    pub age: i64,
    pub shooter: Panel,
    pub server: Panel,
    pub victim: Panel,
    pub times: Times,
}

/// The fixed marks of a shot's number line, which do not move with the age as [`Times`] do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberLine {
    pub rate: TickRate,
    /// The tick of the firing command.
    pub command: ViewTime,
    /// The tick at which it was executed.
    pub fired: ViewTime,
    /// The view time that the shooter claimed.
    pub claimed: ViewTime,
    /// The view time that was used.
    pub used: ViewTime,
    /// The newest snapshot on the shooter's screen when the shot was aimed, if that screen is
    /// available.
    pub newest: Option<ViewTime>,
    /// The earliest time the rule allows, if it is bounded.
    pub earliest: Option<ViewTime>,
    /// Why the time used is not the one claimed.
    pub clamp: Option<Clamp>,
}

/// Another scheme's verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresetCounterfactual {
    pub preset: Preset,
    /// `None` if it is not known yet.
    pub decision: Option<Decision>,
    /// How far the target would have been drawn from where it was drawn, in u. Above 0, the player
    /// would have aimed elsewhere.
    pub drawn_off_u: f32,
}

impl PresetCounterfactual {
    /// From a report's counterfactual.
    #[must_use]
    pub fn of(preset: Preset, counterfactual: &Counterfactual) -> Self {
        Self {
            preset,
            decision: counterfactual.decision,
            drawn_off_u: f32::from(counterfactual.drawn_off) / 256.0,
        }
    }
}

/// A shot under inspection.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    report: ShotReport,
    /// The recipient: "you".
    recipient: ShipId,
    /// Tapes of the shooter's screen and of the target's.
    shooter: Option<TapeClip>,
    victim: Option<TapeClip>,
    /// The target's poses stored by the room, which reports do not carry.
    stored: Option<StoredPast>,
}

impl Case {
    /// A case from a report and the available screens. Screens of other players are ignored.
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

    /// Readdressed to another player than the report's recipient. A spectator has no part in some
    /// shots.
    #[must_use]
    pub fn addressed_to(self, ship: ShipId) -> Self {
        Self { recipient: ship, ..self }
    }

    /// With the target's poses that the room had stored when the shot was judged.
    #[must_use]
    pub fn with_stored(self, stored: Option<StoredPast>) -> Self {
        Self { stored, ..self }
    }

    #[must_use]
    pub fn report(&self) -> &ShotReport {
        &self.report
    }

    /// The recipient's role in the shot.
    #[must_use]
    pub fn recipient_role(&self) -> Role {
        self.role(self.recipient)
    }

    #[must_use]
    pub fn is_recipient(&self, ship: ShipId) -> bool {
        ship == self.recipient
    }

    #[must_use]
    pub fn shooter(&self) -> ShipId {
        self.report.record.shot.shooter
    }

    /// The ship that the shot hit or, failing that, came nearest to.
    #[must_use]
    pub fn target(&self) -> Option<ShipId> {
        self.report.principal()
    }

    /// The ages that a scrubber covers, in 1/256 ticks; 0 is the execution of the shot.
    #[must_use]
    pub fn span(&self) -> RangeInclusive<i64> {
        let (first, last) = self.report.track.ages();
        first..=last
    }

    /// The age of the decision: when a bolt met its target or was nearest to it, and 0 for a beam.
    /// In 1/256 ticks; the scrubber's initial position.
    #[must_use]
    pub fn decisive(&self) -> i64 {
        let target = self.target();
        let records = &self.report.record.targets;
        let age = records.iter().find(|record| Some(record.ship) == target).map(|t| t.age);
        let last = *self.span().end();
        age.unwrap_or(last).clamp(*self.span().start(), last)
    }

    /// Everything at an age in 1/256 ticks, clamped to [`Case::span`].
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
            newest: self.newest_snapshot(),
            earliest,
            clamp: record.view.clamp,
        }
    }

    /// Every scheme's verdict, in preset order; empty until the server has sent them, some seconds
    /// after the shot.
    pub fn others(&self) -> impl Iterator<Item = PresetCounterfactual> {
        let counterfactuals = self.report.counterfactuals.into_iter().flatten();
        let all = Preset::ALL.into_iter().zip(counterfactuals);
        all.map(|(preset, counterfactual)| PresetCounterfactual::of(preset, &counterfactual))
    }

    fn times(&self, age: i64) -> Times {
        Times {
            command: ViewTime(ViewTime::from_tick(self.report.record.shot.tick).0 + age),
            server: self.report.judged_at(age),
            view: self.report.target_time(age),
        }
    }
}

// The scrubber extends past the closest approach.
const _: () = assert!(AFTER.0 > 0);
