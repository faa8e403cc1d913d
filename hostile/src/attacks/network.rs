//! Runs players over a lossy, narrow or interrupted network between two namespaces on this machine,
//! and reports who reconnects, to which seat, and how fast.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::time::{sleep, timeout};

use crate::guard::Guarded;
use crate::length::Length;
use crate::namespace::{PLAY, SERVER_AT, VirtualLink, missing};
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::server::{PATIENCE, program};

const PORT: u16 = 8080;

/// The fault of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    /// Loss in percent, each way.
    Loss(u32),
    /// Bandwidth in kbit/s, each way, for all players together.
    Narrow(u32),
    /// The link is down for this many seconds.
    Down(u32),
}

/// Length of a run after all have joined, in s, besides the outage: enough for the longest back-off
/// and what follows it.
const PLAYED_S: u32 = 25;
/// From when all have joined until the link goes down.
const BEFORE_FAULT: Duration = Duration::from_secs(6);

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    if let Some(why) = missing() {
        let note = format!("**SKIPPED: cannot create network namespaces: {why}.**");
        eprintln!("{note}");
        return Ok(Outcome { notes: vec![note], ..Outcome::default() });
    }
    let faults: &[Fault] = length.of(
        &[Fault::Nothing, Fault::Loss(5), Fault::Down(2)],
        &[
            Fault::Nothing,
            Fault::Loss(5),
            Fault::Narrow(256),
            Fault::Narrow(64),
            Fault::Down(2),
            Fault::Down(10),
            Fault::Down(40),
        ],
    );
    let n = length.of(4, 8);
    let mut outcome = Outcome::default();
    let mut rows = Vec::new();
    for fault in faults {
        let players = if matches!(fault, Fault::Narrow(_)) { 4 } else { n };
        let report = with(*fault, players).await.with_context(|| format!("{fault:?}"))?;
        let row = row(*fault, &report);
        let playing = report["playing"].as_u64().unwrap_or_default();
        let what = format!("{}: players not playing at the end", row[0]);
        outcome.checks.push(CheckedFigure::count(&what, u64::from(players) - playing, 0));
        rows.push(row);
    }
    let columns = vec![
        "fault",
        "players",
        "gap p50, ms",
        "p99",
        "most",
        "connections lost, by code",
        "back with seat and score",
        "back with a new ship",
        "longest after the page noticed",
        "playing at the end",
    ];
    outcome.tables.push(Table { columns, rows });
    Ok(outcome)
}

/// Runs players through a fault, and returns their report.
async fn with(fault: Fault, players: u32) -> Result<Value> {
    let link = VirtualLink::create()?;
    match fault {
        Fault::Loss(percent) => link.lose(percent)?,
        Fault::Narrow(kbit_per_s) => link.narrow(kbit_per_s)?,
        Fault::Nothing | Fault::Down(_) => {}
    }
    let address = SocketAddr::from((SERVER_AT, PORT)).to_string();
    let own = program()?.to_string_lossy().into_owned();
    let serve = [own.as_str(), "--listen", &address, "--bots", "0", "--seed", "1"];
    let mut server = start(&link.at_server(), &serve)?;
    let mut said = BufReader::new(server.take_output()?).lines();
    let first =
        timeout(PATIENCE, said.next_line()).await.context("the server printed nothing")??;
    first.context("the server exited at once")?;
    let down_s = if let Fault::Down(seconds) = fault { seconds } else { 0 };
    let own = std::env::current_exe()?.to_string_lossy().into_owned();
    let (n, seconds) = (players.to_string(), (PLAYED_S + down_s).to_string());
    let mut crowd = start(&link.at_players(), &[&own, PLAY, &address, &n, &seconds])?;
    let mut said = BufReader::new(crowd.take_output()?).lines();
    let first =
        timeout(PATIENCE * 2, said.next_line()).await.context("the players did not start")??;
    first.context("the players exited at once")?;
    sleep(BEFORE_FAULT).await;
    if down_s > 0 {
        link.set_link("down")?;
        sleep(Duration::from_secs(down_s.into())).await;
        link.set_link("up")?;
    }
    let line = said.next_line().await?.context("the players reported nothing")?;
    Ok(serde_json::from_str(&line)?)
}

fn start(at: &[&str], words: &[&str]) -> Result<Guarded> {
    let words: Vec<OsString> = at.iter().chain(words).map(OsString::from).collect();
    Guarded::start(&words)
}

fn row(fault: Fault, report: &Value) -> Vec<String> {
    let name = match fault {
        Fault::Nothing => "none".to_string(),
        Fault::Loss(percent) => format!("{percent} % lost each way"),
        Fault::Narrow(kbit_per_s) => format!("{kbit_per_s} kbit/s each way"),
        Fault::Down(seconds) => format!("down for {seconds} s"),
    };
    let ms = |name: &str| report[name].as_f64().map_or("–".into(), |ms| format!("{ms:.0}"));
    let losses = report["losses"].as_array().cloned().unwrap_or_default();
    let mut codes = std::collections::BTreeMap::new();
    for loss in &losses {
        *codes.entry(loss["code"].to_string()).or_default() += 1;
    }
    let back = losses.iter().filter(|loss| !loss["away_s"].is_null());
    let (same, new): (Vec<&Value>, Vec<&Value>) = back.partition(|loss| loss["resumed"] == true);
    let away = losses.iter().filter_map(|loss| loss["away_s"].as_f64()).reduce(f64::max);
    vec![
        name,
        report["players"].to_string(),
        ms("gap_p50_ms"),
        ms("gap_p99_ms"),
        ms("gap_most_ms"),
        crate::beside::format_counts(&codes),
        same.len().to_string(),
        new.len().to_string(),
        away.map_or("–".into(), |s| format!("{s:.1} s")),
        report["playing"].to_string(),
    ]
}
