//! One player's connection as the room sees it: received commands and sent snapshots.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    ack_wait::AckWait,
    allowance::Allowance,
    epoch::KeyEpoch,
    explain::report_requests::ReportRequests,
    full_update::{FullUpdate, FullUpdateWait},
    held::Lost,
    idle::Idleness,
    interest::{Interest, SnapshotBounds},
    output::SessionId,
    recent_peak::RecentPeak,
    rtt_estimator::RttEstimator,
    session_counts::SessionCounts,
    standings::SentStandings,
    truce::Truce,
};
use crate::{
    base::{
        geometry::Vec2,
        limits::{BASELINE_MS, COMMAND_WINDOW_TICKS, JOURNAL_MS},
        seat_set::SeatSet,
        tick_ring::TickRing,
        tick_set::TickSet,
        time::{Micros, Tick, TickClock, TickRate, ViewTime},
    },
    history::sent::SentLog,
    judge::{
        shot::{HitClaim, LinkStats},
        view,
    },
    netcode::{
        choices::RateRule,
        rates::RateLimits,
        values::{Delivery, RoomNetcode, Subscription},
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
        snapshot::{MarginReport, baseline_in_reach, snapshot_interval},
    },
};

/// How long a keyframe over a stream may take to arrive before another one is sent, in ms.
const KEYFRAME_WAIT_MS: u32 = 1000;
/// How long an unacknowledged keyframe over datagrams may serve as a baseline, in ms: a round trip
/// of 400, and the waits for a frame and for a packet.
const KEYFRAME_UNDER_WAY_MS: u32 = 500;

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
    /// The newest snapshot acknowledged; `None`: the client wants a keyframe.
    pub(super) acked: Option<Tick>,
    /// The newest snapshot written to a stream, where it is sure to arrive; `None`: a keyframe is
    /// due.
    pub(super) written: Option<Tick>,
    /// The snapshot waiting to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<Tick>,
    /// How many ticks it may be sent.
    pub(super) allowance: Allowance,
    /// Since when a deferred snapshot has waited for its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) held_since: Option<Tick>,
    /// When a keyframe was last written.
    keyframe_at: Option<Tick>,
    /// The full update that it requested.
    full_update: FullUpdate,
    /// The baseline of each sent snapshot.
    baseline_of: TickRing<Option<Tick>>,
    /// The newest tick that was sent twice with different baselines. The client may have either
    /// copy, and deltas on it depend on which, so only later ticks serve as baselines.
    #[serde(skip_serializing_if = "Option::is_none")]
    resent_with_other_baseline: Option<Tick>,
    /// How long it has acknowledged nothing.
    pub(super) ack_wait: AckWait,
    /// The snapshots sent to it.
    pub(super) sent: SentLog,
    /// The ticks of the snapshots of the last minute; not part of the match's state, which does not
    /// depend on it.
    #[serde(skip)]
    pub(super) sent_ticks: TickSet,
    pub(super) view: ViewEpoch,
    /// The smallest margin since the last snapshot.
    pub(super) margin: Option<MarginReport>,
    /// Received commands that were too late or too early to execute, modulo 256.
    pub(super) late: u8,
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
    /// Its standing, as last broadcast.
    pub(super) sent_standings: SentStandings,
    /// The reports that it waits for; not part of the match's state, since reports on finished
    /// shots do not affect it.
    #[serde(skip)]
    pub(super) report_requests: ReportRequests,
    /// Its counters; not part of the match's state, which does not depend on them.
    #[serde(skip)]
    pub(super) counts: SessionCounts,
    /// Claimed hits, until their shot is executed; up to [`CLAIMS_MAX`].
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

    /// Requests a keyframe.
    ///
    /// # Errors
    /// How long it has to wait before the next request.
    pub(super) fn request_full_update(
        &mut self,
        tick: Tick,
        rate: TickRate,
    ) -> Result<(), FullUpdateWait> {
        self.full_update.ask(tick, rate)?;
        (self.acked, self.written) = (None, None);
        Ok(())
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
        self.waiting.is_none()
            && match self.subscription.rate_rule {
                RateRule::QuakeWorld => self.rate.may_send(now, self.bytes_per_s()),
                RateRule::Source => self.schedule.chance(now) == SendDecision::Send,
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

    /// The baseline for a snapshot, if one is recent enough. The client's delta window counts
    /// snapshots, and is honoured as long as the allowance covers a keyframe. A tick that is resent
    /// keeps its first baseline, whatever has been acknowledged since, unless a keyframe is wanted.
    pub(super) fn baseline(&self, tick: Tick, rate: TickRate) -> Option<Tick> {
        if self.full_update.is_due() {
            return None;
        }
        let has = match self.subscription.delivery {
            Delivery::Datagram => self.acked,
            Delivery::Stream => self.written,
        };
        let has = has.filter(|has| self.resent_with_other_baseline.is_none_or(|tick| *has > tick));
        let Some(has) = baseline_in_reach(has, tick, rate.hz()) else {
            return self.keyframe_under_way(tick, rate);
        };
        let Subscription { delta_window, update_rate_hz, .. } = self.subscription;
        let back = tick.since(has) / i64::from(snapshot_interval(rate, update_rate_hz));
        let too_old = delta_window > 0 && back > delta_window.into();
        if too_old && self.allowance.covers(tick, None) {
            return None;
        }
        self.baseline_of.get(tick).copied().unwrap_or(Some(has))
    }

    /// A recently sent keyframe that may serve as a baseline before it is acknowledged: over
    /// datagrams, when the allowance does not cover another one. Over a stream what was sent
    /// arrives; a client that asks for a keyframe anyway gets one once the allowance covers it.
    fn keyframe_under_way(&self, tick: Tick, rate: TickRate) -> Option<Tick> {
        let may_be_lost = self.subscription.delivery == Delivery::Datagram;
        let wait = i64::from(rate.ticks_in_ms(KEYFRAME_UNDER_WAY_MS));
        let sent = self.keyframe_at.filter(|at| may_be_lost && tick.since(*at) <= wait);
        sent.filter(|_| !self.allowance.covers(tick, None))
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
        let known = baseline.and_then(|_| self.sent.newest_part()).map(Arc::as_ref);
        let bounds = SnapshotBounds { subscription: &self.subscription, ships_max };
        self.interest.select_relevant(state, known, (self.ship.idx, around), bounds, rate)
    }

    /// Where its ship is, or died.
    pub(super) fn around(&self, state: &WorldState) -> Vec2 {
        state.ship(self.ship).map(|ship| ship.body.pos).unwrap_or_default()
    }

    /// The baseline of a snapshot that was sent.
    pub(super) fn parent(&self, sent: Tick) -> Option<Tick> {
        self.baseline_of.get(sent).copied().flatten()
    }

    /// Records a sent snapshot with its baseline and, if it does not contain every ship, its seats.
    pub(super) fn record_sent(
        &mut self,
        tick: Tick,
        baseline: Option<Tick>,
        part: Option<&SeatSet>,
    ) {
        if baseline.is_none() {
            self.full_update.note_sent();
        }
        self.sent_ticks.insert(tick);
        match part {
            None => self.sent.record(tick),
            Some(seats) => self.sent.record_part(tick, seats),
        }
        if self.baseline_of.get(tick).is_some_and(|first| *first != baseline) {
            self.resent_with_other_baseline = Some(tick);
        }
        self.baseline_of.insert(tick, baseline);
        (self.waiting, self.held_since) = (Some(tick), None);
    }

    /// Records that a snapshot was handed to the transport.
    pub(super) fn note_written(&mut self, tick: Tick) {
        self.waiting = self.waiting.filter(|waiting| *waiting > tick);
        let Some(baseline) = self.baseline_of.get(tick) else { return };
        if baseline.is_none() {
            self.keyframe_at = Some(tick);
        }
        // After a request for a keyframe only a keyframe can be a baseline.
        let continues = self.written.is_some_and(|written| tick > written);
        if baseline.is_none() || continues {
            self.written = Some(tick);
        }
    }

    /// Handles a request for a keyframe. Over a stream, one already in flight is enough.
    pub(super) fn request_keyframe(&mut self, tick: Tick, rate: TickRate) {
        self.acked = None;
        let wait = i64::from(rate.ticks_in_ms(KEYFRAME_WAIT_MS));
        if self.keyframe_at.is_none_or(|at| tick.since(at) > wait) {
            self.written = None;
        }
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
            acked: None,
            written: None,
            waiting: None,
            allowance: Allowance::full(tick, rate),
            held_since: None,
            keyframe_at: None,
            full_update: FullUpdate::default(),
            baseline_of: TickRing::new(baseline_ticks(rate)),
            resent_with_other_baseline: None,
            ack_wait: AckWait::default(),
            sent: SentLog::new(rate),
            sent_ticks: TickSet::new(rate.ticks_in_ms(JOURNAL_MS)),
            view: ViewEpoch::default(),
            margin: None,
            late: 0,
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
            sent_standings: SentStandings::default(),
            report_requests: ReportRequests::default(),
            counts: SessionCounts::default(),
            claims: Vec::new(),
            decided: VecDeque::new(),
        }
    }

    /// Records how early a command arrived; the next snapshot reports the smallest margin.
    pub(super) fn note_margin(&mut self, report: MarginReport) {
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
    pub(super) fn note_tick(&mut self, tick: Tick, rate: TickRate, rules: &RoomNetcode) {
        self.drawn_behind.note(self.subscription.drawn_behind(rules), tick, rate);
        let waited = self.execution_wait(self.executed);
        self.waited.note(waited, tick, rate);
    }

    /// The age of the oldest view that the connection explains for a shot executed now, `late`
    /// after its key. `None` before the first echo, and under lockstep, where no clock relates a
    /// view to its age. Each part of the age counts with its recent peak, so that a line that has
    /// just become slower is not suspected, nor a command that was delayed on its way and so waited
    /// less than the others.
    pub(super) fn plausible_age(&self, late: Micros, rules: &RoomNetcode) -> Option<Micros> {
        if rules.lockstep().is_some() {
            return None;
        }
        let round_trip = Micros(self.echo.greatest_micros()?);
        let link = LinkStats { round_trip, lead: targeting::lead(round_trip, self.waited.get()) };
        Some(view::plausible_age(link, self.drawn_behind.get()) + late)
    }

    /// On a packet: requests an extra probe if the newest acknowledged snapshot is older than the
    /// echoes explain by more than the plausibility slack, because the connection may have changed.
    pub(super) fn note_news(&mut self, now: Micros, clock: &TickClock) {
        let (Some(acked), Some(round_trip)) = (self.acked, self.echo.greatest_micros()) else {
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

/// Ticks of snapshots the room keeps as baselines.
pub(super) fn baseline_ticks(rate: TickRate) -> usize {
    rate.ticks_in_ms(BASELINE_MS) as usize
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
        session.note_tick(Tick(1), clock.rate(), &rules);
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
        session.note_tick(Tick(2), clock.rate(), &rules);
        session.executed = Tick(3);
        session.note_tick(Tick(3), clock.rate(), &rules);
        assert_eq!(session.plausible_age(Micros::ZERO, &rules), Some(ms(60 + 40 + 100 + 80)));
        session.note_tick(Tick(120), clock.rate(), &rules);
        assert_eq!(session.plausible_age(Micros::ZERO, &rules), Some(ms(60 + 20 + 80)));
    }

    #[test]
    fn late_news_bring_one_question_before_the_next_is_due() {
        let ms = Micros::from_ms;
        let clock = TickClock::new(TickRate::DEFAULT, Micros::ZERO);
        let (id, ship) = (SessionId(0), ShipId::default());
        let mut session = Session::new(id, ship, CodecId::ALL[0], &clock, Tick(0));
        session.acked = Some(Tick(60));
        session.note_news(ms(9000), &clock);
        assert!(!session.echo.should_ask(), "nothing was measured yet");
        answer(&mut session.echo, ms(0), 50);
        // The snapshot of one second; 50 ms of round trip, 33 between snapshots, and 80 of slack.
        session.note_news(ms(1000 + 163), &clock);
        assert!(!session.echo.should_ask());
        session.note_news(ms(1000 + 164), &clock);
        assert!(session.echo.should_ask());
        let nonce = session.echo.ask(ms(1200));
        assert!(!session.echo.should_ask(), "it is asked");
        session.note_news(ms(1250), &clock);
        session.echo.answer(ms(1251), nonce);
        assert!(!session.echo.should_ask(), "once");
        answer(&mut session.echo, ms(2000), 50);
        session.note_news(ms(2100), &clock);
        assert!(session.echo.should_ask(), "and again after the one that was due");
        let due = session.echo.ask(ms(4000));
        session.note_news(ms(4001), &clock);
        assert!(!session.echo.should_ask(), "not while one is open");
        session.echo.answer(ms(4050), due);
    }
}
