//! Carries the bytes of a connection in memory, with delay. A test can also hold a line for a
//! while, or cut it. It is a stream as with TCP, without loss or reordering. The delay of a segment
//! depends only on the seed and on when it was sent, and on a narrow line also on the segments
//! before it.

use std::num::NonZeroU32;
use std::time::Duration;

use shared::base::rng::{Rng, mix_all};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

/// Capacity of a pipe for unread data, in bytes. When it is full, writing blocks.
const PIPE_BYTES: usize = 64 * 1024;
/// Capacity of a pipe of a narrow line, in bytes: as much unsent data as the server lets its kernel
/// hold. More would grow stale there, because the writer would not notice that it is queued.
const NARROW_PIPE_BYTES: usize = 4096;
/// Bytes carried at once: a TCP segment.
const SEGMENT_BYTES: usize = 1400;
/// How late a timer may fire. Segments that waited for it are not delayed any further.
const TIMER_LATE: Duration = Duration::from_millis(1);
/// Maximum number of segments in flight in one direction.
const SEGMENTS_MAX: usize = 4096;
/// How long after a direction is killed its ends are closed: longer than either end of a connection
/// waits.
const CLOSED_AFTER: Duration = Duration::from_secs(90);

/// Delays and bandwidth of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// One-way delay, in ms.
    pub(crate) delay_ms: u32,
    /// Maximum random jitter on top, in ms.
    pub(crate) jitter_ms: u32,
    /// Segments in a thousand that stall, and delay all those behind them.
    pub(crate) stalls_permille: u32,
    /// Length of a stall, in ms.
    pub(crate) stall_ms: u32,
    /// Bandwidth in each direction, in bytes a second; `None` for unlimited. A segment leaves after
    /// the one before it, and unsent data waits. How much may wait is fixed when the line is laid.
    pub(crate) bytes_per_s: Option<NonZeroU32>,
}

/// A line without delay.
pub(crate) const AT_ONCE: Line =
    Line { delay_ms: 0, jitter_ms: 0, stalls_permille: 0, stall_ms: 0, bytes_per_s: None };

/// A direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To the server.
    Up,
    /// To the client.
    Down,
}

/// Controls a line.
#[derive(Clone)]
pub(crate) struct Wire(watch::Sender<Condition>);

/// The current state of a line. Arrays are indexed by direction.
#[derive(Clone, Copy, Debug)]
struct Condition {
    line: Line,
    /// Nothing arrives before this time.
    held_until: [Instant; 2],
    /// Carries nothing any more, without closing its ends.
    is_dead: [bool; 2],
    is_cut: bool,
}

impl Line {
    /// A random line with up to 150 ms of delay and occasional stalls.
    pub(crate) fn drawn(rng: &mut Rng) -> Self {
        Self {
            delay_ms: rng.below(150),
            jitter_ms: rng.below(40),
            stalls_permille: rng.below(20),
            stall_ms: 100 + rng.below(200),
            bytes_per_s: None,
        }
    }

    /// When a segment of `n_bytes` has left, if the one before it left at `before`.
    fn leaves_at(&self, before: Instant, n_bytes: usize) -> Instant {
        let now = Instant::now();
        let Some(bytes_per_s) = self.bytes_per_s else { return now };
        let takes = Duration::from_secs_f64(n_bytes as f64 / f64::from(bytes_per_s.get()));
        before.max(now - TIMER_LATE) + takes
    }

    /// Capacity of each of its pipes, in bytes.
    fn pipe_bytes(&self) -> usize {
        if self.bytes_per_s.is_some() { NARROW_PIPE_BYTES } else { PIPE_BYTES }
    }

    /// The delay of a segment sent at this time.
    fn delay_of(&self, seed: u64, way: Direction, sent: Duration) -> Duration {
        let drawn = mix_all(&[seed, way as u64, sent.as_micros() as u64]);
        let share = |word: u64, of: u32| ((word & 0xFFFF) * u64::from(of)) >> 16;
        let is_held_up = share(drawn >> 16, 1000) < u64::from(self.stalls_permille);
        let stall_ms = if is_held_up { self.stall_ms } else { 0 };
        let jitter_ms = share(drawn, self.jitter_ms + 1);
        Duration::from_millis(u64::from(self.delay_ms + stall_ms) + jitter_ms)
    }
}

impl Wire {
    /// Lays a line; returns its controls, the client's end and the server's.
    pub(crate) fn create(line: Line, seed: u64) -> (Self, DuplexStream, DuplexStream) {
        let now = Instant::now();
        let condition =
            Condition { line, held_until: [now; 2], is_dead: [false; 2], is_cut: false };
        let wire = Self(watch::Sender::new(condition));
        let (near, near_end) = duplex(line.pipe_bytes());
        let (far_end, far) = duplex(line.pipe_bytes());
        let ((near_read, near_write), (far_read, far_write)) = (split(near_end), split(far_end));
        for (way, from, to) in
            [(Direction::Up, near_read, far_write), (Direction::Down, far_read, near_write)]
        {
            let carrier = Carrier { way, seed, started: now, condition: wire.0.subscribe() };
            tokio::spawn(carrier.carry(from, to));
        }
        (wire, near, far)
    }

