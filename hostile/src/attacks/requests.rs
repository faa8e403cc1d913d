//! One address sends HTTP requests as fast as its byte limit allows, for each kind of resource,
//! over a few kept connections or over a new one each time. For comparison, the same attack is
//! aimed at another process on the same machine, so that only the server's own cost counts.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, sleep, timeout_at};

use crate::beside::{self, Aim, Run, Scene, gap_aim, table};
use crate::http::{connect, get};
use crate::length::Length;
use crate::outcome::{CheckedFigure, Outcome};
use crate::players::Load;
use crate::server::{OPERATOR, Server};
use crate::tally::Tally;

const GREEDY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 16, 1));
const CONNECTIONS: usize = 16;
/// Bytes that each attacker sends per second: a little under `BYTES_PER_S` of
/// `crates/server/src/limits.rs`.
const BYTES_PER_S: usize = 60 * 1024;
const BATCHES_PER_S: usize = 20;
/// Limit for the server's share of a core, in percent, honest players included.
const PROCESSOR_MAX_PERCENT: f64 = 15.0;
const GAP_MORE_PERCENT: f64 = 10.0;
/// The path of the game's code, which is only known at run time.
const CODE: &str = "code";
/// Paths that are served, and some that are not.
const PATHS: [&str; 10] = [
    "/limits",
    CODE,
    "/metrics",
    "/",
    "/lab",
    "/learn",
    "/healthz",
    "/api/rooms",
    "/nothing",
    "/ws",
];

/// How requests are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// Over kept connections.
    Pipelined,
    /// Over a new connection each time.
    NewConnection,
}

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let load = Load { bots: 16, room_size: 8, seconds: length.of(5, 10) };
    let mut outcome = Outcome::default();
    let mut runs = Vec::new();
    let cases = PATHS.map(|path| (path, Manner::Pipelined));
    let cases: Vec<_> = cases.into_iter().chain([("/healthz", Manner::NewConnection)]).collect();
    for &(path, manner) in &cases[..length.of(2, cases.len())] {
        let elsewhere = attacked(path, manner, Aim::OtherProcess, load).await?;
        let here = attacked(path, manner, Aim::HonestServer, load).await?;
        outcome.checks.push(gap_aim(&elsewhere, &here, GAP_MORE_PERCENT));
        let what = format!("{}: processor", here.name());
        let percent = Some(100.0 * here.cpu_share);
        outcome.checks.push(CheckedFigure::aim(&what, percent, PROCESSOR_MAX_PERCENT, "%"));
        // Large responses reach the limit on response bytes before that on requests.
        let (refused, what) = match manner {
            Manner::Pipelined => {
                (here.refused("requests") + here.refused("answers"), "requests or answers refused")
            }
            Manner::NewConnection => (here.refused("new_connections"), "connections refused"),
        };
        outcome.checks.push(CheckedFigure::at_least(
            &format!("{}: {what}", here.name()),
            refused,
            1,
        ));
        runs.extend([elsewhere, here]);
    }
    let runs: Vec<&Run> = runs.iter().collect();
    outcome.checks.extend(beside::check_invariants(&runs));
    outcome.tables.push(table(&runs));
    Ok(outcome)
}

async fn attacked(path: &str, manner: Manner, aim: Aim, load: Load) -> Result<Run> {
    let name = format!("{path}, {manner:?}");
    let mut prepared = Ok(());
    let run = beside::run_aimed(&name, &["--limit-loopback"], load, aim, async |server, scene| {
        match path_of(server, path).await {
            Ok((to, path)) => {
                join_all((0..CONNECTIONS).map(|_| flood(scene, to, &path, manner))).await;
            }
            Err(error) => prepared = Err(error),
        }
    })
    .await?;
    prepared.map(|()| run)
}

/// The address and path of a resource. Metrics have their own address here.
async fn path_of(server: &Server, path: &str) -> Result<(SocketAddr, String)> {
    if path == "/limits" || path == "/metrics" {
        return Ok((server.admin(), path.into()));
    }
    if path != CODE {
        return Ok((server.address, path.into()));
    }
    let page = get(OPERATOR, server.address, "/").await?.body;
    let named = page.split(['"', '\'']).find(|text| text.ends_with(".wasm"));
    let name = named.context("the page names no script")?;
    Ok((server.address, format!("/{}", name.trim_start_matches(['.', '/']))))
}

async fn flood(scene: &Scene<'_>, to: SocketAddr, path: &str, manner: Manner) {
    let request = format!("GET {path} HTTP/1.1\r\nhost: {to}\r\n");
    while Instant::now() < scene.until {
        let asking = async {
            match manner {
                Manner::Pipelined => pipeline(to, &format!("{request}\r\n"), &scene.tally).await,
                Manner::NewConnection => {
                    let once = format!("{request}connection: close\r\n\r\n");
                    send_once(to, &once, &scene.tally).await
                }
            }
        };
        if let Ok(Err(_)) = timeout_at(scene.until, asking).await {
            scene.tally.answered("cut off");
        }
    }
}

async fn send_once(to: SocketAddr, request: &str, tally: &Tally) -> Result<()> {
    tally.opened();
    let mut stream = connect(GREEDY, to, None).await?;
    stream.write_all(request.as_bytes()).await?;
    tally.sent(1, request.len());
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    count_answers(&bytes, tally);
    Ok(())
}

/// Sends requests over one connection until it ends, without waiting for responses.
async fn pipeline(to: SocketAddr, request: &str, tally: &Tally) -> Result<()> {
    tally.opened();
    let (reading, writing) = connect(GREEDY, to, None).await?.into_split();
    tokio::select! {
        asked = write(writing, request, tally) => asked,
        heard = read(reading, tally) => heard,
    }
}

async fn write(mut to: OwnedWriteHalf, request: &str, tally: &Tally) -> Result<()> {
    let n = BYTES_PER_S / BATCHES_PER_S / request.len();
    let batch = request.repeat(n);
    loop {
        to.write_all(batch.as_bytes()).await?;
        tally.sent(n as u64, batch.len());
        sleep(Duration::from_secs(1) / BATCHES_PER_S as u32).await;
    }
}

async fn read(mut from: OwnedReadHalf, tally: &Tally) -> Result<()> {
    let mut bytes = vec![0; 64 * 1024];
    while let n @ 1.. = from.read(&mut bytes).await? {
        count_answers(&bytes[..n], tally);
    }
    Ok(())
}

/// Counts responses by status, except those whose status line is split over two reads.
fn count_answers(bytes: &[u8], tally: &Tally) {
    tally.received(bytes.len());
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Some(status) = line.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3)) {
            tally.answered(String::from_utf8_lossy(status));
        }
    }
}
