//! One player's connection in the reference room: every command as received, every snapshot tick
//! sent, every claim. The command policy is implemented a second time here, by scanning everything
//! received, because the room's own runs on the room's private session state.

use shared::{
    base::{
        limits::{COMMAND_LEAD_MAX_MS, COMMAND_WINDOW_TICKS, HISTORY_MS, VIEW_EPOCH_MIN_MS},
        time::{Micros, Tick, TickClock, TickRate, ViewTime},
    },
    history::pose::Pair,
    judge::shot::HitClaim,
    netcode::{
        choices::{CommandPolicy, RemoteView},
        rates::RateLimits,
        values::{RoomNetcode, Subscription},
    },
    room::SessionId,
    sim::{
        command::{Trigger, UserCommand, View},
        ship::{Ship, ShipId},
    },
    wire::command_packet::CommandPacket,
};

use crate::naive_judge::Line;

/// Gaps of this many commands or more are not bridged (QuakeWorld's `net_drop < 20`).
const BRIDGED_BELOW: i64 = 20;
/// Ticks that can be saved up (Source's `sv_maxusrcmdprocessticks 24`).
const BANK_TICKS: u32 = 24;
/// The least of this many round trips counts.
const ROUND_TRIPS: usize = 5;

/// A command as received.
#[derive(Clone, Copy, Debug)]
struct ReceivedCommand {
    command: UserCommand,
    /// How long it waited in its packet, or will wait for its tick.
    waited: Micros,
    /// Whether its tick had been executed without it.
    late: bool,
}

/// Whether the room's pilots spare a ship.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Life {
    number: u16,
    born: Option<Tick>,
    /// When its ship last thrust or fired.
    acted: Option<Tick>,
    /// When the pilots' truce began, and whether it is over.
    truce: Option<(Tick, bool)>,
}

impl Life {
    pub(crate) fn is_spared(&self) -> bool {
        let is_fresh = self.born.is_some() && self.acted.is_none();
        self.truce.map_or(is_fresh, |(_, is_over)| !is_over)
    }

    /// Updates it once a ship's commands of the next tick are known.
    pub(crate) fn note_tick(&mut self, ship: &Ship, acts: bool, tick: Tick, rate: TickRate) {
        if !ship.alive() {
            *self = Self { number: ship.life, ..Self::default() };
            return;
        }
        if self.number != ship.life || self.born.is_none() {
            *self = Self { number: ship.life, born: Some(tick), ..Self::default() };
        }
        let seconds = |since: Tick| (tick.0 - since.0) as f32 / f32::from(rate.hz());
        if acts {
            self.acted = Some(tick);
        }
        match &mut self.truce {
            Some((since, is_over)) => *is_over |= acts || seconds(*since) >= 60.0,
            None if self.acted.is_none() && seconds(self.born.unwrap_or(tick)) >= 60.0 => {
                self.truce = Some((tick, true));
            }
            None if self.acted.is_some_and(|acted| seconds(acted) >= 2.0) => {
                self.truce = Some((tick, false));
            }
            None => {}
        }
    }
}

/// How the commands of a packet, or of a tick, were counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) late: u64,
    pub(crate) early: u64,
    pub(crate) stand_ins: u64,
}

/// A connection.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: SessionId,
    pub(crate) ship: ShipId,
    pub(crate) life: Life,
    pub(crate) subscription: Subscription,
    /// In the order of their keys.
    arrived: Vec<ReceivedCommand>,
    /// Keys that came too far ahead, in their order.
    early: Vec<Tick>,
    /// Snapshot ticks, in order.
    pub(crate) sent: Vec<Tick>,
    /// Echo requests without an answer: number and time.
    asked: Vec<(u32, Micros)>,
    round_trips: Vec<Micros>,
    /// For each tick: how long the newest executed command had waited, and how far behind the
    /// newest snapshot the player drew remote ships.
    of_late: Vec<(Tick, Micros, Micros)>,
    /// The newest key that was executed, by its own command or a stand-in.
    pub(crate) executed: Tick,
    last: UserCommand,
    last_real: Tick,
    bank: u32,
    epoch: u8,
    epoch_opened: Tick,
    /// The latest moment looked at in this epoch.
    pub(crate) floor: ViewTime,
    /// Claimed hits, until their shots are executed.
    pub(crate) claims: Vec<HitClaim>,
}

impl Session {
    pub(crate) fn new(id: SessionId, ship: ShipId, subscription: Subscription, tick: Tick) -> Self {
        Self {
            id,
            ship,
            life: Life::default(),
            subscription,
            arrived: Vec::new(),
            early: Vec::new(),
            sent: Vec::new(),
            asked: Vec::new(),
            round_trips: Vec::new(),
            of_late: Vec::new(),
            executed: tick,
            last: UserCommand::default(),
            last_real: tick,
            bank: 0,
            epoch: 0,
            epoch_opened: Tick::ZERO,
            floor: ViewTime(0),
            claims: Vec::new(),
        }
    }

