//! What happened to a shot, from the side of who is told: a case goes in, the
//! sentences on it come out as values: the verdict, with its numbers; then what was special about
//! it, a sentence each. Runs when somebody looks into a shot.

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
    schemes::{clamp::Clamp, targeting::ClaimRefusal},
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

/// A shot that passes every ship farther off than this was near nobody, in u.
const NEAR_U: f32 = 100.0;
/// A target that is slower than this is missed to a side, not ahead or behind, in u/s.
const SLOW_U_PER_S: f32 = 40.0;

impl Case {
    /// What happened, in a sentence or a few, for who is told.
    #[must_use]
    pub fn sentences(&self) -> Vec<ShotSentence> {
        let report = &self.report;
        let undone = report.undone.map(|undone| ShotSentence::Undone {
            victim: self.person(undone.victim),
            first: self.person(undone.by),
            refund: undone.refund,
        });
        // To whom a hit was undone, that is all there is to say of the verdict.
        let is_all = matches!(undone, Some(ShotSentence::Undone { victim: Person::You, .. }))
            && !self.is_recipient(self.shooter());
        let mut told = if is_all { Vec::new() } else { self.verdict() };
        told.extend(undone);
        told.extend(report.refused.map(|refused| self.refused(refused)));
        told.extend(report.record.view.clamp.map(|clamp| self.clamped(clamp)));
        told.extend(self.why_elsewhere());
        told
    }

    /// Whether a shot that hit nobody came near to nobody.
    #[must_use]
    pub fn is_near_nobody(&self) -> bool {
        let record = &self.report.record;
        let nearest = record.targets.first().map(gap_u);
        record.verdict == Decision::Missed && nearest.is_none_or(|gap_u| gap_u > NEAR_U)
    }

