//! The task that owns one [`Room`]. It feeds the room events from connections, runs its ticks, and
//! puts its messages into the outboxes, at every tick and whenever an event arrives.
//!
//! While nobody plays, the room is paused and costs nothing, except that its loop wakes twice a
//! second for the heartbeat. Its clock resumes where it stopped when a player joins.
mod config;
mod drain;
mod record;
mod seats;
mod watchers;

use std::collections::BTreeMap;
use std::mem;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::FutureExt;
use shared::{
    room::{ConfigError, JoinError, Output, ResumeError, Room, RoomStats, SessionId},
    wire::{
        close_reason::CloseReason,
        message::{Hello, RoomRequest},
        seat::{Admission, ResumeToken, SeatGrant},
    },
};
use tokio::time::{Instant, sleep, sleep_until};
use tracing::{debug, error};

use crate::clock::Clock;
use crate::inbox::{InboxReceiver, InboxState};
use crate::join_queue::{JoinQueue, Turn};
use crate::limits::{HEARTBEAT_PERIOD, PLAYED_MIN, ROOM_RESTART_PAUSE};
use crate::metrics::Rejection;
use crate::names::{NameSkeletons, normalised};
use crate::per_address::share::Share;
use crate::phase::Phase;
use crate::pressure::PressureGauge;
use crate::process::Stopwatch;
use crate::rooms::{
    Arrival, Heartbeat, JoinReply, JoinRequest, ListEntry, Occupancy, Occupied, Registration,
    RoomEvent, RoomKey,
};
use crate::socket::closing::Closing;
use crate::socket::outbox::{OutboxSender, SnapshotPlacement};
use crate::tally::Tally;
use crate::tickets::Ticket;
use config::room_config;
use drain::DrainState;
use record::RecordState;
use watchers::Watchers;

/// What a task needs to build and run its room.
pub(crate) struct RoomTask {
    // Dropped first: when the inbox closes, at a normal end or in a panic, the room is already out
    // of the registry.
    pub(crate) registration: Registration,
    /// Rules requested by the player who opened the room.
    pub(crate) room_request: Option<RoomRequest>,
    pub(crate) inbox: InboxReceiver<RoomEvent>,
    pub(crate) heartbeat: Heartbeat,
    pub(crate) occupancy: Occupancy,
    /// `None` if it is not listed.
    pub(crate) entry: Option<ListEntry>,
}

/// A room and the players in it.
struct RunningRoom {
    registration: Registration,
    inbox: InboxReceiver<RoomEvent>,
    heartbeat: Heartbeat,
    occupancy: Occupancy,
    /// `None` if it is not listed.
    entry: Option<ListEntry>,
    clock: Clock,
    /// When its ticks are due.
    phase: Phase,
    room: Room,
    /// Connected players. Dropping an outbox, as in a panic, closes its connection.
    players: BTreeMap<SessionId, Player>,
    /// Newcomers who wait for a seat.
    queue: JoinQueue<JoinRequest>,
    watchers: Watchers,
    /// Seats of players who may resume.
    held_seats: BTreeMap<SessionId, HeldSeat>,
    /// Tickets by which a founder regains its right after its held seat was given away.
    displaced_founder: Option<(SessionId, SeatTickets)>,
    /// Whether any player stayed for [`PLAYED_MIN`].
    was_played: bool,
    /// Sessions with messages in their outbox whose writers are not woken yet; empty between
    /// rounds.
    to_wake: Vec<SessionId>,
    /// Visual skeletons of the players' names.
    name_skeletons: NameSkeletons,
    /// Measures the load of the room.
    gauge: PressureGauge,
    /// The room's counters as of the last metrics update.
    reported_stats: RoomStats,
    /// Whether it moves to another server.
    drain: DrainState,
    /// With which it would be opened on another server.
    room_request: RoomRequest,
    record: RecordState,
    _tally: Tally,
}

/// A connected player.
struct Player {
    outbox: OutboxSender,
    share: Share,
    tickets: SeatTickets,
    joined: Instant,
}

/// The seat of a player who lost its connection.
struct HeldSeat {
    share: Share,
    /// Valid while the seat is held.
    tickets: SeatTickets,
}

/// Tickets by which a player resumes its seat.
#[derive(Default)]
struct SeatTickets {
    own: Option<Ticket>,
    /// Of the token that the player came with, by which it resumed the seat or redeemed its score.
    /// It stays valid until the client sends a message: the connection may have been lost before
    /// the new token reached it.
    presented: Option<Ticket>,
}

/// Whether the room's loop continues.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoopFlow {
    Continue,
    Stop,
}