    /// Receives a packet while the room is at a tick.
    pub(crate) fn hear(
        &mut self,
        now: Micros,
        tick: Tick,
        clock: &TickClock,
        packet: &CommandPacket,
    ) -> Counted {
        let mut counted = Counted::default();
        let rate = clock.rate();
        let since = tick.since(self.epoch_opened);
        if packet.view_epoch != self.epoch && since >= rate.ticks_in_ms(VIEW_EPOCH_MIN_MS).into() {
            (self.epoch, self.epoch_opened, self.floor) = (packet.view_epoch, tick, ViewTime(0));
        }
        let Some(newest) = packet.commands.last() else { return counted };
        for command in &packet.commands {
            if self.arrived.last().is_some_and(|known| command.tick <= known.command.tick) {
                continue;
            }
            if command.tick.since(tick) > rate.ticks_in_ms(COMMAND_LEAD_MAX_MS).into() {
                // Packets repeat commands; each is counted once.
                if self.early.iter().all(|&known| command.tick > known) {
                    self.early.push(command.tick);
                    counted.early += 1;
                }
                continue;
            }
            let late = command.tick <= self.executed;
            counted.late += u64::from(late);
            let waited = (clock.at(newest.tick) - now).max(Micros::ZERO);
            self.arrived.push(ReceivedCommand { command: *command, waited, late });
        }
        counted
    }

    /// The room requests an echo; a request that is still open is given up.
    pub(crate) fn ask_echo(&mut self, now: Micros, nonce: u32) {
        self.asked = vec![(nonce, now)];
    }

    /// Receives the answer to an echo request.
    pub(crate) fn hear_echo(&mut self, now: Micros, nonce: u32) {
        let asked = std::mem::take(&mut self.asked);
        for (number, at) in asked {
            if number == nonce {
                self.round_trips.push((now - at).max(Micros::ZERO));
            } else {
                self.asked.push((number, at));
            }
        }
    }

    /// The least of the newest round trips.
    pub(crate) fn round_trip(&self) -> Micros {
        let newest = self.round_trips.iter().rev().take(ROUND_TRIPS);
        newest.copied().reduce(Micros::min).unwrap_or_default()
    }

    /// Notes a tick whose commands were executed, under these rules and rate limits.
    pub(crate) fn note_tick(&mut self, tick: Tick, rules: &RoomNetcode, limits: &RateLimits) {
        let Subscription { remote, interpolation_ms, update_rate_hz, .. } = self.subscription;
        let drawn_behind = match remote {
            RemoteView::Interpolate => Micros::from_ms(interpolation_ms.into()),
            RemoteView::Delayed => Micros::from_ms(rules.delay_ms.into()),
            // The interval between two snapshots.
            _ => Micros(1_000_000 / i64::from(limits.update_rate(update_rate_hz).rate)),
        };
        self.of_late.push((tick, self.waited(self.executed), drawn_behind));
    }

    /// How old the view of a shot may be, by the key of its command and the tick of its execution:
    /// the greatest values measured in this second of tick time and in the one before.
    pub(crate) fn line(&self, (key, fired): (Tick, Tick), rate: TickRate) -> Option<Line> {
        let newest = self.round_trips.iter().rev().take(ROUND_TRIPS);
        let second = |tick: Tick| tick.0 / rate.ticks_in_ms(1000);
        let is_late = |tick: Tick| second(tick) + 1 >= second(fired);
        let of_late = self.of_late.iter().filter(|(tick, ..)| is_late(*tick));
        let most = |spans: &mut dyn Iterator<Item = Micros>| {
            spans.fold(Micros::ZERO, |most, span| most.max(span))
        };
        Some(Line {
            round_trip: newest.copied().reduce(Micros::max)?,
            waited: most(&mut of_late.clone().map(|(_, waited, _)| *waited)),
            drawn_behind: most(&mut of_late.map(|(.., behind)| *behind)),
            late: rate.micros_at(fired) - rate.micros_at(key),
        })
    }

    /// How long the command of a key waited.
    pub(crate) fn waited(&self, key: Tick) -> Micros {
        let known = self.remembered().find(|arrived| arrived.command.tick == key);
        known.map_or(Micros::ZERO, |arrived| arrived.waited)
    }

    /// The commands that a room still keeps.
    fn remembered(&self) -> impl Iterator<Item = &ReceivedCommand> {
        let newest = self.arrived.last().map_or(Tick::ZERO, |newest| newest.command.tick);
        let window = COMMAND_WINDOW_TICKS as i64;
        self.arrived.iter().filter(move |known| newest.since(known.command.tick) < window)
    }

