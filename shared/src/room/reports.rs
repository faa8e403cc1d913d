//! The reports of shots that concern players: begun when the verdict falls, kept for a while, and
//! told to whom they concern when asked for.
//!
//! Where everybody was, which takes most of the work, is looked up when somebody asks, or just
//! before the history forgets it: of a few reports a tick, so that a crowd that fires all the time
//! costs no more. Misses that nobody asked for give way.
//!
//! A victim's copy names no other target, and of the shooter's connection only what everybody is
//! told anyway.

use alloc::{boxed::Box, vec::Vec};

use super::{
    counterfactuals::on_screen,
    open_shot::Closed,
    output::SessionId,
    report_store::{LOOK_UP_GRACE, ReportInputs, Screen, StoredReport},
    seat::Seat,
    session::Session,
    state::Room,
};
use crate::{
    base::{
        geometry::{Steps, Turn, Vec2},
        limits::{REPORT_MOMENTS_MAX, REPORTS_LOOKED_UP_PER_TICK},
        time::{Micros, VIEW_STEPS_PER_TICK},
    },
    history::record::{Bracket, RewoundPose},
    judge::{
        rewind_source::RewindSource,
        rule::{forward, target},
        shooter_history::ShooterHistory,
    },
    netcode::choices::RemoteView,
    report::{
        counterfactual::{Counterfactuals, Finding},
        shot_record::TargetRecord,
        shot_report::{
            EncodedReport, ReportBracket, ReportLink, ReportRefusal, ReportTarget, ShotReport,
            VoidCause, distance_steps, span,
        },
        track::{Track, TrackColumn, TrackSample},
    },
    sim::{
        event::{Decision, ShotId},
        ship::ShipId,
    },
    wire::message::{Refusal, ServerControl},
};

/// How many moments a report has where more would not fit: tried in this order.
const MOMENTS: [usize; 6] = [REPORT_MOMENTS_MAX, 18, 12, 8, 4, 2];

impl Room {
    /// The report of a shot as it is told to a player.
    #[must_use]
    pub fn report(&self, viewer: ShipId, shot: ShotId) -> Option<ShotReport> {
        let stored = self.session_of(viewer)?.reports.find(shot)?;
        Some(self.read(stored, &self.marker_rates()))
    }

    /// The reports kept for a player, oldest first.
    pub fn reports(&self, viewer: ShipId) -> impl Iterator<Item = ShotReport> {
        let reports = self.session_of(viewer).into_iter().flat_map(|s| &s.reports.reports);
        let rates_hz = self.marker_rates();
        reports.map(move |stored| self.read(stored, &rates_hz))
    }

    /// A report with all that can be known of it by now.
    fn read(&self, stored: &StoredReport, rates_hz: &[u16]) -> ShotReport {
        match stored.open.as_deref() {
            Some(open) => self.with_track(stored.report.clone(), open, rates_hz),
            None => stored.report.clone(),
        }
    }

    /// A player asks for a report. Then it also tells what the others would have said, if it is
    /// asked for in time.
    pub(super) fn answer_report(&mut self, id: SessionId, shot: ShotId) {
        let (tick, now) = (self.world.tick, self.clock.rate().micros_at(self.world.tick));
        let elsewhere = self.sessions().any(|session| session.reports.find(shot).is_some());
        let Some(session) = self.session_mut(id) else { return };
        let may_tell = session.reports.may_tell(tick);
        let oldest = session.reports.reports.front().map(|stored| stored.report.record.shot.tick);
        let reports = self.session(id).map(|session| &session.reports);
        let answer = match reports.and_then(|reports| reports.find(shot)) {
            _ if !may_tell => Err(ReportRefusal::Busy),
            Some(stored) => Ok(self.read(stored, &self.marker_rates())),
            None if elsewhere => Err(ReportRefusal::NotYours),
            None if oldest.is_some_and(|oldest| shot.tick < oldest) => Err(ReportRefusal::TooOld),
            None => Err(ReportRefusal::Unknown),
        };
        let message = match answer {
            Ok(report) => {
                self.note_asked(id, &report, now);
                ServerControl::Report(EncodedReport::of(&report))
            }
            Err(why) => ServerControl::Refused(Refusal::Report { shot, why }),
        };
        self.say(id, &message);
    }

