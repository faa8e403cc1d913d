//! Builds the report of a judged shot for one player: how it was judged, what both screens showed,
//! where the ships truly were, and the verdicts of the other schemes. Reads the room without
//! changing it; runs on request. A partial report may be made early; the counterfactuals follow
//! when all that they cover has been simulated.
//!
//! A victim's copy names no other target, and gives the shooter's connection only as publicly
//! shown.

use alloc::vec::Vec;

use super::{
    counterfactuals::on_screen,
    evidence::{JudgedEvidence, KnownSent},
    judged_shots::{JudgedShot, KeptShot, Screen, ShotTarget},
    report_requests::Extent,
};
use crate::{
    base::{
        geometry::{Steps, Turn, Vec2},
        limits::REPORT_MOMENTS_MAX,
        time::{Micros, TickRate},
    },
    history::record::{Bracket, RewoundPose},
    judge::{rewind_source::RewindSource, rule::target, shooter_history::ShooterHistory},
    report::{
        counterfactual::as_sent_to,
        shot_record::TargetRecord,
        shot_report::{ReportBracket, ReportLink, ReportTarget, ShotReport, distance_steps, span},
        track::{Track, TrackColumn, TrackSample},
    },
    room::state::Room,
    sim::{event::ShotId, ship::ShipId},
};

/// Track lengths to try, in moments, until one fits.
const MOMENTS: [usize; 6] = [REPORT_MOMENTS_MAX, 18, 12, 8, 4, 2];

impl Room {
    /// The report of a shot for the player of a ship that it concerns, as far as it has been
    /// simulated by now. The verdicts of the other schemes come with the final part.
    #[must_use]
    pub fn report(&self, viewer: ShipId, shot: ShotId) -> Option<ShotReport> {
        let kept = self.kept_shot(shot)?;
        kept.open().filter(|judged| judged.concerns(viewer))?;
        Some(self.report_of(&self.evidence_of(kept)?, viewer, Extent::Whole))
    }

    /// The shots that concern the player of a ship, each with the time when its report is complete:
    /// those completed after a moment, in the order in which they ended.
    pub fn judged_shots(
        &self,
        viewer: ShipId,
        after: Micros,
    ) -> impl Iterator<Item = (ShotId, Micros)> {
        let rate = self.clock.rate();
        let due = self.kept.judged.due_after(after, rate).into_iter();
        let concerns = move |kept: &&KeptShot| {
            kept.shot.shooter == viewer || kept.open().is_some_and(|shot| shot.concerns(viewer))
        };
        due.filter(concerns).map(move |kept| (kept.shot, kept.due(rate)))
    }

    pub(in crate::room) fn report_of(
        &self,
        evidence: &JudgedEvidence,
        viewer: ShipId,
        extent: Extent,
    ) -> ShotReport {
        let judged = &evidence.judged;
        let JudgedShot { shot, arrived, undone, refused, void, cover, .. } = judged;
        let (rate, own) = (self.clock.rate(), viewer == shot.id.shooter);
        let mut record = evidence.record.clone();
        if !own {
            record.targets.retain(|target| target.ship == viewer);
            record.n_targets = record.targets.len() as u16;
            record.verdict = record.verdict.as_sent_to(viewer);
        }
        let link = |link: ReportLink, own: bool| if own { link } else { link.in_ms() };
        let others = evidence.is_past().then(|| evidence.counterfactuals());
        let mut report = ShotReport {
            viewer,
            record,
            rate,
            fired: rate.tick_at(shot.fired),
            rules: shot.rule,
            muzzle: Steps::of_pos(shot.muzzle),
            aim: Turn::of(shot.dir),
            reach: distance_steps(shot.reach_u),
            arrived: arrived.filter(|_| own).map(in_micros),
            shooter: judged.shooter.session.map(|_| link(ReportLink::of(shot.link), own)),
            lerp_ms: u16::try_from(shot.interpolation_delay.as_ms()).unwrap_or(0),
            target: None,
            targets: Vec::new(),
            undone: undone.filter(|undone| own || undone.victim == viewer),
            refused: refused.filter(|_| own).map(|(claim, _)| claim),
            void: *void,
            cover: *cover,
            counterfactuals: others.map(|all| as_sent_to(viewer, shot.id.shooter, all)),
            track: Track::default(),
        };
        let principal = report.principal();
        let target = principal.and_then(|ship| judged.target(ship));
        let session = target.and_then(|target| target.screen.session);
        let target_sent = session.and_then(|session| self.snapshots_sent_during(evidence, session));
        let maker = ReportMaker { evidence, rate, principal, target, target_sent };
        report.target = target.and_then(|target| Some(link(target.link?, !own)));
        report.targets = report.record.targets.iter().map(|t| maker.target_of(t)).collect();
        if extent == Extent::Whole {
            let nearest = report.record.targets.iter().find(|t| Some(t.ship) == principal);
            let nearest = nearest.map(|target| rate.micros_in_steps(target.age));
            report.track = maker.track(&report, span(shot, judged.verdict, nearest));
        }
        report
    }
}

