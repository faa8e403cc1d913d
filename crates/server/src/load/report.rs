//! Turns the bots' figures and the server's readings into the report of a measurement, one line of
//! JSON. docs/load.md explains each field.
use std::collections::BTreeMap;

use serde::Serialize;

use super::doubled::Doubled;
use super::figures::{End, Figures, TCP_IP_BYTES_PER_FRAME, Traffic};
use super::plan::ComeBack;
use super::presence::Outages;
use super::readings::{ReadingInterval, TICK, TICK_CPU, TickMs};
use crate::metrics::Rejection;

/// Highest 99th percentile of tick time, in ms, at which a server still keeps up.
pub(super) const TICK_P99_MAX_MS: f64 = 4.0;

/// Why a measurement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Its time was over.
    Time,
    /// It was interrupted.
    Interrupted,
    /// No bot got a seat in time.
    NobodySeated,
    /// Every bot lost its connection or was refused.
    NobodyLeft,
    /// The server no longer answers.
    ServerGone,
}

/// One direction, for each bot and second.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Rates {
    pub(super) messages: f64,
    pub(super) payload_bytes: f64,
    wire_bytes: f64,
}

/// Time between two snapshots of the same bot, in ms.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct GapMs {
    p50: f64,
    p99: f64,
    max: f64,
}

/// The server's own metrics; `None` where it did not report them.
#[derive(Clone, Debug, Default, Serialize)]
struct Server {
    tick_ms: Option<TickMs>,
    tick_cpu_ms: Option<TickMs>,
    late_ticks: Option<f64>,
    long_ticks: Option<f64>,
    stalls: Option<f64>,
    cpu_seconds: Option<f64>,
    cpu_us_per_bot_second: Option<f64>,
    memory_start_bytes: Option<f64>,
    memory_end_bytes: Option<f64>,
    choked_snapshots: Option<f64>,
    late_commands: Option<f64>,
    rejected_messages: Option<f64>,
}

/// What the watchers received.
#[derive(Clone, Debug, Serialize)]
struct Watchers {
    watchers: u32,
    joined: u32,
    down_per_watcher_second: Rates,
    snapshots_per_watcher_second: f64,
    snapshot_gap_ms: GapMs,
    disconnects: BTreeMap<String, u32>,
    /// If they came back.
    #[serde(skip_serializing_if = "Option::is_none")]
    outages: Option<OutageReport>,
}

/// Times in which bots that had a seat did not play.
#[derive(Clone, Debug, Serialize)]
struct OutageReport {
    outages: u32,
    playing_again_ms: PlayingAgainMs,
    not_back: u32,
    causes: BTreeMap<String, u32>,
    scores_compared: u32,
    scores_lost: u32,
    points_lost: u32,
    scores_counted_twice: u32,
}

/// Time from a bot's last snapshot before an outage to the first after it, in ms.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct PlayingAgainMs {
    p50: u64,
    p95: u64,
    max: u64,
}

/// Rooms whose bots played in two places at once.
#[derive(Clone, Copy, Debug, Serialize)]
struct DoubledReport {
    rooms: u32,
    longest_ms: i64,
    total_ms: i64,
}

/// The result of a measurement.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Report {
    bots: u32,
    rooms: u32,
    full_bots: u32,
    joined: u32,
    seconds: f64,
    ended_by: Cause,
    down_per_bot_second: Rates,
    up_per_bot_second: Rates,
    tcp_ip_bytes_per_frame_estimate: u64,
    snapshots_per_bot_second: f64,
    snapshot_payload_bytes: f64,
    snapshot_gap_ms: GapMs,
    server: Server,
    disconnects: BTreeMap<String, u32>,
    decode_errors: u64,
    keyframes_after_first: u64,
    keyframes_asked_after_first: u64,
    hash_mismatches: u64,
    generator_cpu_seconds: f64,
    /// If bots came back.
    #[serde(skip_serializing_if = "Option::is_none")]
    outages: Option<OutageReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubled: Option<DoubledReport>,
    /// If there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    watchers: Option<Watchers>,
    /// Whether the server kept up, where that is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept_up: Option<bool>,
}