    /// The commands that arrived in time and are due by a tick.
    fn waiting(&self, tick: Tick) -> Vec<UserCommand> {
        let in_time = self.remembered().filter(|arrived| !arrived.late);
        let commands = in_time.map(|arrived| arrived.command);
        let due = commands.filter(|command| {
            let age = tick.since(command.tick);
            command.tick > self.executed && (0..=COMMAND_WINDOW_TICKS as i64).contains(&age)
        });
        due.collect()
    }

    /// The commands that its ship executes in a tick, in order.
    pub(crate) fn execute(
        &mut self,
        tick: Tick,
        rate: TickRate,
        policy: CommandPolicy,
    ) -> (Vec<UserCommand>, Counted) {
        match policy {
            CommandPolicy::RepeatLast => self.repeat_last(tick, rate),
            CommandPolicy::RunOnNext => self.run_on_next(tick),
            CommandPolicy::Bank => self.draw_on_bank(tick, rate),
            CommandPolicy::Lockstep => unreachable!("no server's room plays in lockstep"),
        }
    }

    /// One command a tick: the tick's own, or the last one again, without fire.
    fn repeat_last(&mut self, tick: Tick, rate: TickRate) -> (Vec<UserCommand>, Counted) {
        let own = self.waiting(tick).into_iter().find(|command| command.tick == tick);
        let stand_ins = u64::from(own.is_none());
        if own.is_some() {
            self.last_real = tick;
        }
        self.last = own.unwrap_or_else(|| self.last.stand_in(self.last_real, tick, rate));
        (self.executed, self.bank) = (tick, 0);
        (vec![self.last], Counted { stand_ins, ..Counted::default() })
    }

    /// QuakeWorld: runs everything received, and fills a short gap before a command with the one
    /// before it.
    fn run_on_next(&mut self, tick: Tick) -> (Vec<UserCommand>, Counted) {
        let (mut run, mut counted) = (Vec::new(), Counted::default());
        for command in self.waiting(tick) {
            let n_lost = command.tick.since(self.executed) - 1;
            for lost in 1..=n_lost {
                if n_lost < BRIDGED_BELOW {
                    let key = self.executed.plus(lost as u32);
                    run.push(UserCommand { tick: key, trigger: Trigger::None, ..self.last });
                    counted.stand_ins += 1;
                }
            }
            run.push(command);
            (self.last, self.last_real, self.executed) = (command, command.tick, command.tick);
        }
        self.bank = 0;
        (run, counted)
    }

    /// Source: runs everything received, as far as the bank has ticks for it. Ticks above a full
    /// bank re-run the last command.
    fn draw_on_bank(&mut self, tick: Tick, rate: TickRate) -> (Vec<UserCommand>, Counted) {
        let (mut run, mut counted) = (Vec::new(), Counted::default());
        self.bank += 1;
        for command in self.waiting(tick) {
            self.executed = command.tick;
            if self.bank == 0 {
                counted.late += 1;
                continue;
            }
            self.bank -= 1;
            run.push(command);
            (self.last, self.last_real) = (command, command.tick);
        }
        if self.bank > BANK_TICKS {
            self.bank = BANK_TICKS;
            let full_since = self.last_real.plus(BANK_TICKS);
            run.push(self.last.stand_in(full_since, tick, rate));
            counted.stand_ins += 1;
        }
        (run, counted)
    }
}

/// The snapshots sent to a session, in order, as far as a room remembers them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent<'a> {
    ticks: &'a [Tick],
    reach_ticks: i64,
}

impl<'a> Sent<'a> {
    pub(crate) fn new(ticks: &'a [Tick], rate: TickRate) -> Self {
        Self { ticks, reach_ticks: rate.ticks_in_ms(HISTORY_MS).into() }
    }

    fn remembered(self) -> impl DoubleEndedIterator<Item = Tick> {
        let newest = self.ticks.last().copied().unwrap_or_default();
        self.ticks.iter().copied().filter(move |tick| newest.since(*tick) < self.reach_ticks)
    }

    /// The snapshots before and after a moment.
    pub(crate) fn next_to(self, at: ViewTime) -> Option<Pair> {
        let older = self.remembered().rfind(|tick| *tick <= at.floor())?;
        if ViewTime::from_tick(older) == at {
            return Some(Pair { older, newer: older });
        }
        let newer = self.remembered().find(|tick| *tick > at.floor())?;
        Some(Pair { older, newer })
    }

    /// The pair that a viewer claims to have blended, if it was sent both and they lie around the
    /// moment.
    pub(crate) fn confirms(self, view: View) -> Option<Pair> {
        let newer = Tick(view.older.0.checked_add(view.span.into())?);
        let sent = |wanted| self.remembered().any(|tick| tick == wanted);
        let around = ViewTime::from_tick(view.older)..=ViewTime::from_tick(newer);
        let confirmed =
            view.span > 0 && around.contains(&view.time) && sent(view.older) && sent(newer);
        confirmed.then_some(Pair { older: view.older, newer })
    }
}
