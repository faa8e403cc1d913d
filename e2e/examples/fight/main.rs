//! Measures the game's page in a crowd: the page plays in a room of 256 ships and about 512 bolts,
//! all inside the picture, and the example prints how long each frame occupies the browser's main
//! thread. Snapshots hold 64 ships at a time; the others are dots on the page's chart.
//! `cargo xtask bench page` runs it.
//!
//! Chromium runs without a GPU, so the canvas is rasterised on the CPU. There are two measures: the
//! thread's CPU time for everything, as the mean per frame; and the wall-clock time of each frame,
//! from the start of its callback until the thread is free again after painting, including the
//! messages since the previous frame. Other programs add to the second.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
mod players;
mod room;

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Server};
use serde_json::{Value, json};
use tokio::time::sleep;

/// Warm-up: all ships have appeared, and bolts of every age are in flight.
const WARM_UP: Duration = Duration::from_secs(5);
/// Duration of the measurement.
const MEASURED: Duration = Duration::from_secs(15);
/// Minimum ships in a picture: snapshots hold 64 at a time, of which a few are just appearing. The
/// rest of the room are dots on the chart.
const SHIPS_MIN: f64 = 60.0;
/// Minimum bolts in a picture. On a machine too busy for the room there are fewer.
const BOLTS_MIN: f64 = 512.0;

/// Makes the page connect to the crowd's room, and times frames and messages from before it loads.
const WATCH: &str = "
    window.frames_ms = []; window.messages_ms = []; window.waiting_ms = 0;
    const begin = () => performance.now();
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor() { super('ws://127.0.0.1:PORT/'); }
        addEventListener(kind, listener, options) {
            super.addEventListener(kind, kind !== 'message' ? listener : (event) => {
                const begun = begin();
                listener(event);
                const took = begin() - begun;
                window.waiting_ms += took;
                if (new Uint8Array(event.data)[0] === 1) window.messages_ms.push(took);
            }, options);
        }
    };
    const ask = window.requestAnimationFrame.bind(window);
    const after = new MessageChannel();
    let begun = 0;
    after.port1.onmessage = () => {
        window.frames_ms.push(begin() - begun + window.waiting_ms);
        window.waiting_ms = 0;
    };
    window.requestAnimationFrame = (callback) => ask((at) => {
        begun = begin();
        callback(at);
        after.port2.postMessage(0);
    });";

/// Counts what is drawn for 1 s: bolts are lines of 22 u, ships are as published by the page.
const COUNT: &str = "
    const done = arguments[0];
    const pen = CanvasRenderingContext2D.prototype;
    const [move, line] = [pen.moveTo, pen.lineTo];
    let from = [0, 0], bolts = 0;
    pen.moveTo = function (x, y) { from = [x, y]; return move.call(this, x, y); };
    pen.lineTo = function (x, y) {
        if (Math.abs(Math.hypot(x - from[0], y - from[1]) - 22) < 0.01) bolts += 1;
        return line.call(this, x, y);
    };
    const before = window.frames_ms.length;
    setTimeout(() => {
        const pictures = window.frames_ms.length - before;
        [pen.moveTo, pen.lineTo] = [move, line];
        done(bolts / pictures);
    }, 1000);";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let port = room::serve()?;
    let browser = Browser::start_to_measure()?;
    let page = browser.open("about:blank").await?;
    let script = json!({ "source": WATCH.replace("PORT", &port.to_string()) });
    page.devtools("Page.enable", json!({})).await?;
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await?;
    // The page's policy allows connections to its own server only.
    page.devtools("Page.setBypassCSP", json!({ "enabled": true })).await?;
    page.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await?;
    page.goto(&server.url("/")).await?;
    page.join(None).await?;
    sleep(WARM_UP).await;
    measure(&page).await?;
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    Ok(())
}

async fn measure(page: &Page) -> Result<()> {
    let begin = "window.frames_ms.length = 0; window.messages_ms.length = 0;";
    page.execute(begin, Vec::new()).await?;
    let before_s = thread_s(page).await?;
    sleep(MEASURED).await;
    let after_s = thread_s(page).await?;
    let [thread_ms, script_ms] = [0, 1].map(|n| (after_s[n] - before_s[n]) * 1000.0);
    let frames = times(page, "frames_ms").await?;
    let messages = times(page, "messages_ms").await?;
    let bolts = page.execute_async(COUNT, Vec::new()).await?;
    let bolts = bolts.as_f64().context("a number of bolts")?;
    let ships = f64::from(page.look().await?.count("ships"));
    let n = frames.len() as f64;
    println!("{ships} ships and {bolts:.0} bolts in a picture of 1280 × 720");
    println!("{n} frames and {} snapshots in {} s", messages.len(), MEASURED.as_secs());
    let at = |times: &[f64], share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    println!("main thread, ms of CPU a frame\n  figure page/thread_mean {:.3}", thread_ms / n);
    println!("  of that the page's own code {:.3}", script_ms / n);
    println!("main thread, ms on the wall from the callback of a frame until it is painted");
    println!("  figure page/wall_mean {:.3}", mean(&frames));
    for (what, share) in [("p50", 0.5), ("p95", 0.95), ("max", 1.0)] {
        println!("  figure page/thread_{what} {:.3}", at(&frames, share));
    }
    println!("of that a snapshot from its coming until it is kept, ms on the wall");
    println!("  figure page/snapshot_mean {:.3}", mean(&messages));
    println!("  figure page/snapshot_p95 {:.3}", at(&messages, 0.95));
    if bolts < BOLTS_MIN {
        println!("THE MACHINE WAS TOO BUSY: these figures are for fewer bolts than intended");
    }
    ensure!(ships >= SHIPS_MIN, "{ships} ships are no crowd");
    Ok(())
}

/// Times recorded by the page, sorted, in ms.
async fn times(page: &Page, list: &str) -> Result<Vec<f64>> {
    let taken = page.execute(&format!("return window.{list};"), Vec::new()).await?;
    let mut times: Vec<f64> =
        taken.as_array().context("a list")?.iter().filter_map(Value::as_f64).collect();
    times.sort_by(f64::total_cmp);
    ensure!(!times.is_empty(), "the page recorded no {list}");
    Ok(times)
}

/// CPU time of the main thread so far, and the part spent in the page's code, in s.
async fn thread_s(page: &Page) -> Result<[f64; 2]> {
    let answer = page.devtools("Performance.getMetrics", json!({})).await?;
    let metrics = answer["metrics"].as_array().context("metrics are a list")?;
    let value = |name: &str| {
        let found = metrics.iter().find(|metric| metric["name"] == *name);
        let value = found.and_then(|metric| metric["value"].as_f64());
        value.with_context(|| format!("chromium counts no {name}"))
    };
    Ok([value("TaskDuration")?, value("ScriptDuration")?])
}