/// The raw results.
pub(super) struct Measured<'a> {
    pub(super) bots: u32,
    pub(super) rooms: u32,
    pub(super) full_bots: u32,
    pub(super) seconds: f64,
    pub(super) cause: Cause,
    pub(super) come_back: ComeBack,
    pub(super) figures: &'a Figures,
    /// Watchers, and what they received.
    pub(super) watchers: u32,
    pub(super) watched: &'a Figures,
    pub(super) server: Option<ReadingInterval<'a>>,
    pub(super) generator_cpu_s: f64,
}

impl Report {
    pub(super) fn new(measured: &Measured) -> Self {
        let Measured { figures, .. } = measured;
        let bot_seconds = (f64::from(measured.bots) * measured.seconds).max(f64::MIN_POSITIVE);
        let rates = |traffic: Traffic| Rates::new(traffic, bot_seconds);
        let server = measured.server.as_ref();
        let is_about_outages = is_about_outages(measured, figures);
        Self {
            bots: measured.bots,
            rooms: measured.rooms,
            full_bots: measured.full_bots,
            joined: figures.joined,
            seconds: rounded(measured.seconds),
            ended_by: measured.cause,
            down_per_bot_second: rates(figures.down),
            up_per_bot_second: rates(figures.up),
            tcp_ip_bytes_per_frame_estimate: TCP_IP_BYTES_PER_FRAME,
            snapshots_per_bot_second: rounded(figures.snapshots as f64 / bot_seconds),
            snapshot_payload_bytes: rounded(
                figures.snapshot_bytes as f64 / figures.snapshots.max(1) as f64,
            ),
            snapshot_gap_ms: gaps(figures),
            server: server.map_or_else(Server::default, |s| Server::new(s, bot_seconds)),
            disconnects: disconnects(figures),
            decode_errors: figures.decode_errors,
            keyframes_after_first: figures.keyframes,
            keyframes_asked_after_first: figures.keyframe_requests,
            hash_mismatches: figures.hash_mismatches,
            generator_cpu_seconds: rounded(measured.generator_cpu_s),
            outages: is_about_outages.then(|| OutageReport::new(&figures.outages)),
            doubled: is_about_outages.then(|| DoubledReport::new(Doubled::of(&figures.visits))),
            watchers: (measured.watchers > 0).then(|| Watchers::new(measured)),
            kept_up: None,
        }
    }

    /// Whether the server kept up with all bots: every bot kept its seat until the end, no tick was
    /// late, and tick times stayed within the limit.
    pub(super) fn judge(&mut self) -> bool {
        let ticks = self.server.tick_ms.is_some_and(|ticks| ticks.p99 <= TICK_P99_MAX_MS);
        let in_time = self.server.late_ticks == Some(0.0);
        let all_there = self.joined == self.bots && self.disconnects.is_empty();
        let kept_up = ticks && in_time && all_there;
        self.kept_up = Some(kept_up);
        kept_up
    }

    pub(super) fn cause(&self) -> Cause {
        self.ended_by
    }

    pub(super) fn down(&self) -> Rates {
        self.down_per_bot_second
    }

    pub(super) fn up(&self) -> Rates {
        self.up_per_bot_second
    }

    pub(super) fn snapshots_per_bot_second(&self) -> f64 {
        self.snapshots_per_bot_second
    }

    /// Mean size of a snapshot message.
    pub(super) fn snapshot_payload_bytes(&self) -> f64 {
        self.snapshot_payload_bytes
    }

    /// Processor time of the server for each bot and second, in µs, if it was reported.
    pub(super) fn cpu_us_per_bot_second(&self) -> Option<f64> {
        self.server.cpu_us_per_bot_second
    }
}

