//! QuakeWorld's latency hiding: what the client replays, how far it extrapolates remote ships, what
//! the server runs after a gap, and when a packet may be sent. From id Software's released
//! QuakeWorld and its description of client-side prediction.
//!
//! The server compensates nothing. All functions are pure, from times to decisions. Clocks are the
//! caller's; "real time" is the client's own.

use alloc::{vec, vec::Vec};

use serde::Serialize;

use crate::base::{
    geometry::{Vec2, blend_points},
    tick_length::TickLength,
    time::{MICROS_PER_S, Micros},
};

/// Commands and states that a client remembers.
pub const RING: usize = 64;
/// With this many commands unacknowledged, prediction freezes. (The source compares the number of
/// the next command, and so has 63.)
pub const FREEZE_AT: u32 = 62;
/// The bound of the loop that replays a frame's commands. Freezing keeps it one below.
pub const MAX_REPLAY: usize = 62;
/// The default push of the local time: far enough to reach the real time.
pub const PUSH_DEFAULT: Micros = Micros::from_ms(-999);
/// How much later than `real time − latency` remote ships are drawn.
pub const OTHERS_AHEAD: Micros = Micros::from_ms(20);
/// The limit of extrapolation, and the largest age that a byte of ms can hold.
pub const QUAKEWORLD_EXTRAPOLATION_MAX: Micros = Micros::from_ms(255);
/// A jump between two replayed states beyond this, on either axis in u, is not blended.
pub const SNAP_BEYOND_U: f32 = 128.0;
/// Gaps of this many packets or more are not bridged.
pub const BRIDGE_BELOW: u32 = 20;
/// The longest command that runs in one piece, in ms.
pub const PIECE_MAX_MS: u16 = 50;
/// Bytes by which a connection may be over its rate and still send.
pub const SLACK_BYTES: u32 = 200;

const _: () = assert!(MAX_REPLAY <= FREEZE_AT as usize && (FREEZE_AT as usize) < RING);

/// The client's estimate of its round trip: falls at once, rises by 1 ms a sample.
///
/// It starts at 0, so it takes as many samples as the round trip has ms to get near the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LatencyEstimate(Micros);

impl LatencyEstimate {
    /// Takes the time from a command's sending to its acknowledgement. Samples below 0 or above 1 s
    /// are ignored.
    pub fn sample(&mut self, sample: Micros) {
        if !(0..=MICROS_PER_S).contains(&sample.0) {
            return;
        }
        self.0 = if sample < self.0 { sample } else { self.0 + Micros::from_ms(1) };
    }

    /// The estimate.
    #[must_use]
    pub const fn get(self) -> Micros {
        self.0
    }
}

/// Which of its available commands a server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CommandToRun {
    /// The last one executed, again, with fire released.
    Last,
    /// The packet's backup from two packets ago.
    Oldest,
    /// The packet's backup from the packet before.
    Old,
    /// The packet's own command.
    New,
}

/// Whether a gap of `n_lost` packets is bridged with the commands at hand.
#[must_use]
pub const fn bridges(n_lost: u32) -> bool {
    n_lost < BRIDGE_BELOW
}

/// The commands that the server runs, in order, when a packet arrives after `n_lost` lost ones; up
/// to [`BRIDGE_BELOW`] of them.
pub fn commands_run(n_lost: u32) -> impl Iterator<Item = CommandToRun> {
    let gap = if bridges(n_lost) { n_lost } else { 0 };
    let repeats = core::iter::repeat_n(CommandToRun::Last, gap.saturating_sub(2) as usize);
    let backups = [(2, CommandToRun::Oldest), (1, CommandToRun::Old)];
    let backups = backups.into_iter().filter(move |&(least, _)| gap >= least).map(|(_, run)| run);
    repeats.chain(backups).chain([CommandToRun::New])
}

/// The pieces, in ms, in which a command of a length runs: halved until none is longer than
/// [`PIECE_MAX_MS`]. Halves are whole ms, so an odd one is lost at every halving. At most 2048.
#[must_use]
pub fn halve(ms: u16) -> Vec<u16> {
    let (mut piece, mut n) = (ms, 1);
    while piece > PIECE_MAX_MS {
        piece /= 2;
        n *= 2;
    }
    vec![piece; n]
}

/// Whether prediction is frozen for lack of acknowledgements.
#[must_use]
pub const fn frozen(unacked: u32) -> bool {
    unacked >= FREEZE_AT
}

/// The push that the article suggests: half of the latency ahead.
#[must_use]
pub fn half_latency(latency: Micros) -> Micros {
    Micros(-(latency.0 / 2))
}

/// The time that the own ship is predicted for: `real time − latency − push`, never later than the
/// real time. A push above 0 counts as 0.
#[must_use]
pub fn local_time(realtime: Micros, latency: Micros, push: Micros) -> Micros {
    realtime.min(realtime - latency - push.min(Micros::ZERO))
}

