//! A shot is over: its record is told to its shooter, and what its report is made from is kept for
//! whom it concerns. Runs when its last decision has been carried out.

use alloc::vec::Vec;

use super::{
    judged_shots::{JudgedShot, Screen, ShotTarget},
    open_shot::OpenShot,
    state::Room,
};
use crate::{
    base::{
        limits::DECIDED_MAX,
        time::{Micros, Tick, VIEW_STEPS_PER_TICK},
    },
    judge::rule_table::TargetPoses,
    netcode::choices::RemoteView,
    report::{
        closest_approach::closest_approaches, shot_record::ShotRecord, shot_report::ReportLink,
    },
    sim::{event::Decision, ship::ShipId},
    wire::message::ServerControl,
};

impl Room {
    /// A shot is over: its shooter is told its record, and what a report is made from is kept for
    /// whom it concerns.
    pub(super) fn tell_record(&mut self, open: &OpenShot, marker_rates_hz: &[u16]) {
        let concerned = open.concerned().any(|ship| self.session_of(ship).is_some());
        if open.session.is_none() && !concerned {
            return;
        }
        let (rate, now) = (self.clock.rate(), self.world.tick);
        let fired = rate.tick_at(open.hit_test.shot().fired);
        let moments = (fired.0..=now.0).map(Tick);
        let moments = moments.map(|tick| self.past_of_shot(open, tick, marker_rates_hz));
        let approaches = closest_approaches(&open.hit_test, moments);
        let record = open.record(&approaches, now, rate);
        self.judged.push(self.judged_shot(open, record.clone(), marker_rates_hz));
        let Some(id) = open.session else { return };
        if let Some(session) = self.session_mut(id) {
            session.report_requests.note_judged(record.shot);
            session.counts.note_over(&record, rate);
            if record.rule.by_claim() {
                if session.decided.len() == DECIDED_MAX {
                    session.decided.pop_front();
                }
                session.decided.push_back(record.shot);
            }
        }
        self.say(id, &ServerControl::Judged(record));
    }

    /// What a report of a shot is made from.
    fn judged_shot(
        &self,
        open: &OpenShot,
        record: ShotRecord,
        marker_rates_hz: &[u16],
    ) -> JudgedShot {
        let shot = *open.hit_test.shot();
        let targets = shot.rule.hit_rule.targets(shot.weapon());
        let by_markers = matches!(targets, TargetPoses::Markers(_));
        let is_void = matches!(record.verdict, Decision::Void { .. });
        let nearest = record.targets.first().map(|target| target.ship);
        let target = |ship: ShipId| ShotTarget {
            ship,
            link: self.session_of(ship).map(|of| ReportLink::of(of.newest_link_stats())),
            screen: self.screen(ship, shot.rule.delay_ms),
        };
        JudgedShot {
            rewind: open.hit_test.rewind(),
            order: open.order,
            arrived: open.arrived,
            undone: open.undone,
            refused: open.refused,
            void: open.hit_test.void().map(|(_, cause)| cause).filter(|_| is_void),
            cover: open.hit_test.cover(),
            marker_rates_hz: if by_markers { marker_rates_hz.to_vec() } else { Vec::new() },
            shooter: Screen {
                session: open.session,
                ..self.screen(shot.id.shooter, shot.rule.delay_ms)
            },
            targets: open.concerned().chain(nearest).map(target).collect(),
            shot,
            record,
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
            (None, RemoteView::Predicted) => Micros::ZERO,
            (_, RemoteView::Delayed) => Micros::from_ms(delay_ms.into()),
            // The view was of the frame before the command: half a tick, on the average.
            (Some(steps), _) => rate.micros_in_steps(steps - VIEW_STEPS_PER_TICK / 2),
            (None, RemoteView::Interpolate) => news + told.lerp(),
            // The newest snapshot is half of their interval old, on the average.
            (None, _) => news + Micros(500_000 / i64::from(told.update_rate_hz.max(1))),
        };
        Screen { session: Some(session.id), remote: told.remote, lag }
    }
}
