//! Runs one measurement: the bots connect one after another, settle, are measured and disconnect,
//! and the result is a report.
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use shared::{
    base::{rng::mix_all, time::Micros},
    netcode::values::PlayerNetcode,
};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, timeout};

use super::bot::{Kind, Part, Stage, play};
use super::figures::Figures;
use super::plan::{Batches, Plan};
use super::progress::Progress;
use super::readings::{self, ReadingInterval};
use super::report::{Cause, Measured, Report};
use crate::process::Usage;

/// Snapshots a second that bots request.
pub(super) const UPDATES_PER_S: u16 = 20;
/// Command packets a second of even and of odd bots.
const COMMANDS_PER_S: [u16; 2] = [20, 30];
/// Minimum and maximum lead of light bots' commands. Each bot has its own, so that packets do not
/// all arrive at the same moment.
const WANTED_US: (u64, u64) = (12_000, 29_000);
/// Interval between the connects of two bots.
const STAGGER: Duration = Duration::from_millis(5);
/// How long bots have to get their seats after the last has connected.
const SEATED_MAX: Duration = Duration::from_secs(20);
/// From the last seat to the measurement. Meanwhile clocks settle and the rooms' histories fill, so
/// that any memory growth measured is real growth.
const SETTLE: Duration = Duration::from_secs(5);
/// Polling interval.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Timeout for one more connection to the server.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// Timeout for all closing handshakes.
const GOODBYES_MAX: Duration = Duration::from_secs(10);

/// A future that interrupts the run.
pub(super) type Interrupt<'a> = Pin<&'a mut (dyn Future<Output = ()> + Send)>;

/// The running bots.
struct Crew {
    stage: Arc<Stage>,
    bots: JoinSet<Figures>,
    n_bots: u32,
    stop: watch::Sender<bool>,
    progress: Progress,
}

/// What the progress line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Bots that have seats.
    Seats,
    /// Seconds measured.
    Seconds,
}

/// Runs `n_bots` bots and reports the result.
pub(super) async fn measure(
    plan: &Plan,
    stage: Stage,
    n_bots: u32,
    progress: Progress,
    interrupt: &mut Interrupt<'_>,
) -> Report {
    let mut crew = Crew::start(plan, stage, n_bots, progress);
    let gather = arrives_after(plan.batches, n_bots) + SEATED_MAX;
    let all_answered = |stage: &Stage| {
        let ended = stage.ended.load(Ordering::Relaxed);
        stage.joined.load(Ordering::Relaxed) + ended >= n_bots
    };
    let mut cause = crew.wait(gather, Shown::Seats, all_answered, interrupt).await;
    if cause == Cause::Time && crew.stage.joined.load(Ordering::Relaxed) == 0 {
        cause = Cause::NobodySeated;
    }
    if cause == Cause::Time {
        cause = crew.wait(SETTLE, Shown::Seats, |_| false, interrupt).await;
    }
    let here = crew.stage.address;
    let address = plan.metrics.filter(|_| crew.stage.floor.is_none()).unwrap_or(here);
    let before = match cause {
        Cause::Time => readings::take(address).await.ok(),
        _ => None,
    };
    let usage = Usage::now();
    let begun = Instant::now();
    if cause == Cause::Time {
        crew.stage.measuring.store(true, Ordering::Relaxed);
        let length = Duration::from_secs(plan.seconds.into());
        cause = crew.wait(length, Shown::Seconds, |_| false, interrupt).await;
        crew.stage.measuring.store(false, Ordering::Relaxed);
    }
    let seconds = begun.elapsed().as_secs_f64();
    // Without a first reading a second one is useless.
    let after = match before {
        Some(_) => readings::take(address).await.ok(),
        None => None,
    };
    // Without metrics, check whether the server still accepts connections.
    let answers = after.is_some() || answers(crew.stage.address).await;
    if !answers && cause != Cause::Interrupted {
        cause = Cause::ServerGone;
    }
    let generator_cpu_s = Usage::now().cpu_s - usage.cpu_s;
    let is_floor = crew.stage.floor.is_some();
    let figures = crew.dismiss().await;
    let server = before.as_ref().zip(after.as_ref());
    Report::new(&Measured {
        bots: n_bots,
        rooms: n_bots.div_ceil(plan.room_size.into()),
        full_bots: if is_floor { 0 } else { n_bots.div_ceil(plan.sample) },
        seconds,
        cause,
        figures: &figures,
        server: server.map(|(before, after)| ReadingInterval { before, after }),
        generator_cpu_s,
    })
}

