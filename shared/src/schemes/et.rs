//! The anti-lag of Wolfenstein: Enemy Territory (its article and released source). Stores the poses
//! of a ship in ten markers, per server frame or per command, and looks up a pose at a command's
//! time. (Later servers raised the number of markers, so the depth of the ring is configurable.)
//!
//! Bounds are not blended, since every ship here is a circle of one radius. The cover veto needs
//! traces and is left to the judge.

use alloc::collections::VecDeque;
use core::{mem, ops::Range};

use serde::Serialize;

use super::clamp::Clamp;
use crate::{
    base::time::{MICROS_PER_S, Micros, Tick, TickRate},
    history::{
        pose::Pose,
        record::{Bracket, Record, RewoundPose},
    },
};

/// Markers of a ship, in the published game.
pub const MARKERS: usize = 10;
/// ET's server frame (`sv_fps 20`).
pub const FRAME: Micros = Micros::from_ms(50);
/// Slowest marker rate, in markers a second (`com_maxfps`).
pub const MARKER_RATE_MIN_HZ: u16 = 20;
/// Fastest marker rate, in markers a second (`com_maxfps`).
pub const MARKER_RATE_MAX_HZ: u16 = 125;

/// ET's server frames a second.
const FRAMES_PER_S: u16 = 20;
/// How far behind the present a command's time may lie.
pub const BEHIND_MAX: Micros = Micros::from_ms(1000);
/// How far ahead of the present a command's time may lie.
const AHEAD_MAX: Micros = Micros::from_ms(200);

/// The last poses of a ship, [`MARKERS`] of them unless another depth is set; empty for a ship that
/// was never stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Markers {
    /// Newest first, up to `depth` of them.
    ring: VecDeque<Record>,
    depth: usize,
}

/// A server frame and the one before, as seen by the commands executed in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ServerFrame {
    /// The time of the frame before.
    pub previous: Micros,
    /// The time of this frame.
    pub now: Micros,
}

/// When a live room writes markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Store {
    /// At the end of each server frame, as the released source does.
    PerFrame,
    /// In each executed command, as the article prints it for 2.60.
    PerCommand {
        /// Commands a second; clamped to [`MARKER_RATE_MIN_HZ`] and [`MARKER_RATE_MAX_HZ`].
        marker_rate_hz: u16,
    },
}

/// The markers around a time, by index from the newest one, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkersAround {
    /// The newest is not after the time, or there is none: the ship is not moved.
    Unmoved,
    /// All are after the time: the oldest, at this index, is used.
    Oldest(usize),
    /// Between two adjacent markers.
    Between {
        /// The first at or before the time.
        older: usize,
        /// The one after it.
        newer: usize,
    },
}

/// Keeps the markers of one ship while a room ticks.
#[derive(Clone, Debug, Serialize)]
pub struct MarkerRecorder {
    store: Store,
    rate: TickRate,
    markers: Markers,
    /// The newest pose pushed, dead or alive.
    last: Option<(Tick, Pose)>,
    /// Whether a new life has begun whose first pose has not been stored yet.
    respawned: bool,
}

/// A command's time clamped to [now − 1000 ms, now + 200 ms], and the clamp.
#[must_use]
pub fn clamp_command_time(time: Micros, now: Micros) -> (Micros, Option<Clamp>) {
    if time < now - BEHIND_MAX {
        (now - BEHIND_MAX, Some(Clamp::Bound))
    } else if time > now + AHEAD_MAX {
        (now + AHEAD_MAX, Some(Clamp::Future))
    } else {
        (time, None)
    }
}

/// The target time of a command, and why it differs from the command's time: it is clamped to the
/// window, and never lies in the future.
#[must_use]
pub fn target_time(time: Micros, now: Micros) -> (Micros, Option<Clamp>) {
    let (at, clamp) = clamp_command_time(time, now);
    if at > now { (now, Some(Clamp::Future)) } else { (at, clamp) }
}

/// Ticks in a server frame: the nearest to [`FRAME`]. A tick that is a multiple of it is a frame.
#[must_use]
pub const fn frame_ticks(rate: TickRate) -> u32 {
    let n = (rate.hz() + FRAMES_PER_S / 2) / FRAMES_PER_S;
    if n == 0 { 1 } else { n as u32 }
}

