//! One player's connection as the room sees it: received commands and sent snapshots.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    aim_assist::SaidAimAssist,
    epoch::KeyEpoch,
    explain::report_requests::ReportRequests,
    held::Lost,
    idle::Idleness,
    interest::{Interest, SnapshotBounds},
    latencies::SentLatencies,
    output::SessionId,
    recent_peak::RecentPeak,
    rtt_estimator::RttEstimator,
    session_counts::SessionCounts,
    snapshot_flow::SnapshotFlow,
    truce::Truce,
};
use crate::{
    base::{
        geometry::Vec2,
        limits::COMMAND_WINDOW_TICKS,
        seat_set::SeatSet,
        tick_ring::TickRing,
        time::{Micros, Tick, TickClock, TickRate, ViewTime},
    },
    judge::{
        shot::{HitClaim, LinkStats},
        view,
    },
    netcode::{
        choices::RateRule,
        rates::RateLimits,
        values::{RoomNetcode, Subscription},
    },
    schemes::{
        quakeworld::Rate,
        source::{
            movement_bank::MovementBank,
            send_schedule::{SendDecision, SendSchedule},
        },
        targeting,
    },
    sim::{command::UserCommand, event::ShotId, ship::ShipId, state::WorldState},
    wire::{
        codec::CodecId,
        message::Access,
        snapshot::{MarginReport, snapshot_interval},
    },
};

/// How snapshots are spread over ticks among viewers with the same update rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// All in the same ticks, so that a body serves many viewers.
    Common,
    /// Each in ticks given by its seat, which spreads the load evenly: where bodies are not shared,
    /// there is no gain in sending all at the same time.
    Own,
}

/// How a command arrived.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CommandArrival {
    /// Its execution wait: from its packet's arrival to the tick of the newest command in that
    /// packet. The earlier ones had waited for that one at the client.
    pub(super) waited: Micros,
    /// How long before its own tick it arrived.
    pub(super) margin: Micros,
}

/// A player's connection.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Session {
    pub(super) id: SessionId,
    pub(super) ship: ShipId,
    pub(super) codec: CodecId,
    /// When its player took the seat; not part of the match's state, which does not depend on it.
    #[serde(skip)]
    pub(super) joined_at: Tick,
    /// The lost connection, if it is lost: its seat is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lost: Option<Lost>,
    /// The player's first session, if this one resumes it; identifies the founder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) original_session: Option<SessionId>,
    /// How long its player has done nothing.
    pub(super) idleness: Idleness,
    /// Whether the room's bots spare its ship.
    #[serde(skip_serializing_if = "Truce::is_new")]
    pub(super) truce: Truce,
    /// Commands by their key, until their tick is simulated.
    pub(super) window: TickRing<UserCommand>,
    /// How each command arrived, by its key.
    pub(super) arrivals: TickRing<CommandArrival>,
    /// The newest key received in the present epoch of the room's clock.
    pub(super) newest_key: Option<Tick>,
    /// The newest key of that epoch that was too far ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) newest_early: Option<Tick>,
    /// The first key received, under lockstep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_key: Option<Tick>,
    pub(super) keys: KeyEpoch,
    /// The last command executed, stand-ins included.
    pub(super) last: UserCommand,
    /// The last tick whose own command was executed.
    pub(super) last_real: Tick,
    /// The key of the newest command that was executed, stood in for, or dropped by an empty bank;
    /// this is what is acknowledged to the client.
    pub(super) executed: Tick,
    /// Ticks it may still use, where ticks are banked.
    pub(super) bank: MovementBank,
    /// The snapshots sent to it and acknowledged.
    pub(super) flow: SnapshotFlow,
    pub(super) view: ViewEpoch,
    /// The smallest margin since the last snapshot.
    pub(super) margin: Option<MarginReport>,
    /// Received commands that were too late or too early to execute, modulo 256.
    pub(super) mistimed: u8,
    pub(super) echo: RttEstimator,
    /// The ships waiting to be sent in a large room.
    pub(super) interest: Interest,
    /// The subscription it asked for.
    wish: Subscription,
    /// The subscription granted.
    pub(super) subscription: Subscription,
    /// How far behind the newest snapshot it draws remote ships.
    drawn_behind: RecentPeak,
    /// How long executed commands had waited for their ticks.
    waited: RecentPeak,
    /// Its snapshots against its byte rate.
    rate: Rate,
    schedule: SendSchedule,
    /// Snapshots left out for it, modulo 256.
    pub(super) choked: u8,
    /// Whether it may change the rules, as last sent.
    pub(super) access: Access,
    /// Its latency, as last broadcast.
    pub(super) sent_latencies: SentLatencies,
    /// Whether its player uses aim assist; not part of the match's state, which does not depend on
    /// it.
    #[serde(skip)]
    pub(super) aim_assist: SaidAimAssist,
    /// The reports that it waits for; not part of the match's state, since reports on finished
    /// shots do not affect it.
    #[serde(skip)]
    pub(super) report_requests: ReportRequests,
    /// Its counters; not part of the match's state, which does not depend on them.
    #[serde(skip)]
    pub(super) counts: SessionCounts,
    /// Claimed hits, until their shot is executed; up to
    /// [`CLAIMS_MAX`](crate::base::limits::CLAIMS_MAX).
    pub(super) claims: Vec<HitClaim>,
    /// Its last shots that ended under a rule by claim, with or without one; up to [`DECIDED_MAX`].
    ///
    /// [`DECIDED_MAX`]: crate::base::limits::DECIDED_MAX
    pub(super) decided: VecDeque<ShotId>,
}

