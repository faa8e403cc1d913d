//! A shot is over: its record is told to its shooter, and what its report is made from is kept for
//! whom it concerns. Runs when its last decision has been carried out.

use alloc::{sync::Arc, vec::Vec};

use super::{
    judged_shots::{JudgedShot, KeptShot, KeptTarget, Screen, ShotTarget},
    open_shot::OpenShot,
    state::Room,
};
use crate::{
    base::{
        geometry::Steps,
        limits::DECIDED_MAX,
        seat_set::SeatSet,
        time::{Micros, Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    netcode::choices::RemoteView,
    report::{
        closest_approach::{ClosestApproach, ClosestApproaches, closest_approaches},
        shot_record::TargetRecord,
        shot_report::{ReportLink, distance_steps},
    },
    sim::{event::Decision, ship::ShipId},
    wire::message::ServerControl,
};

impl Room {
    /// A shot is over: its shooter is told its record, and what a report is made from is kept for
    /// whom it concerns.
    pub(super) fn send_record(&mut self, open: &OpenShot, marker_rates_hz: &[u16]) {
        let concerned = open.concerned().any(|ship| self.session_of(ship).is_some());
        if open.session.is_none() && !concerned {
            return;
        }
        let rate = self.clock.rate();
        let judged = self.judged_by_now(open, marker_rates_hz);
        let record = judged.record(rate);
        if *self.marker_rates_hz != *marker_rates_hz {
            self.marker_rates_hz = Arc::from(marker_rates_hz);
        }
        let told = self.acknowledged_ships(open);
        self.judged.push(KeptShot::new(&judged, rate, self.marker_rates_hz.clone(), told));
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
        self.send_control(id, &ServerControl::Judged(record));
    }

    /// A shot that is not over, as if it were: if something of it is decided, and that concerns a
    /// ship.
    pub(super) fn kept_so_far(&self, open: &OpenShot, ship: ShipId) -> Option<KeptShot> {
        open.verdict?;
        let marker_rates_hz = &*self.scratch.marker_rates_hz;
        let judged = self.judged_by_now(open, marker_rates_hz);
        let told = self.acknowledged_ships(open);
        let kept = KeptShot::new(&judged, self.clock.rate(), Arc::from(marker_rates_hz), told);
        judged.concerns(ship).then_some(kept)
    }

    /// What is known of a shot by now, besides where everybody was.
    fn judged_by_now(&self, open: &OpenShot, marker_rates_hz: &[u16]) -> JudgedShot {
        let fired = self.clock.rate().tick_at(open.hit_test.shot().fired);
        let moments = (fired.0..=self.world.tick.0).map(Tick);
        let moments = moments.map(|tick| self.past_of_shot(open, tick, marker_rates_hz));
        self.judged_shot(open, &closest_approaches(&open.hit_test, moments))
    }

    /// Of whom the snapshot told that a shooter had acknowledged, where it told of some only.
    fn acknowledged_ships(&self, open: &OpenShot) -> Option<Arc<SeatSet>> {
        let session = open.session.and_then(|id| self.session(id))?;
        session.sent.part_at(open.hit_test.shot().acked?).cloned()
    }

    /// What is known of a shot that is over, besides where everybody was.
    fn judged_shot(&self, open: &OpenShot, approaches: &ClosestApproaches) -> JudgedShot {
        let (shot, rate) = (*open.hit_test.shot(), self.clock.rate());
        let verdict = open.verdict.unwrap_or(Decision::Missed);
        let is_void = matches!(verdict, Decision::Void { .. });
        let mut concerned: Vec<ShipId> = open.concerned().collect();
        let nearest = approaches.nearest.first().map(|look| look.ship);
        concerned.extend(nearest.filter(|ship| !concerned.contains(ship)));
        let target = |ship: ShipId| ShotTarget {
            ship,
            link: self.session_of(ship).map(|of| ReportLink::of(of.newest_link_stats())),
            screen: self.screen(ship, shot.rule.delay_ms),
        };
        JudgedShot {
            claimed: open.claimed,
            judged_at: self.world.tick,
            verdict,
            nearest: approaches
                .nearest
                .iter()
                .map(|look| KeptTarget::of(&target_record(look, rate)))
                .collect(),
            n_seen: approaches.n_seen,
            order: open.order,
            arrived: open.arrived,
            undone: open.undone,
            refused: open.refused,
            void: open.hit_test.void().map(|(_, cause)| cause).filter(|_| is_void),
            cover: open.hit_test.cover(),
            shooter: Screen {
                session: open.session,
                ..self.screen(shot.id.shooter, shot.rule.delay_ms)
            },
            subscription: open.session.and_then(|id| self.session(id)).map(|s| s.subscription),
            targets: concerned.into_iter().map(target).collect(),
            shot,
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

fn target_record(look: &ClosestApproach, rate: TickRate) -> TargetRecord {
    TargetRecord {
        ship: look.ship,
        judged: Steps::of_pos(look.judged),
        present: Steps::of_pos(look.present),
        distance: distance_steps(look.distance_u),
        age: rate.view_at(look.age).since(ViewTime(0)),
    }
}