/// The inputs of a report, and the ship that it is about.
struct ReportMaker<'a> {
    evidence: &'a JudgedEvidence<'a>,
    rate: TickRate,
    principal: Option<ShipId>,
    target: Option<&'a ShotTarget>,
    /// The snapshots sent to the target's player, if known.
    target_sent: Option<KnownSent>,
}

impl ReportMaker<'_> {
    /// The longest track that fits.
    fn track(&self, report: &ShotReport, span: (Micros, Micros)) -> Track {
        let steps = |at: Micros| i32::try_from(self.rate.view_at(at).0).unwrap_or(0);
        let (first, last) = (steps(span.0), steps(span.1));
        let left = report.bytes_left();
        let tracks = MOMENTS.iter().map(|n| {
            Track::new((first, last), *n, |age| self.sample(self.rate.micros_in_steps(age)))
        });
        let mut fitting = tracks.skip_while(|track| track.bytes() > left);
        fitting.next().unwrap_or_default()
    }

    fn sample(&self, age: Micros) -> TrackSample {
        let shot = self.evidence.shot();
        let tick_line = shot.fired + age;
        let truly = |ship: ShipId| {
            let past = self.evidence.past();
            let found = past.authoritative(ship, tick_line).filter(|_| tick_line <= past.now())?;
            found.pose.alive.then_some(found.pose.pos)
        };
        TrackSample::new(|column| match column {
            TrackColumn::Shooter => truly(shot.id.shooter),
            TrackColumn::Present => truly(self.principal?),
            TrackColumn::Judged => {
                let pose = self.judged_pose(self.principal?, age)?.pose;
                pose.alive.then_some(pose.pos)
            }
            TrackColumn::Seen => self.seen(self.principal?, age),
            TrackColumn::ShooterSeen => {
                let screen = &self.target?.screen;
                screen.session?;
                let sent = self.target_sent.as_ref();
                let past = self.evidence.past_of(sent, self.evidence.now);
                drawn(&past, screen, shot.id.shooter, tick_line - screen.lag)
            }
        })
    }

    /// The pose that a shot of an age was tested against. Before its trigger: the pose that its
    /// rule would have tested.
    fn judged_pose(&self, ship: ShipId, age: Micros) -> Option<RewoundPose> {
        let (shot, rewind) = (self.evidence.shot(), self.evidence.judged.rewind(self.rate));
        if age < Micros::ZERO {
            return if shot.rule.hit_rule.rewinds(shot.weapon()) {
                self.evidence.past().drawn(ship, rewind.at + age, None)
            } else {
                self.evidence.past().authoritative(ship, shot.fired + age)
            };
        }
        let (past, present) = self.evidence.past_at_age(ship, age)?;
        target(&past, shot, rewind, &present, age)
    }

    /// Where the shooter's screen drew a ship.
    fn seen(&self, ship: ShipId, age: Micros) -> Option<Vec2> {
        let JudgedShot { shot, claimed, shooter, .. } = &self.evidence.judged;
        let (past, claimed) = (self.evidence.past(), self.rate.micros_in_steps(claimed.time.0));
        if age == Micros::ZERO {
            return on_screen(&past, shooter.remote, ship, claimed, shot.pair);
        }
        drawn(&past, shooter, ship, claimed + age)
    }

    fn target_of(&self, target: &TargetRecord) -> ReportTarget {
        let age = self.rate.micros_in_steps(target.age);
        let found = self.judged_pose(target.ship, age);
        ReportTarget {
            seen: self.seen(target.ship, age).map(Steps::of_pos),
            bracket: found.map(|found| self.bracket(found.bracket)),
        }
    }

    /// A bracket as offsets to the execution of the shot.
    fn bracket(&self, bracket: Bracket) -> ReportBracket {
        let fired = self.evidence.shot().fired;
        let steps = |at: Micros| i32::try_from(self.rate.view_at(at - fired).0).unwrap_or(i32::MIN);
        match bracket {
            Bracket::Present => ReportBracket::Present,
            Bracket::At(at) => ReportBracket::At(steps(at)),
            Bracket::Between { older, newer, num, den } => ReportBracket::Between {
                older: steps(older),
                newer: steps(newer),
                fraction: u16::try_from(num * 65_536 / den.max(1)).unwrap_or(u16::MAX),
            },
        }
    }
}

/// Where a screen that shows remote ships at `view` drew a ship, if the ship is alive.
fn drawn(past: &ShooterHistory, screen: &Screen, ship: ShipId, view: Micros) -> Option<Vec2> {
    let lives = past.authoritative(ship, view).is_some_and(|found| found.pose.alive);
    lives.then(|| on_screen(past, screen.remote, ship, view, None)).flatten()
}

/// A span in µs, as encoded.
fn in_micros(span: Micros) -> i32 {
    span.0.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
