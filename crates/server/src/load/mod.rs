//! `lagrange load`: bots play on a server over real WebSockets as a plan says, with a line of JSON
//! for each measurement.
//!
//! [`target`] checks which server may be loaded. [`crew`] runs one measurement of [`bot`]s: most
//! are [`light`] and fly a [`script`] at their [`pace`], some are [`full`]; each connection has a
//! [`driver`] of its own, and an [`audience`] may watch them. [`way_back`] leads both to where
//! their room goes on. [`presence`] tells when a bot did not play, and [`doubled`] which rooms were
//! in two places. [`figures`] and [`readings`] become a [`report`]. [`ramp`] searches for the most
//! bots that the server keeps up with. [`floor`] tells what the network traffic alone costs.

mod audience;
mod bot;
mod crew;
mod doubled;
mod driver;
mod figures;
pub mod floor;
pub(crate) mod full;
mod light;
mod pace;
mod plan;
mod presence;
mod progress;
mod ramp;
mod readings;
mod report;
mod script;
pub mod target;
mod way_back;

use std::io::{self, Write};
use std::pin::{Pin, pin};

use anyhow::{Context, Result};
use serde::Serialize;

use crew::{Interrupt, measure, run_state};
use progress::Progress;
use ramp::Ramp;
use report::{Report, TICK_P99_MAX_MS};

use crate::dial::Dialer;

pub use light::Light;
pub use plan::{Batches, ComeBack, FloorServer, Plan, SETTLE, Search};
pub use report::Cause;

/// The last line of a ramp.
#[derive(Serialize)]
struct RampResult {
    /// The most bots that the server kept up with.
    ramp_bots: u32,
    ramp_rooms: u32,
    room_size: u16,
    /// The server kept up with the most that could be tried.
    more_was_not_tried: bool,
    tick_p99_max_ms: f64,
}

/// Loads a server and prints the results, until the plan is done or `interrupt` completes.
///
/// # Errors
/// If the server cannot be measured or the results cannot be printed.
pub fn run<'a>(
    plan: &'a Plan,
    out: &'a mut dyn Write,
    interrupt: impl Future<Output = ()> + Send + 'a,
) -> Pin<Box<dyn Future<Output = Result<Cause>> + 'a>> {
    Box::pin(search(plan, out, Box::pin(interrupt)))
}

async fn search(
    plan: &Plan,
    out: &mut dyn Write,
    interrupt: Pin<Box<dyn Future<Output = ()> + Send + '_>>,
) -> Result<Cause> {
    let dialer = plan.target.resolve().await?;
    let mut interrupt: Interrupt<'_> = pin!(interrupt);
    match &plan.search {
        Search::Once => {
            let report = measure_once(plan, &dialer, plan.bots, &mut interrupt).await;
            print(out, &report)?;
            Ok(report.cause())
        }
        Search::Ramp => ramp_up(plan, &dialer, out, &mut interrupt).await,
        Search::Floor(server) => floor::run(plan, server, &dialer, out, &mut interrupt).await,
    }
}

async fn ramp_up(
    plan: &Plan,
    dialer: &Dialer,
    out: &mut dyn Write,
    interrupt: &mut Interrupt<'_>,
) -> Result<Cause> {
    let room_size = u32::from(plan.room_size);
    let mut ramp = Ramp::new((plan.bots / room_size).max(1));
    let mut cause = Cause::Time;
    while let Some(rooms) = ramp.next() {
        let mut report = measure_once(plan, dialer, rooms * room_size, interrupt).await;
        if report.judge() {
            ramp.handle_success(rooms);
        } else {
            ramp.handle_failure(rooms);
        }
        print(out, &report)?;
        cause = report.cause();
        if cause != Cause::Time {
            break;
        }
    }
    let answer = RampResult {
        ramp_bots: ramp.answer() * room_size,
        ramp_rooms: ramp.answer(),
        room_size: plan.room_size,
        more_was_not_tried: ramp.reached_max(),
        tick_p99_max_ms: TICK_P99_MAX_MS,
    };
    print(out, &answer)?;
    Ok(cause)
}

async fn measure_once(
    plan: &Plan,
    dialer: &Dialer,
    bots: u32,
    interrupt: &mut Interrupt<'_>,
) -> Report {
    measure(plan, run_state(dialer.clone()), bots, Progress::new(bots), interrupt).await
}

fn print(out: &mut dyn Write, line: &impl Serialize) -> Result<()> {
    let line = serde_json::to_string(line).map_err(io::Error::from);
    line.and_then(|line| writeln!(out, "{line}").and_then(|()| out.flush()))
        .context("cannot print the measurements")
}
