//! The account of a shot: from a case, the sentences that explain it to its recipient, as values.
//! The verdict with its numbers comes first, then a sentence for each special circumstance. Runs
//! when a shot is inspected.

use alloc::{vec, vec::Vec};

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, VIEW_STEPS_PER_TICK},
    },
    judge::rule_table::{ViewLimit, ViewPolicy},
    report::{
        shot_record::TargetRecord,
        shot_report::{RefusedClaim, ReportBracket, ShotReport},
        track::TrackColumn,
    },
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    sim::{event::Decision, rules::SHIP_RADIUS_U, ship::ShipId},
};

use super::{
    Case,
    guess::Disagreement,
    sentence::{
        ClampReason, ClockShift, ImpactPlace, MissReason, PassingSide, Person, Reach,
        RefusalReason, RewoundMoment, Separation, ShipMet, ShotSentence,
    },
};

/// A shot that misses every ship by more than this came near none, in u.
const NEAR_U: f32 = 100.0;
/// A target slower than this is missed to the left or right, not ahead or behind, in u/s.
const ALONG_MIN_U_PER_S: f32 = 40.0;

impl Case {
    /// What happened, in one or a few sentences to the recipient.
    #[must_use]
    pub fn sentences(&self) -> Vec<ShotSentence> {
        let report = &self.report;
        let undone = report.undone.map(|undone| ShotSentence::Undone {
            victim: self.person(undone.victim),
            first: self.person(undone.by),
            refund: undone.refund,
        });
        // A player whose hit was retracted needs no more of the verdict.
        let is_all = matches!(undone, Some(ShotSentence::Undone { victim: Person::You, .. }))
            && !self.is_recipient(self.shooter());
        let mut sentences = if is_all { Vec::new() } else { self.verdict() };
        sentences.extend(undone);
        sentences.extend(report.refused.map(|refused| self.refused(refused)));
        sentences.extend(report.record.view.clamp.map(|clamp| self.clamped(clamp)));
        sentences.extend(self.explain_offset());
        sentences
    }

    /// Whether a miss came near no ship.
    #[must_use]
    pub fn passed_no_ship(&self) -> bool {
        let record = &self.report.record;
        let nearest = record.targets.first().map(gap_u);
        record.verdict == Decision::Missed && nearest.is_none_or(|gap_u| gap_u > NEAR_U)
    }

    fn verdict(&self) -> Vec<ShotSentence> {
        match self.report.record.verdict {
            verdict @ (Decision::Hit { victim, .. } | Decision::Settled { victim }) => {
                let mut sentences = self.hit(&[victim]);
                if verdict.is_open() {
                    sentences.push(ShotSentence::CanBeUndone);
                }
                sentences
            }
            Decision::Pierced { victims } => self.hit(victims.ships()),
            Decision::Missed | Decision::Retracted { .. } => vec![self.missed()],
            Decision::Vetoed { victim } => vec![ShotSentence::Vetoed {
                looked: self.rewound_moment(),
                ship: self.person(victim),
                cover: self.report.cover,
            }],
            Decision::Void { victim } => {
                let ship = self.person(victim);
                vec![ShotSentence::Void { ship, cause: self.report.void }]
            }
        }
    }

    fn hit(&self, victims: &[ShipId]) -> Vec<ShotSentence> {
        let Some(first) = victims.first() else { return vec![self.missed()] };
        let ship_met = victims.iter().map(|victim| self.ship_met(*victim)).collect();
        let shooter = self.person(self.shooter());
        let hit = ShotSentence::Hit { shooter, looked: self.rewound_moment(), met: ship_met };
        let further = self.moved_on_u(*first).map(|off_u| ShotSentence::FurtherBy { off_u });
        [hit].into_iter().chain(further).collect()
    }

