//! How long each frame of a page occupies the browser's main thread.
//!
//! Chromium runs without a GPU, so the canvas is rasterised on the CPU. There are two measures: the
//! thread's CPU time for everything, as the mean per frame; and the wall-clock time of each frame,
//! from the start of its callback until the thread is free again after painting, including the
//! messages since the previous frame. Other programs add to the second.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e::Page;
use serde_json::{Value, json};
use tokio::time::sleep;

/// Duration of the measurement.
const MEASURED: Duration = Duration::from_secs(15);

/// Times frames and snapshots from before the page loads. In place of `PORT`, the port of a room
/// to connect to, or nothing for the page's own server.
const WATCH: &str = "
    window.frames_ms = []; window.messages_ms = []; window.waiting_ms = 0;
    const port = 'PORT';
    const begin = () => performance.now();
    const Real = window.WebSocket;
    window.WebSocket = class extends Real {
        constructor(url) { super(port ? `ws://127.0.0.1:${port}/` : url); }
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

/// What a page spent on its frames.
pub(crate) struct Frames {
    /// Mean CPU time of the thread a frame, and the part spent in the page's own code, in ms.
    pub thread_mean_ms: f64,
    pub script_mean_ms: f64,
    /// Wall-clock time of each frame, sorted, in ms.
    pub wall_ms: Vec<f64>,
    /// Wall-clock time of each snapshot from its arrival until it is kept, sorted, in ms.
    pub snapshots_ms: Vec<f64>,
    pub per_s: f64,
}

/// Watches the frames of everything that the page loads from now on.
pub(crate) async fn watch(page: &Page, port: Option<u16>) -> Result<()> {
    let port = port.map_or_else(String::new, |port| port.to_string());
    let script = json!({ "source": WATCH.replace("PORT", &port) });
    page.devtools("Page.enable", json!({})).await?;
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await?;
    // The page's policy allows connections to its own server only.
    page.devtools("Page.setBypassCSP", json!({ "enabled": true })).await?;
    page.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" })).await?;
    Ok(())
}

/// Measures a page that is watched.
pub(crate) async fn measure(page: &Page) -> Result<Frames> {
    let begin = "window.frames_ms.length = 0; window.messages_ms.length = 0;";
    page.execute(begin, Vec::new()).await?;
    let before_s = thread_s(page).await?;
    sleep(MEASURED).await;
    let after_s = thread_s(page).await?;
    let wall_ms = times(page, "frames_ms").await?;
    let n = wall_ms.len() as f64;
    let [thread_mean_ms, script_mean_ms] =
        [0, 1].map(|of| (after_s[of] - before_s[of]) * 1000.0 / n);
    let snapshots_ms = times(page, "messages_ms").await?;
    let per_s = n / MEASURED.as_secs_f64();
    Ok(Frames { thread_mean_ms, script_mean_ms, wall_ms, snapshots_ms, per_s })
}

/// The value below which a share of sorted times lies.
pub(crate) fn quantile(times: &[f64], share: f64) -> f64 {
    times[((times.len() - 1) as f64 * share) as usize]
}

pub(crate) fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
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
