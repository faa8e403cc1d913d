//! What carries the bytes of a connection in memory: late at all times, and for a while or for good
//! not at all, as whoever holds the line wishes. It is a stream: nothing is lost and nothing
//! overtakes, as with TCP. How late a segment is depends on the seed and on when it was sent alone,
//! and on a narrow line on those before it too.

use std::num::NonZeroU32;
use std::time::Duration;

use shared::base::rng::{Rng, mix_all};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

/// What a pipe holds that was not read yet, in bytes: then who writes waits.
const PIPE_BYTES: usize = 64 * 1024;
/// The same of a narrow line: what the server has its kernel hold that has not left yet. More would
/// grow old there, for whoever writes knows of nothing that is full.
const NARROW_PIPE_BYTES: usize = 4096;
/// What is carried at once, in bytes: a segment of TCP.
const SEGMENT_BYTES: usize = 1400;
/// How late a timer may be. What waited for it is no later for that.
const TIMER_LATE: Duration = Duration::from_millis(1);
/// Segments under way in one direction at most.
const SEGMENTS_MAX: usize = 4096;
/// After so long the ends of a direction that carries nothing any more are told so: longer than
/// either end of a connection waits.
const TOLD_AFTER: Duration = Duration::from_secs(90);

/// How late a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// One way, in ms.
    pub(crate) delay_ms: u32,
    /// Added to it at random, up to so much, in ms.
    pub(crate) jitter_ms: u32,
    /// Of a thousand segments so many are held up besides, and all behind them with them.
    pub(crate) stalls_permille: u32,
    /// For so long, in ms.
    pub(crate) stall_ms: u32,
    /// What it carries each way, in bytes a second; `None`: whatever it is given. A segment leaves
    /// when the one before it has, and what has not left yet waits for it. How much that may be is
    /// settled when the line is laid.
    pub(crate) bytes_per_s: Option<NonZeroU32>,
}

/// A line without any delay.
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

/// A line, for whoever does something to it.
#[derive(Clone)]
pub(crate) struct Wire(watch::Sender<Condition>);

/// How a line is at the moment. By direction where there are two of something.
#[derive(Clone, Copy, Debug)]
struct Condition {
    line: Line,
    /// Nothing arrives before.
    held_until: [Instant; 2],
    /// Nothing is carried any more, and nobody is told.
    is_dead: [bool; 2],
    is_cut: bool,
}

impl Line {
    /// One of up to 150 ms, that stalls now and then.
    pub(crate) fn drawn(rng: &mut Rng) -> Self {
        Self {
            delay_ms: rng.below(150),
            jitter_ms: rng.below(40),
            stalls_permille: rng.below(20),
            stall_ms: 100 + rng.below(200),
            bytes_per_s: None,
        }
    }

    /// When a segment of so many bytes has left, if the one before it leaves at a moment.
    fn leaves_at(&self, before: Instant, n_bytes: usize) -> Instant {
        let now = Instant::now();
        let Some(bytes_per_s) = self.bytes_per_s else { return now };
        let takes = Duration::from_secs_f64(n_bytes as f64 / f64::from(bytes_per_s.get()));
        before.max(now - TIMER_LATE) + takes
    }

    /// What each of its pipes holds, in bytes.
    fn pipe_bytes(&self) -> usize {
        if self.bytes_per_s.is_some() { NARROW_PIPE_BYTES } else { PIPE_BYTES }
    }

    /// How late what is sent at a moment arrives.
    fn lateness(&self, seed: u64, way: Direction, sent: Duration) -> Duration {
        let drawn = mix_all(&[seed, way as u64, sent.as_micros() as u64]);
        let share = |word: u64, of: u32| ((word & 0xFFFF) * u64::from(of)) >> 16;
        let is_held_up = share(drawn >> 16, 1000) < u64::from(self.stalls_permille);
        let stall_ms = if is_held_up { self.stall_ms } else { 0 };
        let jitter_ms = share(drawn, self.jitter_ms + 1);
        Duration::from_millis(u64::from(self.delay_ms + stall_ms) + jitter_ms)
    }
}

