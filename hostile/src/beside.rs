//! Runs an attack on a server with honest players, beside the same run without the attack, and
//! formats the figures of both runs as rows.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use tokio::time::{Instant, sleep, sleep_until};

use crate::figures::Times;
use crate::outcome::{CheckedFigure, Table};
use crate::players::{Load, PlayerFigures, Players};
use crate::readings::Readings;
use crate::server::{MIB, Server, Usage};
use crate::tally::{Sums, Tally};
use crate::watch::Watch;

/// How long honest players play before `lagrange load` measures them: `SETTLE` of
/// `crates/server/src/load/crew.rs`.
const SETTLE: Duration = Duration::from_secs(5);
/// From the end of a run until its leftovers are checked.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// Results of a run.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    name: String,
    pub(crate) totals: Sums,
    pub(crate) players: PlayerFigures,
    pub(crate) health: Times,
    pub(crate) unanswered: u64,
    pub(crate) before: Readings,
    pub(crate) after: Readings,
    pub(crate) memory: Memory,
    /// The server's share of a core during the attack.
    pub(crate) cpu_share: f64,
    /// How long the attack lasted, in s.
    pub(crate) seconds: f64,
}

/// What the server held, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) before: u64,
    pub(crate) peak: u64,
    pub(crate) after: u64,
}

/// The target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The honest players' server.
    HonestServer,
    /// A server without players, so that the server's own cost is the only difference.
    OtherProcess,
}

/// What is attacked, and until when.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) server: &'a Server,
    pub(crate) until: Instant,
    pub(crate) tally: Tally,
}

/// No attack: the baseline run.
pub(crate) async fn nothing(scene: &Scene<'_>) {
    sleep_until(scene.until).await;
}

/// Runs honest players on a server with these options, and an attack while they play.
pub(crate) async fn run(
    name: &str,
    options: &[&str],
    load: Load,
    attack: impl AsyncFnOnce(&Scene<'_>),
) -> Result<Run> {
    let server = Server::start(options).await?;
    let players = Players::join(&server, load).await?;
    sleep(SETTLE / 2).await;
    let before = server.readings().await?;
    let at_first = server.usage();
    let watch = Watch::start(server.address, server.id());
    let begun = Instant::now();
    let until = begun + SETTLE / 2 + Duration::from_secs(load.seconds.into());
    let scene = Scene { server: &server, until, tally: Tally::default() };
    attack(&scene).await;
    let players = players.leave().await?;
    let Usage { cpu_s, .. } = server.usage();
    let seconds = begun.elapsed().as_secs_f64();
    let cpu_share = (cpu_s - at_first.cpu_s) / seconds;
    let health = watch.stop();
    sleep(AFTERWARDS).await;
    let totals = scene.tally.sums().clone();
    let memory = Memory {
        before: at_first.resident_bytes,
        peak: health.peak_bytes,
        after: server.usage().resident_bytes,
    };
    let (name, after) = (name.to_string(), server.readings().await?);
    let (health, unanswered) = (health.times, health.unanswered);
    Ok(Run { name, totals, players, health, unanswered, before, after, memory, cpu_share, seconds })
}

/// Like [`run`], with the attack aimed at the honest players' server or at another process with the
/// same options on the same machine.
pub(crate) async fn run_aimed(
    name: &str,
    options: &[&str],
    load: Load,
    aim: Aim,
    attack: impl AsyncFnOnce(&Server, &Scene<'_>),
) -> Result<Run> {
    let other = Server::start(options).await?;
    let name = match aim {
        Aim::HonestServer => name.to_string(),
        Aim::OtherProcess => format!("{name}, at another process"),
    };
    run(&name, options, load, async |scene| {
        let server = if aim == Aim::HonestServer { scene.server } else { &other };
        attack(server, scene).await;
    })
    .await
}

impl Run {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How often the server refused at the limit of this label.
    pub(crate) fn refused(&self, label: &str) -> u64 {
        let rises = self.after.rises(&self.before, "lagrange_refused_total");
        rises.get(label).copied().unwrap_or_default()
    }

    fn row(&self) -> Vec<String> {
        let Self { totals, players, memory, .. } = self;
        let mib = |bytes: u64| format!("{:.0}", bytes as f64 / MIB);
        let ms =
            |permille| self.health.ms_at(permille).map_or("–".into(), |ms| format!("{ms:.1}"));
        let late = players.late_commands.map_or("–".into(), |n| n.to_string());
        let mut responses = totals.answers.clone();
        for name in ["lagrange_closes_total", "lagrange_refused_total"] {
            let rises = self.after.rises(&self.before, name);
            responses.extend(rises.into_iter().filter(|(label, _)| label != "by_client"));
        }
        vec![
            self.name.clone(),
            format!(
                "{} sockets, {} messages, {:.1} MiB",
                totals.sockets,
                totals.messages,
                totals.bytes_up as f64 / MIB
            ),
            format_counts(&responses),
            format!("{} of {}", players.lost, players.bots),
            format!("{:.1}", players.gap_p99_ms),
            format!("{:.1}, {late} late", players.messages_per_bot_second),
            format!("{}, {} unanswered", ms(990), self.unanswered),
            [memory.before, memory.peak, memory.after].map(mib).join(" / "),
            format!("{:.0} %", 100.0 * self.cpu_share),
        ]
    }
}

/// Formats counts by name.
pub(crate) fn format_counts(counts: &BTreeMap<String, u64>) -> String {
    if counts.is_empty() {
        return "–".into();
    }
    let each: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
    each.join(", ")
}

/// Formats runs as a table.
pub(crate) fn table(runs: &[&Run]) -> Table {
    Table {
        columns: vec![
            "run",
            "attackers did",
            "the server answered",
            "players lost",
            "gap p99, ms",
            "packets a player and second",
            "`/healthz` p99, ms",
            "MiB before / peak / after",
            "processor",
        ],
        rows: runs.iter().map(|run| run.row()).collect(),
    }
}

/// The checks for every attack: no other player loses anything, and the server stays healthy.
pub(crate) fn check_invariants(runs: &[&Run]) -> Vec<CheckedFigure> {
    let mut checks = Vec::new();
    for run in runs {
        let label = |what: &str| format!("{}: {what}", run.name);
        checks.push(CheckedFigure::count(&label("honest players lost"), run.players.lost, 0));
        checks.push(CheckedFigure::count(
            &label("wrong states received"),
            run.players.mismatches,
            0,
        ));
        checks.push(CheckedFigure::count(&label("`/healthz` unanswered"), run.unanswered, 0));
        let failed = |at: &Readings| at.value("lagrange_room_failures_total") as u64;
        let rooms = failed(&run.after).saturating_sub(failed(&run.before));
        checks.push(CheckedFigure::count(&label("rooms that failed"), rooms, 0));
    }
    checks
}

/// The aim for the snapshot gap of honest players, relative to the run without attackers.
pub(crate) fn gap_aim(without: &Run, with: &Run, more_percent: f64) -> CheckedFigure {
    let percent = 100.0 * (with.players.gap_p99_ms / without.players.gap_p99_ms - 1.0);
    let what = format!("{}: the others' gap p99, more than without", with.name);
    CheckedFigure::aim(&what, Some(percent), more_percent, "%")
}
