//! One player's connection as the room sees it: commands that came, snapshots that went.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;

use super::{
    ack_wait::AckWait,
    allowance::Allowance,
    full_update::{FullUpdate, FullUpdateWait},
    idleness::Idleness,
    interest::{Interest, SnapshotBounds},
    key_epoch::KeyEpoch,
    lost::Lost,
    output::SessionId,
    recent_peak::RecentPeak,
    report_requests::ReportRequests,
    rtt_estimator::RttEstimator,
    sent_standings::SentStandings,
    session_counts::SessionCounts,
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

/// How long a keyframe over a stream is given to arrive before another one is sent, in ms.
const KEYFRAME_WAIT_MS: u32 = 1000;
/// How long a keyframe that may be lost is built upon before it is acknowledged, in ms: a round
/// trip of 400, and the waits for a frame and for a packet.
const KEYFRAME_UNDER_WAY_MS: u32 = 500;

/// Of which ticks viewers with the same update rate are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// All of the same ones, so that a body serves many.
    Common,
    /// Each of ones that depend on its seat, so that every tick is told to as many: where nobody
    /// shares a body, nothing is gained by telling all at the same time.
    Own,
}

/// How a command came.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct CommandArrival {
    /// Its execution wait: from its packet's arrival to the tick of the newest command in that
    /// packet, for which the earlier ones had waited at the client.
    pub(super) waited: Micros,
    /// How long before its own tick it came.
    pub(super) margin: Micros,
}

/// A player's connection.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Session {
    pub(super) id: SessionId,
    pub(super) ship: ShipId,
    pub(super) codec: CodecId,
    /// When its player took the seat; not part of the match's state, for nothing of it follows.
    #[serde(skip)]
    pub(super) joined_at: Tick,
    /// Since when its connection is lost, if it is: its seat is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lost: Option<Lost>,
    /// The player's first session, if this one resumes it: who came first is asked by that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) original_session: Option<SessionId>,
    /// How long its player has done nothing.
    pub(super) idleness: Idleness,
    /// Whether the room's bots spare its ship.
    #[serde(skip_serializing_if = "Truce::is_new")]
    pub(super) truce: Truce,
    /// Commands by their key, until their tick comes.
    pub(super) window: TickRing<UserCommand>,
    /// How each command came, by its key.
    pub(super) arrivals: TickRing<CommandArrival>,
    /// The newest key that came in the present epoch of the room's clock.
    pub(super) newest_key: Option<Tick>,
    /// The newest key of that epoch that was too far ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) newest_early: Option<Tick>,
    /// The first key that came, where ticks wait for everybody's commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_key: Option<Tick>,
    pub(super) keys: KeyEpoch,
    /// The last command that was executed, or stood in for a missing one.
    pub(super) last: UserCommand,
    /// The last tick whose own command was executed.
    pub(super) last_real: Tick,
    /// The key of the newest command that was executed, stood in for, or dropped by a bank that was
    /// empty: what is acknowledged to the client.
    pub(super) executed: Tick,
    /// Ticks it may still use, where ticks are banked.
    pub(super) bank: MovementBank,
    /// The newest snapshot the client says it has; `None`: it wants a keyframe.
    pub(super) acked: Option<Tick>,
    /// The newest snapshot written to it, where what is written arrives; `None`: a keyframe is due.
    pub(super) written: Option<Tick>,
    /// The snapshot that waits to be written to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<Tick>,
    /// How much it may be told.
    pub(super) allowance: Allowance,
    /// Since when a snapshot that is held back has waited for its body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) held_since: Option<Tick>,
    /// When a keyframe was written to it last.
    keyframe_at: Option<Tick>,
    /// The full update that it asked for.
    full_update: FullUpdate,
    /// For each snapshot that it was sent the one that it builds upon.
    baseline_of: TickRing<Option<Tick>>,
    /// The newest tick that was sent twice, built upon different ones. The client may have either
    /// copy, and what builds upon it depends on which: only later ticks are built upon.
    #[serde(skip_serializing_if = "Option::is_none")]
    resent_with_other_baseline: Option<Tick>,
    /// How long it has acknowledged nothing.
    pub(super) ack_wait: AckWait,
    /// The snapshots it was sent.
    pub(super) sent: SentLog,
    /// The ticks of a minute of them; not part of the match's state, for nothing follows from it.
    #[serde(skip)]
    pub(super) sent_ticks: TickSet,
    pub(super) view: ViewEpoch,
    /// The least margin since the last snapshot.
    pub(super) margin: Option<MarginReport>,
    /// Commands that came and do nothing, for they came too late or too early, modulo 256.
    pub(super) late: u8,
    pub(super) echo: RttEstimator,
    /// Who waits to be told of in a large room.
    pub(super) interest: Interest,
    /// What it asked the server to send.
    wish: Subscription,
    /// What it gets of that.
    pub(super) subscription: Subscription,
    /// How far behind the newest news it draws the others.
    drawn_behind: RecentPeak,
    /// How long the commands that were executed had waited for their ticks.
    waited: RecentPeak,
    /// Its snapshots against its byte rate.
    rate: Rate,
    schedule: SendSchedule,
    /// Snapshots left out for it, counted round.
    pub(super) choked: u8,
    /// Whether it may change the rules, as it was told last.
    pub(super) access: Access,
    /// How far away its player is, as everybody was told.
    pub(super) sent_standings: SentStandings,
    /// The reports that it waits for; not part of the match's state, for what it is told of shots
    /// that are over changes nothing that comes.
    #[serde(skip)]
    pub(super) report_requests: ReportRequests,
    /// What is counted of it; not part of the match's state, for nothing follows from it.
    #[serde(skip)]
    pub(super) counts: SessionCounts,
    /// Hits it claims, until their shot is executed; at most [`CLAIMS_MAX`].
    pub(super) claims: Vec<HitClaim>,
    /// Its last shots that were decided by a claim or without one; at most [`DECIDED_MAX`].
    ///
    /// [`DECIDED_MAX`]: crate::base::limits::DECIDED_MAX
    pub(super) decided: VecDeque<ShotId>,
}

