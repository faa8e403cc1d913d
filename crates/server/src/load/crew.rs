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

use super::audience::Audience;
use super::bot::{BotConfig, RunState, play};
use super::driver::Kind;
use super::figures::Figures;
use super::plan::{Batches, Plan};
use super::progress::Progress;
use super::readings::{self, ReadingInterval};
use super::report::{Cause, Measured, Report};
use crate::dial::Dialer;
use crate::process::Usage;

/// Snapshots a second that bots request.
pub(super) const UPDATES_PER_S: u16 = 20;
/// Command packets a second of even and of odd bots.
const COMMANDS_PER_S: [u16; 2] = [20, 30];
/// Minimum and maximum lead of light bots' commands. Each bot has its own, so that packets do not
/// all arrive at the same moment.
const TARGET_MARGIN_US: (u64, u64) = (12_000, 29_000);
/// Interval between the connects of two bots.
const STAGGER: Duration = Duration::from_millis(5);
/// How long bots have to get their seats after the last has connected.
const SEATING_TIMEOUT: Duration = Duration::from_secs(20);
/// Polling interval.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Timeout for one more connection to the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for all closing handshakes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// A future that interrupts the run.
pub(super) type Interrupt<'a> = Pin<&'a mut (dyn Future<Output = ()> + Send)>;

/// The running bots.
struct Crew {
    run_state: Arc<RunState>,
    bots: JoinSet<Figures>,
    n_bots: u32,
    stop: watch::Sender<bool>,
    progress: Progress,
}

/// What the progress line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgressUnit {
    /// Bots that have seats.
    Seats,
    /// Seconds measured.
    Seconds,
}

/// Runs `n_bots` bots and reports the result.
pub(super) async fn measure(
    plan: &Plan,
    run_state: RunState,
    n_bots: u32,
    progress: Progress,
    interrupt: &mut Interrupt<'_>,
) -> Report {
    let mut crew = Crew::start(plan, run_state, n_bots, progress);
    let gather = connect_delay(plan.batches, n_bots) + SEATING_TIMEOUT;
    let all_answered = |run_state: &RunState| {
        let ended = run_state.ended.load(Ordering::Relaxed);
        run_state.joined.load(Ordering::Relaxed) + ended >= n_bots
    };
    let mut cause = crew.wait(gather, ProgressUnit::Seats, all_answered, interrupt).await;
    if cause == Cause::Time && crew.run_state.joined.load(Ordering::Relaxed) == 0 {
        cause = Cause::NobodySeated;
    }
    let rooms = n_bots.div_ceil(plan.room_size.into());
    let audience = Audience::start(&crew.run_state, plan, rooms);
    if cause == Cause::Time {
        cause = crew
            .wait(plan.settle + audience.seating_time(), ProgressUnit::Seats, |_| false, interrupt)
            .await;
    }
    let here = crew.run_state.dialer.address();
    let address = plan.metrics.filter(|_| crew.run_state.floor.is_none()).unwrap_or(here);
    let before = match cause {
        Cause::Time => readings::take(address).await.ok(),
        _ => None,
    };
    let usage = Usage::now();
    let begun = Instant::now();
    if cause == Cause::Time {
        crew.run_state.measuring.store(true, Ordering::Relaxed);
        let length = Duration::from_secs(plan.seconds.into());
        cause = crew.wait(length, ProgressUnit::Seconds, |_| false, interrupt).await;
        crew.run_state.measuring.store(false, Ordering::Relaxed);
    }
    let seconds = begun.elapsed().as_secs_f64();
    // Without a first reading a second one is useless.
    let after = match before {
        Some(_) => readings::take(address).await.ok(),
        None => None,
    };
    // Without metrics, check whether the server still accepts connections.
    let accepts_connections =
        after.is_some() || accepts_connections(crew.run_state.dialer.address()).await;
    if !accepts_connections && cause != Cause::Interrupted {
        cause = Cause::ServerGone;
    }
    let generator_cpu_s = Usage::now().cpu_s - usage.cpu_s;
    let is_floor = crew.run_state.floor.is_some();
    let watched = audience.stop_all().await;
    let figures = crew.stop_all().await;
    let server = before.as_ref().zip(after.as_ref());
    Report::new(&Measured {
        bots: n_bots,
        rooms,
        full_bots: if is_floor { 0 } else { n_bots.div_ceil(plan.sample) },
        seconds,
        cause,
        come_back: plan.come_back,
        figures: &figures,
        watchers: plan.watchers,
        watched: &watched,
        server: server.map(|(before, after)| ReadingInterval { before, after }),
        generator_cpu_s,
    })
}

