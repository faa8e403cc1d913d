//! The players: `lagrange load --come-back` through HAProxy, interrupted when a phase is over, and
//! what its report says.
use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use super::process::signal;
use crate::command;

/// How many play, and how many in each room.
pub(super) const PLAYERS: u32 = 200;
const ROOM_SIZE: u32 = 5;
/// Longer than any phase.
const SECONDS: &str = "86400";

/// The running players; killed when dropped.
#[derive(Debug)]
pub(super) struct Load {
    /// `None` once its output is awaited.
    child: Option<Child>,
    /// The file of all reports, a line each.
    reports: PathBuf,
}

/// What became of the players in a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) outages: u64,
    pub(super) p50_ms: u64,
    pub(super) p95_ms: u64,
    pub(super) max_ms: u64,
    pub(super) not_back: u64,
    pub(super) scores_compared: u64,
    pub(super) scores_lost: u64,
    pub(super) points_lost: u64,
    pub(super) scores_counted_twice: u64,
    pub(super) rooms_doubled: u64,
    pub(super) doubled_longest_ms: u64,
}

impl Load {
    pub(super) fn start(program: &Path, to: SocketAddr, folder: &Path) -> Result<Self> {
        let mut load = command(program);
        load.args(["load", "--come-back", "--sample", "1", "--seconds", SECONDS]);
        load.args(["--url", &format!("ws://{to}"), "--bots", &PLAYERS.to_string()]);
        load.args(["--room-size", &ROOM_SIZE.to_string()]);
        let log = File::options().create(true).append(true).open(folder.join("load.log"))?;
        load.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let child = Some(load.spawn().context("starting the load")?);
        Ok(Self { child, reports: folder.join("reports.jsonl") })
    }

    /// Ends it, reads its report, and keeps that.
    pub(super) fn stop(mut self) -> Result<Outcome> {
        let child = self.child.take().context("it runs")?;
        signal(child.id(), "INT")?;
        let printed = child.wait_with_output()?.stdout;
        File::options().create(true).append(true).open(&self.reports)?.write_all(&printed)?;
        let report = serde_json::from_slice(&printed).context("the load printed no report")?;
        Outcome::of(&report)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // Both fail only if it has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Outcome {
    fn of(report: &Value) -> Result<Self> {
        let of = |path: &str| {
            let value = report.pointer(path).and_then(Value::as_u64);
            value.with_context(|| format!("no {path} in {report}"))
        };
        Ok(Self {
            outages: of("/outages/outages")?,
            p50_ms: of("/outages/playing_again_ms/p50")?,
            p95_ms: of("/outages/playing_again_ms/p95")?,
            max_ms: of("/outages/playing_again_ms/max")?,
            // Those who never got in are missing as well.
            not_back: of("/outages/not_back")? + u64::from(PLAYERS).saturating_sub(of("/joined")?),
            scores_compared: of("/outages/scores_compared")?,
            scores_lost: of("/outages/scores_lost")?,
            points_lost: of("/outages/points_lost")?,
            scores_counted_twice: of("/outages/scores_counted_twice")?,
            rooms_doubled: of("/doubled/rooms")?,
            doubled_longest_ms: of("/doubled/longest_ms")?,
        })
    }
}
