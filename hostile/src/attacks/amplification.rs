//! Measures the most that a player can make the server encode and send. Clients declare datagram
//! delivery and each acknowledges a different old snapshot; as many honest clients play in the same
//! rooms at the same rates for comparison.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use anyhow::Result;
use futures_util::future::join_all;
use tokio::time::sleep;

use crate::beside::{self, Run, Scene, table};
use crate::length::Length;
use crate::light::{Manner, PlayerConfig, play};
use crate::outcome::{CheckedFigure, Outcome, Table};
use crate::players::Load;

/// Seats of the rooms, and requested snapshots a second.
const CASES: [(u32, u16); 4] = [(8, 30), (8, 128), (64, 30), (64, 128)];
/// Limit for the worst client, as a multiple of an honest one's share.
const BYTES_MAX: f64 = 5.0;
const PROCESSOR_MAX: f64 = 2.0;
const STAGGER: Duration = Duration::from_millis(10);

/// A run, and its cost per measured client.
struct Cost {
    run: Run,
    bytes_per_s: f64,
    processor: f64,
}

pub(crate) async fn run(length: Length) -> Result<Outcome> {
    let n = length.of(48, 190);
    let mut outcome = Outcome::default();
    let mut runs = Vec::new();
    let mut ratios = Vec::new();
    for &(seats, rate) in length.of(&CASES[..1], &CASES[..]) {
        let honest = cost(length, n, (seats, rate), Manner::Honest).await?;
        for manner in [Manner::OldAcks, Manner::OldAcksSlowReader] {
            let worst = cost(length, n, (seats, rate), manner).await?;
            let bytes = worst.bytes_per_s / honest.bytes_per_s;
            let processor = worst.processor / honest.processor;
            let name = worst.run.name().to_string();
            ratios.push(vec![
                name.clone(),
                format!("{:.0}", honest.bytes_per_s),
                format!("{:.0}", worst.bytes_per_s),
                format!("{bytes:.2} ×"),
                format!("{processor:.2} ×"),
            ]);
            outcome.checks.push(CheckedFigure::aim(
                &format!("{name}: bytes"),
                Some(bytes),
                BYTES_MAX,
                "×",
            ));
            let what = format!("{name}: processor");
            outcome.checks.push(CheckedFigure::aim(&what, Some(processor), PROCESSOR_MAX, "×"));
            runs.push(worst.run);
        }
        runs.push(honest.run);
    }
    let runs: Vec<&Run> = runs.iter().collect();
    outcome.tables.push(table(&runs));
    outcome.tables.push(Table {
        columns: vec!["run", "honest, B/s", "worst, B/s", "bytes", "processor"],
        rows: ratios,
    });
    outcome.checks.extend(beside::check_invariants(&runs));
    Ok(outcome)
}

async fn cost(length: Length, n: u32, (seats, rate): (u32, u16), manner: Manner) -> Result<Cost> {
    let seconds = length.of(6, 20);
    let load = Load { bots: 8, room_size: 8, seconds };
    let text = seats.to_string();
    let name = format!("{n} × {manner:?}, {rate} Hz, rooms of {seats}");
    let options = ["--seats", &text];
    let run = beside::run(&name, &options, load, async |scene| {
        join_all((0..n).map(|n| one(scene, n, (seats, rate), manner))).await;
    })
    .await?;
    let client_seconds = f64::from(n) * run.seconds;
    let bytes_per_s = run.totals.bytes_down as f64 / client_seconds;
    let processor = run.cpu_share / f64::from(n);
    Ok(Cost { run, bytes_per_s, processor })
}

async fn one(scene: &Scene<'_>, n: u32, (seats, rate): (u32, u16), manner: Manner) {
    sleep(STAGGER * n).await;
    let config = PlayerConfig {
        from: IpAddr::V4(Ipv4Addr::new(127, 0, 5, 1 + (n % 200) as u8)),
        to: scene.server.address,
        room: format!("crowd-{}", n / seats),
        manner,
        update_rate_hz: rate,
        seed: n.into(),
    };
    play(config, scene.until, scene.tally.clone()).await;
}
