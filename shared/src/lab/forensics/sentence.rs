//! What happened to a shot, in plain words, from the side of whom the report is told to: the
//! verdict, with its numbers; then what was special about it, a sentence each.

use alloc::{format, string::String, vec::Vec};

use super::{Case, guess::Disagreement};
use crate::{
    base::{
        geometry::Vec2,
        time::{Micros, VIEW_STEPS_PER_TICK},
    },
    judge::{
        hit_test::state::{Cover, VoidCause},
        rule_table::{ViewLimit, ViewPolicy},
    },
    report::{
        shot_record::TargetRecord,
        shot_report::{RefusedClaim, ReportBracket, ShotReport, Undone},
        track::TrackColumn,
    },
    schemes::{clamp::Clamp, targeting::ClaimRefusal},
    sim::{event::Decision, rules::SHIP_RADIUS_U, ship::ShipId},
};

/// Poses nearer to each other than this are told as the same place, in u.
const SAME_U: f32 = 0.5;
/// A shot that passes every ship farther off than this was near nobody, in u.
const NEAR_U: f32 = 100.0;
/// A target that is slower than this is missed to a side, not ahead or behind, in u/s.
const SLOW_U_PER_S: f32 = 40.0;

/// A case in words.
struct Words<'a> {
    case: &'a Case,
    names: &'a dyn Fn(ShipId) -> String,
    /// Whether the report is told to the shooter.
    own: bool,
}

impl Case {
    /// What happened, in a sentence or a few; "you" is whom the report is told to.
    #[must_use]
    pub fn sentence(&self, names: &dyn Fn(ShipId) -> String) -> String {
        let own = self.report.viewer == self.shooter();
        let words = Words { case: self, names, own };
        let mut told: Vec<String> = Vec::new();
        // To whom a hit was undone, that is all there is to say of the verdict.
        let undone =
            self.report.undone.filter(|undone| !own && undone.victim == self.report.viewer);
        if undone.is_none() {
            told.push(words.verdict());
        }
        told.extend(self.report.undone.map(|undone| words.undone(undone)));
        told.extend(self.report.refused.map(|refused| words.refused(refused)));
        told.extend(self.report.record.view.clamp.map(|clamp| words.clamp(clamp)));
        told.extend(words.disagreement());
        told.join(" ")
    }

    /// Whether a shot that hit nobody came near to nobody.
    #[must_use]
    pub fn is_near_nobody(&self) -> bool {
        let record = &self.report.record;
        let nearest = record.targets.first().map(gap_u);
        record.verdict == Decision::Missed && nearest.is_none_or(|gap_u| gap_u > NEAR_U)
    }
}