/// Runs a room until it ends. A panic ends only this room: its outboxes close their connections,
/// and the default room reopens after a pause.
pub(crate) async fn supervise(task: RoomTask) {
    let rooms = task.registration.rooms().clone();
    let key = task.registration.key().clone();
    let (room_id, is_default) = (task.registration.id(), task.registration.is_default());
    let run = AssertUnwindSafe(async { RunningRoom::new(task)?.run().await });
    let run = run.catch_unwind().await;
    rooms.scores.end(&key, room_id);
    match run {
        Ok(Ok(())) => return,
        // Without its name, by which anyone could join it.
        Ok(Err(error)) => error!(%error, room_id, "cannot create room"),
        Err(_) => error!(room_id, "room panicked"),
    }
    rooms.metrics.room_failures.increment(1);
    rooms.note_failure(&key);
    // Other rooms reopen when a player asks for them.
    while is_default && !rooms.is_closed() {
        sleep(ROOM_RESTART_PAUSE).await;
        // A hello may have opened it during the pause.
        if rooms.open_default().is_ok() {
            break;
        }
    }
}

impl RunningRoom {
    fn new(task: RoomTask) -> Result<Self, ConfigError> {
        let rooms = task.registration.rooms();
        let clock = rooms.clock;
        let config = room_config(&rooms.config, task.registration.key(), task.room_request);
        debug!(room = config.name, room_id = task.registration.id(), "room opened");
        let phase = Phase::for_room(task.registration.id(), config.rate);
        Ok(Self {
            clock,
            phase,
            room: Room::new(config, phase.last_tick_time(clock.now()))?,
            players: BTreeMap::new(),
            queue: JoinQueue::new(),
            watchers: Watchers::new(),
            held_seats: BTreeMap::new(),
            displaced_founder: None,
            was_played: false,
            to_wake: Vec::new(),
            name_skeletons: NameSkeletons::default(),
            gauge: PressureGauge::default(),
            reported_stats: RoomStats::default(),
            drain: DrainState::No,
            room_request: task.room_request.unwrap_or_default(),
            record: RecordState::default(),
            _tally: Tally::new(&rooms.metrics.rooms),
            registration: task.registration,
            inbox: task.inbox,
            heartbeat: task.heartbeat,
            occupancy: task.occupancy,
            entry: task.entry,
        })
    }

    async fn run(mut self) -> Result<(), ConfigError> {
        // Grows to the largest batch so far, up to ROOM_BATCH_EVENTS. Most rooms are small.
        let mut events = Vec::new();
        while self.run_once(&mut events).await == LoopFlow::Continue {}
        debug!(room_id = self.registration.id(), "room ended");
        self.end().await;
        Ok(())
    }

    /// Waits for events or the next tick, then handles them.
    async fn run_once(&mut self, events: &mut Vec<RoomEvent>) -> LoopFlow {
        let wake_at = self.drain.wake_at().map_or(self.wake_at(), |at| at.min(self.wake_at()));
        tokio::select! {
            () = self.inbox.woken() => {}
            () = sleep_until(wake_at) => {}
        }
        let stopwatch = Stopwatch::start();
        if self.inbox.take(events) == InboxState::Closed {
            // The server is ending.
            return LoopFlow::Stop;
        }
        for event in events.drain(..) {
            self.handle(event);
        }
        self.seat_watchers();
        self.seat_queued();
        self.tick(stopwatch);
        self.deliver();
        self.move_when_due();
        self.record_scores();
        self.report_occupancy();
        self.heartbeat.beat(self.clock.now());
        if self.is_expired() || self.has_moved() { LoopFlow::Stop } else { LoopFlow::Continue }
    }

    fn wake_at(&self) -> Instant {
        if self.is_played() {
            self.clock.instant(self.room.poll_time())
        } else {
            let now = Instant::now();
            let end = self.expires_at().filter(|end| *end > now);
            let heartbeat = now + HEARTBEAT_PERIOD;
            end.map_or(heartbeat, |end| end.min(heartbeat))
        }
    }

    fn handle(&mut self, event: RoomEvent) {
        match event {
            RoomEvent::Join(request) => self.enqueue(request),
            RoomEvent::Message { session, message, at } => {
                // The session may have been closed while the message was in the inbox.
                if let Some(player) = self.players.get_mut(&session) {
                    player.tickets.presented = None;
                    self.room.handle_message(at, session, &message);
                }
            }
            RoomEvent::Leave { session } => {
                if self.disconnect(session).is_some() {
                    self.room.handle_leave(session);
                }
            }
            RoomEvent::Disconnect { session } => self.disconnect_player(session),
            RoomEvent::Watch(request) => self.add_watcher(request),
            RoomEvent::Turn { watcher, wish } => self.handle_turn(watcher, wish),
            RoomEvent::Unwatch { watcher } => self.remove_watcher(watcher),
            RoomEvent::KeepScores { reply } => drop(reply.send(self.all_scores())),
            RoomEvent::Drain(drain) => self.begin_drain(drain),
            RoomEvent::SendAway(route) => self.send_away(route),
        }
    }

