//! Records a figure of the article: a real match, through its decisive moment.

use anyhow::{Result, ensure};
use e2e::{Browser, Page, Server, until};
use fantoccini::{Locator, elements::Element};
use serde_json::json;

use crate::{
    moving::{CS_PER_S, Moving, Picture, Tolerance},
    page_clock,
};

/// Two of the screens of the late laser.
const FIGURE: &str = "/embed#scenario=figure-2&panes=you%20server";
/// Maximum size of the file, which README.md loads besides the fight.
pub(crate) const BYTES_MAX: usize = 1_000_000;
/// Lines and letters stay exact.
pub(crate) const TOLERANCE: Tolerance = Tolerance { at_once: 0, settled: 0 };
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

pub(crate) async fn record(browser: &Browser) -> Result<Moving> {
    let server = Server::start(&["--bots", "0"])?;
    let page = browser.open("about:blank").await?;
    page_clock::stop(&page).await?;
    page.goto(&server.url(FIGURE)).await?;
    let figure = until_awake(&page).await?;
    page_clock::pass(&page, BEFORE * DRAWN, DRAWN_MS).await?;
    let mut moving = Moving::default();
    for _ in 0..RECORDED {
        page_clock::pass(&page, DRAWN, DRAWN_MS).await?;
        moving.show(Picture::of_png(&figure.screenshot().await?)?, STANDS_CS)?;
    }
    moving.stand(END_CS);
    ensure!(shows_number(&page).await?, "the run does not end with its sentence");
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    Ok(moving)
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

/// Whether the number is shown.
async fn shows_number(page: &Page) -> Result<bool> {
    const SCRIPT: &str = "const root = document.querySelector('lagrange-figure').shadowRoot;
        return !!root.querySelector('canvas').dataset.callouts;";
    Ok(page.execute(SCRIPT, Vec::new()).await? == true)
}
