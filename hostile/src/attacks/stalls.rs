//! The server's process stands still for 6 s under players, again and again: nobody is closed, and
//! everybody's commands are executed again.

use std::time::Duration;

use anyhow::Result;
use rustix::process::Signal;
use tokio::time::{Instant, sleep};

use crate::crowd::Crowd;
use crate::figures::Times;
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::run_request::RunRequest;
use crate::server::{OPERATOR, Server};

const STALL: Duration = Duration::from_secs(6);
/// From one's end to the next one's beginning.
const PAUSE: Duration = Duration::from_secs(3);
/// Commands are to be executed again within so many ms.
const BACK_MS: f64 = 2000.0;

pub(crate) async fn run(wish: RunRequest) -> Result<Outcome> {
    let (n, times) = wish.of((4, 2), (20, 20));
    let server = Server::start(&["--seats", "32"]).await?;
    let crowd = Crowd::join(OPERATOR, server.address, n);
    let joined = crowd.executed_after(Instant::now()).await;
    let mut waits = Times::default();
    let mut missing = 0;
    for _ in 0..times {
        sleep(PAUSE).await;
        server.signal(Signal::STOP)?;
        sleep(STALL).await;
        server.signal(Signal::CONT)?;
        let moment = Instant::now();
        for back in crowd.executed_after(moment).await {
            match back {
                Some(at) => waits.push(at - moment),
                None => missing += 1,
            }
        }
    }
    let ms = |permille| waits.ms_at(permille).map_or("–".into(), |ms| format!("{ms:.0}"));
    let table = Table {
        columns: vec!["players", "stalls of 6 s", "closed", "back after, ms: p50", "p95", "most"],
        rows: vec![vec![
            n.to_string(),
            times.to_string(),
            crowd.losses().to_string(),
            ms(500),
            ms(950),
            ms(1000),
        ]],
    };
    let unseated = joined.iter().filter(|at| at.is_none()).count() as u64;
    let held = vec![
        CheckedFigure::count("players who did not get in", unseated, 0),
        CheckedFigure::count("players closed", crowd.losses(), 0),
        CheckedFigure::count("players whose commands were not executed again", missing, 0),
        CheckedFigure::aim("all are back after", waits.ms_at(1000), BACK_MS, "ms"),
    ];
    Ok(Outcome { tables: vec![table], held, notes: Vec::new() })
}
