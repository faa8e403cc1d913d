//! Answers requests for shot reports. The first answer holds what the rule in force has decided so
//! far. The whole report, with the verdicts of the other schemes, follows when every tick that it
//! covers has been simulated; a refusal says why there is none. A player who is shot down gets the
//! first answer unasked.
//!
//! A few reports are sent per tick, requested ones first, and each tick starts at another player,
//! so a burst of requests adds no load per tick.

use alloc::boxed::Box;

use super::{
    judged_shots::KeptShot,
    report_requests::{Cause, Extent, ReportRequest, ReportSent},
};
use crate::{
    base::{
        limits::{COMMAND_LEAD_MAX_MS, REBUILD_TICKS, REPORTS_PER_TICK, SHOT_KEPT_MS},
        time::{Micros, Tick},
    },
    report::shot_report::{ReportRefusal, ShotReport},
    room::{
        open_shot::OpenShot, output::SessionId, seat::Seat, session::Session,
        shedding::sends_unasked_reports, state::Room,
    },
    sim::{event::ShotId, ship::ShipId},
    wire::message::{Refusal, ServerControl},
};

/// The outcome of a request for now.
enum Answer {
    Wait,
    /// What has been decided so far; the request keeps waiting for the rest.
    SoFar(Box<ShotReport>, ReportSent),
    Report(Box<ShotReport>, Rows),
    Refuse(ReportRefusal),
}

/// Where the rows of a report come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    History,
    Rebuilt,
}

impl Room {
    /// Queues a player's request for the report of a shot.
    pub(in crate::room) fn handle_report_request(&mut self, id: SessionId, shot: ShotId) {
        let Some(session) = self.session_mut(id) else { return };
        if !session.report_requests.add(ReportRequest::asked(shot, Extent::Whole)) {
            self.refuse_report(id, shot, ReportRefusal::Busy);
        }
    }

    /// Answers due requests, up to the limit of a tick.
    pub(in crate::room) fn answer_report_requests(&mut self) {
        let tick = self.world.tick;
        let (n_seats, mut left) = (usize::from(self.config.seats), REPORTS_PER_TICK);
        self.expire_judged_shots(tick);
        for cause in Cause::ALL {
            for n in 0..n_seats {
                self.answer_seat((n + tick.0 as usize) % n_seats, cause, &mut left);
            }
        }
    }

    /// Answers the requests of a seat's player that have this cause.
    fn answer_seat(&mut self, seat: usize, cause: Cause, left: &mut usize) {
        let Some(Seat::Player(session)) = self.seats.get_mut(seat) else { return };
        if session.report_requests.waiting.is_empty() {
            return;
        }
        let id = session.id;
        let mut waiting = core::mem::take(&mut session.report_requests.waiting);
        waiting
            .retain_mut(|request| request.cause != cause || self.answer_or_keep(id, request, left));
        if let Some(session) = self.session_mut(id) {
            session.report_requests.waiting = waiting;
        }
    }

    /// Queues the report of a shot for the player it killed, unless the server is under too much
    /// load.
    pub(in crate::room) fn report_death(&mut self, victim: ShipId, shot: ShotId) {
        if !sends_unasked_reports(self.pressure) {
            return;
        }
        if let Some(id) = self.session_of(victim).map(|session| session.id)
            && let Some(session) = self.session_mut(id)
        {
            session.report_requests.add(ReportRequest::of_death(shot));
        }
    }

    /// Once a second: drops shots whose reports can no longer be requested.
    fn expire_judged_shots(&mut self, tick: Tick) {
        let rate = self.clock.rate();
        if tick.0.is_multiple_of(rate.hz().into()) {
            self.kept.judged.forget_old(tick, rate);
            self.kept.departed_ticks.forget_old(tick, rate);
        }
    }

    /// Answers a request if it is due; returns true to keep it in the queue.
    fn answer_or_keep(
        &mut self,
        id: SessionId,
        request: &mut ReportRequest,
        left: &mut usize,
    ) -> bool {
        let Some(session) = self.session(id) else { return false };
        match self.answer(session, request, *left > 0) {
            Answer::Wait => return true,
            Answer::SoFar(report, sent) => {
                *left -= 1;
                self.stats.reports += 1;
                request.sent = sent;
                self.send_control(id, &ServerControl::Report(report));
                // The full report follows only on request.
                return request.cause == Cause::Asked;
            }
            Answer::Report(report, rows) => {
                *left -= 1;
                if rows == Rows::Rebuilt {
                    self.kept.rebuilt_at = Some(self.world.tick);
                }
                self.stats.reports += 1;
                self.send_control(id, &ServerControl::Report(report));
            }
            // The player did not request this shot in particular.
            Answer::Refuse(_)
                if request.extent == Extent::WithoutTrack || request.cause == Cause::Death => {}
            Answer::Refuse(why) => self.refuse_report(id, request.shot, why),
        }
        false
    }