impl Rates {
    /// The traffic of some seconds, those of all bots together.
    fn new(traffic: Traffic, seconds: f64) -> Self {
        Self {
            messages: rounded(traffic.messages as f64 / seconds),
            payload_bytes: rounded(traffic.payload_bytes as f64 / seconds),
            wire_bytes: rounded(traffic.wire_bytes as f64 / seconds),
        }
    }
}

impl Watchers {
    fn new(measured: &Measured) -> Self {
        let Measured { watchers, watched, seconds, .. } = *measured;
        let seconds = (f64::from(watchers) * seconds).max(f64::MIN_POSITIVE);
        Self {
            watchers,
            joined: watched.joined,
            down_per_watcher_second: Rates::new(watched.down, seconds),
            snapshots_per_watcher_second: rounded(watched.snapshots as f64 / seconds),
            snapshot_gap_ms: gaps(watched),
            disconnects: disconnects(watched),
            outages: is_about_outages(measured, watched)
                .then(|| OutageReport::new(&watched.outages)),
        }
    }
}

impl OutageReport {
    fn new(outages: &Outages) -> Self {
        let at =
            |quantile| outages.lengths_ms.as_ref().map_or(0, |ms| ms.value_at_quantile(quantile));
        Self {
            outages: outages.n(),
            playing_again_ms: PlayingAgainMs { p50: at(0.5), p95: at(0.95), max: at(1.0) },
            not_back: outages.not_back,
            causes: outages.causes.clone(),
            scores_compared: outages.scores_compared,
            scores_lost: outages.scores_lost,
            points_lost: outages.points_lost,
            scores_counted_twice: outages.scores_counted_twice,
        }
    }
}

impl DoubledReport {
    fn new(doubled: Doubled) -> Self {
        Self {
            rooms: doubled.rooms,
            longest_ms: doubled.longest.as_ms(),
            total_ms: doubled.total.as_ms(),
        }
    }
}

impl Server {
    fn new(between: &ReadingInterval, bot_seconds: f64) -> Self {
        let cpu_s = between.rise("process_cpu_seconds_total");
        let memory = "process_resident_memory_bytes";
        let rejected = |name: &str| {
            between.rise(&format!("lagrange_rejected_messages_total{{reason=\"{name}\"}}"))
        };
        Self {
            tick_ms: between.tick_ms(TICK),
            tick_cpu_ms: between.tick_ms(TICK_CPU),
            late_ticks: between.rise("lagrange_late_ticks_total"),
            long_ticks: between.rise("lagrange_long_ticks_total"),
            stalls: between.rise("lagrange_stalls_total"),
            cpu_seconds: cpu_s.map(rounded),
            cpu_us_per_bot_second: cpu_s.map(|s| rounded(s * 1e6 / bot_seconds)),
            memory_start_bytes: between.before.value(memory),
            memory_end_bytes: between.after.value(memory),
            choked_snapshots: between.rise("lagrange_choked_snapshots_total"),
            late_commands: between.rise("lagrange_late_commands_total"),
            rejected_messages: Rejection::LABELS.into_iter().map(rejected).sum(),
        }
    }
}

/// Whether there were outages, or they were looked for.
fn is_about_outages(measured: &Measured, figures: &Figures) -> bool {
    measured.come_back == ComeBack::Always || figures.outages.n() > 0
}

/// Those who did not stay, by reason.
fn disconnects(figures: &Figures) -> BTreeMap<String, u32> {
    let ends = figures.ends.iter().filter(|(end, _)| **end != End::Stopped);
    ends.map(|(end, n)| (end.label(), *n)).collect()
}

fn gaps(figures: &Figures) -> GapMs {
    figures.gaps_us.as_ref().map_or_else(GapMs::default, |gaps| {
        let at = |quantile| rounded(gaps.value_at_quantile(quantile) as f64 / 1000.0);
        GapMs { p50: at(0.5), p99: at(0.99), max: at(1.0) }
    })
}

/// More than three decimals are not significant.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
