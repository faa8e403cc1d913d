//! Sends snapshots, at the update rate or, under lockstep, every tick; and latencies and probes at
//! intervals.
//!
//! In a room where every snapshot contains every ship, a body is encoded once for each distinct
//! baseline. In a larger room each viewer has a body of its own. `snapshots_due` selects the
//! snapshots of a tick.

use alloc::{sync::Arc, vec::Vec};
use core::mem;

use super::{
    collected_events::CollectedEvents,
    interest::copy_relevant,
    output::{Output, SessionId},
    scratch::{Bodies, BodyKey, DueSnapshot, EncodedBody, Parts},
    seat::Seat,
    session::{Phase, Session},
    shedding::{ships_sent_max, snapshot_divisor},
    state::Room,
};
use crate::{
    base::{
        geometry::Area,
        limits::CHART_ROWS_MAX,
        seat_set::SeatSet,
        time::{Micros, Tick},
    },
    sim::{event::Event, journal::events_of, state::WorldState, tick_record::TickRecord},
    wire::{
        close_reason::CloseReason,
        codec::{Baseline, CodecContext, CodecId, SnapshotInput},
        message::{Chart, ChartRow, ServerControl, snapshot_message_in},
        snapshot::{SnapshotHead, ViewerHead},
    },
};

/// Time between two rounds of latencies, and between two parts of the chart, in ms.
const LATENCIES_MS: u32 = 1000;
/// Time between two probes of a session, in ms.
const PROBE_MS: u32 = 2000;

/// A viewer's baseline, and the ticks that lead on from there.
type DeltaSource<'a> = (Baseline<'a>, Vec<&'a TickRecord>);

impl Room {
    /// After a tick: sends everything that is due.
    pub(super) fn transmit(&mut self, now: Micros) {
        let tick = self.world.tick.0;
        let rate = self.clock.rate();
        self.send_snapshots(now);
        if tick.is_multiple_of(rate.ticks_in_ms(LATENCIES_MS)) {
            self.check_idle();
            self.send_latencies();
            self.send_aim_assist();
            self.send_watchers();
            if self.filters_by_interest() {
                self.send_chart();
            }
        }
        let all = tick.is_multiple_of(rate.ticks_in_ms(PROBE_MS));
        let is_due = |session: &&Session| all || session.echo.should_ask();
        let due: Vec<SessionId> = self.sessions().filter(is_due).map(|one| one.id).collect();
        for session in due {
            self.probe(now, session);
        }
        self.send_to_watchers();
    }

    /// Sends a session an echo probe.
    pub(super) fn probe(&mut self, now: Micros, session: SessionId) {
        let Some(found) = self.session_mut(session) else {
            return;
        };
        let nonce = found.echo.ask(now);
        self.send_control(session, &ServerControl::Probe { nonce });
    }

    /// Sends the newest snapshot to the sessions that are due. Under lockstep all of them are,
    /// whatever their update rate: without it a client cannot make its next command.
    fn send_snapshots(&mut self, now: Micros) {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        let every_tick = self.lockstep.is_some();
        let phase = if self.filters_by_interest() { Phase::Own } else { Phase::Common };
        let one_of = self.snapshot_divisor();
        let is_due = |session: &Session, one_of: u32| {
            every_tick || session.is_due(one_of, tick, rate, phase)
        };
        if one_of > 1 {
            self.skip_snapshots(|session| is_due(session, 1) && !is_due(session, one_of));
        }
        let is_sent = |session: &Session| is_due(session, one_of);
        if self.is_watch_due()
            || self.sessions().any(|session| is_sent(session) || session.flow.held_since.is_some())
        {
            self.send_snapshots_to(now, is_sent);
        }
    }

    /// One in this many snapshots is sent.
    pub(super) fn snapshot_divisor(&self) -> u32 {
        if self.lockstep.is_some() { 1 } else { snapshot_divisor(self.pressure) }
    }

    /// Drops the snapshots of some sessions, which counts as choke.
    fn skip_snapshots(&mut self, which: impl Fn(&Session) -> bool) {
        for seat in &mut self.seats {
            if let Seat::Player(session) = seat
                && !session.is_lost()
                && which(session)
            {
                session.choke();
                self.stats.choked += 1;
            }
        }
    }

