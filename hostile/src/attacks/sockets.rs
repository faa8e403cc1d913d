//! One address opens thousands of sockets and keeps them open as long as possible: connections
//! after one request, headers that never end, silent WebSockets. Others must still be able to play
//! and join.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::{join, join_all};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::beside::{self, Scene, gap_aim, nothing, table};
use crate::http::connect;
use crate::length::Length;
use crate::outcome::{CheckedFigure, Outcome};
use crate::players::Load;
use crate::socket::{self, Answer, close_of};

const GREEDY: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 6, 1));
/// Connections allowed per address, as published: `ADDRESS_CONNECTIONS` in
/// `crates/server/src/limits.rs`.
const ADDRESS_CONNECTIONS: u64 = 512;
/// Other connections: 64 that are being turned away (`TURNED_AWAY_MAX` there), and 64 for players,
/// newcomers and health checks.
const OTHERS: u64 = 64 + 64;
/// How long the server asks a refused client to wait (`TURNED_AWAY_FOR` there).
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// Newcomers during the attack, one after the other.
const NEWCOMERS: u8 = 5;
const POLL_INTERVAL: Duration = Duration::from_millis(250);
const HEALTH_MS: f64 = 50.0;
/// The part of a request that is sent.
const COMPLETE_REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
const HALF_REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: local";

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let n = length.of(1500, 5000);
    let load = Load { bots: 5, room_size: 5, seconds: length.of(10, 40) };
    let options = ["--limit-loopback"];
    let without = beside::run("without", &options, load, nothing).await?;
    let (mut most, mut came) = (0, 0);
    let name = format!("{n} sockets of one address");
    let with = beside::run(&name, &options, load, async |scene| {
        let (_, (seen, welcome)) =
            join(join_all((0..n).map(|n| keep(scene, n))), others(scene)).await;
        (most, came) = (seen, welcome);
    })
    .await?;
    let mut checks = beside::check_invariants(&[&with]);
    let bound = ADDRESS_CONNECTIONS + OTHERS;
    checks.push(CheckedFigure::at_most("connections at the same time", most, bound));
    checks.push(CheckedFigure::count("others who joined meanwhile", came, NEWCOMERS.into()));
    checks.push(CheckedFigure::aim("`/healthz` p99", with.health.ms_at(990), HEALTH_MS, "ms"));
    checks.push(gap_aim(&without, &with, 10.0));
    let refused = with.refused("connections");
    checks.push(CheckedFigure::at_least(
        "refused for too many connections of one address",
        refused,
        1,
    ));
    Ok(Outcome { tables: vec![table(&[&without, &with])], checks, notes: Vec::new() })
}

/// Opens a socket of a kind and keeps it; reopens it when it is closed.
async fn keep(scene: &Scene<'_>, n: u64) {
    sleep(Duration::from_millis(n)).await;
    while Instant::now() < scene.until {
        let _ = timeout_at(scene.until, one(scene, n)).await;
        let _ = timeout_at(scene.until, sleep(RETRY_AFTER)).await;
    }
}

async fn one(scene: &Scene<'_>, n: u64) {
    let (to, tally) = (scene.server.address, &scene.tally);
    if n % 3 == 2 {
        if let Some(mut socket) = socket::open(GREEDY, to, tally).await {
            let code = close_of(&mut socket, Duration::from_secs(60), tally).await;
            tally.answered(code.map_or("cut off".into(), |code| code.to_string()));
        }
        return;
    }
    tally.opened();
    let Ok(mut stream) = connect(GREEDY, to, None).await else {
        return tally.answered("no connection");
    };
    let words = if n.is_multiple_of(3) { COMPLETE_REQUEST } else { HALF_REQUEST };
    if stream.write_all(words).await.is_err() {
        return tally.answered("cut off");
    }
    tally.sent(1, words.len());
    let mut bytes = [0; 512];
    // Until the server closes it; the first response counts.
    let mut answer = String::new();
    while let Ok(n @ 1..) = stream.read(&mut bytes).await {
        tally.received(n);
        if answer.is_empty() {
            answer = String::from_utf8_lossy(&bytes[..n]).chars().skip(9).take(3).collect();
            tally.answered(answer.clone());
        }
    }
    if answer.is_empty() {
        tally.answered("cut off");
    }
}

/// Lets newcomers join while counting connections. Returns the most connections, and how many
/// newcomers got in.
async fn others(scene: &Scene<'_>) -> (u64, u64) {
    let (mut most, mut came) = (0, 0);
    let each = (scene.until - Instant::now()) / u32::from(NEWCOMERS + 1);
    let mut sockets = Vec::new();
    for n in 1..=NEWCOMERS {
        let next = Instant::now() + each;
        while Instant::now() < next {
            if let Ok(now) = scene.server.readings().await {
                most = most.max(now.value("lagrange_connections") as u64);
            }
            sleep(POLL_INTERVAL).await;
        }
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 7, n));
        let opening = socket::open(from, scene.server.address, &scene.tally);
        if let Ok(Some(mut socket)) = timeout(RETRY_AFTER, opening).await {
            let answer = socket::join(&mut socket, "", &scene.tally).await;
            came += u64::from(matches!(answer, Answer::Welcome(_)));
            sockets.push(socket);
        }
    }
    (most, came)
}
