//! Measures a picture of the laboratory: opens `/lab` with three panes of sixteen pilots, lets them
//! play, and prints how long each picture occupies the browser's main thread. `cargo xtask frames`
//! runs it.
//!
//! Chromium counts the thread's CPU time, unaffected by other programs, for everything: scripts,
//! styles, layout, painting and, since it runs without a GPU, rasterising the canvas. The
//! wall-clock time of each picture's callback is measured around it, and the page itself reports
//! how it divides into parts.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Server};
use lab::{
    link::{LinkedHash, MomentLink},
    moment::Moment,
    run::Run,
    scenario::Scenario,
    setup::{Controller, Setup},
};
use serde_json::{Value, json};
use tokio::time::sleep;

/// Bots in addition to the three players: sixteen ships.
const BOTS: u8 = 13;
/// Warm-up before the measurement.
const WARM_UP: Duration = Duration::from_secs(4);
/// Duration of the measurement.
const MEASURED: Duration = Duration::from_secs(10);
/// Interval at which the page's part times are read: each is a mean over 1 s.
const SECOND: Duration = Duration::from_secs(1);
/// Target, in ms of main thread time.
const AIM_MS: f64 = 6.0;

/// Times every animation frame callback, from before the page loads.
const WATCH: &str = "const ask = window.requestAnimationFrame.bind(window);
    window.pictures = [];
    window.requestAnimationFrame = (callback) => ask((at) => {
        const begun = performance.now();
        callback(at);
        window.pictures.push(performance.now() - begun);
    });";

struct Measured {
    /// Durations of the pictures' callbacks, sorted, in ms.
    pictures: Vec<f64>,
    /// Main thread time over all of them by activity, in ms.
    thread: Vec<(&'static str, f64)>,
    /// Means over each second by part, in ms.
    parts: Vec<[f64; 3]>,
    /// Ships on the server at the end.
    ships: usize,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start_to_measure()?;
    let page = browser.open("about:blank").await?;
    let script = json!({ "source": WATCH });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await?;
    page.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await?;
    let link = link()?;
    println!("/lab#{link}");
    page.goto(&server.url(&format!("/lab#{link}"))).await?;
    page.until("the match", |look| look.state() == "playing").await?;
    sleep(WARM_UP).await;
    print(&measure(&page).await?);
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    Ok(())
}

/// The link to a match of sixteen pilots.
fn link() -> Result<String> {
    let mut setup = Setup { bots: BOTS, ..Scenario::Free.setup() };
    for player in &mut setup.players {
        player.controller = Controller::Bot;
    }
    let moment = Moment { run: Run::new(setup), frame: 0, shot: None };
    Ok(MomentLink { moment, lesson: None, check: LinkedHash::Absent }.to_fragment()?)
}

async fn measure(page: &Page) -> Result<Measured> {
    page.execute("window.pictures.length = 0;", Vec::new()).await?;
    let before = metrics(page).await?;
    let mut parts = Vec::new();
    for _ in 0..MEASURED.as_secs() {
        sleep(SECOND).await;
        let look = page.look().await?;
        let mut of_second = [0.0; 3];
        for (part, text) in of_second.iter_mut().zip(look.text_of("cost").split(',')) {
            *part = text.parse::<f64>().context("the cost of a frame in µs")? / 1000.0;
        }
        parts.push(of_second);
    }
    let after = metrics(page).await?;
    let taken = page.execute("return window.pictures;", Vec::new()).await?;
    let mut pictures: Vec<f64> =
        taken.as_array().context("a list")?.iter().filter_map(Value::as_f64).collect();
    pictures.sort_by(f64::total_cmp);
    ensure!(!pictures.is_empty(), "no picture was drawn");
    let spent = |(name, before): &(&'static str, f64)| {
        let after = after.iter().find(|(other, _)| other == name);
        (*name, (after.map_or(0.0, |(_, after)| *after) - before) * 1000.0)
    };
    let look = page.look().await?;
    let ships = look.text_of("ships").split(';').nth(1).unwrap_or_default();
    Ok(Measured {
        pictures,
        thread: before.iter().map(spent).collect(),
        parts,
        ships: ships.split_whitespace().count(),
    })
}

/// Chromium's counters so far, in s of the main thread.
async fn metrics(page: &Page) -> Result<Vec<(&'static str, f64)>> {
    const COUNTED: [(&str, &str); 4] = [
        ("TaskDuration", "all of it"),
        ("ScriptDuration", "of that the page's code"),
        ("RecalcStyleDuration", "of that styles"),
        ("LayoutDuration", "of that layout"),
    ];
    let answer = page.devtools("Performance.getMetrics", json!({})).await?;
    let metrics = answer["metrics"].as_array().context("metrics are a list")?;
    let value = |name: &str| {
        let found = metrics.iter().find(|metric| metric["name"] == *name);
        found.and_then(|metric| metric["value"].as_f64())
    };
    let read = |(name, says): (&str, &'static str)| {
        Ok((says, value(name).with_context(|| format!("chromium counts no {name}"))?))
    };
    COUNTED.into_iter().map(read).collect()
}

fn print(measured: &Measured) {
    let Measured { pictures, thread, parts, ships } = measured;
    let n = pictures.len() as f64;
    let seconds = MEASURED.as_secs();
    println!("three panes, {ships} ships, 1280 × 720: {n} pictures in {seconds} s");
    println!("\nmain thread, ms of CPU a picture (aim: under {AIM_MS} ms)");
    for (what, ms) in thread {
        println!("  {what:<24} {:>7.2}", ms / n);
    }
    let at = |share: f64| pictures[((n - 1.0) * share) as usize];
    let mean = pictures.iter().sum::<f64>() / n;
    println!("\ncallback of a picture, ms on the wall");
    for (what, ms) in [("mean", mean), ("p50", at(0.5)), ("p95", at(0.95)), ("max", at(1.0))] {
        println!("  {what:<24} {ms:>7.2}");
    }
    println!("\nof that, means");
    for (n, what) in ["the match advances", "the clients draw", "it is drawn"].iter().enumerate() {
        let mean = parts.iter().map(|part| part[n]).sum::<f64>() / parts.len() as f64;
        println!("  {what:<24} {mean:>7.2}");
    }
}