    /// Sends the newest snapshot to some of the players.
    pub(super) fn send_snapshots_to(&mut self, now: Micros, is_due: impl Fn(&Session) -> bool) {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        let state = self.state_to_send();
        let (filters_by_interest, under_lockstep) =
            (self.filters_by_interest(), self.lockstep.is_some());
        let ships_max = ships_sent_max(self.pressure);
        let (mut parts, mut bodies) =
            (mem::take(&mut self.scratch.parts), mem::take(&mut self.scratch.bodies));
        let mut due = mem::take(&mut self.scratch.due);
        let mut collected = mem::take(&mut self.scratch.collected);
        collected.clear();
        let silent = self.find_due(now, is_due, &mut due);
        for DueSnapshot { seat, body: wanted } in &due {
            let idx = usize::from(*seat);
            let Seat::Player(session) = &mut self.seats[idx] else {
                continue;
            };
            let select = || session.select_relevant(&state, wanted.baseline, ships_max, rate);
            let chosen = filters_by_interest.then(select);
            let mut own = None;
            let EncodedBody { baseline, bytes } = match &chosen {
                None => self.body_for_all(&mut bodies, *wanted, &state, &mut collected),
                Some(seats) => {
                    let body =
                        self.filtered_body(idx, *wanted, &state, seats, &mut parts, &mut collected);
                    self.count_body(tick, body.baseline);
                    own.insert(body)
                }
            };
            self.stats.keyframes += u64::from(baseline.is_none());
            let Seat::Player(session) = &mut self.seats[idx] else {
                continue;
            };
            let viewer = ViewerHead {
                executed: session.executed,
                margin: session.margin.take(),
                mistimed: session.mistimed,
                choked: session.choked,
            };
            session.flow.record_sent(tick, *baseline, chosen.as_ref());
            if !under_lockstep {
                session.flow.allowance.charge(tick, *baseline);
            }
            session.flow.ack_wait.start(now);
            let head = SnapshotHead { tick, baseline: *baseline, viewer };
            let message = snapshot_message_in(self.spare.pop().unwrap_or_default(), &head, bytes);
            session.charge_rate(now, message.len() as u32);
            self.stats.snapshots += 1;
            self.stats.snapshot_bytes += message.len() as u64;
            self.outputs.push_back(Output::Snapshot { session: session.id, tick, message });
            if let Some(body) = own {
                self.recycle_message(body.bytes);
            }
        }
        if self.is_watch_due() {
            self.encode_for_watchers(&state, &mut bodies, &mut collected);
        }
        for (_, body) in bodies.drain(..) {
            self.recycle_message(body.bytes);
        }
        let scratch = &mut self.scratch;
        (scratch.parts, scratch.bodies) = (parts, bodies);
        (scratch.due, scratch.collected) = (due, collected);
        self.spare_state = self.baselines.take_place(tick);
        self.baselines.insert(tick, state);
        for session in silent {
            self.close(session, CloseReason::Slow, None);
        }
    }

    /// Counts an encoded body with its baseline.
    fn count_body(&mut self, tick: Tick, baseline: Option<Tick>) {
        self.stats.bodies += 1;
        self.stats.body_ticks += baseline.map_or(0, |baseline| tick.since(baseline)).unsigned_abs();
    }

    /// The state to encode, copied into the buffer of a baseline that has expired.
    fn state_to_send(&mut self) -> Arc<WorldState> {
        let newest = self.journal.state();
        let mut place = self.spare_state.take();
        match place.as_mut().and_then(Arc::get_mut) {
            Some(old) => old.clone_from(newest),
            None => place = None,
        }
        place.unwrap_or_else(|| Arc::new(newest.clone()))
    }