/// A view epoch: a stretch with unchanged view settings, within which view times may not run
/// backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct ViewEpoch {
    pub(super) number: u8,
    pub(super) opened: Tick,
    /// The newest view time used in this epoch.
    pub(super) floor: ViewTime,
    /// How far behind its key the view of the newest shot of this epoch was, in 1/256 tick.
    pub(super) lag: Option<i64>,
}

impl Session {
    /// Changes its subscription.
    pub(super) fn subscribe(&mut self, wish: &Subscription, limits: &RateLimits) {
        self.wish = *wish;
        self.grant(limits);
    }

    /// Grants what it asked for within these limits.
    pub(super) fn grant(&mut self, limits: &RateLimits) {
        self.subscription = limits.subscribed(&self.wish);
    }

    /// Whether its update rate makes a snapshot of this tick due, when only one in `one_of` is
    /// sent.
    pub(super) fn is_due(&self, one_of: u32, tick: Tick, rate: TickRate, phase: Phase) -> bool {
        let in_phase = match phase {
            Phase::Common => tick,
            Phase::Own => tick.plus(self.ship.idx.into()),
        };
        let interval = snapshot_interval(rate, self.subscription.update_rate_hz);
        in_phase.0.is_multiple_of(one_of * interval)
    }

    /// Whether a snapshot may be sent: the one before has been written, and the byte rate allows
    /// it.
    pub(super) fn may_send(&mut self, now: Micros) -> bool {
        self.flow.is_written()
            && match self.subscription.rate_rule {
                RateRule::QuakeWorld => self.rate.may_send(now, self.bytes_per_s()),
                RateRule::Source => self.schedule.try_send(now) == SendDecision::Send,
            }
    }

    /// Counts a due snapshot that is left out.
    pub(super) fn choke(&mut self) {
        self.choked = self.choked.wrapping_add(1);
    }

    /// Charges the byte rate with a snapshot. The schedule gets the bytes but no interval: ticks
    /// decide when a snapshot is due, so that a room that is late skips none.
    pub(super) fn charge_rate(&mut self, now: Micros, bytes: u32) {
        let bytes_per_s = self.bytes_per_s();
        self.rate.sent(now, bytes, bytes_per_s);
        self.schedule.sent(now, Micros::ZERO, bytes, bytes_per_s);
    }

    fn bytes_per_s(&self) -> u32 {
        1000 * u32::from(self.subscription.rate_kb_per_s)
    }

    /// The seats in a snapshot of a large room for this viewer, up to `ships_max`. A keyframe
    /// starts with the nearest ones, whatever was sent before.
    pub(super) fn select_relevant(
        &mut self,
        state: &WorldState,
        baseline: Option<Tick>,
        ships_max: u32,
        rate: TickRate,
    ) -> SeatSet {
        let around = self.around(state);
        let known = baseline.and_then(|_| self.flow.sent.newest_part()).map(Arc::as_ref);
        let bounds = SnapshotBounds { subscription: &self.subscription, ships_max };
        self.interest.select_relevant(state, known, (self.ship.idx, around), bounds, rate)
    }