    /// Changes the delays of the line.
    pub(crate) fn set(&self, line: Line) {
        self.0.send_modify(|condition| condition.line = line);
    }

    /// Holds a direction: nothing arrives before `until`, and then everything at once.
    pub(crate) fn hold(&self, way: Direction, until: Instant) {
        self.0.send_modify(|condition| condition.held_until[way as usize] = until);
    }

    /// Releases what is held.
    pub(crate) fn release(&self) {
        self.0.send_modify(|condition| condition.held_until = [Instant::now(); 2]);
    }

    /// Kills a direction: it carries nothing any more, without closing its ends.
    pub(crate) fn kill(&self, way: Direction) {
        self.0.send_modify(|condition| condition.is_dead[way as usize] = true);
    }

    /// Closes both ends at once, and loses what is in flight.
    pub(crate) fn cut(&self) {
        self.0.send_modify(|condition| condition.is_cut = true);
    }

    /// Whether it is neither cut nor killed; it may be held.
    pub(crate) fn is_up(&self) -> bool {
        let condition = self.0.borrow();
        !condition.is_cut && condition.is_dead == [false; 2]
    }
}

/// Carries the data of one direction.
struct Carrier {
    way: Direction,
    seed: u64,
    started: Instant,
    condition: watch::Receiver<Condition>,
}

impl Carrier {
    /// Runs until either end closes, or the line is cut.
    async fn carry(self, from: ReadHalf<DuplexStream>, to: WriteHalf<DuplexStream>) {
        let way = self.way as usize;
        let (mut cut, mut dead) = (self.condition.clone(), self.condition.clone());
        let dead = async {
            if dead.wait_for(|condition| condition.is_dead[way]).await.is_ok() {
                sleep(CLOSED_AFTER).await;
            } else {
                std::future::pending::<()>().await;
            }
        };
        let cut = async {
            if cut.wait_for(|condition| condition.is_cut).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            biased;
            () = cut => {}
            () = dead => {}
            () = self.relay(from, to) => {}
        }
    }

    async fn relay(&self, mut from: ReadHalf<DuplexStream>, mut to: WriteHalf<DuplexStream>) {
        let (sender, mut segments) = mpsc::channel::<(Instant, Vec<u8>)>(SEGMENTS_MAX);
        let read = async move {
            let (mut leaves, mut due) = (Instant::now(), Instant::now());
            let mut segment = [0; SEGMENT_BYTES];
            loop {
                let Ok(n) = from.read(&mut segment).await else { return };
                let line = self.condition.borrow().line;
                let late = line.delay_of(self.seed, self.way, self.started.elapsed());
                leaves = line.leaves_at(leaves, n);
                due = due.max(leaves + late);
                if sender.send((due, segment[..n].to_vec())).await.is_err() || n == 0 {
                    return;
                }
                if leaves > Instant::now() {
                    // Further data waits in the pipe; when that is full, the writer blocks.
                    sleep_until(leaves).await;
                }
            }
        };
        let write = async {
            while let Some((due, segment)) = segments.recv().await {
                sleep_until(due).await;
                if !self.wait_while_held().await {
                    return std::future::pending().await;
                }
                if segment.is_empty() || to.write_all(&segment).await.is_err() {
                    break;
                }
            }
            let _ = to.shutdown().await;
        };
        tokio::join!(read, write);
    }

    /// Waits while the line is held; returns whether it still carries.
    async fn wait_while_held(&self) -> bool {
        let mut condition = self.condition.clone();
        loop {
            let Condition { held_until, is_dead, .. } = *condition.borrow_and_update();
            let held_until = held_until[self.way as usize];
            if is_dead[self.way as usize] || held_until <= Instant::now() {
                return !is_dead[self.way as usize];
            }
            tokio::select! {
                biased;
                Ok(()) = condition.changed() => {}
                () = sleep_until(held_until) => {}
            }
        }
    }
}

mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_narrow_line_limits_bandwidth_and_blocks_the_writer() {
        const BYTES_PER_S: u32 = 3000;
        const DELAY: Duration = Duration::from_millis(100);
        const SENT: usize = 4 * NARROW_PIPE_BYTES;
        let bytes_per_s = NonZeroU32::new(BYTES_PER_S);
        let line = Line { delay_ms: DELAY.as_millis() as u32, bytes_per_s, ..AT_ONCE };
        let (_wire, mut near, mut far) = Wire::create(line, 1);
        let begun = Instant::now();
        let write = async {
            far.write_all(&[0; SENT]).await.unwrap();
            begun.elapsed()
        };
        let read = async {
            near.read_exact(&mut [0; SENT]).await.unwrap();
            begun.elapsed()
        };
        let (written, arrived) = tokio::join!(write, read);
        let takes = |n_bytes: usize| Duration::from_secs(n_bytes as u64) / BYTES_PER_S;
        assert!(arrived.abs_diff(takes(SENT) + DELAY) <= 2 * TIMER_LATE, "{arrived:?}");
        // By then everything has left except what the pipe holds, and one segment that is leaving.
        let left = SENT - NARROW_PIPE_BYTES;
        let range = takes(left - SEGMENT_BYTES)..=takes(left);
        assert!(range.contains(&written), "{written:?}");
    }
}