    /// Queues a newcomer for a seat. One over its share of the seats is refused at once.
    fn enqueue(&mut self, request: JoinRequest) {
        let checked = match request.arrival {
            Arrival::Resume(..) => Ok(()),
            Arrival::New | Arrival::SeatExpired | Arrival::ScoreKept(..) => {
                self.check_seats(&request.share)
            }
        };
        let checked = self.drain.route().map(Closing::moved).map_or(checked, Err);
        if let Err(closing) = checked {
            let _ = request.reply.send(JoinReply::Refused(closing));
        } else if let Some(overflow) = self.queue.push(request) {
            refuse_busy(overflow);
        }
    }

    /// Seats newcomers whose turn it is.
    fn seat_queued(&mut self) {
        while let Some(turn) = self.queue.next(self.is_played()) {
            match turn {
                Turn::Seat(request) => self.seat(request),
                Turn::Refuse(request) => refuse_busy(request),
            }
        }
    }

    /// Seats a newcomer, or sends the reason why not.
    fn seat(&mut self, JoinRequest { hello, share, arrival, outbox, reply }: JoinRequest) {
        let joined = match arrival {
            Arrival::Resume(earlier, token) => self.resume(earlier, token, hello, &share),
            Arrival::New | Arrival::SeatExpired | Arrival::ScoreKept(..) => {
                let joined = self.join(hello, &share);
                joined.map(|session| (session, arrival)).map_err(JoinReply::Refused)
            }
        };
        match joined {
            Ok((session, arrival)) => {
                self.queue.charge(share.address());
                self.admit(session, share, arrival, outbox);
                if reply.send(JoinReply::Seated(session)).is_err() {
                    // The connection closed while the newcomer waited.
                    self.disconnect_player(session);
                }
            }
            // The connection may be closed by now.
            Err(refused) => drop(reply.send(refused)),
        }
    }

    /// Gives a newcomer a seat, or says why there is none.
    fn join(&mut self, hello: Hello, share: &Share) -> Result<SessionId, Closing> {
        let now = self.clock.now();
        if let Some(probe) = &self.registration.rooms().config.probe {
            (probe.0)(&hello);
        }
        self.check_seats(share)?;
        let held_seats = self.held_seats_for(share);
        let refused = |error| refusal(error, self.registration.key());
        // Finding a distinct name is expensive, so check for a refusal first.
        self.room.check_join(&hello, held_seats).map_err(refused)?;
        if !self.is_played() {
            // Wakes the room. The ticks it slept through do not count as a stall.
            self.room.handle_time(self.phase.present(now, &self.room));
            self.reported_stats.stalls = self.room.stats().stalls;
        }
        let name = self.name_skeletons.distinct(&normalised(&hello.name), self.room.roster());
        let joined = self.room.handle_join_taking(now, &Hello { name, ..hello }, held_seats);
        joined.map_err(refused)
    }

    /// Resumes a seat. If the founder of a private room lost its seat to another player, it gets a
    /// new one and regains the founder's right.
    fn resume(
        &mut self,
        earlier: SessionId,
        token: ResumeToken,
        hello: Hello,
        share: &Share,
    ) -> Result<(SessionId, Arrival), JoinReply> {
        match self.room.handle_resume(self.clock.now(), earlier, &hello) {
            Ok(session) => Ok((session, Arrival::Resume(earlier, token))),
            Err(ResumeError::NoCodec) => {
                let closing = refusal(JoinError::NoCodec, self.registration.key());
                Err(JoinReply::Refused(closing))
            }
            Err(ResumeError::Gone) if self.is_displaced_founder(token) => {
                let session = self.join(hello, share).map_err(JoinReply::Refused)?;
                self.room.handle_founder_back(session, earlier);
                self.displaced_founder = None;
                Ok((session, Arrival::SeatExpired))
            }
            Err(ResumeError::Gone) => Err(JoinReply::SeatGone),
        }
    }

    fn is_displaced_founder(&self, token: ResumeToken) -> bool {
        self.displaced_founder.as_ref().is_some_and(|(session, SeatTickets { own, presented })| {
            let mut tickets = [own, presented].into_iter().flatten();
            self.room.keeps_founders_right(*session)
                && tickets.any(|ticket| ticket.token() == token)
        })
    }