/// Whether the address accepts connections.
async fn accepts_connections(address: SocketAddr) -> bool {
    timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await.is_ok_and(|stream| stream.is_ok())
}

/// How long after the first bot the `n`th one connects.
fn connect_delay(batches: Option<Batches>, n: u32) -> Duration {
    match batches {
        None => STAGGER * n,
        Some(Batches { bots, every }) => every * (n / bots.max(1)) + STAGGER * (n % bots.max(1)),
    }
}

/// The configuration of the `n`th bot.
fn bot_config(plan: &Plan, run_state: &RunState, n: u32, start: Instant) -> BotConfig {
    let seed = mix_all(&[plan.seed, n.into()]);
    let (least, most) = TARGET_MARGIN_US;
    let netcode = PlayerNetcode {
        update_rate_hz: UPDATES_PER_S,
        command_rate_hz: COMMANDS_PER_S[(n % 2) as usize],
        ..PlayerNetcode::default()
    };
    let kind = match run_state.floor {
        Some(shape) => Kind::Echo(shape),
        None if n.is_multiple_of(plan.sample) => Kind::Full,
        None => Kind::Light,
    };
    BotConfig {
        kind,
        name: format!("load {n}"),
        room: format!("load-{}", n / u32::from(plan.room_size)),
        netcode,
        target_margin: Micros((least + seed % (most - least)) as i64),
        seed,
        starts_at: start + connect_delay(plan.batches, n),
        come_back: plan.come_back,
    }
}

impl Crew {
    fn start(plan: &Plan, run_state: RunState, n_bots: u32, progress: Progress) -> Self {
        let run_state = Arc::new(run_state);
        let (stop, stopped) = watch::channel(false);
        let start = Instant::now();
        let mut bots = JoinSet::new();
        for n in 0..n_bots {
            bots.spawn(play(
                bot_config(plan, &run_state, n, start),
                run_state.clone(),
                stopped.clone(),
            ));
        }
        Self { run_state, bots, n_bots, stop, progress }
    }

    /// Waits until `is_reached` or for `most`; ends early when all bots have ended.
    async fn wait(
        &mut self,
        most: Duration,
        unit: ProgressUnit,
        is_reached: impl Fn(&RunState) -> bool,
        interrupt: &mut Interrupt<'_>,
    ) -> Cause {
        let begun = Instant::now();
        let mut look = interval(POLL_INTERVAL);
        while begun.elapsed() < most {
            tokio::select! {
                _ = look.tick() => {}
                () = interrupt.as_mut() => return Cause::Interrupted,
            }
            self.show(unit, begun.elapsed(), most);
            if self.run_state.ended.load(Ordering::Relaxed) == self.n_bots {
                return Cause::NobodyLeft;
            }
            if is_reached(&self.run_state) {
                break;
            }
        }
        Cause::Time
    }

    fn show(&mut self, unit: ProgressUnit, elapsed: Duration, most: Duration) {
        let seats = self.run_state.joined.load(Ordering::Relaxed);
        let (position, length, unit) = match unit {
            ProgressUnit::Seats => (seats.into(), self.n_bots.into(), "seats"),
            ProgressUnit::Seconds => (elapsed.as_secs(), most.as_secs(), "s"),
        };
        self.progress.show(position, length, unit);
    }

    /// Stops all bots and adds up their figures.
    async fn stop_all(mut self) -> Figures {
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
        let _ = timeout(CLOSE_TIMEOUT, goodbyes).await;
        all
    }
}

/// The shared state of a run before any bot has started.
pub(super) fn run_state(dialer: Dialer) -> RunState {
    RunState {
        dialer,
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
    fn connect_delays_are_staggered_or_batched() {
        let ms = |n, batches| connect_delay(batches, n).as_millis();
        assert_eq!([0, 1, 130].map(|n| ms(n, None)), [0, 5, 650]);
        let batches = Some(Batches { bots: 128, every: Duration::from_secs(9) });
        assert_eq!([0, 127, 128, 130, 256].map(|n| ms(n, batches)), [0, 635, 9000, 9010, 18_000]);
    }
}
