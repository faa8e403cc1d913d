//! The server's process is killed under players and started again at the same port, at once or 2 s
//! later, again and again: all of them are back by themselves.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use shared::client::backoff;
use tokio::time::{Instant, sleep};

use crate::crowd::Crowd;
use crate::figures::Times;
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::run_request::RunRequest;
use crate::server::{OPERATOR, Server, free_port};

/// For how long there is no server.
const OUTAGES: [Duration; 2] = [Duration::ZERO, Duration::from_secs(2)];
/// A game that lasts so long is one of its own, with some time to spare: who loses it tries again
/// soon.
const HEALTHY: Duration = Duration::from_micros(backoff::HEALTHY.0.unsigned_abs() + 500_000);
/// Nineteen of twenty are to be back within so many ms of the port's answering.
const BACK_MS: f64 = 3000.0;

pub(crate) async fn run(wish: RunRequest) -> Result<Outcome> {
    let (n, times) = wish.of((10, 1), (100, 25));
    let options = ["--seats", "32"];
    let mut outcome = Outcome::default();
    let mut rows = Vec::new();
    for outage in OUTAGES {
        let address = SocketAddr::new(OPERATOR, free_port()?);
        let mut server = Server::start_at(address, &options).await?;
        let crowd = Crowd::join(OPERATOR, address, n);
        let mut back = crowd.executed_after(Instant::now()).await;
        let mut missing = back.iter().filter(|at| at.is_none()).count();
        let mut waits = Times::default();
        for _ in 0..times {
            sleep(HEALTHY).await;
            drop(server);
            let killed = Instant::now();
            sleep(outage).await;
            server = Server::start_at(address, &options).await?;
            let answers = Instant::now();
            back = crowd.executed_after(killed).await;
            missing += back.iter().filter(|at| at.is_none()).count();
            back.iter().flatten().for_each(|at| waits.push(at.saturating_duration_since(answers)));
        }
        let ms = |permille| waits.ms_at(permille).map_or("–".into(), |ms| format!("{ms:.0}"));
        let outage = format!("{} s", outage.as_secs());
        let counts = [n.to_string(), times.to_string(), outage.clone(), waits.len().to_string()];
        let quantiles = [ms(500), ms(950), ms(990), ms(1000)];
        rows.push(counts.into_iter().chain(quantiles).collect());
        let of = |what: &str| format!("down for {outage}: {what}");
        outcome.held.push(CheckedFigure::count(&of("players not back"), missing as u64, 0));
        let p95 = waits.ms_at(950);
        outcome.held.push(CheckedFigure::aim(&of("p95 of coming back"), p95, BACK_MS, "ms"));
    }
    let columns = vec!["players", "kills", "down for", "back", "p50, ms", "p95", "p99", "most"];
    outcome.tables.push(Table { columns, rows });
    Ok(outcome)
}