    /// Registers a seated player. The seat grant with its new token is the first message it gets.
    fn admit(&mut self, session: SessionId, share: Share, arrival: Arrival, outbox: OutboxSender) {
        let place = self.registration.location(session);
        let all_tickets = self.registration.rooms().tickets.clone();
        let mut tickets = SeatTickets::default();
        let admission = match arrival {
            Arrival::New => Admission::New,
            Arrival::Resume(earlier, token) => {
                tickets.presented = self.take_ticket(earlier, token);
                if let Some(presented) = &tickets.presented {
                    presented.redirect_to(place.clone());
                }
                Admission::Resumed
            }
            Arrival::SeatExpired => Admission::Instead,
            Arrival::ScoreKept(token, score) => {
                self.room.handle_score_kept(session, score);
                tickets.presented = Some(all_tickets.register(token, place.clone()));
                Admission::ScoreKept
            }
        };
        tickets.own = all_tickets.issue(place);
        if let Some(ticket) = &tickets.own {
            let node = self.registration.rooms().config.node.clone();
            let given = SeatGrant { admission, token: ticket.token(), node };
            // The outbox is empty, so this cannot overflow.
            let _ = outbox.push(given.encode());
        }
        self.players.insert(session, Player { outbox, share, tickets, joined: Instant::now() });
        self.record.note_welcome();
    }

    /// Returns the ticket that was presented; the seat's other tickets become invalid.
    fn take_ticket(&mut self, session: SessionId, token: ResumeToken) -> Option<Ticket> {
        let held_tickets = self.held_seats.remove(&session).map(|seat| seat.tickets);
        let player = || self.players.get_mut(&session).map(|player| mem::take(&mut player.tickets));
        let SeatTickets { own, presented } = held_tickets.or_else(player)?;
        [own, presented].into_iter().flatten().find(|ticket| ticket.token() == token)
    }

    /// Holds the seat of a player who lost its connection.
    fn disconnect_player(&mut self, session: SessionId) {
        if let Some(Player { share, tickets, .. }) = self.disconnect(session) {
            self.room.handle_lost(session);
            self.held_seats.insert(session, HeldSeat { share, tickets });
        }
    }

    /// Runs the due ticks if there are players. Their input was handled since the stopwatch
    /// started, with no await in between, so all of it ran on one thread.
    fn tick(&mut self, stopwatch: Stopwatch) {
        let now = self.clock.now();
        if !self.is_played() || now < self.room.poll_time() {
            return;
        }
        for (session, player) in &self.players {
            if let Some(tick) = player.outbox.take_written() {
                self.room.handle_written(*session, tick);
            }
        }
        let before = self.room.tick();
        self.room.handle_time(self.phase.present(now, &self.room));
        if let Some(observer) = &self.registration.rooms().config.observer {
            (observer.0)(self.registration.id(), &self.room);
        }
        self.deliver();
        let metrics = &self.registration.rooms().metrics;
        let (elapsed, cpu_time) = (stopwatch.elapsed(), stopwatch.cpu_time());
        metrics.tick_seconds.record(elapsed);
        let rate = self.room.config().rate;
        let tick_time = Duration::from_secs(1) / u32::from(rate.hz());
        metrics.long_ticks.increment(u64::from(elapsed > tick_time));
        let n_ticks = self.room.tick().since(before).unsigned_abs();
        metrics.tick_cpu_seconds.record(cpu_time);
        // Of the ticks that were due at once, all but the last were late.
        let n_late = n_ticks.saturating_sub(1);
        metrics.count_late_ticks(n_late);
        self.gauge.note_ticks(n_ticks, n_late, cpu_time);
        self.queue.note_ticks(n_ticks, self.gauge.level());
        let stats = self.room.stats();
        metrics.count_room(self.reported_stats, stats);
        self.reported_stats = stats;
        if self.gauge.has_full_second(rate.hz().into()) {
            let pressure = self.gauge.level_after_second(tick_time);
            self.room.handle_pressure(pressure);
            self.registration.rooms().metrics.count_pressure(pressure);
            self.report_rules();
        }
    }

