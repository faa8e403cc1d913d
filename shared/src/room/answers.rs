//! The answers to requests for reports, each given once: the report, when every tick that it covers
//! has been simulated, or the reason why there is none. A few reports a tick, another player first
//! in every tick, so that a crowd that asks costs no more.

use alloc::boxed::Box;

use super::{
    output::SessionId,
    report_requests::{Extent, ReportRequest},
    seat::Seat,
    session::Session,
    state::Room,
};
use crate::{
    base::{
        limits::{COMMAND_LEAD_MAX_MS, REBUILD_TICKS, REPORTS_PER_TICK, SHOT_KEPT_MS},
        time::{Micros, Tick},
    },
    report::shot_report::{ReportRefusal, ShotReport},
    sim::event::ShotId,
    wire::message::{Refusal, ServerControl},
};

/// What becomes of a request now.
enum Answer {
    Wait,
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
    /// A player looks into a shot.
    pub(super) fn take_report_request(&mut self, id: SessionId, shot: ShotId) {
        let Some(session) = self.session_mut(id) else { return };
        if !session.report_requests.add(ReportRequest { shot, extent: Extent::Whole }) {
            self.refuse_report(id, shot, ReportRefusal::Busy);
        }
    }

    /// Answers the requests whose time has come, as many as a tick may.
    pub(super) fn answer_report_requests(&mut self) {
        let tick = self.world.tick;
        let (n_seats, mut left) = (usize::from(self.config.seats), REPORTS_PER_TICK);
        self.forget_kept(tick);
        for n in 0..n_seats {
            let seat = (n + tick.0 as usize) % n_seats;
            let Some(Seat::Player(session)) = self.seats.get_mut(seat) else { continue };
            if session.report_requests.waiting.is_empty() {
                continue;
            }
            let id = session.id;
            let mut waiting = core::mem::take(&mut session.report_requests.waiting);
            waiting.retain(|request| self.answer_or_keep(id, request, &mut left));
            if let Some(session) = self.session_mut(id) {
                session.report_requests.waiting = waiting;
            }
        }
    }

    /// Once a second: what nobody can look into any more is forgotten.
    fn forget_kept(&mut self, tick: Tick) {
        let rate = self.clock.rate();
        if tick.0.is_multiple_of(rate.hz().into()) {
            self.judged.forget_old(tick, rate);
            self.departed_ticks.forget_old(tick, rate);
        }
    }

    /// Answers a request if it is due; true keeps it in the queue.
    fn answer_or_keep(&mut self, id: SessionId, request: &ReportRequest, left: &mut usize) -> bool {
        let Some(session) = self.session(id) else { return false };
        match self.answer(session, request, *left > 0) {
            Answer::Wait => return true,
            Answer::Report(report, rows) => {
                *left -= 1;
                if rows == Rows::Rebuilt {
                    self.rebuilt_at = Some(self.world.tick);
                }
                self.stats.reports += 1;
                self.say(id, &ServerControl::Report(report));
            }
            // Nobody asked for that one shot.
            Answer::Refuse(_) if request.extent == Extent::WithoutTrack => {}
            Answer::Refuse(why) => self.refuse_report(id, request.shot, why),
        }
        false
    }

    /// What a request comes to now. A player may ask for a shot of its own whose command is still
    /// to come: until then it is waited for, as long as a command may be ahead.
    fn answer(&self, session: &Session, request: &ReportRequest, may_tell: bool) -> Answer {
        let (rate, shot) = (self.clock.rate(), request.shot);
        let now = rate.micros_at(self.world.tick);
        if let Some(kept) = self.kept_shot(shot) {
            let rows = if self.is_in_history(kept) { Rows::History } else { Rows::Rebuilt };
            let is_own = shot.shooter == session.ship;
            return if !is_own && kept.open().is_none_or(|judged| !judged.concerns(session.ship)) {
                Answer::Refuse(ReportRefusal::NotYours)
            } else if now < kept.due(rate)
                || !may_tell
                || (rows == Rows::Rebuilt && !self.may_rebuild())
            {
                Answer::Wait
            } else {
                let evidence = self.evidence_of(kept);
                let report = evidence.map(|e| self.report_of(&e, session.ship, request.extent));
                report.map_or(Answer::Refuse(ReportRefusal::TooOld), |report| {
                    Answer::Report(Box::new(report), rows)
                })
            };
        }
        let is_open = self.shots.iter().any(|open| open.hit_test.shot().id == shot);
        let lead = rate.ticks_in_ms(COMMAND_LEAD_MAX_MS);
        let is_to_come = shot.shooter == session.ship
            && shot.tick > session.executed
            && shot.tick <= self.world.tick.plus(lead);
        let is_old = rate.micros_at(shot.tick) + Micros::from_ms(SHOT_KEPT_MS.into()) < now
            || self.judged.is_displaced(shot);
        match (is_open || is_to_come, is_old) {
            (true, _) => Answer::Wait,
            (false, true) => Answer::Refuse(ReportRefusal::TooOld),
            (false, false) => Answer::Refuse(ReportRefusal::Unknown),
        }
    }

    /// Whether it is time for another report whose past has to be rebuilt.
    fn may_rebuild(&self) -> bool {
        let since = self.rebuilt_at.map(|last| self.world.tick.since(last));
        since.is_none_or(|ticks| ticks >= i64::from(REBUILD_TICKS))
    }

    fn refuse_report(&mut self, id: SessionId, shot: ShotId, why: ReportRefusal) {
        self.say(id, &ServerControl::Refused(Refusal::Report { shot, why }));
    }
}