impl Wire {
    /// A line between two ends, which are the client's and the server's.
    pub(crate) fn lay(line: Line, seed: u64) -> (Self, DuplexStream, DuplexStream) {
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
            let carrier = Carrier { way, seed, laid: now, condition: wire.0.subscribe() };
            tokio::spawn(carrier.carry(from, to));
        }
        (wire, near, far)
    }

    /// The line is as late as this from now on.
    pub(crate) fn set(&self, line: Line) {
        self.0.send_modify(|condition| condition.line = line);
    }

    /// Nothing arrives before a moment; then all of it does.
    pub(crate) fn hold(&self, way: Direction, until: Instant) {
        self.0.send_modify(|condition| condition.held_until[way as usize] = until);
    }

    /// What is held arrives.
    pub(crate) fn release(&self) {
        self.0.send_modify(|condition| condition.held_until = [Instant::now(); 2]);
    }

    /// One end vanishes: nothing is carried any more, and nobody is told.
    pub(crate) fn kill(&self, way: Direction) {
        self.0.send_modify(|condition| condition.is_dead[way as usize] = true);
    }

    /// Both ends are closed at once, and what is under way is lost.
    pub(crate) fn cut(&self) {
        self.0.send_modify(|condition| condition.is_cut = true);
    }

    /// Whether it carries, now or soon.
    pub(crate) fn is_whole(&self) -> bool {
        let condition = self.0.borrow();
        !condition.is_cut && condition.is_dead == [false; 2]
    }
}

/// Carries what is sent in a direction.
struct Carrier {
    way: Direction,
    seed: u64,
    laid: Instant,
    condition: watch::Receiver<Condition>,
}

impl Carrier {
    /// Until either end is closed, or the line is.
    async fn carry(self, from: ReadHalf<DuplexStream>, to: WriteHalf<DuplexStream>) {
        let way = self.way as usize;
        let (mut cut, mut dead) = (self.condition.clone(), self.condition.clone());
        let dead = async {
            if dead.wait_for(|condition| condition.is_dead[way]).await.is_ok() {
                sleep(TOLD_AFTER).await;
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
            () = self.carry_on(from, to) => {}
        }
    }

    async fn carry_on(&self, mut from: ReadHalf<DuplexStream>, mut to: WriteHalf<DuplexStream>) {
        let (sender, mut segments) = mpsc::channel::<(Instant, Vec<u8>)>(SEGMENTS_MAX);
        let read = async move {
            let (mut leaves, mut due) = (Instant::now(), Instant::now());
            let mut segment = [0; SEGMENT_BYTES];
            loop {
                let Ok(n) = from.read(&mut segment).await else { return };
                let line = self.condition.borrow().line;
                let late = line.lateness(self.seed, self.way, self.laid.elapsed());
                leaves = line.leaves_at(leaves, n);
                due = due.max(leaves + late);
                if sender.send((due, segment[..n].to_vec())).await.is_err() || n == 0 {
                    return;
                }
                if leaves > Instant::now() {
                    // What comes next waits in the pipe, and when that is full, whoever writes.
                    sleep_until(leaves).await;
                }
            }
        };
        let write = async {
            while let Some((due, segment)) = segments.recv().await {
                sleep_until(due).await;
                if !self.is_let_through().await {
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

    /// Waits as long as the line is held; whether it carries then.
    async fn is_let_through(&self) -> bool {
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
    async fn a_narrow_line_carries_so_many_bytes_a_second_and_who_writes_more_waits() {
        const BYTES_PER_S: u32 = 3000;
        const DELAY: Duration = Duration::from_millis(100);
        const SENT: usize = 4 * NARROW_PIPE_BYTES;
        let bytes_per_s = NonZeroU32::new(BYTES_PER_S);
        let line = Line { delay_ms: DELAY.as_millis() as u32, bytes_per_s, ..AT_ONCE };
        let (_wire, mut near, mut far) = Wire::lay(line, 1);
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
        // By then all has left but what the pipe holds, and a segment that is leaving.
        let left = SENT - NARROW_PIPE_BYTES;
        let range = takes(left - SEGMENT_BYTES)..=takes(left);
        assert!(range.contains(&written), "{written:?}");
    }
}