/// The times at which the tick ending at `tick_at` stores markers, for a player with this command
/// rate. Up to the tick rate: at the end of the tick or not at all. Above it: at every command due
/// since the tick before.
pub fn command_times(
    tick_at: Micros,
    rate: TickRate,
    marker_rate_hz: u16,
) -> impl Iterator<Item = Micros> {
    let marker_rate_hz = marker_rate_hz.clamp(MARKER_RATE_MIN_HZ, MARKER_RATE_MAX_HZ);
    let due = markers_due(tick_at, rate, marker_rate_hz);
    let is_whole = marker_rate_hz <= rate.hz();
    let n_max = if is_whole { 1 } else { usize::MAX };
    due.take(n_max).map(move |marker| {
        let at = Micros(marker * MICROS_PER_S / i64::from(marker_rate_hz));
        if is_whole { tick_at } else { at }
    })
}

/// The markers of one ship at a tick, stored per frame, from its poses of at least the last second,
/// oldest first. Poses after `now` are ignored.
#[must_use]
pub fn per_frame(
    series: impl IntoIterator<Item = (Tick, Pose)>,
    rate: TickRate,
    now: Tick,
) -> Markers {
    rebuild(MarkerRecorder::new(Store::PerFrame, rate), series, now)
}

/// The markers of one ship at a tick, stored per command, from its poses of at least the last
/// second, oldest first. Poses after `now` are ignored.
#[must_use]
pub fn per_command(
    series: impl IntoIterator<Item = (Tick, Pose)>,
    rate: TickRate,
    marker_rate_hz: u16,
    now: Tick,
) -> Markers {
    rebuild(MarkerRecorder::new(Store::PerCommand { marker_rate_hz }, rate), series, now)
}

impl Default for Markers {
    fn default() -> Self {
        Self::with_depth(MARKERS)
    }
}

impl Markers {
    /// No markers yet, with this capacity; at least one.
    #[must_use]
    pub fn with_depth(depth: usize) -> Self {
        let depth = depth.max(1);
        Self { ring: VecDeque::with_capacity(depth), depth }
    }

    /// A respawn: all markers get the new pose, the newest with the time `now`, each older one with
    /// the time of the one after it less `period`, cut towards 0 to whole ms. The original
    /// subtracts a fractional period from an integer number of ms.
    pub fn reset(&mut self, pose: &Pose, now: Micros, period: Micros) {
        self.ring.clear();
        let mut at = now;
        for _ in 0..self.depth {
            self.ring.push_back(Record { at, pose: *pose });
            at = Micros::from_ms((at - period).0 / 1000);
        }
    }

    /// The end of a server frame: a new marker with the frame's time.
    pub fn store_frame(&mut self, frame_now: Micros, pose: &Pose) {
        self.push(Record { at: frame_now, pose: *pose });
    }

    /// A command executed in a frame. The newest marker, if older than this frame, is relabelled
    /// with the time of the frame before, even if it was written by an earlier command of the same
    /// frame; this is the bias of this variant. A marker that already has this frame's time is
    /// overwritten.
    pub fn store_command(&mut self, frame: ServerFrame, elapsed_in_frame: Micros, pose: &Pose) {
        let record = Record { at: (frame.previous + elapsed_in_frame).min(frame.now), pose: *pose };
        match self.ring.front_mut() {
            Some(marker) if marker.at < frame.now => {
                marker.at = frame.previous;
                self.push(record);
            }
            Some(marker) => *marker = record,
            None => self.push(record),
        }
    }

    /// The ship's pose at a time. At or after the newest marker the ship is not moved; before all
    /// markers the oldest is used, however old; between two the pose is interpolated linearly. Dead
    /// ships and ships that were never stored are not moved.
    #[must_use]
    pub fn adjust(&self, time: Micros, now: Micros, present: &Pose) -> RewoundPose {
        let unmoved = RewoundPose { pose: *present, bracket: Bracket::Present };
        if !present.alive {
            return unmoved;
        }
        let marker = |n: usize| self.ring.get(n);
        let found = match self.around(time, now) {
            MarkersAround::Unmoved => None,
            MarkersAround::Oldest(oldest) => marker(oldest).map(Record::found),
            MarkersAround::Between { older, newer } => marker(older)
                .zip(marker(newer))
                .map(|(older, newer)| older.towards(newer, time.min(now))),
        };
        found.unwrap_or(unmoved)
    }

    /// The markers around a time, searched from the newest back to the first at or before it.
    #[must_use]
    pub fn around(&self, time: Micros, now: Micros) -> MarkersAround {
        let time = time.min(now);
        let older = self.newest_first().position(|marker| marker.at <= time);
        match (older, self.ring.len()) {
            (Some(0), _) | (None, 0) => MarkersAround::Unmoved,
            (Some(older), _) => MarkersAround::Between { older, newer: older - 1 },
            (None, n) => MarkersAround::Oldest(n - 1),
        }
    }