    /// Where its ship is, or died.
    pub(super) fn around(&self, state: &WorldState) -> Vec2 {
        state.ship(self.ship).map(|ship| ship.body.pos).unwrap_or_default()
    }

    pub(super) fn new(
        id: SessionId,
        ship: ShipId,
        codec: CodecId,
        clock: &TickClock,
        tick: Tick,
    ) -> Self {
        let rate = clock.rate();
        Self {
            id,
            ship,
            codec,
            joined_at: tick,
            lost: None,
            original_session: None,
            idleness: Idleness::from(tick),
            truce: Truce::default(),
            window: TickRing::new(COMMAND_WINDOW_TICKS),
            arrivals: TickRing::new(COMMAND_WINDOW_TICKS),
            newest_key: None,
            newest_early: None,
            first_key: None,
            keys: KeyEpoch::joined_in(clock.epoch()),
            last: UserCommand::default(),
            last_real: tick,
            executed: tick,
            bank: MovementBank::default(),
            flow: SnapshotFlow::new(tick, rate),
            view: ViewEpoch::default(),
            margin: None,
            mistimed: 0,
            echo: RttEstimator::default(),
            interest: Interest::new(),
            wish: Subscription::default(),
            subscription: Subscription::default(),
            drawn_behind: RecentPeak::default(),
            waited: RecentPeak::default(),
            rate: Rate::default(),
            schedule: SendSchedule::default(),
            choked: 0,
            access: Access::May,
            sent_latencies: SentLatencies::default(),
            aim_assist: SaidAimAssist::default(),
            report_requests: ReportRequests::default(),
            counts: SessionCounts::default(),
            claims: Vec::new(),
            decided: VecDeque::new(),
        }
    }

    /// Records how early a command arrived; the next snapshot reports the smallest margin.
    pub(super) fn record_margin(&mut self, report: MarginReport) {
        let least = self.margin.map_or(i16::MAX, |known| known.sixteenths);
        if report.sixteenths < least {
            self.margin = Some(report);
        }
    }

    /// The connection's statistics, for a command that waited this long for its tick.
    pub(super) fn link_stats(&self, waited: Micros) -> LinkStats {
        let round_trip = Micros(self.echo.round_trip_micros().unwrap_or(0));
        LinkStats { round_trip, lead: targeting::lead(round_trip, waited) }
    }

    /// The execution wait of a command; zero if it did not arrive.
    pub(super) fn execution_wait(&self, key: Tick) -> Micros {
        self.arrivals.get(key).map_or(Micros::ZERO, |arrival| arrival.waited)
    }

    /// After a tick's commands: updates what, besides the round trip, explains the age of a view.
    pub(super) fn update_peaks(&mut self, tick: Tick, rate: TickRate, rules: &RoomNetcode) {
        self.drawn_behind.record(self.subscription.drawn_behind(rules), tick, rate);
        let waited = self.execution_wait(self.executed);
        self.waited.record(waited, tick, rate);
    }

    /// The age of the oldest view that the connection explains, for a shot executed now, `late`
    /// after its key. Every part of the age is a recent maximum, so that jitter never makes an
    /// honest view implausible. `None` before the first echo, and under lockstep, where a view has
    /// no age in time.
    pub(super) fn plausible_age(&self, late: Micros, rules: &RoomNetcode) -> Option<Micros> {
        if rules.lockstep().is_some() {
            return None;
        }
        let round_trip = Micros(self.echo.greatest_micros()?);
        let link = LinkStats { round_trip, lead: targeting::lead(round_trip, self.waited.get()) };
        Some(view::plausible_age(link, self.drawn_behind.get()) + late)
    }

    /// Requests an extra probe if the newest acknowledged snapshot is older than the measured round
    /// trips explain: the connection may have become slower. Called for every packet.
    pub(super) fn probe_if_stale(&mut self, now: Micros, clock: &TickClock) {
        let (Some(acked), Some(round_trip)) = (self.flow.acked, self.echo.greatest_micros()) else {
            return;
        };
        let interval = snapshot_interval(clock.rate(), self.subscription.update_rate_hz);
        let explained = Micros(round_trip) + clock.rate().micros_at(Tick(interval));
        if now - clock.at(acked) > explained + view::PLAUSIBLE_SLACK {
            self.echo.request_extra_probe();
        }
    }