    /// A player was told a report: what the others would have said of its own shot is wanted, and
    /// what is past is kept as it was told.
    fn note_asked(&mut self, id: SessionId, report: &ShotReport, now: Micros) {
        let Some(session) = self.session_mut(id) else { return };
        let own = session.ship == report.record.shot.shooter;
        let Some(stored) = session.reports.find_mut(report.record.shot) else { return };
        let Some(open) = stored.open.as_deref() else { return };
        if own && report.counterfactuals.is_none() {
            let victim = report.record.verdict.victim();
            session.counterfactuals.wait_for_reports(open.shot, Some(id), victim);
        }
        if open.is_past(now) {
            *stored = StoredReport { report: report.clone(), open: None };
            session.reports.find_due();
        }
    }

    /// A shot is over: every player whom it concerns gets its report. All shots of a player's own
    /// are kept, misses too: they are what one asks about most.
    pub(super) fn file_reports(&mut self, closed: &Closed, marker_rates_hz: &[u16]) {
        let victims = [closed.record.verdict.victim(), closed.undone.map(|undone| undone.victim)];
        let victims = victims.into_iter().flatten();
        let concerned = victims.filter_map(|ship| self.session_of(ship)).map(|s| s.id);
        let mut viewers: Vec<SessionId> = closed.session.into_iter().chain(concerned).collect();
        viewers.dedup();
        if viewers.is_empty() {
            return;
        }
        for &id in &viewers {
            let Some(stored) = self.begin_report(closed, id, marker_rates_hz) else { continue };
            if let Some(session) = self.session_mut(id) {
                session.reports.file(stored);
            }
        }
        if let Some(victim) = closed.record.verdict.hits()
            && let Some(session) = self.session_mut(viewers[0])
        {
            session.counterfactuals.wait_for_reports(closed.shot, closed.session, Some(victim));
        }
    }

    /// Looks up the moments of a few reports that are due. What has to wait for too long goes if it
    /// is a miss.
    pub(super) fn complete_reports(&mut self) {
        let tick = self.world.tick;
        let now = self.clock.rate().micros_at(tick);
        let (n_seats, mut left) = (self.seats.len(), REPORTS_LOOKED_UP_PER_TICK);
        let mut rates_hz = None::<Vec<u16>>;
        for n in 0..n_seats {
            // Another player first in every tick.
            let seat = (n + tick.0 as usize) % n_seats;
            let Seat::Player(session) = &self.seats[seat] else { continue };
            let Some(nth) = session.reports.first_due(now) else { continue };
            let stored = &session.reports.reports[nth];
            let last_call = stored.due().is_some_and(|due| due + LOOK_UP_GRACE <= now);
            let looks = left > 0 || last_call && !stored.missed();
            let report = looks
                .then(|| self.read(stored, rates_hz.get_or_insert_with(|| self.marker_rates())));
            left = left.saturating_sub(looks.into());
            self.stats.reports += u64::from(looks);
            let Seat::Player(session) = &mut self.seats[seat] else { continue };
            match report {
                Some(report) => session.reports.reports[nth] = StoredReport { report, open: None },
                None if last_call => drop(session.reports.reports.remove(nth)),
                None => continue,
            }
            session.reports.find_due();
        }
    }

    /// What every scheme would have said enters the reports of that shot. A victim hears of others
    /// only that it would not have been hit itself.
    pub(super) fn add_to_reports(&mut self, counterfactuals: &Counterfactuals) {
        for seat in &mut self.seats {
            let Seat::Player(session) = seat else { continue };
            let ship = session.ship;
            let Some(stored) = session.reports.find_mut(counterfactuals.shot) else { continue };
            let own = ship == counterfactuals.shot.shooter;
            stored.report.counterfactuals =
                Some(counterfactuals.by_preset.map(|mut counterfactual| {
                    let named = match counterfactual.finding {
                        Finding::Hit { victim }
                        | Finding::Veto { victim }
                        | Finding::Void { victim } => Some(victim),
                        Finding::Miss | Finding::Pending => None,
                    };
                    if !own && named.is_some_and(|named| named != ship) {
                        counterfactual.finding = Finding::Miss;
                    }
                    counterfactual
                }));
        }
    }

    pub(super) fn session_of(&self, ship: ShipId) -> Option<&Session> {
        match self.seats.get(usize::from(ship.idx))? {
            Seat::Player(session) => Some(session).filter(|session| session.ship == ship),
            _ => None,
        }
    }

