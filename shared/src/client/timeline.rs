//! The line of time as a player has it: its own clock and the server's, what of the commands was
//! sent and what is acknowledged, and from which command on views mean another thing. Snapshots and
//! frames go in; clocks for a frame and packets of commands come out.

use serde::Serialize;

use super::{
    acks::Acks,
    clock::{OwnClock, SnapshotClock, Window},
    frame_clocks::FrameClocks,
    packet_log::Outgoing,
    predict::Prediction,
};
use crate::{
    base::{
        limits::{COMMANDS_PER_PACKET_MAX, PREDICTION_TICKS},
        tick_length::TickLength,
        time::{ClockEpoch, MICROS_PER_S, Micros, Tick, TickRate, ViewTime},
    },
    netcode::values::{PlayerNetcode, RoomNetcode},
    schemes::{minimum_lag, source::command_clock::commands_in_packet},
    wire::{
        command_packet::CommandPacket,
        message::{Welcome, commands_message},
        snapshot::ViewerHead,
    },
};

/// Without a packet for so long, arriving snapshots are acknowledged on their own.
const ACK_ALONE: Micros = Micros(500_000);

/// A counter that comes as its last byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct WrappingCounter {
    total: u32,
    last: u8,
}

impl WrappingCounter {
    fn read(&mut self, byte: u8) {
        self.total += u32::from(byte.wrapping_sub(self.last));
        self.last = byte;
    }
}

/// How far a change of what the player sees has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum ViewChange {
    /// Every command that is not sent yet carries views of the present epoch.
    #[default]
    None,
    /// The next frame is the first of a new epoch.
    Due,
    /// Commands from this key on carry views of a new one.
    From(Tick),
}

/// Clocks, acknowledgements and packets of one match.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Timeline {
    rate: TickRate,
    own: OwnClock,
    snapshots: SnapshotClock,
    acks: Acks,
    /// The newest round trip by echo.
    round_trip: Micros,
    round_trips: Window,
    frame_at: Micros,
    view_epoch: u8,
    view_change: ViewChange,
    /// The key of the newest command that was sent.
    sent_key: Tick,
    sent_at: Micros,
    /// Packets of commands sent.
    n_packets: u32,
    late_commands: WrappingCounter,
    choked: WrappingCounter,
    /// Where ticks wait for everybody's commands: the newest one that is drawn, and how far ahead
    /// of it commands are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    lockstep: Option<(Tick, u32)>,
}

impl Timeline {
    /// A line that begins with a welcome, which came a round trip after the hello.
    pub(super) fn new(
        welcome: &Welcome,
        round_trip: Micros,
        netcode: &PlayerNetcode,
        now: Micros,
    ) -> Self {
        let rate = welcome.rate;
        let margin = wanted_margin(netcode, &welcome.netcode, round_trip);
        Self {
            rate,
            own: OwnClock::new(rate, welcome.tick, round_trip, margin, now),
            snapshots: SnapshotClock::new(rate),
            acks: Acks::new(now),
            round_trip,
            round_trips: Window::default(),
            frame_at: now,
            view_epoch: 0,
            view_change: ViewChange::None,
            sent_key: Tick::ZERO,
            sent_at: now,
            n_packets: 0,
            late_commands: WrappingCounter::default(),
            choked: WrappingCounter::default(),
            lockstep: None,
        }
    }

    /// A frame draws a tick, and makes commands so far ahead of it, where ticks wait for
    /// everybody's commands; elsewhere the own clock goes its way.
    pub(super) fn set_lockstep(&mut self, lockstep: Option<(Tick, u32)>) {
        self.lockstep = lockstep;
    }

    /// A snapshot came that is newer than all before it, with what it says to this player.
    pub(super) fn handle_snapshot(&mut self, now: Micros, tick: Tick, viewer: &ViewerHead) {
        self.snapshots.handle_snapshot(now, tick);
        if let Some(report) = viewer.margin {
            self.own.handle_margin(now, report);
        }
        self.acks.handle_snapshot(now, viewer.executed);
        self.late_commands.read(viewer.late);
        self.choked.read(viewer.choked);
    }

    /// An echo came back.
    pub(super) fn handle_round_trip(&mut self, now: Micros, round_trip: Micros) {
        self.round_trip = round_trip;
        self.round_trips.push(now, round_trip.0);
    }

    /// A frame begins; gives the time since the one before it.
    pub(super) fn handle_frame(
        &mut self,
        now: Micros,
        netcode: &PlayerNetcode,
        rules: &RoomNetcode,
    ) -> Micros {
        let dt = now - self.frame_at;
        self.frame_at = now;
        let least = self.round_trips.least().map_or(self.round_trip, Micros);
        self.own.follow(now, wanted_margin(netcode, rules, least));
        dt
    }

    /// The room's clock has a new epoch: its ticks are due later than before, so both lines are put
    /// off, and keys of commands begin anew after the last tick of the epoch before. Gives the key
    /// of the tick under way, which is too far along for a command to come in time.
    pub(super) fn postpone(&mut self, now: Micros, epoch: &ClockEpoch) -> Tick {
        self.own.postpone(epoch.later);
        self.snapshots.postpone(epoch.later);
        self.acks.forget_after(epoch.after);
        let newest = self.own.tick(now);
        self.sent_key = newest;
        newest
    }

    /// The interpolated view follows the snapshots, by this delay.
    pub(super) fn follow_snapshots(&mut self, now: Micros, delay: Micros) {
        self.snapshots.follow(now, delay);
    }

    /// What the player sees is set up otherwise from the next frame on.
    pub(super) fn open_view_epoch(&mut self) {
        self.view_change = ViewChange::Due;
        self.snapshots.open_view_epoch();
    }