    fn ship_met(&self, victim: ShipId) -> ShipMet {
        let seen_offset = self.seen_offset(victim);
        let place = match self.target_record(victim) {
            None => ImpactPlace::Unknown,
            Some(_) if self.rewinds(Some(victim)) => {
                seen_offset.map_or(ImpactPlace::Unknown, ImpactPlace::Past)
            }
            Some(target) => ImpactPlace::Present {
                from_centre_u: target.distance as f32 / 256.0,
                drawn_off_u: match seen_offset {
                    Some(Separation::Off { off_u }) => Some(off_u),
                    Some(Separation::Same { .. }) | None => None,
                },
            },
        };
        ShipMet { ship: self.person(victim), place }
    }

    fn missed(&self) -> ShotSentence {
        let report = &self.report;
        let nearest = report.record.targets.first();
        let Some(target) = nearest.filter(|_| !self.passed_no_ship()) else {
            return ShotSentence::NobodyNear;
        };
        let shooter = self.person(self.shooter());
        if report.rules.hit_rule.by_claim() && report.refused.is_none() {
            return ShotSentence::NothingClaimed { shooter };
        }
        let seen_offset = self.seen_offset(target.ship);
        let because = if self.rewinds(Some(target.ship)) {
            MissReason::Past { looked: self.rewound_moment(), apart: seen_offset }
        } else {
            MissReason::Present {
                picture_ms: self.ms_before(report.record.view.claimed.time.0),
                apart_u: seen_offset.map(Separation::off_u),
            }
        };
        ShotSentence::Missed {
            ship: self.person(target.ship),
            shooter,
            gap_u: gap_u(target),
            side: self.passing_side(target),
            because,
        }
    }

    /// Which time the server rewound the targets to.
    pub(super) fn rewound_moment(&self) -> RewoundMoment {
        let ShotReport { rules, record, lerp_ms, .. } = &self.report;
        let back_ms = self.ms_before(record.view.used.0);
        if !self.rewinds(None) {
            return RewoundMoment::Present;
        }
        if rules.hit_rule.row().view == ViewPolicy::DelayedSync {
            return RewoundMoment::SharedDelay { back_ms };
        }
        let Some(ViewLimit { back, clamp }) = self.limit() else {
            return RewoundMoment::Past { back_ms };
        };
        let reach = if back_ms >= back.as_ms() { Reach::Limit } else { Reach::Within };
        match clamp {
            Clamp::PingCap => {
                let (cap_ms, lerp_ms) = (rules.ping_cap_ms.into(), (*lerp_ms).into());
                RewoundMoment::Capped { back_ms, cap_ms, lerp_ms, reach }
            }
            _ => RewoundMoment::Bounded { back_ms, bound_ms: back.as_ms(), reach },
        }
    }

    fn limit(&self) -> Option<ViewLimit> {
        let ShotReport { rules, record, lerp_ms, .. } = &self.report;
        let lerp = Micros::from_ms((*lerp_ms).into());
        rules.hit_rule.limit(record.shot.weapon, rules, lerp)
    }

    /// Whether targets are rewound; given one, whether it was found in the past.
    fn rewinds(&self, target: Option<ShipId>) -> bool {
        let report = &self.report;
        let found = target.and_then(|ship| {
            let nth = report.record.targets.iter().position(|record| record.ship == ship)?;
            report.targets.get(nth)?.bracket
        });
        let rewinds = report.rules.hit_rule.rewinds(report.record.shot.weapon);
        rewinds && found != Some(ReportBracket::Present)
    }

    fn refused(&self, claim: RefusedClaim) -> ShotSentence {
        let because = match claim.why {
            ClaimRefusal::UnknownShot => RefusalReason::UnknownShot,
            ClaimRefusal::Decided => RefusalReason::Decided,
            ClaimRefusal::BeyondBound { ms } => {
                let bound_ms = self.report.rules.rewind_bound_ms.into();
                RefusalReason::BeyondBound { back_ms: ms, bound_ms }
            }
            ClaimRefusal::NotReached => RefusalReason::NotReached,
            ClaimRefusal::TooFar { distance } => {
                RefusalReason::TooFar { beside_u: edge_distance_u(distance) }
            }
            ClaimRefusal::LifeOver => RefusalReason::LifeOver,
            ClaimRefusal::Shielded => RefusalReason::Shielded,
            ClaimRefusal::Gone => RefusalReason::Gone,
            ClaimRefusal::Cover => RefusalReason::Cover,
            ClaimRefusal::Ally => RefusalReason::Ally,
        };
        let (shooter, ship) = (self.person(self.shooter()), self.person(claim.victim));
        ShotSentence::Refused { shooter, ship, because }
    }

