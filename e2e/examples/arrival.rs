//! Measures how long a player who follows an invitation waits: opens the address of a room in a
//! fresh browser that knows the player's name, joins as soon as the page allows it, and prints the
//! time from the start of the navigation until the first picture with the own ship is painted, as
//! the median of five. `cargo xtask bench page` runs it.
//!
//! It measures twice: on loopback, and with Chromium's emulation of a 10 Mbit/s connection with 50
//! ms latency. The emulation slows only HTTP: the WebSocket, and with it the time from the welcome
//! to the first snapshot, is unaffected.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Server};
use serde_json::{Value, json};

/// Runs per connection; the median counts.
const RUNS: usize = 5;

/// The invitation, after the server's address.
const LINK: &str = "/#room=arrival";

/// The connections: key of the figure, its printed label, and the emulation.
const CONNECTIONS: [(&str, &str, Option<Emulated>); 2] = [
    ("page/arrival_loopback", "on loopback", None),
    (
        "page/arrival_10_mbit",
        "emulated, 10 Mbit/s and 50 ms for HTTP; the WebSocket is not slowed",
        Some(Emulated { mbit_per_s: 10.0, latency_ms: 50 }),
    ),
];

/// A network emulated by Chromium.
#[derive(Clone, Copy)]
struct Emulated {
    mbit_per_s: f64,
    /// From a request to the start of its response.
    latency_ms: u32,
}

/// Stores a name as an earlier visit would have, plays once the page asks, and records when the
/// join screen appeared (`asked_ms`) and when the first picture with the own ship was painted
/// (`drawn_ms`); only the own ship is filled with its colour.
const WATCH: &str = "
    localStorage.setItem('lagrange.name', 'Ann');
    window.asked_ms = null; window.drawn_ms = null;
    document.addEventListener('DOMContentLoaded', () => {
        new MutationObserver(() => {
            if (window.asked_ms !== null || document.body.dataset.state !== 'join') return;
            window.asked_ms = performance.now();
            document.querySelector('#play').click();
        }).observe(document.body, { attributeFilter: ['data-state'] });
    });
    const painted = new MessageChannel();
    painted.port1.onmessage = () => { window.drawn_ms ??= performance.now(); };
    const pen = CanvasRenderingContext2D.prototype;
    const fill = pen.fill;
    pen.fill = function (...rest) {
        if (this.fillStyle === '#56b4e9') {
            pen.fill = fill;
            painted.port2.postMessage(0);
        }
        return fill.apply(this, rest);
    };";

/// Waits for that picture.
const DRAWN: &str = "
    const done = arguments[0];
    const timer = setInterval(() => {
        if (window.drawn_ms === null) return;
        clearInterval(timer);
        done([window.asked_ms, window.drawn_ms]);
    }, 50);";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start_to_measure()?;
    println!("from navigating to an invitation until the own ship is painted, with a cold cache");
    for (key, what, emulated) in CONNECTIONS {
        let (mut asked_ms, mut drawn_ms) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let [asked, drawn] = arrive(&browser, &server.url(LINK), emulated).await?;
            asked_ms.push(asked);
            drawn_ms.push(drawn);
        }
        println!("{what}, median of {RUNS}, in ms");
        println!("  until the page asks for a name {:.0}", median(&mut asked_ms));
        let [least, most] = [f64::min, f64::max].map(|of| drawn_ms.iter().copied().reduce(of));
        let (least, most) = (least.unwrap_or_default(), most.unwrap_or_default());
        println!("  figure {key} {:.0} of {least:.0} to {most:.0}", median(&mut drawn_ms));
    }
    Ok(())
}

/// Arrives in a browser of its own, so that only the name is kept from an earlier visit. Returns
/// when the page asked for a name and when the own ship was painted, in ms.
async fn arrive(browser: &Browser, url: &str, emulated: Option<Emulated>) -> Result<[f64; 2]> {
    let page = browser.open("about:blank").await?;
    page.devtools("Page.enable", json!({})).await?;
    let script = json!({ "source": WATCH });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await?;
    if let Some(Emulated { mbit_per_s, latency_ms }) = emulated {
        page.slow_http(mbit_per_s, latency_ms).await?;
    }
    page.goto(url).await?;
    let times = page.execute_async(DRAWN, Vec::new()).await?;
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    let time = |n: usize| times.get(n).and_then(Value::as_f64).context("the page recorded no time");
    let taken = [time(0)?, time(1)?];
    (*page).clone().close().await?;
    Ok(taken)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
