//! The client's view of time: its own clock and the estimated server clock, which commands are sent
//! and acknowledged, and where view epochs begin. Updated by every snapshot and frame; provides
//! each frame's clocks and builds the command packets.

use serde::Serialize;

use super::{
    acks::Acks,
    clock::{OwnClock, SnapshotClock, Window},
    frame_clocks::FrameClocks,
    packet_log::Outgoing,
    predict::Prediction,
    watched::WatchMoments,
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

/// If the client has sent no packet for this long, it acknowledges a snapshot in a packet without
/// commands.
const ACK_ALONE: Micros = Micros(500_000);

/// The running total of a counter whose low byte is on the wire.
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

/// Progress of a change to the player's view settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum ViewChange {
    /// All unsent commands carry views of the current epoch.
    #[default]
    None,
    /// The next frame is the first of a new epoch.
    Due,
    /// Commands from this tick on carry views of a new epoch.
    From(Tick),
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Timeline {
    rate: TickRate,
    own: OwnClock,
    snapshots: SnapshotClock,
    acks: Acks,
    /// The newest round trip, by ping.
    round_trip: Micros,
    round_trips: Window,
    frame_at: Micros,
    view_epoch: u8,
    view_change: ViewChange,
    sent_tick: Tick,
    sent_at: Micros,
    /// Command packets sent.
    n_packets: u32,
    late_commands: WrappingCounter,
    choked: WrappingCounter,
    /// In lockstep: the tick being drawn, and how many ticks ahead of it commands are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    lockstep: Option<(Tick, u32)>,
    /// Of a watcher: the moments of the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    watched: Option<WatchMoments>,
}

impl Timeline {
    /// Starts the timeline at the welcome, which arrived one `round_trip` after the hello.
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
            sent_tick: Tick::ZERO,
            sent_at: now,
            n_packets: 0,
            late_commands: WrappingCounter::default(),
            choked: WrappingCounter::default(),
            lockstep: None,
            watched: None,
        }
    }

    /// In lockstep, sets the tick to draw and how many ticks ahead of it commands are made. With
    /// `None` the own clock runs freely.
    pub(super) fn set_lockstep(&mut self, lockstep: Option<(Tick, u32)>) {
        self.lockstep = lockstep;
    }

    /// Sets the moments of a watcher's picture: its clocks stand there.
    pub(super) fn set_watched(&mut self, moments: WatchMoments) {
        self.watched = Some(moments);
    }

    /// Handles a snapshot that is newer than all before it.
    pub(super) fn handle_snapshot(&mut self, now: Micros, tick: Tick, viewer: &ViewerHead) {
        self.snapshots.handle_snapshot(now, tick);
        if let Some(report) = viewer.margin {
            self.own.handle_margin(now, report);
        }
        self.own.handle_executed(now, viewer.executed);
        self.acks.handle_snapshot(now, viewer.executed);
        self.late_commands.read(viewer.mistimed);
        self.choked.read(viewer.choked);
    }

    pub(super) fn handle_round_trip(&mut self, now: Micros, round_trip: Micros) {
        self.round_trip = round_trip;
        self.round_trips.push(now, round_trip.0);
    }

    /// Begins a frame. Returns the time since the previous one.
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

    /// Applies a new clock epoch: the room's ticks are due later than before, so both clocks are
    /// set back, and commands restart after the last tick of the old epoch. Returns the
    /// current tick; its command can no longer arrive in time.
    pub(super) fn postpone(&mut self, now: Micros, epoch: &ClockEpoch) -> Tick {
        self.own.postpone(epoch.later);
        self.snapshots.postpone(epoch.later);
        self.acks.forget_after(epoch.after);
        let newest = self.own.tick(now);
        self.sent_tick = newest;
        newest
    }

    /// Moves the interpolated view to `delay` behind the snapshots.
    pub(super) fn follow_snapshots(&mut self, now: Micros, delay: Micros) {
        self.snapshots.follow(now, delay);
    }

    /// Begins a new view epoch with the next frame, because the view settings changed.
    pub(super) fn open_view_epoch(&mut self) {
        self.view_change = ViewChange::Due;
        self.snapshots.open_view_epoch();
    }

    /// If this frame begins a new view epoch, the command `next_tick` is the first in it.
    pub(super) fn note_view(&mut self, next_tick: Tick) {
        if self.view_change == ViewChange::Due {
            self.view_change = ViewChange::From(next_tick);
        }
    }

    /// Begins a new view epoch with the next command. Returns the epoch's number.
    pub(super) fn begin_view_epoch(&mut self) -> u8 {
        self.view_epoch = self.view_epoch.wrapping_add(1);
        self.view_change = ViewChange::None;
        self.view_epoch
    }

    /// Whether a packet is due at this command rate. If the command rate does not divide the tick
    /// rate, packets alternate between two sizes so that every command is sent.
    pub(super) fn packet_due(&self, newest: Tick, command_rate_hz: u16) -> bool {
        let length = TickLength::of(self.rate);
        let full = commands_in_packet(self.n_packets, length, TickLength::of_hz(command_rate_hz));
        let unsent = newest.since(self.sent_tick);
        unsent >= i64::from(full).clamp(1, COMMANDS_PER_PACKET_MAX as i64)
    }

    /// In lockstep, whether a packet is due: at once for a new command, otherwise at the command
    /// rate while any is unacknowledged. Returns how many commands already sent to repeat: all that
    /// are unacknowledged.
    pub(super) fn repeats(&self, now: Micros, newest: Tick, command_rate_hz: u16) -> Option<u8> {
        let interval = Micros(MICROS_PER_S / i64::from(command_rate_hz.max(1)));
        let unacked = self.sent_tick.since(self.acks.executed());
        let unacked = unacked.clamp(0, COMMANDS_PER_PACKET_MAX as i64);
        let (is_new, is_due) = (newest > self.sent_tick, now - self.sent_at >= interval);
        (is_new || (is_due && unacked > 0)).then_some(unacked as u8)
    }

    /// In lockstep, the unacknowledged commands that a packet of the newest ones has no room for,
    /// as a packet of their own: a large n has more of them in flight than one packet holds.
    pub(super) fn packet_of_older(
        &self,
        prediction: &Prediction,
        ack: Option<Tick>,
        in_flight_max: u32,
    ) -> Option<Outgoing> {
        let in_flight_max = in_flight_max as usize;
        if in_flight_max <= COMMANDS_PER_PACKET_MAX {
            return None;
        }
        let mut commands = prediction.newest_commands(in_flight_max);
        commands.truncate(commands.len().saturating_sub(COMMANDS_PER_PACKET_MAX));
        commands.retain(|command| command.tick > self.acks.executed());
        let unsent = commands.iter().filter(|command| command.tick > self.sent_tick).count() as u8;
        (!commands.is_empty()).then(|| {
            let packet = CommandPacket { ack, view_epoch: self.view_epoch, commands };
            Outgoing { message: commands_message(&packet.encode()), commands: unsent }
        })
    }

    /// Whether an arriving snapshot needs an acknowledgement packet of its own.
    pub(super) fn acks_alone(&self, now: Micros) -> bool {
        now - self.sent_at > ACK_ALONE
    }

    /// Builds a packet of all unsent commands and `backups` earlier ones.
    pub(super) fn packet(
        &mut self,
        now: Micros,
        prediction: &Prediction,
        ack: Option<Tick>,
        backups: u8,
    ) -> Outgoing {
        let newest = prediction.newest_tick();
        let unsent = newest.since(self.sent_tick).clamp(0, PREDICTION_TICKS as i64) as usize;
        let n = (unsent + usize::from(backups)).min(COMMANDS_PER_PACKET_MAX);
        let first_unsent = newest.minus(unsent.saturating_sub(1) as u32);
        if matches!(self.view_change, ViewChange::From(tick) if unsent > 0 && first_unsent >= tick)
        {
            self.begin_view_epoch();
        }
        // A packet that only acknowledges must not change when the last command was sent.
        if unsent > 0 {
            self.own.note_sent(now, first_unsent, newest);
            self.n_packets = self.n_packets.wrapping_add(1);
            self.acks.note_sent(now, first_unsent, newest);
        }
        let commands = prediction.newest_commands(n);
        let packet = CommandPacket { ack, view_epoch: self.view_epoch, commands };
        self.sent_tick = newest;
        self.sent_at = now;
        let message = commands_message(&packet.encode());
        Outgoing { message, commands: unsent.min(n) as u8 }
    }

    pub(super) fn rate(&self) -> TickRate {
        self.rate
    }

    /// The clocks this frame draws bolts by.
    pub(super) fn clocks(&self, now: Micros) -> FrameClocks {
        FrameClocks {
            now,
            own: self.own_time(now),
            server: self.server_time(now).unwrap_or_default(),
            rate: self.rate,
        }
    }

    /// The client's own clock, in µs on the tick timeline.
    pub(super) fn own_time(&self, now: Micros) -> Micros {
        match (self.watched, self.lockstep) {
            (Some(moments), _) => moments.own,
            (None, Some((tick, _))) => self.rate.micros_at(tick),
            (None, None) => self.own.position(now),
        }
    }

    /// The current tick on the own clock.
    pub(super) fn own_tick(&self, now: Micros) -> Tick {
        match self.lockstep {
            Some((tick, ahead)) => tick.plus(ahead),
            None => self.own.tick(now),
        }
    }

    /// The estimated server clock, in µs on the tick timeline.
    pub(super) fn server_time(&self, now: Micros) -> Option<Micros> {
        match (self.watched, self.lockstep) {
            (Some(moments), _) => Some(moments.received),
            (None, Some((tick, _))) => Some(self.rate.micros_at(tick)),
            (None, None) => self.snapshots.position(now),
        }
    }

    /// The view time, one interpolation delay behind the snapshots.
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

    pub(super) fn sent_tick(&self) -> Tick {
        self.sent_tick
    }

    pub(super) fn round_trip(&self) -> Micros {
        self.round_trip
    }

    /// How early commands arrived at the server, by its newest report.
    pub(super) fn command_margin(&self) -> Micros {
        self.own.newest_margin()
    }

    /// Commands that arrived too late or too early.
    pub(super) fn late_commands(&self) -> u32 {
        self.late_commands.total
    }

    /// Snapshots that the server choked.
    pub(super) fn choked(&self) -> u32 {
        self.choked.total
    }
}

/// How early commands should arrive: the player's margin, plus the wait that the room's minimum lag
/// requires.
fn wanted_margin(netcode: &PlayerNetcode, rules: &RoomNetcode, least_round_trip: Micros) -> Micros {
    let margin = Micros::from_ms(netcode.margin_ms.into());
    margin + minimum_lag::wait(rules.minimum_lag(), least_round_trip)
}