    /// A frame was set up: if its view is of a new epoch, that begins with this command.
    pub(super) fn note_view(&mut self, next_key: Tick) {
        if self.view_change == ViewChange::Due {
            self.view_change = ViewChange::From(next_key);
        }
    }

    /// A new view epoch begins with the next command, whichever its key; gives its number.
    pub(super) fn begin_view_epoch(&mut self) -> u8 {
        self.view_epoch = self.view_epoch.wrapping_add(1);
        self.view_change = ViewChange::None;
        self.view_epoch
    }

    /// Whether the command rate asks for a packet: at rates that do not divide the tick rate
    /// packets hold one command more or less by turns, so that none is lost.
    pub(super) fn packet_due(&self, newest: Tick, command_rate_hz: u16) -> bool {
        let length = TickLength::of(self.rate);
        let full = commands_in_packet(self.n_packets, length, TickLength::of_hz(command_rate_hz));
        let unsent = newest.since(self.sent_key);
        unsent >= i64::from(full).clamp(1, COMMANDS_PER_PACKET_MAX as i64)
    }

    /// Where ticks wait for everybody's commands: whether a packet is due, with what is new, or by
    /// the command rate for what is unacknowledged. Gives how many of the commands that were sent
    /// already go with it: all that are unacknowledged.
    pub(super) fn repeats(&self, now: Micros, newest: Tick, command_rate_hz: u16) -> Option<u8> {
        let interval = Micros(MICROS_PER_S / i64::from(command_rate_hz.max(1)));
        let unacked = self.sent_key.since(self.acks.executed());
        let unacked = unacked.clamp(0, COMMANDS_PER_PACKET_MAX as i64);
        let (is_new, is_due) = (newest > self.sent_key, now - self.sent_at >= interval);
        (is_new || (is_due && unacked > 0)).then_some(unacked as u8)
    }

    /// Whether an arriving snapshot must be acknowledged by a packet of its own.
    pub(super) fn acks_alone(&self, now: Micros) -> bool {
        now - self.sent_at > ACK_ALONE
    }

    /// A packet of what was not sent yet and so many commands before that.
    pub(super) fn packet(
        &mut self,
        now: Micros,
        prediction: &Prediction,
        ack: Option<Tick>,
        backups: u8,
    ) -> Outgoing {
        let newest = prediction.newest_key();
        let unsent = newest.since(self.sent_key).clamp(0, PREDICTION_TICKS as i64) as usize;
        let n = (unsent + usize::from(backups)).min(COMMANDS_PER_PACKET_MAX);
        let first_unsent = newest.minus(unsent.saturating_sub(1) as u32);
        if matches!(self.view_change, ViewChange::From(key) if unsent > 0 && first_unsent >= key) {
            self.begin_view_epoch();
        }
        self.own.note_sent(now, first_unsent, newest);
        if unsent > 0 {
            self.n_packets = self.n_packets.wrapping_add(1);
            self.acks.note_sent(now, first_unsent, newest);
        }
        let commands = prediction.newest_commands(n);
        let packet = CommandPacket { ack, view_epoch: self.view_epoch, commands };
        self.sent_key = newest;
        self.sent_at = now;
        let message = commands_message(&packet.encode());
        Outgoing { message, commands: unsent.min(n) as u8 }
    }

    pub(super) fn rate(&self) -> TickRate {
        self.rate
    }

    /// The clocks by which a frame draws bolts.
    pub(super) fn clocks(&self, now: Micros) -> FrameClocks {
        FrameClocks {
            now,
            own: self.own_time(now),
            server: self.server_time(now).unwrap_or_default(),
            rate: self.rate,
        }
    }

    /// Where the own clock stands, in µs of the tick line.
    pub(super) fn own_time(&self, now: Micros) -> Micros {
        match self.lockstep {
            Some((tick, _)) => self.rate.micros_at(tick),
            None => self.own.position(now),
        }
    }

    /// The tick under way on the own clock.
    pub(super) fn own_tick(&self, now: Micros) -> Tick {
        match self.lockstep {
            Some((tick, ahead)) => tick.plus(ahead),
            None => self.own.tick(now),
        }
    }

    /// Where the server is by now, in µs of the tick line, as far as can be seen from here.
    pub(super) fn server_time(&self, now: Micros) -> Option<Micros> {
        match self.lockstep {
            Some((tick, _)) => Some(self.rate.micros_at(tick)),
            None => self.snapshots.position(now),
        }
    }

    /// The moment that lies the interpolation delay behind the snapshots.
    pub(super) fn interpolated_view(&self) -> ViewTime {
        self.snapshots.view()
    }

    pub(super) fn acks(&self) -> &Acks {
        &self.acks
    }

    /// When the newest frame was drawn.
    pub(super) fn frame_at(&self) -> Micros {
        self.frame_at
    }

    pub(super) fn sent_key(&self) -> Tick {
        self.sent_key
    }

    pub(super) fn round_trip(&self) -> Micros {
        self.round_trip
    }

    /// How early the commands arrived at the server, by its newest word.
    pub(super) fn command_margin(&self) -> Micros {
        self.own.newest_margin()
    }

    /// Commands that came too late or too early.
    pub(super) fn late_commands(&self) -> u32 {
        self.late_commands.total
    }

    /// Snapshots that the server left out.
    pub(super) fn choked(&self) -> u32 {
        self.choked.total
    }
}

/// How early commands shall come: the player's margin, and what the room's minimum lag asks for.
fn wanted_margin(netcode: &PlayerNetcode, rules: &RoomNetcode, least_round_trip: Micros) -> Micros {
    let margin = Micros::from_ms(netcode.margin_ms.into());
    margin + minimum_lag::wait(rules.minimum_lag(), least_round_trip)
}