    fn verdict(&self) -> Vec<ShotSentence> {
        match self.report.record.verdict {
            verdict @ (Decision::Hit { victim, .. } | Decision::Settled { victim }) => {
                let mut told = self.hit(&[victim]);
                if verdict.is_open() {
                    told.push(ShotSentence::CanBeUndone);
                }
                told
            }
            Decision::Pierced { victims } => self.hit(victims.ships()),
            Decision::Missed | Decision::Retracted { .. } => vec![self.missed()],
            Decision::Vetoed { victim } => vec![ShotSentence::Vetoed {
                looked: self.looked(),
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
        let met = victims.iter().map(|victim| self.met(*victim)).collect();
        let shooter = self.person(self.shooter());
        let hit = ShotSentence::Hit { shooter, looked: self.looked(), met };
        let further = self.further_u(*first).map(|off_u| ShotSentence::FurtherBy { off_u });
        [hit].into_iter().chain(further).collect()
    }

    fn met(&self, victim: ShipId) -> ShipMet {
        let apart = self.apart(victim);
        let place = match self.target_record(victim) {
            None => ImpactPlace::Unknown,
            Some(_) if self.rewinds(Some(victim)) => {
                apart.map_or(ImpactPlace::Unknown, ImpactPlace::Past)
            }
            Some(target) => ImpactPlace::Present {
                from_centre_u: target.distance as f32 / 256.0,
                drawn_off_u: match apart {
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
        let Some(target) = nearest.filter(|_| !self.is_near_nobody()) else {
            return ShotSentence::NobodyNear;
        };
        let shooter = self.person(self.shooter());
        if report.rules.hit_rule.by_claim() && report.refused.is_none() {
            return ShotSentence::NothingClaimed { shooter };
        }
        let apart = self.apart(target.ship);
        let because = if self.rewinds(Some(target.ship)) {
            MissReason::Past { looked: self.looked(), apart }
        } else {
            MissReason::Present {
                picture_ms: self.ms_before(report.record.view.claimed.time.0),
                apart_u: apart.map(Separation::off_u),
            }
        };
        ShotSentence::Missed {
            ship: self.person(target.ship),
            shooter,
            gap_u: gap_u(target),
            side: self.side(target),
            because,
        }
    }

    /// Which moment of the targets the server looked at.
    fn looked(&self) -> RewoundMoment {
        let ShotReport { rules, record, lerp_ms, .. } = &self.report;
        let back_ms = self.ms_before(record.view.used.0);
        if !self.rewinds(None) {
            return RewoundMoment::Present;
        }
        if rules.hit_rule.row().view == ViewPolicy::Delay {
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

    /// Whether targets are looked for in the past; of one, whether it was found there.
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
                RefusalReason::TooFar { beside_u: beside_u(distance) }
            }
            ClaimRefusal::LifeOver => RefusalReason::LifeOver,
            ClaimRefusal::Shielded => RefusalReason::Shielded,
            ClaimRefusal::Gone => RefusalReason::Gone,
            ClaimRefusal::Cover => RefusalReason::Cover,
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

    /// Why the screen of a shooter who is told showed the target elsewhere than it was judged, at
    /// one and the same moment.
    fn why_elsewhere(&self) -> Option<ShotSentence> {
        let target = self.target()?;
        let Separation::Off { off_u } = self.apart(target)? else { return None };
        let clamped = self.report.record.view.clamp.is_some();
        let shooter = self.person(self.shooter());
        if shooter != Person::You || clamped || !self.rewinds(Some(target)) || self.is_near_nobody()
        {
            return None;
        }
        let (ship, ms) = (self.person(target), |span: Micros| (span + Micros(500)).as_ms());
        Some(match self.disagreement()? {
            Disagreement::Guessed { without_news } => {
                ShotSentence::Guessed { shooter, ship, without_news_ms: ms(without_news), off_u }
            }
            Disagreement::Lost { gap } => {
                ShotSentence::Lost { shooter, ship, gap_ms: ms(gap), off_u }
            }
            Disagreement::Slipped { by } => {
                let way = if by > Micros::ZERO { ClockShift::Ahead } else { ClockShift::Back };
                ShotSentence::Slipped { shooter, by_ms: by.0.abs() as f32 / 1000.0, way }
            }
        })
    }

    /// How much further whom the shot hit was, where it is told, than where it was met in the past.
    fn further_u(&self, victim: ShipId) -> Option<f32> {
        let report = &self.report;
        let is_told = self.is_recipient(victim) && victim != self.shooter();
        if !is_told || self.target_record(victim).is_none() || !self.rewinds(Some(victim)) {
            return None;
        }
        let place = |column| report.track.place(column, self.decisive());
        let judged = place(TrackColumn::Judged)?;
        match Separation::of((place(TrackColumn::Present)? - judged).length()) {
            Separation::Off { off_u } => Some(off_u),
            Separation::Same { .. } => None,
        }
    }

    /// How far what the shooter saw of a ship is from what was judged, at its record's age. What
    /// the server knows of it is exact where a screen blends snapshots; where it guesses, the
    /// screen knows better.
    fn apart(&self, ship: ShipId) -> Option<Separation> {
        let report = &self.report;
        let nth = report.record.targets.iter().position(|record| record.ship == ship)?;
        let record = report.record.targets.get(nth)?;
        let told = report.targets.get(nth)?.seen.map(|seen| seen.pos());
        let drawn = self.seen_on_screen(ship, record.age);
        let as_sent = self.disagreement_on(ship, record.age).is_none();
        let same = |told: Vec2, drawn: Vec2| {
            matches!(Separation::of((told - drawn).length()), Separation::Same { .. })
        };
        let seen = match (told, drawn) {
            (Some(told), Some(drawn)) if same(told, drawn) => told,
            // Between two of its pictures a screen draws nothing; what they were made of is known.
            (Some(told), Some(_)) if as_sent && self.rewinds(Some(ship)) => told,
            (told, drawn) => drawn.or(told)?,
        };
        Some(Separation::of((seen - record.judged.pos()).length()))
    }

    /// On which side a shot passed.
    fn side(&self, target: &TargetRecord) -> PassingSide {
        let report = &self.report;
        let shot = report.shot();
        let judged = target.judged.pos();
        let bolt = match report.distance_u(target.age) {
            Some(distance_u) => shot.point_at(distance_u),
            None => shot.point_at((judged - shot.muzzle).dot(shot.dir).clamp(0.0, shot.reach_u)),
        };
        let off = bolt - judged;
        let pace = self.pace(target);
        let along = off.dot(pace.normalize_or_zero());
        if pace.length() > SLOW_U_PER_S && along.abs() > off.length() * 0.5 {
            return if along > 0.0 { PassingSide::Ahead } else { PassingSide::Behind };
        }
        // The y axis points down: on the right of the shot is where the cross product is above 0.
        let right = shot.dir.perp_dot(off) > 0.0;
        if right { PassingSide::Right } else { PassingSide::Left }
    }

    /// How the target moved, as judged, in u/s; nothing for others than the principal one.
    fn pace(&self, target: &TargetRecord) -> Vec2 {
        let track = &self.report.track;
        let step = 2 * VIEW_STEPS_PER_TICK;
        let place = |age| track.place(TrackColumn::Judged, age);
        let places = (place(target.age - step), place(target.age + step));
        match places {
            (Some(from), Some(to)) if Some(target.ship) == self.target() => {
                let (first, last) = track.ages();
                let held = |age: i64| age.clamp(first, last);
                let way = held(target.age + step) - held(target.age - step);
                let seconds = self.micros(way).as_s_f32();
                if seconds > 0.0 { (to - from) / seconds } else { Vec2::ZERO }
            }
            _ => Vec2::ZERO,
        }
    }

    fn target_record(&self, ship: ShipId) -> Option<&TargetRecord> {
        self.report.record.targets.iter().find(|record| record.ship == ship)
    }

    /// How long before the shot a moment in 1/256 tick lies, in ms; below 0 after it.
    fn ms_before(&self, steps: i64) -> i64 {
        let report = &self.report;
        let at = report.rate.micros_in_steps(steps);
        let before = report.rate.micros_at(report.fired) - at;
        (before + Micros(500)).as_ms()
    }
}

/// How far a shot passed beside a ship's edge, in u.
fn gap_u(target: &TargetRecord) -> f32 {
    beside_u(target.distance)
}

/// How far beside a ship's edge a distance from its centre is, in 1/256 u, in u.
fn beside_u(distance: u32) -> f32 {
    (distance as f32 / 256.0 - SHIP_RADIUS_U).max(0.0)
}
