//! The animation in README.md: a real match in a figure, recorded through its decisive moment. The
//! script controls the page's clock, so every recording shows the same moments, however long a
//! screenshot takes.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Server, until};
use fantoccini::{Locator, elements::Element};
use serde_json::json;

use crate::moving::{CS_PER_S, Moving, Picture};

/// Two of the screens of the late laser.
const FIGURE: &str = "/embed#scenario=figure-2&panes=you%20server";
const NAME: &str = "moving.gif";
/// Maximum size of the file, which is loaded with the front page.
const BYTES_MAX: usize = 1_500_000;
/// Width and height of the figure, in CSS pixels.
const SIZE_PX: [u32; 2] = [840, 500];
/// Frames drawn by the page per recorded one, and their interval.
const DRAWN: u32 = 3;
const DRAWN_MS: f64 = 1000.0 / 60.0;
/// Duration of a recorded frame, in 1/100 s, equal to that of the frames drawn for it.
const STANDS_CS: u16 = 5;
/// Frames before the recording, until both ships are in sight, and frames recorded: it ends while
/// they still are, and while the sentence is shown.
const BEFORE: u32 = 26;
const RECORDED: u32 = 111;
/// Extra duration of the last frame before the loop restarts, in 1/100 s.
const END_CS: u16 = CS_PER_S;

pub(crate) async fn take(browser: &Browser, docs: &Path) -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let page = browser.open("about:blank").await?;
    take_clock(&page).await?;
    page.goto(&server.url(FIGURE)).await?;
    let figure = until_awake(&page).await?;
    for _ in 0..BEFORE {
        pass(&page).await?;
    }
    let mut moving = Moving::default();
    let mut shown_text = false;
    for _ in 0..RECORDED {
        shown_text = pass(&page).await?;
        moving.show(Picture::of_png(&figure.screenshot().await?)?, STANDS_CS)?;
    }
    moving.stand(END_CS);
    ensure!(shown_text, "the run does not end with its sentence");
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    let bytes = moving.to_gif()?;
    eprintln!("{NAME}: {} bytes, {:.1} s", bytes.len(), moving.lasts_s());
    ensure!(bytes.len() <= BYTES_MAX, "{NAME}: {} bytes", bytes.len());
    fs::write(docs.join(NAME), bytes).context(NAME)
}

/// Replaces the page's clock: time passes and frames are drawn only through `passTime`.
async fn take_clock(page: &Page) -> Result<()> {
    const SCRIPT: &str = "let now = 0, last = 0;
        const due = new Map();
        performance.now = () => now;
        window.requestAnimationFrame = (draw) => (due.set(++last, draw), last);
        window.cancelAnimationFrame = (request) => due.delete(request);
        window.passTime = (ms) => {
            now += ms;
            const draws = [...due.values()];
            due.clear();
            draws.forEach((draw) => draw(now));
        };";
    let script = json!({ "source": SCRIPT });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await.map(drop)
}

/// Sets the figure's size and waits until its match is loaded.
async fn until_awake(page: &Page) -> Result<Element> {
    const SCRIPT: &str = "const figure = document.querySelector('lagrange-figure');
        const [width, height] = arguments;
        figure.style.inlineSize = `${width}px`;
        figure.style.blockSize = `${height}px`;
        const canvas = figure.shadowRoot.querySelector('canvas');
        return figure.dataset.state === 'awake' && 0 < canvas.width && canvas.width < width;";
    until("the figure to be awake", async || {
        let awake = page.execute(SCRIPT, SIZE_PX.map(|px| json!(px)).into()).await?;
        Ok(if awake == true { Ok(()) } else { Err("a still picture".into()) })
    })
    .await?;
    Ok(page.find(Locator::Css("lagrange-figure")).await?)
}

/// Advances to the next recorded frame. Returns whether the number is shown.
async fn pass(page: &Page) -> Result<bool> {
    const SCRIPT: &str = "const [drawn, ms] = arguments;
        for (let n = 0; n < drawn; n++) passTime(ms);
        const root = document.querySelector('lagrange-figure').shadowRoot;
        return !!root.querySelector('canvas').dataset.callouts;";
    Ok(page.execute(SCRIPT, vec![json!(DRAWN), json!(DRAWN_MS)]).await? == true)
}
