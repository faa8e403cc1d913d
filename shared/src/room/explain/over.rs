//! Handles the end of a shot: sends its record to the shooter and stores what its report is made
//! from. Runs when its last decision has been applied.

use alloc::{sync::Arc, vec::Vec};

use super::judged_shots::{JudgedShot, KeptShot, KeptTarget, Screen, ShotTarget};
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
    room::{open_shot::OpenShot, state::Room},
    sim::{event::Decision, ship::ShipId},
    wire::message::ServerControl,
};

impl Room {
    /// Sends the record of a finished shot to its shooter, and stores the shot if it concerns a
    /// player.
    pub(in crate::room) fn send_record(&mut self, open: &OpenShot, marker_rates_hz: &[u16]) {
        let concerned = open.concerned().any(|ship| self.session_of(ship).is_some());
        if open.session.is_none() && !concerned {
            return;
        }
        let rate = self.clock.rate();
        let judged = self.judged_by_now(open, marker_rates_hz);
        let record = judged.record(rate);
        if *self.kept.marker_rates_hz != *marker_rates_hz {
            self.kept.marker_rates_hz = Arc::from(marker_rates_hz);
        }
        let acked_seats = self.acknowledged_ships(open);
        self.kept.judged.push(KeptShot::new(
            &judged,
            rate,
            self.kept.marker_rates_hz.clone(),
            acked_seats,
        ));
        let Some(id) = open.session else { return };
        if let Some(session) = self.session_mut(id) {
            session.report_requests.add_own_shot(record.shot);
            session.counts.count_shot(&record, rate);
            if record.rule.by_claim() {
                if session.decided.len() == DECIDED_MAX {
                    session.decided.pop_front();
                }
                session.decided.push_back(record.shot);
            }
        }
        self.send_control(id, &ServerControl::Judged(record));
    }

    /// An open shot in stored form; `None` if nothing of it is decided, or if it does not concern
    /// the ship.
    pub(in crate::room) fn kept_so_far(&self, open: &OpenShot, ship: ShipId) -> Option<KeptShot> {
        open.verdict?;
        let marker_rates_hz = &*self.scratch.judge.marker_rates_hz;
        let judged = self.judged_by_now(open, marker_rates_hz);
        let acked_seats = self.acknowledged_ships(open);
        let kept =
            KeptShot::new(&judged, self.clock.rate(), Arc::from(marker_rates_hz), acked_seats);
        judged.concerns(ship).then_some(kept)
    }

    /// All that is known of a shot by now, except the poses of ships.
    fn judged_by_now(&self, open: &OpenShot, marker_rates_hz: &[u16]) -> JudgedShot {
        let fired = self.clock.rate().tick_at(open.hit_test.shot().fired);
        let moments = (fired.0..=self.world.tick.0).map(Tick);
        let moments = moments.map(|tick| self.past_of_shot(open, tick, marker_rates_hz));
        self.judged_shot(open, &closest_approaches(&open.hit_test, moments))
    }

    /// The seats in the snapshot that the shooter had acknowledged, if it did not contain every
    /// ship.
    fn acknowledged_ships(&self, open: &OpenShot) -> Option<Arc<SeatSet>> {
        let session = open.session.and_then(|id| self.session(id))?;
        session.flow.sent.part_at(open.hit_test.shot().acked?).cloned()
    }

    /// All that is known of a finished shot, except the poses of ships.
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

    /// What a ship's player sees, from the view of its last shot or else from its subscription.
    pub(in crate::room) fn screen(&self, ship: ShipId, delay_ms: u16) -> Screen {
        let Some(session) = self.session_of(ship) else {
            let remote = RemoteView::Interpolate;
            return Screen { session: None, remote, lag: Micros::ZERO };
        };
        let rate = self.clock.rate();
        let subscription = &session.subscription;
        let latency = session.newest_link_stats().latency();
        let lag = match (session.view.lag, subscription.remote) {
            (None, RemoteView::Predicted) => Micros::ZERO,
            (_, RemoteView::Delayed) => Micros::from_ms(delay_ms.into()),
            // The view was of the frame before the command: half a tick, on average.
            (Some(steps), _) => rate.micros_in_steps(steps - VIEW_STEPS_PER_TICK / 2),
            (None, RemoteView::Interpolate) => {
                latency + subscription.effective_interpolation_delay()
            }
            // The newest snapshot is half an interval old, on average.
            (None, _) => latency + Micros(500_000 / i64::from(subscription.update_rate_hz.max(1))),
        };
        Screen { session: Some(session.id), remote: subscription.remote, lag }
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