    /// The shared body for a key, encoded on first use.
    pub(super) fn body_for_all<'a>(
        &mut self,
        bodies: &'a mut Bodies,
        key: BodyKey,
        state: &WorldState,
        collected: &mut CollectedEvents,
    ) -> &'a EncodedBody {
        let found = bodies.iter().position(|(of, _)| *of == key);
        let nth = found.unwrap_or_else(|| {
            let body = self.body(key, state, collected);
            self.count_body(state.tick, body.baseline);
            bodies.push((key, body));
            bodies.len() - 1
        });
        &bodies[nth].1
    }

    fn body(
        &mut self,
        key: BodyKey,
        state: &WorldState,
        collected: &mut CollectedEvents,
    ) -> EncodedBody {
        let buffer = self.spare.pop().unwrap_or_default();
        let at = |tick: Option<Tick>| self.baselines.get(tick?).map(Arc::as_ref);
        let baseline = at(key.baseline)
            .map(|state| Baseline { state, before: at(key.before) })
            .and_then(|baseline| self.delta_source(baseline, state.tick));
        self.encode_body((key.codec, buffer), baseline, state, None, collected)
    }

    /// The body for the viewer on a seat, with these ships only.
    fn filtered_body(
        &mut self,
        idx: usize,
        key: BodyKey,
        state: &WorldState,
        seats: &SeatSet,
        parts: &mut Parts,
        collected: &mut CollectedEvents,
    ) -> EncodedBody {
        let buffer = self.spare.pop().unwrap_or_default();
        let Seat::Player(session) = &self.seats[idx] else {
            return EncodedBody { baseline: None, bytes: buffer };
        };
        let area = session.interest.area(session.around(state));
        let has = |tick: Option<Tick>, part: &mut WorldState| {
            let part_of = tick.and_then(|tick| {
                Some((self.baselines.get(tick)?, session.flow.sent.part_at(tick)?))
            });
            part_of.map(|(whole, seats)| copy_relevant(whole, seats, None, part)).is_some()
        };
        let before = has(key.before, &mut parts.before).then_some(&parts.before);
        let baseline = has(key.baseline, &mut parts.baseline)
            .then_some(Baseline { state: &parts.baseline, before })
            .and_then(|baseline| self.delta_source(baseline, state.tick));
        // Scanning all bolts of a large room takes a fifth of the time to encode it.
        let tells_bolts = baseline.is_none() || key.codec.repeats_bolts();
        copy_relevant(state, seats, tells_bolts.then_some(area), &mut parts.state);
        self.encode_body((key.codec, buffer), baseline, &parts.state, Some(area), collected)
    }

    /// A baseline and the ticks from it to another; `None` if not all of them are kept, so that
    /// only the whole state will do.
    fn delta_source<'a>(&'a self, baseline: Baseline<'a>, until: Tick) -> Option<DeltaSource<'a>> {
        Some((baseline, self.journal.between(baseline.state.tick, until)?))
    }

    fn encode_body(
        &self,
        (codec, buffer): (CodecId, Vec<u8>),
        source: Option<DeltaSource>,
        state: &WorldState,
        area: Option<Area>,
        collected: &mut CollectedEvents,
    ) -> EncodedBody {
        let context = CodecContext { params: self.world.params(), seats: self.config.seats };
        let (baseline, records) =
            source.map_or((None, Vec::new()), |(baseline, records)| (Some(baseline), records));
        let since = baseline.map(|b| b.state.tick);
        let happened = collected.since(since, |events| match since {
            Some(_) => events.extend(events_of(&records)),
            None => events.extend(self.journal.newest_events(state.tick)),
        });
        let input = SnapshotInput { baseline, state, records: &records, events: &[], area };
        let filter = input.event_filter(&self.config.arena);
        let events: Vec<Event> =
            happened.iter().filter(|event| filter.includes(event)).copied().collect();
        let input = SnapshotInput { events: &events, ..input };
        EncodedBody { baseline: since, bytes: codec.encode_in(buffer, &context, &input).0 }
    }

    /// Broadcasts the next part of the chart.
    fn send_chart(&mut self) {
        let first = self.rotation_start(self.config.seats.into(), CHART_ROWS_MAX);
        let end = (first + CHART_ROWS_MAX).min(self.config.seats.into());
        let mut rows = alloc::vec![ChartRow::default(); end - first];
        for ship in self.world.ships() {
            if let Some(row) = usize::from(ship.id.idx).checked_sub(first)
                && let Some(row) = rows.get_mut(row)
            {
                *row = ChartRow::of(ship, &self.config.arena);
            }
        }
        self.broadcast(&ServerControl::Chart(Chart { first: first as u16, rows }));
    }

    /// The first of `n` entries to send this second, `at_once` at a time in rotation.
    pub(super) fn rotation_start(&self, n: usize, at_once: usize) -> usize {
        let second = (self.world.tick.0 / self.clock.rate().ticks_in_ms(LATENCIES_MS)) as usize;
        second % n.div_ceil(at_once).max(1) * at_once
    }
}