    /// A report but for where everybody was.
    fn begin_report(
        &self,
        closed: &Closed,
        id: SessionId,
        rates_hz: &[u16],
    ) -> Option<StoredReport> {
        let viewer = self.session(id)?.ship;
        let (rate, own) = (self.clock.rate(), closed.session == Some(id));
        let shot = &closed.shot;
        let mut record = closed.record.clone();
        if !own {
            record.targets.retain(|target| target.ship == viewer);
            record.n_targets = record.targets.len() as u16;
        }
        let link = |link: ReportLink, own: bool| if own { link } else { link.in_ms() };
        let shooter = closed.session.map(|_| link(ReportLink::of(shot.link), own));
        let mut report = ShotReport {
            viewer,
            record,
            rate,
            fired: rate.tick_at(shot.fired),
            rules: shot.rule,
            muzzle: Steps::of_pos(shot.muzzle),
            aim: Turn::of(shot.dir),
            reach: distance_steps(shot.reach_u),
            arrived: closed.arrived.filter(|_| own).map(in_micros),
            shooter,
            target: None,
            targets: Vec::new(),
            undone: closed.undone.filter(|undone| own || undone.victim == viewer),
            refused: closed.refused.filter(|_| own),
            void: None,
            counterfactuals: None,
            track: Track::default(),
        };
        let principal = report.principal();
        let inputs = self.inputs(closed, principal, &report);
        let session = principal.and_then(|ship| self.session_of(ship));
        report.target =
            session.map(|session| link(ReportLink::of(session.newest_link_stats()), !own));
        let records = report.record.targets.iter();
        report.targets = records.map(|t| self.target_of(t, &inputs, rates_hz)).collect();
        report.void = match closed.record.verdict {
            Decision::Void { victim } => Some(self.void_cause(victim)),
            _ => None,
        };
        Some(StoredReport { report, open: Some(Box::new(inputs)) })
    }

    fn inputs(
        &self,
        closed: &Closed,
        principal: Option<ShipId>,
        report: &ShotReport,
    ) -> ReportInputs {
        let rate = self.clock.rate();
        let record = &closed.record;
        let target = report.record.targets.iter().find(|t| Some(t.ship) == principal);
        let nearest = target.map(|target| rate.micros_in_steps(target.age));
        let shooter = record.shot.shooter;
        ReportInputs {
            shot: closed.shot,
            viewed: closed.viewed,
            claimed: record.view.claimed.time,
            shooter: self.screen(shooter, closed.shot.rule.delay_ms),
            target: principal.map(|ship| (ship, self.screen(ship, closed.shot.rule.delay_ms))),
            span: span(&closed.shot, record.verdict, nearest),
        }
    }

    /// What a ship's player sees, from its last shot's view, or from what it asked to be sent.
    fn screen(&self, ship: ShipId, delay_ms: u16) -> Screen {
        let Some(session) = self.session_of(ship) else {
            let remote = RemoteView::Interpolate;
            return Screen { session: None, remote, lag: Micros::ZERO };
        };
        let rate = self.clock.rate();
        let told = &session.subscription;
        let news = session.newest_link_stats().latency();
        let lag = match (session.view.lag, told.remote) {
            (_, RemoteView::Delayed) => Micros::from_ms(delay_ms.into()),
            // The view was of the frame before the command: half a tick, on the average.
            (Some(steps), _) => rate.micros_in_steps(steps - VIEW_STEPS_PER_TICK / 2),
            (None, RemoteView::Interpolate) => news + told.lerp(),
            // The newest snapshot is half of their interval old, on the average.
            (None, _) => news + Micros(500_000 / i64::from(told.update_rate_hz.max(1))),
        };
        Screen { session: Some(session.id), remote: told.remote, lag }
    }

    fn void_cause(&self, victim: ShipId) -> VoidCause {
        let pose = self.history.pose(victim.idx, self.world.tick);
        let shielded = pose.is_some_and(|pose| pose.ship == victim && pose.shielded);
        if shielded { VoidCause::Shield } else { VoidCause::LifeOver }
    }

    /// The report with as many moments as fit.
    fn with_track(
        &self,
        mut report: ShotReport,
        inputs: &ReportInputs,
        rates_hz: &[u16],
    ) -> ShotReport {
        let rate = self.clock.rate();
        let steps = |at: Micros| i32::try_from(rate.view_at(at).0).unwrap_or(0);
        let (first, last) = (steps(inputs.span.0), steps(inputs.span.1));
        for n in MOMENTS {
            let at = |age: i64| self.sample(inputs, rate.micros_in_steps(age), rates_hz);
            report.track = Track::new((first, last), n, at);
            if report.fits() {
                break;
            }
        }
        report
    }