    fn clamped(&self, clamp: Clamp) -> ShotSentence {
        let ShotReport { rules, record, lerp_ms, .. } = &self.report;
        let picture_ms = self.ms_before(record.view.claimed.time.0);
        let used_ms = self.ms_before(record.view.used.0);
        let because = match clamp {
            Clamp::Bound => {
                let bound_ms = self.limit().map_or(used_ms, |limit| limit.back.as_ms());
                ClampReason::Bound { picture_ms, bound_ms, used_ms }
            }
            Clamp::Future => ClampReason::Future { after_ms: -picture_ms },
            Clamp::Backwards => ClampReason::Backwards { picture_ms, used_ms },
            Clamp::Implausible if rules.hit_rule.row().view == ViewPolicy::Plausible => {
                ClampReason::Unexplained { picture_ms, used_ms }
            }
            Clamp::Implausible => ClampReason::RoundTrip { picture_ms, used_ms },
            Clamp::PingCap => {
                let (cap_ms, lerp_ms) = (rules.ping_cap_ms.into(), (*lerp_ms).into());
                ClampReason::PingCap { picture_ms, cap_ms, lerp_ms, used_ms }
            }
            Clamp::NotDelayed => {
                let delay_ms = rules.delay_ms.into();
                ClampReason::SharedDelay { picture_ms, delay_ms, used_ms }
            }
        };
        ShotSentence::Clamped { shooter: self.person(self.shooter()), because }
    }

    /// Why the shooter's screen showed the target elsewhere than judged, for the same view time;
    /// only if the shooter is the recipient.
    fn explain_offset(&self) -> Option<ShotSentence> {
        let target = self.target()?;
        let Separation::Off { off_u } = self.seen_offset(target)? else { return None };
        let clamped = self.report.record.view.clamp.is_some();
        let shooter = self.person(self.shooter());
        if shooter != Person::You || clamped || !self.rewinds(Some(target)) || self.passed_no_ship()
        {
            return None;
        }
        let (ship, ms) = (self.person(target), |span: Micros| (span + Micros(500)).as_ms());
        Some(match self.disagreement()? {
            Disagreement::Extrapolated { since_snapshot } => ShotSentence::Extrapolated {
                shooter,
                ship,
                since_snapshot_ms: ms(since_snapshot),
                off_u,
            },
            Disagreement::Lost { gap } => {
                ShotSentence::Lost { shooter, ship, gap_ms: ms(gap), off_u }
            }
            Disagreement::Slipped { by } => {
                let way = if by > Micros::ZERO { ClockShift::Ahead } else { ClockShift::Back };
                ShotSentence::Slipped { shooter, by_ms: by.0.abs() as f32 / 1000.0, way }
            }
        })
    }

    /// Distance that the victim had flown, by the verdict, from where the shot hit it in the past;
    /// only if the victim is the recipient.
    fn moved_on_u(&self, victim: ShipId) -> Option<f32> {
        let report = &self.report;
        let notifies_victim = self.is_recipient(victim) && victim != self.shooter();
        if !notifies_victim || self.target_record(victim).is_none() || !self.rewinds(Some(victim)) {
            return None;
        }
        let place = |column| report.track.place(column, self.decisive());
        let judged = place(TrackColumn::Judged)?;
        match Separation::of((place(TrackColumn::Present)? - judged).length()) {
            Separation::Off { off_u } => Some(off_u),
            Separation::Same { .. } => None,
        }
    }