impl Words<'_> {
    fn verdict(&self) -> String {
        match self.case.report.record.verdict {
            verdict @ (Decision::Hit { .. } | Decision::Settled { .. }) => {
                let open = if verdict.is_open() { " It can still be undone." } else { "" };
                format!("Hit: {}.{open}", self.met())
            }
            Decision::Pierced { victims } => self.pierced(victims.ships()),
            Decision::Missed | Decision::Retracted { .. } => self.missed(),
            Decision::Vetoed { victim } => {
                let cover = match self.case.report.cover {
                    Some(Cover::Ship) => "another ship",
                    Some(Cover::Rock) => "a rock",
                    // A client that knows its own record only.
                    None => "something",
                };
                format!(
                    "Vetoed: {}, and met {}, but now {cover} is in the way, and a hit must count \
                     in the present too.",
                    self.looked(),
                    self.object(victim)
                )
            }
            Decision::Void { victim } => {
                let (whom, whose) = (self.object(victim), self.whose(victim));
                match self.case.report.void {
                    Some(VoidCause::Shield) => {
                        format!("No hit: the shot met {whom} while {whose} shield held.")
                    }
                    _ => format!("No hit: the shot met {whom} in a life that was over by then."),
                }
            }
        }
    }

    /// A bolt hit these and flew on: whom, and how it met each.
    fn pierced(&self, victims: &[ShipId]) -> String {
        let [first @ .., last] = victims else { return self.missed() };
        let first: Vec<String> = first.iter().map(|ship| self.object(*ship)).collect();
        let whom = match &first[..] {
            [] => return format!("Hit: {}.", self.met()),
            first => format!("{} and {}", first.join(", "), self.object(*last)),
        };
        let then = |ship: &ShipId| match self.rewinds(Some(*ship)) {
            true => format!(", then {}", self.where_met(*ship)),
            false => format!("; then {}", self.where_met(*ship)),
        };
        let others: String = victims.iter().skip(1).map(then).collect();
        format!("Hit {whom}: {}{others}.", self.met())
    }

    /// How a hit met its target.
    fn met(&self) -> String {
        let Some(victim) = self.case.report.record.verdict.victim() else { return self.looked() };
        let (looked, met) = (self.looked(), self.where_met(victim));
        if self.target_record(victim).is_none() || !self.rewinds(Some(victim)) {
            return format!("{looked} and met {met}");
        }
        format!("{looked}, and met {met}{}", self.further(victim))
    }

    /// A ship that was hit, and where it was met.
    fn where_met(&self, victim: ShipId) -> String {
        let (whom, by, them) = (self.object(victim), self.subject(), self.them(victim));
        let Some(target) = self.target_record(victim) else { return whom };
        let apart = self.apart(victim);
        if !self.rewinds(Some(victim)) {
            let off = target.distance as f32 / 256.0;
            let seen = match apart {
                Some(apart) if apart > SAME_U => {
                    format!(
                        "; on {} screen {whom} {} {apart:.1} u away from there",
                        self.screen(),
                        self.were(victim)
                    )
                }
                _ => String::new(),
            };
            return format!("{whom}, {off:.1} u from the middle{seen}");
        }
        match apart {
            Some(apart) if apart <= SAME_U => {
                format!("{whom} where {by} saw {them} ({apart:.1} u apart)")
            }
            Some(apart) => format!("{whom} {apart:.1} u from where {by} saw {them}"),
            None => whom,
        }
    }

    fn missed(&self) -> String {
        let report = &self.case.report;
        let nearest = report.record.targets.first();
        let Some(target) = nearest.filter(|_| !self.case.is_near_nobody()) else {
            return "Missed: nobody was near the shot.".into();
        };
        if report.rules.hit_rule.by_claim() && report.refused.is_none() {
            let whose = if self.own { "your" } else { "the shooter's" };
            return format!("Missed: {whose} screen claimed no hit.");
        }
        let whom = self.object(target.ship);
        let gap = gap_u(target);
        let side = self.side(target);
        let begin = format!("Missed {whom} by {gap:.1} u{side}");
        let apart = self.apart(target.ship);
        let (seen_ms, them) = (self.ms_before(report.record.view.claimed.time.0), "them");
        if self.rewinds(Some(target.ship)) {
            let held = match apart {
                Some(apart) if apart <= SAME_U => {
                    format!(", and held {them} where you saw {them} ({apart:.1} u apart)")
                }
                Some(apart) => format!(", and held {them} {apart:.1} u from where you saw {them}"),
                None => String::new(),
            };
            return format!("{begin}: {}{held}.", self.looked());
        }
        let apart = apart.map(|apart| format!(", {apart:.1} u from there")).unwrap_or_default();
        format!(
            "{begin}: you aimed at where they were {seen_ms} ms ago; the server judges the \
             present{apart}."
        )
    }

    /// Where the server looked.
    fn looked(&self) -> String {
        let report = &self.case.report;
        let back = self.ms_before(report.record.view.used.0);
        match (report.rules.hit_rule.row().view, self.rewinds(None)) {
            (_, false) => "the server judged the present".into(),
            (ViewPolicy::Delay, true) => {
                format!("the server looked {back} ms into the past, as it does for everybody")
            }
            (_, true) => format!("the server looked {back} ms into the past{}", self.bound(back)),
        }
    }

    fn bound(&self, back_ms: i64) -> String {
        let Some(ViewLimit { back, clamp }) = self.limit() else { return String::new() };
        let ShotReport { rules, lerp_ms, .. } = &self.case.report;
        let cap =
            format!("its ping cap of {} ms and {lerp_ms} ms of interpolation", rules.ping_cap_ms);
        match (clamp, back_ms >= back.as_ms()) {
            (Clamp::PingCap, true) => format!(", as far as {cap} go"),
            (Clamp::PingCap, false) => format!(", inside {cap}"),
            (_, true) => format!(", as far as its {} ms bound goes", back.as_ms()),
            (_, false) => format!(", inside the {} ms bound", back.as_ms()),
        }
    }

    fn limit(&self) -> Option<ViewLimit> {
        let ShotReport { rules, record, lerp_ms, .. } = &self.case.report;
        let lerp = Micros::from_ms((*lerp_ms).into());
        rules.hit_rule.limit(record.shot.weapon, rules, lerp)
    }

    /// Whether targets are looked for in the past; of one, whether it was found there.
    fn rewinds(&self, target: Option<ShipId>) -> bool {
        let report = &self.case.report;
        let found = target.and_then(|ship| {
            let nth = report.record.targets.iter().position(|record| record.ship == ship)?;
            report.targets.get(nth)?.bracket
        });
        let rewinds = report.rules.hit_rule.rewinds(report.record.shot.weapon);
        rewinds && found != Some(ReportBracket::Present)
    }

    fn undone(&self, Undone { victim, by, refund }: Undone) -> String {
        let first = self.object(by);
        if self.own {
            let whom = self.object(victim);
            format!(
                "Undone: the hit on {whom} does not count, because the bolt had met {first} \
                 before; {refund} hit points were given back."
            )
        } else {
            format!(
                "Undone: the bolt had met {first} before it met you; {refund} hit points came \
                 back to you."
            )
        }
    }

    fn refused(&self, claim: RefusedClaim) -> String {
        let whom = self.object(claim.victim);
        let why = match claim.why {
            ClaimRefusal::UnknownShot => "it knows no such shot".into(),
            ClaimRefusal::Decided => "the shot was decided already".into(),
            ClaimRefusal::BeyondBound { ms } => {
                let bound = self.case.report.rules.rewind_bound_ms;
                format!("it looks {ms} ms back, and the bound is {bound} ms")
            }
            ClaimRefusal::NotReached => "the shot had not come that far".into(),
            ClaimRefusal::TooFar { distance } => {
                let off = (distance as f32 / 256.0 - SHIP_RADIUS_U).max(0.0);
                format!("there the shot passes {off:.1} u beside them")
            }
            ClaimRefusal::LifeOver => "that life was over".into(),
            ClaimRefusal::Shielded => "their shield held".into(),
            ClaimRefusal::Gone => "that ship was gone".into(),
            ClaimRefusal::Cover => "cover was between the shot and that ship by then".into(),
        };
        format!("Your screen claimed a hit on {whom}, which the server refused: {why}.")
    }

    fn clamp(&self, clamp: Clamp) -> String {
        let (report, whose) = (&self.case.report, self.picture());
        let claimed = self.ms_before(report.record.view.claimed.time.0);
        let used = self.ms_before(report.record.view.used.0);
        match clamp {
            Clamp::Bound => {
                let bound = self.limit().map_or(used, |limit| limit.back.as_ms());
                format!(
                    "{whose} picture was {claimed} ms old and the bound is {bound} ms: the server \
                     looked {used} ms back."
                )
            }
            Clamp::Future => format!(
                "{whose} picture was of {} ms after the shot: the server used the moment of the \
                 shot.",
                -claimed
            ),
            Clamp::Backwards => format!(
                "{whose} picture was {claimed} ms old, older than that of a shot before: the \
                 server used the later moment, {used} ms back."
            ),
            Clamp::Implausible if report.rules.hit_rule.row().view == ViewPolicy::Plausible => {
                format!(
                    "{whose} picture was {claimed} ms old, and the connection explains no more \
                     than {used} ms: the server looked that far back."
                )
            }
            Clamp::Implausible => format!(
                "{whose} picture was {claimed} ms old, which the round trip does not explain: the \
                 server used {used} ms."
            ),
            Clamp::PingCap => format!(
                "{whose} picture was {claimed} ms old; the room's ping cap allows {} ms besides \
                 {} ms of interpolation: the server looked {used} ms back.",
                report.rules.ping_cap_ms, report.lerp_ms
            ),
            Clamp::NotDelayed => format!(
                "{whose} picture was {claimed} ms old, and everybody looks {} ms back here: the \
                 server used {used} ms.",
                report.rules.delay_ms
            ),
        }
    }

    /// Why the screen of whoever is told showed the target elsewhere than it was judged, at one
    /// and the same moment.
    fn disagreement(&self) -> Option<String> {
        let target = self.case.target()?;
        let apart = self.apart(target).filter(|apart| *apart > SAME_U)?;
        let clamped = self.case.report.record.view.clamp.is_some();
        if !self.own || clamped || !self.rewinds(Some(target)) || self.case.is_near_nobody() {
            return None;
        }
        Some(match self.case.disagreement()? {
            Disagreement::Guessed { without_news } => {
                let ms = (without_news + Micros(500)).as_ms();
                format!(
                    "Your screen was guessing: no news of them for {ms} ms; it drew them \
                     {apart:.1} u off."
                )
            }
            Disagreement::Lost { gap } => {
                let ms = (gap + Micros(500)).as_ms();
                format!(
                    "News of them were lost: your screen drew a line over {ms} ms, {apart:.1} u \
                     off."
                )
            }
            Disagreement::Slipped { by } => {
                let ms = by.0.abs() as f32 / 1000.0;
                let way = if by > Micros::ZERO { "ahead" } else { "back" };
                format!("While the bolt flew, your picture slipped {ms:.1} ms {way}.")
            }
        })
    }

    /// How much further a victim was on its own screen than where it was met: the price of what
    /// the shooter saw.
    fn further(&self, victim: ShipId) -> String {
        let track = &self.case.report.track;
        let age = self.case.decisive();
        let places =
            (track.place(TrackColumn::Judged, age), track.place(TrackColumn::Present, age));
        let (Some(judged), Some(present), false) = (places.0, places.1, self.own) else {
            return String::new();
        };
        let way = (present - judged).length();
        let told = way > SAME_U && victim == self.case.report.viewer;
        if told { format!("; you were {way:.1} u further by then") } else { String::new() }
    }

    /// How far what the shooter saw of a ship is from what was judged, in u: of its record's age.
    /// What the server knows of it is exact where a screen blends snapshots; where it guesses, the
    /// screen knows better.
    fn apart(&self, ship: ShipId) -> Option<f32> {
        let report = &self.case.report;
        let nth = report.record.targets.iter().position(|record| record.ship == ship)?;
        let record = report.record.targets.get(nth)?;
        let told = report.targets.get(nth)?.seen.map(|seen| seen.pos());
        let drawn = self.case.seen_on_screen(ship, record.age);
        let as_sent = self.case.disagreement_on(ship, record.age).is_none();
        let seen = match (told, drawn) {
            (Some(told), Some(drawn)) if (told - drawn).length() <= SAME_U => told,
            // Between two of its pictures a screen draws nothing; what they were made of is known.
            (Some(told), Some(_)) if as_sent && self.rewinds(Some(ship)) => told,
            (told, drawn) => drawn.or(told)?,
        };
        Some((seen - record.judged.pos()).length())
    }

    /// On which side a shot passed.
    fn side(&self, target: &TargetRecord) -> String {
        let report = &self.case.report;
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
            return if along > 0.0 { ", ahead of them" } else { ", behind them" }.into();
        }
        // The y axis points down: on the right of the shot is where the cross product is above 0.
        let right = shot.dir.perp_dot(off) > 0.0;
        if right { ", to the right" } else { ", to the left" }.into()
    }

    /// How the target moved, as judged, in u/s; nothing for others than the principal one.
    fn pace(&self, target: &TargetRecord) -> Vec2 {
        let track = &self.case.report.track;
        let step = 2 * VIEW_STEPS_PER_TICK;
        let place = |age| track.place(TrackColumn::Judged, age);
        let places = (place(target.age - step), place(target.age + step));
        match places {
            (Some(from), Some(to)) if Some(target.ship) == self.case.target() => {
                let (first, last) = track.ages();
                let held = |age: i64| age.clamp(first, last);
                let way = held(target.age + step) - held(target.age - step);
                let seconds = self.case.micros(way).as_s_f32();
                if seconds > 0.0 { (to - from) / seconds } else { Vec2::ZERO }
            }
            _ => Vec2::ZERO,
        }
    }

    fn target_record(&self, ship: ShipId) -> Option<&TargetRecord> {
        self.case.report.record.targets.iter().find(|record| record.ship == ship)
    }

    /// How long before the shot a moment in 1/256 tick lies, in ms; below 0 after it.
    fn ms_before(&self, steps: i64) -> i64 {
        let report = &self.case.report;
        let at = report.rate.micros_in_steps(steps);
        let before = report.rate.micros_at(report.fired) - at;
        (before + Micros(500)).as_ms()
    }

    fn is_you(&self, ship: ShipId) -> bool {
        ship == self.case.report.viewer
    }

    fn object(&self, ship: ShipId) -> String {
        if self.is_you(ship) { "you".into() } else { (self.names)(ship) }
    }

    fn subject(&self) -> String {
        self.object(self.case.shooter())
    }

    fn them(&self, ship: ShipId) -> &'static str {
        if self.is_you(ship) { "you" } else { "them" }
    }

    fn whose(&self, ship: ShipId) -> &'static str {
        if self.is_you(ship) { "your" } else { "their" }
    }

    fn were(&self, ship: ShipId) -> &'static str {
        if self.is_you(ship) { "were" } else { "was" }
    }

    fn screen(&self) -> String {
        if self.own { "your".into() } else { format!("{}'s", self.subject()) }
    }

    fn picture(&self) -> String {
        if self.own { "Your".into() } else { format!("{}'s", self.subject()) }
    }
}

/// How far a shot passed beside a ship's edge, in u.
fn gap_u(target: &TargetRecord) -> f32 {
    (target.distance as f32 / 256.0 - SHIP_RADIUS_U).max(0.0)
}