/// How many unacknowledged commands are replayed, given when each was sent (oldest first): up to
/// and including the first one sent at or after the local time, at most [`MAX_REPLAY`].
pub fn replayed(sent: impl IntoIterator<Item = Micros>, local_time: Micros) -> usize {
    let mut n = 0;
    for sent in sent.into_iter().take(MAX_REPLAY) {
        n += 1;
        if sent >= local_time {
            break;
        }
    }
    n
}

/// The state after a replayed command.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Replayed {
    /// When the command was sent, on the client's clock.
    pub sent: Micros,
    /// The ship's position after it, in u.
    pub pos: Vec2,
}

/// Where the own ship is drawn: between the last two replayed states, at the local time.
#[must_use]
pub fn drawn_pos(from: Replayed, to: Replayed, local_time: Micros) -> Vec2 {
    if snap(from.pos, to.pos) {
        return to.pos;
    }
    let den = (to.sent - from.sent).0;
    if den <= 0 {
        return from.pos;
    }
    blend_points(from.pos, to.pos, (local_time - from.sent).0.clamp(0, den), den)
}

/// Whether two positions, in u, are too far apart to be blended.
#[must_use]
pub fn snap(from: Vec2, to: Vec2) -> bool {
    (to - from).abs().max_element() > SNAP_BEYOND_U
}

/// The age of a ship's state in a snapshot, given how many ticks' commands of it were missing: 0 if
/// none, up to [`QUAKEWORLD_EXTRAPOLATION_MAX`].
#[must_use]
pub fn state_age(ticks_missing: u32, dt: TickLength) -> Micros {
    dt.span(ticks_missing.into()).min(QUAKEWORLD_EXTRAPOLATION_MAX)
}

/// The time of a remote ship's state on the client's clock: when the frame that the snapshot
/// acknowledges was sent, less the state's age.
#[must_use]
pub fn state_time(acked_sent: Micros, age: Micros) -> Micros {
    acked_sent - age
}

/// The time that remote ships are drawn for.
#[must_use]
pub fn player_time(realtime: Micros, latency: Micros) -> Micros {
    realtime.min(realtime - latency + OTHERS_AHEAD)
}

/// How far a remote ship is extrapolated from its received state: half of the time to
/// [`player_time`], up to [`QUAKEWORLD_EXTRAPOLATION_MAX`], and 0 if that lies before the state.
#[must_use]
pub fn extrapolation(realtime: Micros, latency: Micros, acked_sent: Micros, age: Micros) -> Micros {
    let elapsed = player_time(realtime, latency) - state_time(acked_sent, age);
    Micros(elapsed.0.max(0) / 2).min(QUAKEWORLD_EXTRAPOLATION_MAX)
}

/// The pieces, in ms, in which QuakeWorld's own client extrapolates a remote ship: whole ms,
/// rounded down, and more than [`PIECE_MAX_MS`] halved like any command.
#[must_use]
pub fn extrapolation_pieces(ahead: Micros) -> Vec<u16> {
    halve(ahead.min(QUAKEWORLD_EXTRAPOLATION_MAX).as_ms().max(0) as u16)
}

/// A span as steps of the movement code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TicksAndRest {
    /// Whole ticks to run.
    pub ticks: u32,
    /// The part of the next tick, in parts of `den`, to be interpolated linearly.
    pub num: i64,
    /// A whole tick.
    pub den: i64,
}

/// Splits a span into whole ticks and a part of the next one. Negative spans count as 0.
#[must_use]
pub fn ticks_and_rest(span: Micros, dt: TickLength) -> TicksAndRest {
    let (ticks, num, den) = dt.split(span.max(Micros::ZERO));
    TicksAndRest { ticks: u32::try_from(ticks).unwrap_or(u32::MAX), num, den }
}

/// Limits packets on a link to a rate in bytes a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rate {
    /// When everything sent so far has passed the link.
    clear: Micros,
    choked: u32,
}

impl Rate {
    /// Whether a packet may be sent now: the link is clear, or will be within [`SLACK_BYTES`].
    #[must_use]
    pub fn may_send(&self, now: Micros, bytes_per_s: u32) -> bool {
        self.clear < now + time_of(SLACK_BYTES, bytes_per_s)
    }

    /// Charges a packet that was sent.
    pub fn sent(&mut self, now: Micros, bytes: u32, bytes_per_s: u32) {
        self.clear = self.clear.max(now) + time_of(bytes, bytes_per_s);
    }

    /// Counts a packet that was due and not sent.
    pub fn choke(&mut self) {
        self.choked = self.choked.saturating_add(1);
    }

    /// The packets choked since the last call, which the next packet reports.
    pub fn take_choked(&mut self) -> u32 {
        core::mem::take(&mut self.choked)
    }

    /// When everything sent so far has passed the link.
    #[must_use]
    pub const fn clear(&self) -> Micros {
        self.clear
    }
}

/// The time that bytes take to pass a link, rounded down; a rate of 0 counts as 1 byte a second.
fn time_of(bytes: u32, bytes_per_s: u32) -> Micros {
    Micros(i64::from(bytes) * MICROS_PER_S / i64::from(bytes_per_s.max(1)))
}