    /// The outcome of a request for now. A player may ask for a shot of its own whose command has
    /// not arrived yet; the request then waits, as long as a command may be ahead.
    fn answer(&self, session: &Session, request: &ReportRequest, may_tell: bool) -> Answer {
        let (rate, shot) = (self.clock.rate(), request.shot);
        if let Some(kept) = self.kept_shot(shot) {
            return self.answer_kept(session, request, kept, may_tell);
        }
        let open = self.shots.iter().find(|open| open.hit_test.shot().id == shot);
        if let Some(open) = open.filter(|_| may_tell) {
            return self.answer_open(session, request, open);
        }
        let now = rate.micros_at(self.world.tick);
        let lead = rate.ticks_in_ms(COMMAND_LEAD_MAX_MS);
        let is_to_come = shot.shooter == session.ship
            && shot.tick > session.executed
            && shot.tick <= self.world.tick.plus(lead);
        let is_old = rate.micros_at(shot.tick) + Micros::from_ms(SHOT_KEPT_MS.into()) < now
            || self.kept.judged.is_displaced(shot);
        match (open.is_some() || is_to_come, is_old) {
            (true, _) => Answer::Wait,
            (false, true) => Answer::Refuse(ReportRefusal::TooOld),
            (false, false) => Answer::Refuse(ReportRefusal::Unknown),
        }
    }

    /// The outcome for a shot that is over.
    fn answer_kept(
        &self,
        session: &Session,
        request: &ReportRequest,
        kept: &KeptShot,
        may_tell: bool,
    ) -> Answer {
        let rate = self.clock.rate();
        let is_due = rate.micros_at(self.world.tick) >= kept.due(rate);
        if !is_due && request.sent == ReportSent::Over {
            return Answer::Wait;
        }
        let is_own = request.shot.shooter == session.ship;
        if !is_own && kept.open().is_none_or(|judged| !judged.concerns(session.ship)) {
            return Answer::Refuse(ReportRefusal::NotYours);
        }
        let rows = if self.is_in_history(kept) { Rows::History } else { Rows::Rebuilt };
        let is_early = !is_due && request.extent == Extent::WithoutTrack;
        if !may_tell || is_early || (rows == Rows::Rebuilt && !self.may_rebuild()) {
            return Answer::Wait;
        }
        let evidence = self.evidence_of(kept);
        let report = evidence.map(|e| self.report_of(&e, session.ship, request.extent));
        match report.map(Box::new) {
            None => Answer::Refuse(ReportRefusal::TooOld),
            Some(report) if is_due => Answer::Report(report, rows),
            Some(report) => Answer::SoFar(report, ReportSent::Over),
        }
    }

    /// The outcome for an open shot: what has been decided, sent once.
    fn answer_open(&self, session: &Session, request: &ReportRequest, open: &OpenShot) -> Answer {
        let sent = open.verdict.map(ReportSent::Open);
        let sent = sent.filter(|sent| request.extent == Extent::Whole && request.sent != *sent);
        let Some(sent) = sent else { return Answer::Wait };
        let kept = self.kept_so_far(open, session.ship);
        let evidence = kept.as_ref().and_then(|kept| self.evidence_of(kept));
        evidence.map_or(Answer::Wait, |evidence| {
            let report = self.report_of(&evidence, session.ship, request.extent);
            Answer::SoFar(Box::new(report), sent)
        })
    }

    /// Whether another report may rebuild its past from the journal by now.
    fn may_rebuild(&self) -> bool {
        let since = self.kept.rebuilt_at.map(|last| self.world.tick.since(last));
        since.is_none_or(|ticks| ticks >= i64::from(REBUILD_TICKS))
    }

    fn refuse_report(&mut self, id: SessionId, shot: ShotId, why: ReportRefusal) {
        self.send_control(id, &ServerControl::Refused(Refusal::Report { shot, why }));
    }
}