/// A view epoch: a stretch in which what the viewer sees is set up the same way. Within it view
/// times may not run backwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct ViewEpoch {
    pub(super) number: u8,
    pub(super) opened: Tick,
    /// The latest moment looked at in this epoch.
    pub(super) floor: ViewTime,
    /// How far behind its key the view of the newest shot of this epoch was, in 1/256 tick.
    pub(super) lag: Option<i64>,
}

impl Session {
    /// It asks for something else to be sent.
    pub(super) fn subscribe(&mut self, wish: &Subscription, limits: &RateLimits) {
        self.wish = *wish;
        self.grant(limits);
    }

    /// What it asked for is held to these limits from now on.
    pub(super) fn grant(&mut self, limits: &RateLimits) {
        self.subscription = limits.subscribed(&self.wish);
    }

    /// It asks for a snapshot that builds upon nothing.
    ///
    /// # Errors
    /// How long it has to wait before it may ask again.
    pub(super) fn request_full_update(
        &mut self,
        tick: Tick,
        rate: TickRate,
    ) -> Result<(), FullUpdateWait> {
        self.full_update.ask(tick, rate)?;
        (self.acked, self.written) = (None, None);
        Ok(())
    }

    /// Whether a snapshot of this tick is due to it by its update rate, and is the one of so many
    /// that is sent.
    pub(super) fn is_due(&self, one_of: u32, tick: Tick, rate: TickRate, phase: Phase) -> bool {
        let in_phase = match phase {
            Phase::Common => tick,
            Phase::Own => tick.plus(self.ship.idx.into()),
        };
        let interval = snapshot_interval(rate, self.subscription.update_rate_hz);
        in_phase.0.is_multiple_of(one_of * interval)
    }

    /// Whether there is room for a snapshot: the one before does not wait any more, and the byte
    /// rate allows it.
    pub(super) fn may_send(&mut self, now: Micros) -> bool {
        self.waiting.is_none()
            && match self.subscription.rate_rule {
                RateRule::QuakeWorld => self.rate.may_send(now, self.bytes_per_s()),
                RateRule::Source => self.schedule.chance(now) == SendDecision::Send,
            }
    }

    /// A snapshot that was due is left out.
    pub(super) fn choke(&mut self) {
        self.choked = self.choked.wrapping_add(1);
    }

    /// Charges the byte rate with a snapshot. The schedule is told of the bytes and of no interval:
    /// when a snapshot is due is for the ticks to say, so that a room that is late skips none.
    pub(super) fn charge_rate(&mut self, now: Micros, bytes: u32) {
        let bytes_per_s = self.bytes_per_s();
        self.rate.sent(now, bytes, bytes_per_s);
        self.schedule.sent(now, Micros::ZERO, bytes, bytes_per_s);
    }

    fn bytes_per_s(&self) -> u32 {
        1000 * u32::from(self.subscription.rate_kb_per_s)
    }