    /// The markers, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &Record> {
        self.ring.iter()
    }

    fn push(&mut self, record: Record) {
        self.ring.truncate(self.depth - 1);
        self.ring.push_front(record);
    }
}

impl ServerFrame {
    /// The frame in which a live room executes the commands of a tick: the last one strictly before
    /// the tick.
    #[must_use]
    pub fn before(tick: Tick, rate: TickRate) -> Self {
        let length = i64::from(frame_ticks(rate));
        let now = (i64::from(tick.0) - 1).div_euclid(length) * length;
        Self { previous: moment(now - length, rate), now: moment(now, rate) }
    }
}

impl MarkerRecorder {
    /// A recorder for a ship with no poses yet.
    #[must_use]
    pub fn new(store: Store, rate: TickRate) -> Self {
        Self { store, rate, markers: Markers::default(), last: None, respawned: false }
    }

    #[must_use]
    pub const fn markers(&self) -> &Markers {
        &self.markers
    }

    /// Adds the ship's pose after a tick; ticks must be in order. A new life resets the markers: a
    /// changed life number, or a ship that was dead. (A pose has one number for lives and
    /// teleports, so here a teleport resets them too; in ET it does not.) Dead ships are not
    /// stored.
    pub fn push(&mut self, tick: Tick, pose: &Pose) {
        let last = self.last.replace((tick, *pose));
        self.respawned |= last.is_some_and(|(_, last)| last.life != pose.life || !last.alive);
        if !pose.alive {
            return;
        }
        let now = moment(i64::from(tick.0), self.rate);
        let respawned = mem::take(&mut self.respawned);
        match self.store {
            Store::PerFrame => {
                if respawned {
                    self.markers.reset(pose, now, FRAME);
                }
                if tick.0.is_multiple_of(frame_ticks(self.rate)) {
                    self.markers.store_frame(now, pose);
                }
            }
            Store::PerCommand { marker_rate_hz } => {
                let frame = ServerFrame::before(tick, self.rate);
                if respawned {
                    self.markers.reset(pose, frame.now, FRAME);
                }
                let before = last.filter(|(then, last)| {
                    tick.since(*then) == 1 && last.alive && last.life == pose.life
                });
                let older =
                    before.map(|(then, pose)| Record { at: self.rate.micros_at(then), pose });
                let newer = Record { at: now, pose: *pose };
                self.store_commands(frame, older.unwrap_or(newer), newer, marker_rate_hz);
            }
        }
    }

    /// Stores the commands of a tick, on the line between the last tick's pose and its own.
    fn store_commands(
        &mut self,
        frame: ServerFrame,
        older: Record,
        newer: Record,
        marker_rate_hz: u16,
    ) {
        for at in command_times(newer.at, self.rate, marker_rate_hz) {
            let pose = older.towards(&newer, at).pose;
            self.markers.store_command(frame, at - frame.now, &pose);
        }
    }
}

fn rebuild(
    mut recorder: MarkerRecorder,
    series: impl IntoIterator<Item = (Tick, Pose)>,
    now: Tick,
) -> Markers {
    for (tick, pose) in series.into_iter().take_while(|(tick, _)| *tick <= now) {
        recorder.push(tick, &pose);
    }
    recorder.markers
}

/// The time of a tick, possibly before the first, with tick 0 at 0.
const fn moment(tick: i64, rate: TickRate) -> Micros {
    Micros((tick * MICROS_PER_S).div_euclid(rate.hz() as i64))
}

/// The markers due in the tick that ends at a time: those `n` whose time, `n·10⁶/marker_rate` µs
/// rounded down, lies after the tick before and not after this time. Counted from tick 0, so the
/// result does not depend on when recording starts.
fn markers_due(tick_at: Micros, rate: TickRate, marker_rate_hz: u16) -> Range<i64> {
    let before = match rate.tick_at(tick_at) {
        Tick::ZERO => Micros(-1),
        tick => rate.micros_at(tick.minus(1)),
    };
    let first_after = |at: Micros| {
        let scaled = (at.0 + 1) * i64::from(marker_rate_hz);
        scaled.div_euclid(MICROS_PER_S) + i64::from(scaled.rem_euclid(MICROS_PER_S) != 0)
    };
    first_after(before)..first_after(tick_at)
}