    /// The separation between where the shooter saw a ship and where it was judged, at its record's
    /// age. The server's value is exact where the screen interpolates snapshots; where the screen
    /// extrapolates, the screen's own is better.
    fn seen_offset(&self, ship: ShipId) -> Option<Separation> {
        let report = &self.report;
        let nth = report.record.targets.iter().position(|record| record.ship == ship)?;
        let record = report.record.targets.get(nth)?;
        let reported = report.targets.get(nth)?.seen.map(|seen| seen.pos());
        let drawn = self.seen_on_screen(ship, record.age);
        let as_sent = self.disagreement_on(ship, record.age).is_none();
        let same = |reported: Vec2, drawn: Vec2| {
            matches!(Separation::of((reported - drawn).length()), Separation::Same { .. })
        };
        let seen = match (reported, drawn) {
            (Some(reported), Some(drawn)) if same(reported, drawn) => reported,
            // The closest approach lies between two frames of the screen, but the snapshots that
            // the screen interpolates are known.
            (Some(reported), Some(_)) if as_sent && self.rewinds(Some(ship)) => reported,
            (reported, drawn) => drawn.or(reported)?,
        };
        Some(Separation::of((seen - record.judged.pos()).length()))
    }

    /// Which side of the target a shot passed.
    fn passing_side(&self, target: &TargetRecord) -> PassingSide {
        let report = &self.report;
        let shot = report.shot();
        let judged = target.judged.pos();
        let bolt = match report.distance_u(target.age) {
            Some(distance_u) => shot.point_at(distance_u),
            None => shot.point_at((judged - shot.muzzle).dot(shot.dir).clamp(0.0, shot.reach_u)),
        };
        let off = bolt - judged;
        let judged_velocity = self.judged_velocity(target);
        let along = off.dot(judged_velocity.normalize_or_zero());
        if judged_velocity.length() > ALONG_MIN_U_PER_S && along.abs() > off.length() * 0.5 {
            return if along > 0.0 { PassingSide::Ahead } else { PassingSide::Behind };
        }
        // The y axis points down: a positive cross product is to the right of the shot.
        let right = shot.dir.perp_dot(off) > 0.0;
        if right { PassingSide::Right } else { PassingSide::Left }
    }

    /// The target's velocity as judged, in u/s; zero for all but the principal target.
    fn judged_velocity(&self, target: &TargetRecord) -> Vec2 {
        let track = &self.report.track;
        let step = 2 * VIEW_STEPS_PER_TICK;
        let place = |age| track.place(TrackColumn::Judged, age);
        let places = (place(target.age - step), place(target.age + step));
        match places {
            (Some(from), Some(to)) if Some(target.ship) == self.target() => {
                let (first, last) = track.ages();
                let clamped_age = |age: i64| age.clamp(first, last);
                let way = clamped_age(target.age + step) - clamped_age(target.age - step);
                let seconds = self.micros(way).as_s_f32();
                if seconds > 0.0 { (to - from) / seconds } else { Vec2::ZERO }
            }
            _ => Vec2::ZERO,
        }
    }

    fn target_record(&self, ship: ShipId) -> Option<&TargetRecord> {
        self.report.record.targets.iter().find(|record| record.ship == ship)
    }

    /// How long before the shot a time in 1/256 ticks is, in ms; negative after it.
    fn ms_before(&self, steps: i64) -> i64 {
        let report = &self.report;
        let at = report.rate.micros_in_steps(steps);
        let before = report.rate.micros_at(report.fired) - at;
        (before + Micros(500)).as_ms()
    }
}

/// How far a shot passed from a ship's edge, in u.
fn gap_u(target: &TargetRecord) -> f32 {
    edge_distance_u(target.distance)
}

/// Distance to a ship's edge in u, from a distance to its centre in 1/256 u.
fn edge_distance_u(distance: u32) -> f32 {
    (distance as f32 / 256.0 - SHIP_RADIUS_U).max(0.0)
}