    /// Carries out the room's outputs, then wakes the writers of the clients that have messages.
    fn deliver(&mut self) {
        while let Some(output) = self.room.poll_output() {
            match output {
                Output::Reliable { session, message } => {
                    let Some(Player { outbox, .. }) = self.players.get(&session) else { continue };
                    if outbox.push(message).is_ok() {
                        self.to_wake.push(session);
                    } else {
                        self.room.handle_lost(session);
                        self.close(session, CloseReason::Slow.into());
                    }
                }
                Output::Snapshot { session, tick, message } => {
                    let Some(Player { outbox, .. }) = self.players.get(&session) else { continue };
                    self.to_wake.push(session);
                    if outbox.put_snapshot(tick, &message) == SnapshotPlacement::Replaced {
                        self.registration.rooms().metrics.choked_snapshots.increment(1);
                    }
                    self.room.recycle_message(message);
                }
                Output::Watch(part) => self.watchers.feed.send(part),
                Output::GivenUp { session } => {
                    let held_seat = self.held_seats.remove(&session);
                    if let Some(seat) =
                        held_seat.filter(|_| self.room.keeps_founders_right(session))
                    {
                        self.displaced_founder = Some((session, seat.tickets));
                    }
                }
                Output::Close { session, reason, detail: None } => {
                    self.close(session, reason.into());
                }
                Output::Close { session, reason, detail: Some(error) } => {
                    let metrics = &self.registration.rooms().metrics;
                    metrics.count_rejection(Rejection::Unreadable(error));
                    self.close(session, Closing::new(reason, error.to_string()));
                }
            }
        }
        self.to_wake.sort_unstable();
        self.to_wake.dedup();
        for session in self.to_wake.drain(..) {
            if let Some(Player { outbox, .. }) = self.players.get(&session) {
                outbox.wake();
            }
        }
    }

    fn close(&mut self, session: SessionId, closing: Closing) {
        let Some(Player { outbox, share, tickets, .. }) = self.disconnect(session) else { return };
        if self.room.holds(session) {
            self.held_seats.insert(session, HeldSeat { share, tickets });
        }
        outbox.close(closing);
    }

    /// Removes a player from those connected.
    fn disconnect(&mut self, session: SessionId) -> Option<Player> {
        let player = self.players.remove(&session)?;
        self.was_played |= player.joined.elapsed() >= PLAYED_MIN;
        Some(player)
    }

    /// Whether a player is connected or may resume.
    fn is_played(&self) -> bool {
        !self.players.is_empty() || !self.held_seats.is_empty()
    }

    /// Reports the room's occupancy to the registry, and to the list of rooms.
    fn report_occupancy(&self) {
        if let Some(entry) = &self.entry {
            entry.report(&self.room, self.players.len(), self.watchers.count());
        }
        let since = self.occupancy.get().vacant_since().unwrap_or_else(|| self.clock.now());
        self.occupancy.set(match (self.players.is_empty(), self.held_seats.is_empty()) {
            (false, _) => Occupied::Played,
            (true, false) => Occupied::Held(since),
            (true, true) => Occupied::Empty(since),
        });
    }

    fn is_expired(&self) -> bool {
        let end = self.expires_at().filter(|_| !self.registration.is_default());
        end.is_some_and(|end| end <= Instant::now())
    }

    /// When the empty room ends; `None` while a player is connected or may resume.
    fn expires_at(&self) -> Option<Instant> {
        if !self.held_seats.is_empty() {
            return None;
        }
        let timeouts = &self.registration.rooms().config.timeouts;
        let linger =
            if self.was_played { timeouts.room_linger } else { timeouts.brief_room_linger };
        Some(self.clock.instant(self.occupancy.get().vacant_since()?) + linger)
    }

    /// Redirects newcomers who still wait to the next room of this name.
    async fn end(mut self) {
        self.registration.remove();
        for request in self.queue.drain() {
            let _ = request.reply.send(JoinReply::Ended);
        }
        while let Some(event) = self.inbox.close().await {
            if let RoomEvent::Join(request) = event {
                let _ = request.reply.send(JoinReply::Ended);
            }
        }
    }
}

/// Refuses a newcomer because the server is busy; it may try again.
fn refuse_busy(request: JoinRequest) {
    let _ = request.reply.send(JoinReply::Refused(CloseReason::Busy.into()));
}

/// The close frame of a refused join. Its text names where a seat may be free, and the page offers
/// a button that leads there.
fn refusal(error: JoinError, key: &RoomKey) -> Closing {
    let seats = match error {
        JoinError::Full { seats } => seats,
        JoinError::NoCodec => return Closing::new(CloseReason::Version, error.to_string()),
    };
    let s = if seats == 1 { "" } else { "s" };
    let text = match key {
        RoomKey::Lobby(_) => {
            format!("Every lobby is full: each has {seats} seat{s}. Open a room of your own.")
        }
        RoomKey::Named(_) => {
            format!("This room is full: it has {seats} seat{s}. The lobby may have a free one.")
        }
    };
    Closing::new(CloseReason::RoomFull, text)
}