    fn sample(&self, inputs: &ReportInputs, age: Micros, rates_hz: &[u16]) -> TrackSample {
        let ReportInputs { shot, target, .. } = inputs;
        let tick_line = shot.fired + age;
        let truly = |ship: ShipId| {
            let shooter_history = self.shooter_history(None, rates_hz, &[]);
            let found = shooter_history
                .truly(ship, tick_line)
                .filter(|_| tick_line <= shooter_history.now())?;
            found.pose.alive.then_some(found.pose.pos)
        };
        TrackSample::new(|column| match column {
            TrackColumn::Shooter => truly(shot.id.shooter),
            TrackColumn::Present => truly(target.as_ref()?.0),
            TrackColumn::Judged => {
                let (ship, _) = target.as_ref()?;
                let pose = self.judged(inputs, *ship, age, rates_hz)?.pose;
                pose.alive.then_some(pose.pos)
            }
            TrackColumn::Seen => self.seen(inputs, target.as_ref()?.0, age, rates_hz),
            TrackColumn::Met => {
                let (_, screen) = target.as_ref()?;
                screen.session?;
                self.drawn(screen, shot.id.shooter, tick_line - screen.lag, rates_hz)
            }
        })
    }

    /// What a shot of an age was held against, before its trigger too: there, what its rule would
    /// have looked at.
    fn judged(
        &self,
        inputs: &ReportInputs,
        ship: ShipId,
        age: Micros,
        rates_hz: &[u16],
    ) -> Option<RewoundPose> {
        let ReportInputs { shot, viewed, shooter, .. } = inputs;
        let rate = self.clock.rate();
        let shooter_history = self.shooter_history(shooter.session, rates_hz, &[]);
        if age < Micros::ZERO {
            return if shot.rule.hit_rule.rewinds(shot.weapon()) {
                shooter_history.drawn(ship, viewed.at + age, None)
            } else {
                shooter_history.truly(ship, shot.fired + age)
            };
        }
        let since = (age - forward(shot, *viewed)).max(Micros::ZERO);
        let floor = rate.tick_at(shot.fired + since);
        let whole = rate.micros_at(floor) == shot.fired + since;
        let now = if whole { floor } else { floor.next() };
        let present = self.history.pose(ship.idx, now).filter(|pose| pose.ship == ship)?;
        let past = ShooterHistory { now, ..shooter_history };
        target(&past, shot, *viewed, &present, age)
    }

    /// Where the shooter's screen drew a ship.
    fn seen(&self, e: &ReportInputs, ship: ShipId, age: Micros, rates_hz: &[u16]) -> Option<Vec2> {
        let claimed = self.clock.rate().micros_in_steps(e.claimed.0);
        if age == Micros::ZERO {
            let shooter_history = self.shooter_history(e.shooter.session, rates_hz, &[]);
            return on_screen(&shooter_history, e.shooter.remote, ship, claimed, e.shot.pair);
        }
        self.drawn(&e.shooter, ship, claimed + age, rates_hz)
    }

    /// Where a screen drew a living ship when it showed this moment of the others.
    fn drawn(&self, screen: &Screen, ship: ShipId, view: Micros, rates_hz: &[u16]) -> Option<Vec2> {
        let shooter_history = self.shooter_history(screen.session, rates_hz, &[]);
        let lives = shooter_history.truly(ship, view).is_some_and(|found| found.pose.alive);
        lives.then(|| on_screen(&shooter_history, screen.remote, ship, view, None)).flatten()
    }

    fn target_of(&self, t: &TargetRecord, e: &ReportInputs, rates_hz: &[u16]) -> ReportTarget {
        let age = self.clock.rate().micros_in_steps(t.age);
        let found = self.judged(e, t.ship, age, rates_hz);
        ReportTarget {
            seen: self.seen(e, t.ship, age, rates_hz).map(Steps::of_pos),
            bracket: found.map(|found| self.bracket(found.bracket, e.shot.fired)),
        }
    }

    /// A bracket as offsets to a moment.
    fn bracket(&self, bracket: Bracket, fired: Micros) -> ReportBracket {
        let steps =
            |at: Micros| i32::try_from(self.clock.rate().view_at(at - fired).0).unwrap_or(i32::MIN);
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

/// A span in µs as it travels.
fn in_micros(span: Micros) -> i32 {
    span.0.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
