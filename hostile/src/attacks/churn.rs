//! Players who come and go: what each of them cost is given back.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use shared::wire::close_reason::LEFT_CODE;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::run_request::RunRequest;
use crate::server::{MIB, Server};
use crate::socket::{Answer, close_of, join, open};
use crate::tally::Tally;

/// How many come at the same time, each from an address of its own.
const AT_ONCE: u8 = 64;
/// Joins for a look, and as published.
const JOINS: (u64, u64) = (5_000, 100_000);
/// Memory is looked at after so many of a hundred joins: what is kept for good, as a room's history
/// is, is there after half of them at the latest, and the end is held against that.
const LOOKS_PERCENT: [u64; 5] = [10, 25, 50, 75, 100];
const HALFWAY: usize = 2;
const MEMORY_PERCENT_MAX: f64 = 5.0;
/// Who asks for the number of connections has one too.
const ONE_THAT_ASKS: f64 = 1.0;
const GOODBYE_MAX: Duration = Duration::from_secs(5);

pub(crate) async fn run(wish: RunRequest) -> Result<Outcome> {
    let joins = wish.joins.unwrap_or(wish.of(JOINS.0, JOINS.1));
    let server = Server::start(&["--seats", "64"]).await?;
    let tally = Tally::default();
    let mut memory = Vec::new();
    let mut done = 0;
    for percent in LOOKS_PERCENT {
        let until = joins * percent / 100;
        come_and_go(&server, until - done, &tally).await;
        done = until;
        server.becomes("lagrange_connections", |n| n <= ONE_THAT_ASKS).await;
        memory.push(server.usage().resident_bytes);
    }
    let cpu_s = server.usage().cpu_s;
    server.becomes("lagrange_players", |n| n == 0.0).await;
    let after = server.readings().await?;
    let connections = after.value("lagrange_connections") as u64;
    let sums = tally.sums().clone();
    let welcome = sums.answers.get("welcome").copied().unwrap_or_default();
    let mut row = vec![joins.to_string(), welcome.to_string()];
    row.extend(memory.iter().map(|bytes| format!("{:.2}", *bytes as f64 / MIB)));
    row.push(format!("{:.0} µs", cpu_s * 1e6 / joins as f64));
    let columns = vec![
        "joins",
        "welcome",
        "MiB after a tenth",
        "a quarter",
        "half",
        "three quarters",
        "all",
        "processor a join",
    ];
    let more = 100.0 * (memory[LOOKS_PERCENT.len() - 1] as f64 / memory[HALFWAY] as f64 - 1.0);
    let held = vec![
        CheckedFigure::count("joins that were not welcome", joins - welcome, 0),
        CheckedFigure::count("players at the end", after.value("lagrange_players") as u64, 0),
        CheckedFigure::count("connections at the end, with the one that asks", connections, 1),
        CheckedFigure::aim(
            "memory at the end, more than halfway",
            Some(more),
            MEMORY_PERCENT_MAX,
            "%",
        ),
    ];
    let notes = vec![format!("Answers: {}.", crate::beside::listed(&sums.answers))];
    Ok(Outcome { tables: vec![Table { columns, rows: vec![row] }], held, notes })
}

/// So many join and leave, several at a time.
async fn come_and_go(server: &Server, joins: u64, tally: &Tally) {
    let left = Arc::new(AtomicU64::new(joins));
    let visits = (1..=AT_ONCE).map(async |n| {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 9, n));
        let take = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        while take().is_ok() {
            let Some(mut socket) = open(from, server.address, tally).await else { continue };
            match join(&mut socket, "", tally).await {
                Answer::Welcome(_) => tally.answered("welcome"),
                Answer::Closed(code) => tally.answered(code.to_string()),
                Answer::Nothing => tally.answered("nothing"),
            }
            let left = CloseFrame { code: LEFT_CODE.into(), reason: "".into() };
            let _ = socket.close(Some(left)).await;
            close_of(&mut socket, GOODBYE_MAX, tally).await;
        }
    });
    join_all(visits).await;
}