/// Whether the address accepts connections.
async fn answers(address: SocketAddr) -> bool {
    timeout(ANSWER_MAX, TcpStream::connect(address)).await.is_ok_and(|stream| stream.is_ok())
}

/// How long after the first bot the `n`th one connects.
fn arrives_after(batches: Option<Batches>, n: u32) -> Duration {
    match batches {
        None => STAGGER * n,
        Some(Batches { bots, every }) => every * (n / bots.max(1)) + STAGGER * (n % bots.max(1)),
    }
}

/// The configuration of the `n`th bot.
fn part(plan: &Plan, stage: &Stage, n: u32, start: Instant) -> Part {
    let seed = mix_all(&[plan.seed, n.into()]);
    let (least, most) = WANTED_US;
    let netcode = PlayerNetcode {
        update_rate_hz: UPDATES_PER_S,
        command_rate_hz: COMMANDS_PER_S[(n % 2) as usize],
        ..PlayerNetcode::default()
    };
    let kind = match stage.floor {
        Some(shape) => Kind::Echo(shape),
        None if n.is_multiple_of(plan.sample) => Kind::Full,
        None => Kind::Light,
    };
    Part {
        kind,
        name: format!("load {n}"),
        room: format!("load-{}", n / u32::from(plan.room_size)),
        netcode,
        wanted: Micros((least + seed % (most - least)) as i64),
        seed,
        begins_at: start + arrives_after(plan.batches, n),
    }
}

impl Crew {
    fn start(plan: &Plan, stage: Stage, n_bots: u32, progress: Progress) -> Self {
        let stage = Arc::new(stage);
        let (stop, stopped) = watch::channel(false);
        let start = Instant::now();
        let mut bots = JoinSet::new();
        for n in 0..n_bots {
            bots.spawn(play(part(plan, &stage, n, start), stage.clone(), stopped.clone()));
        }
        Self { stage, bots, n_bots, stop, progress }
    }

    /// Waits until `is_so` or for `most`; ends early when all bots have ended.
    async fn wait(
        &mut self,
        most: Duration,
        shown: Shown,
        is_so: impl Fn(&Stage) -> bool,
        interrupt: &mut Interrupt<'_>,
    ) -> Cause {
        let begun = Instant::now();
        let mut look = interval(LOOK_EVERY);
        while begun.elapsed() < most {
            tokio::select! {
                _ = look.tick() => {}
                () = interrupt.as_mut() => return Cause::Interrupted,
            }
            self.show(shown, begun.elapsed(), most);
            if self.stage.ended.load(Ordering::Relaxed) == self.n_bots {
                return Cause::NobodyLeft;
            }
            if is_so(&self.stage) {
                break;
            }
        }
        Cause::Time
    }

    fn show(&mut self, shown: Shown, elapsed: Duration, most: Duration) {
        let seats = self.stage.joined.load(Ordering::Relaxed);
        let (position, length, unit) = match shown {
            Shown::Seats => (seats.into(), self.n_bots.into(), "seats"),
            Shown::Seconds => (elapsed.as_secs(), most.as_secs(), "s"),
        };
        self.progress.show(position, length, unit);
    }

    /// Stops all bots and adds up their figures.
    async fn dismiss(mut self) -> Figures {
        self.stop.send_replace(true);
        let mut all = Figures::default();
        let goodbyes = async {
            while let Some(one) = self.bots.join_next().await {
                if let Ok(one) = one {
                    all.add(&one);
                }
            }
        };
        // Bots that do not stop in time are dropped.
        let _ = timeout(GOODBYES_MAX, goodbyes).await;
        all
    }
}

/// The shared state of a run before any bot has started.
pub(super) fn stage(plan: &Plan, address: SocketAddr) -> Stage {
    Stage {
        address,
        path: plan.target.path().into(),
        floor: None,
        clock: crate::clock::Clock::start(),
        measuring: AtomicBool::new(false),
        joined: AtomicU32::new(0),
        ended: AtomicU32::new(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_come_one_by_one_or_in_batches() {
        let ms = |n, batches| arrives_after(batches, n).as_millis();
        assert_eq!([0, 1, 130].map(|n| ms(n, None)), [0, 5, 650]);
        let batches = Some(Batches { bots: 128, every: Duration::from_secs(9) });
        assert_eq!([0, 127, 128, 130, 256].map(|n| ms(n, batches)), [0, 635, 9000, 9010, 18_000]);
    }
}