    /// The connection's statistics, for the command executed last.
    pub(super) fn newest_link_stats(&self) -> LinkStats {
        self.link_stats(self.execution_wait(self.executed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netcode::choices::CommandPolicy;

    /// Answers an open probe after `ms`.
    fn answer(echo: &mut RttEstimator, now: Micros, ms: i64) {
        let nonce = echo.ask(now);
        echo.answer(now + Micros::from_ms(ms), nonce);
    }

    #[test]
    fn views_are_explained_by_the_greatest_of_five_round_trips() {
        let ms = Micros::from_ms;
        let clock = TickClock::new(TickRate::DEFAULT, Micros::ZERO);
        let (id, ship) = (SessionId(0), ShipId::default());
        let mut session = Session::new(id, ship, CodecId::ALL[0], &clock, Tick(0));
        let rules = RoomNetcode::default();
        session.update_peaks(Tick(1), clock.rate(), &rules);
        assert_eq!(session.plausible_age(Micros::ZERO, &rules), None, "before the first echo");
        for (n, (echo_ms, greatest_ms)) in
            [(60, 60), (250, 250), (60, 250), (60, 250), (60, 250), (60, 250), (60, 60)]
                .into_iter()
                .enumerate()
        {
            answer(&mut session.echo, ms(2000 * n as i64), echo_ms);
            let want = greatest_ms + 100 + 80;
            assert_eq!(session.plausible_age(Micros::ZERO, &rules), Some(ms(want)), "echo {n}");
            assert_eq!(
                session.plausible_age(ms(30), &rules),
                Some(ms(want + 30)),
                "a late command"
            );
        }
        let lockstep = RoomNetcode { commands: CommandPolicy::Lockstep, ..rules };
        assert_eq!(session.plausible_age(Micros::ZERO, &lockstep), None);
        // Recent settings and waits still count for a while.
        session.executed = Tick(2);
        session.arrivals.insert(Tick(2), CommandArrival { waited: ms(40), margin: ms(40) });
        session.subscription.interpolation_ms = 20;
        session.update_peaks(Tick(2), clock.rate(), &rules);
        session.executed = Tick(3);
        session.update_peaks(Tick(3), clock.rate(), &rules);
        assert_eq!(session.plausible_age(Micros::ZERO, &rules), Some(ms(60 + 40 + 100 + 80)));
        session.update_peaks(Tick(120), clock.rate(), &rules);
        assert_eq!(session.plausible_age(Micros::ZERO, &rules), Some(ms(60 + 20 + 80)));
    }

    #[test]
    fn a_late_acknowledgement_triggers_one_extra_probe() {
        let ms = Micros::from_ms;
        let clock = TickClock::new(TickRate::DEFAULT, Micros::ZERO);
        let (id, ship) = (SessionId(0), ShipId::default());
        let mut session = Session::new(id, ship, CodecId::ALL[0], &clock, Tick(0));
        session.flow.acked = Some(Tick(60));
        session.probe_if_stale(ms(9000), &clock);
        assert!(!session.echo.should_ask(), "nothing was measured yet");
        answer(&mut session.echo, ms(0), 50);
        // The snapshot of one second; 50 ms of round trip, 33 between snapshots, and 80 of slack.
        session.probe_if_stale(ms(1000 + 163), &clock);
        assert!(!session.echo.should_ask());
        session.probe_if_stale(ms(1000 + 164), &clock);
        assert!(session.echo.should_ask());
        let nonce = session.echo.ask(ms(1200));
        assert!(!session.echo.should_ask(), "it is asked");
        session.probe_if_stale(ms(1250), &clock);
        session.echo.answer(ms(1251), nonce);
        assert!(!session.echo.should_ask(), "once");
        answer(&mut session.echo, ms(2000), 50);
        session.probe_if_stale(ms(2100), &clock);
        assert!(session.echo.should_ask(), "and again after the one that was due");
        let due = session.echo.ask(ms(4000));
        session.probe_if_stale(ms(4001), &clock);
        assert!(!session.echo.should_ask(), "not while one is open");
        session.echo.answer(ms(4050), due);
    }
}
