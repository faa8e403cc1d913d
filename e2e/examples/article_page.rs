//! Measures the article's costs for a reader: the time until its first figure moves, the main
//! thread's load for one figure while the others are asleep, and memory growth over ten minutes of
//! scrolling up and down through all of them. `cargo xtask bench page` runs it.
//!
//! The first is measured on loopback, and with Chromium's emulation of 10 Mbit/s and 50 ms latency.
//! Bytes are those transferred, in brotli.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use article::section::Section;
use e2e::{Browser, Page, Server};
use serde_json::{Value, json};

/// Runs per arrival; the median counts.
const RUNS: usize = 5;
/// How long the main thread is measured, in ms.
const WATCHED_MS: u32 = 10_000;
/// Time spent at each section: long enough that by the first memory measurement, after two passes,
/// every figure has played its full length.
const STAY_MS: u32 = 5_000;
/// Times of the memory measurements, from the start.
const LOOKS: [Duration; 2] = [Duration::from_secs(120), Duration::from_secs(600)];

/// When the first figure was drawn for the second time, and the bytes received by then.
const MOVED: &str = "const done = arguments[0];
    let first;
    const timer = setInterval(() => {
        const figure = document.querySelector('lagrange-figure');
        const ships = figure?.shadowRoot?.querySelector('canvas')?.dataset.ships;
        if (!ships) return;
        first ??= ships;
        if (ships === first) return;
        clearInterval(timer);
        const all = performance.getEntriesByType('resource')
            .concat(performance.getEntriesByType('navigation'));
        const bytes = all.reduce((sum, one) => sum + one.encodedBodySize, 0);
        done([performance.now(), bytes]);
    }, 5);";
/// Records the memory of each wasm instance, which no browser metric includes.
const MEMORIES: &str = "window.memories = [];
    const real = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...all) => {
        const made = await real.apply(WebAssembly, all);
        window.memories.push(made.instance.exports.memory);
        return made;
    };";
const HELD: &str = "return window.memories.reduce((sum, one) => sum + one.buffer.byteLength, 0);";
const WAIT: &str = "const [ms, done] = arguments; setTimeout(done, ms);";
/// Counts the frames that the browser requests in a given time.
const PICTURES: &str = "const [ms, done] = arguments;
    let n = 0;
    const until = performance.now() + ms;
    const count = (now) => {
        n += 1;
        if (now < until) requestAnimationFrame(count);
        else done(n);
    };
    requestAnimationFrame(count);";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start_to_measure()?;
    let connections = [
        ("page/article_loopback", "on loopback", None),
        ("page/article_10_mbit", "by 10 Mbit/s and 50 ms, emulated", Some((10.0, 50))),
    ];
    println!("from navigating to the article until its first figure moves, with a cold cache");
    for (key, what, emulated) in connections {
        let (mut times_ms, mut bytes) = (Vec::new(), 0.0);
        for _ in 0..RUNS {
            let [time_ms, loaded] = arrive(&browser, &server.url("/learn"), emulated).await?;
            times_ms.push(time_ms);
            bytes = loaded;
        }
        times_ms.sort_by(f64::total_cmp);
        println!("{what}, median of {RUNS}, in ms, after {bytes:.0} bytes as sent");
        println!("  figure {key} {:.0}", times_ms[RUNS / 2]);
    }
    let page = browser.open("about:blank").await?;
    let script = json!({ "source": MEMORIES });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await?;
    page.goto(&server.url("/learn#late-laser")).await?;
    watch_thread(&page).await?;
    watch_memory(&page).await?;
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    Ok(())
}

/// Opens the page in a browser of its own. Returns when its first figure moved, in ms, and the
/// bytes received by then.
async fn arrive(browser: &Browser, url: &str, emulated: Option<(f64, u32)>) -> Result<[f64; 2]> {
    let page = browser.open("about:blank").await?;
    if let Some((mbit_per_s, latency_ms)) = emulated {
        page.slow_http(mbit_per_s, latency_ms).await?;
    }
    page.goto(url).await?;
    let result = page.execute_async(MOVED, vec![]).await?;
    let number =
        |n: usize| result.get(n).and_then(Value::as_f64).context("the page reported nothing");
    let taken = [number(0)?, number(1)?];
    (*page).clone().close().await?;
    Ok(taken)
}

/// Measures the main thread per picture, with one figure in view.
async fn watch_thread(page: &Page) -> Result<()> {
    page.devtools("Performance.enable", json!({})).await?;
    page.execute_async(WAIT, vec![json!(3000)]).await?;
    let before_s = busy_s(page).await?;
    let pictures = page.execute_async(PICTURES, vec![json!(WATCHED_MS)]).await?;
    let pictures = pictures.as_f64().context("pictures were counted")?;
    let each_ms = (busy_s(page).await? - before_s) * 1000.0 / pictures;
    println!("one figure in view and eleven asleep: main thread a picture, in ms");
    println!("  figure page/article_thread {each_ms:.2}");
    Ok(())
}

/// Total task duration so far, in s.
async fn busy_s(page: &Page) -> Result<f64> {
    let result = page.devtools("Performance.getMetrics", json!({})).await?;
    let metrics = result["metrics"].as_array().context("metrics are a list")?;
    let task = metrics.iter().find(|one| one["name"] == "TaskDuration");
    task.and_then(|one| one["value"].as_f64()).context("tasks are counted")
}

/// Scrolls up and down through all sections and measures memory.
async fn watch_memory(page: &Page) -> Result<()> {
    let begun = Instant::now();
    let mut grown_mb = Vec::new();
    let there_and_back = Section::ALL.iter().chain(Section::ALL.iter().rev()).cycle();
    for section in there_and_back {
        page.execute("location.hash = arguments[0]", vec![json!(section.key())]).await?;
        page.execute_async(WAIT, vec![json!(STAY_MS)]).await?;
        if LOOKS.get(grown_mb.len()).is_some_and(|at| begun.elapsed() >= *at) {
            grown_mb.push(memory_mb(page).await?);
        }
        if grown_mb.len() == LOOKS.len() {
            break;
        }
    }
    println!("JavaScript's heap and what wasm holds, after 2 and 10 minutes of reading, in MB");
    for (key, mb) in ["page/article_2_min_mb", "page/article_10_min_mb"].iter().zip(grown_mb) {
        println!("  figure {key} {mb:.1}");
    }
    Ok(())
}

/// Memory used on and off the heap, after a garbage collection.
async fn memory_mb(page: &Page) -> Result<f64> {
    page.devtools("HeapProfiler.collectGarbage", json!({})).await?;
    let result = page.devtools("Runtime.getHeapUsage", json!({})).await?;
    let heap = result["usedSize"].as_f64().context("the heap is measured")?;
    let wasm = page.execute(HELD, vec![]).await?.as_f64().filter(|bytes| *bytes > 0.0);
    Ok((heap + wasm.context("no wasm was made")?) / 1e6)
}