    /// The snapshot to build upon, if it is not too old to: the client's window counts snapshots,
    /// and holds as long as the allowance covers a keyframe. A tick that is sent again builds upon
    /// the same one as at first, whichever is acknowledged by now, unless a keyframe is wanted.
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

    /// Where snapshots may be lost, and the allowance does not cover a keyframe, one that was sent
    /// a moment ago is built upon before it is acknowledged. Over a stream what is on its way
    /// arrives; who asks for a keyframe all the same gets one when the allowance covers it.
    fn keyframe_under_way(&self, tick: Tick, rate: TickRate) -> Option<Tick> {
        let may_be_lost = self.subscription.delivery == Delivery::Datagram;
        let wait = i64::from(rate.ticks_in_ms(KEYFRAME_UNDER_WAY_MS));
        let sent = self.keyframe_at.filter(|at| may_be_lost && tick.since(*at) <= wait);
        sent.filter(|_| !self.allowance.covers(tick, None))
    }

    /// The seats that a snapshot of a large room tells this viewer of.
    /// At most so many. A keyframe begins with the nearest ones, whoever was told of before.
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

    /// The snapshot that one it was sent builds upon.
    pub(super) fn parent(&self, sent: Tick) -> Option<Tick> {
        self.baseline_of.get(sent).copied().flatten()
    }

    /// A snapshot of a tick is sent, built upon another; where it tells of some ships only, of
    /// those on these seats.
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

    /// A snapshot is on its way.
    pub(super) fn note_written(&mut self, tick: Tick) {
        self.waiting = self.waiting.filter(|waiting| *waiting > tick);
        let Some(baseline) = self.baseline_of.get(tick) else { return };
        if baseline.is_none() {
            self.keyframe_at = Some(tick);
        }
        // After a keyframe was asked for, only a keyframe is something to build upon.
        let continues = self.written.is_some_and(|written| tick > written);
        if baseline.is_none() || continues {
            self.written = Some(tick);
        }
    }

    /// It asks for a keyframe. Over a stream, one that is on its way already will do.
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

    /// Notes how early a command came; the least margin until the next snapshot is told.
    pub(super) fn note_margin(&mut self, report: MarginReport) {
        let least = self.margin.map_or(i16::MAX, |known| known.sixteenths);
        if report.sixteenths < least {
            self.margin = Some(report);
        }
    }

    /// What is known of the connection, for a command that waited for its tick this long.
    pub(super) fn link_stats(&self, waited: Micros) -> LinkStats {
        let round_trip = Micros(self.echo.round_trip_micros().unwrap_or(0));
        LinkStats { round_trip, lead: targeting::lead(round_trip, waited) }
    }

    /// The execution wait of a command; none where it did not come.
    pub(super) fn execution_wait(&self, key: Tick) -> Micros {
        self.arrivals.get(key).map_or(Micros::ZERO, |arrival| arrival.waited)
    }

    /// A tick's commands were executed: notes what a view may be old by, besides the round trip.
    pub(super) fn note_tick(&mut self, tick: Tick, rate: TickRate, rules: &RoomNetcode) {
        self.drawn_behind.note(self.subscription.drawn_behind(rules), tick, rate);
        let waited = self.execution_wait(self.executed);
        self.waited.note(waited, tick, rate);
    }

    /// The age of the oldest view that the connection explains for a shot that is executed now,
    /// `late` after its key; `None` before the first echo, and where ticks wait for everybody's
    /// commands, since no clock says then how old a view is. Each part of the age counts by its
    /// peak of the last while: a line that became slower a moment ago is not doubted, nor a command
    /// that was held up on its way and so waited for less than the others.
    pub(super) fn plausible_age(&self, late: Micros, rules: &RoomNetcode) -> Option<Micros> {
        if rules.lockstep().is_some() {
            return None;
        }
        let round_trip = Micros(self.echo.greatest_micros()?);
        let link = LinkStats { round_trip, lead: targeting::lead(round_trip, self.waited.get()) };
        Some(view::plausible_age(link, self.drawn_behind.get()) + late)
    }

    /// A packet came: where the newest snapshot that is acknowledged is older than the echoes
    /// explain, by more than a view may be, the connection may have changed.
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

    /// What is known of the connection, for the command that was executed last.
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

    /// Answers the question that is open after so many ms.
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
        // What was in force, and waited, a moment ago counts for a while.
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
        // The snapshot of a second; 50 ms of round trip, 33 from one snapshot to the next, and 80.
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
