//! Records the fight behind the join screen, without the card in front of it: the game itself, in
//! the stretch that `highlight` finds.

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Server};
use serde_json::json;
use shared::base::time::Micros;

use crate::{
    highlight::{self, Highlight},
    moving::{Moving, Picture, Tolerance},
    page_clock,
};

/// Maximum size of the file: README.md shows it first, so a visitor should not wait for it.
pub(crate) const BYTES_MAX: usize = 3_000_000;
/// Keeps what nobody sees out of the file: the grain of the sky, which moves with the camera, and
/// the faint end of every glow.
pub(crate) const TOLERANCE: Tolerance = Tolerance { at_once: 120, settled: 40 };
/// Width and height of the page, and of the part in its middle that is recorded, in CSS pixels.
pub(crate) const PAGE_PX: [u32; 2] = [1068, 600];
pub(crate) const SHOWN_PX: [u32; 2] = [800, 450];
/// Width and height of its upper left corner, which the name covers.
pub(crate) const NAME_PX: [u32; 2] = [440, 150];
/// Frames drawn by the page per recorded one, and their interval, in ms. The page draws less often
/// if frames come later.
pub(crate) const DRAWN: u32 = 2;
pub(crate) const DRAWN_MS: u32 = 35;
/// Duration of a recorded frame, in 1/100 s, equal to that of the frames drawn for it.
const STANDS_CS: u16 = 7;
/// Frames of the loop.
const RECORDED: usize = 100;
/// Frames in which the end of the loop fades into what happened before its beginning.
const BLENDED: usize = 6;
/// Maximum frames until the page shows the fight.
const UNTIL_SHOWN: u32 = 40;

pub(crate) async fn record(browser: &Browser) -> Result<Moving> {
    let highlight = highlight::find(BLENDED + RECORDED).context("no fight is worth recording")?;
    eprintln!("fight {}: {:?}", highlight.seed, highlight.count);
    let server = Server::start(&["--bots", "0"])?;
    let page = browser.open("about:blank").await?;
    page_clock::stop(&page).await?;
    sow(&page, highlight.seed).await?;
    page.goto(&server.url("/")).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    // Opening a page resets its size.
    let [width, height] = PAGE_PX;
    let metrics =
        json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    page.devtools("Emulation.setDeviceMetricsOverride", metrics).await?;
    uncover(&page).await?;
    let pictures = pictures(&page, &highlight).await?;
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    looped(&pictures, highlight.first_beam)
}

/// Makes every random number of the page the same pair of words, which are a seed.
async fn sow(page: &Page, seed: u64) -> Result<()> {
    const SCRIPT: &str = "let drawn = 0;
        Math.random = () => [HIGH, LOW][drawn++ % 2] / 2 ** 32;";
    let words = [("HIGH", seed >> 32), ("LOW", seed & u64::from(u32::MAX))];
    let script = words
        .iter()
        .fold(String::from(SCRIPT), |script, (name, word)| script.replace(name, &word.to_string()));
    let script = json!({ "source": script });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await.map(drop)
}

/// Takes away all that stands before the fight but the name, which moves to the corner of the part
/// that is recorded.
async fn uncover(page: &Page) -> Result<()> {
    const SCRIPT: &str = "const [left, top] = arguments;
        const join = document.querySelector('#join');
        join.style.background = 'none';
        for (const part of ['.card', 'footer']) join.querySelector(part).style.display = 'none';
        join.querySelector('header').style.translate = `${left}px ${top}px`;";
    let [left, top] = corner_px();
    page.execute(SCRIPT, vec![json!(left), json!(top)]).await.map(drop).map_err(Into::into)
}

/// Where the recorded part begins on the page, in CSS pixels.
fn corner_px() -> [u32; 2] {
    [0, 1].map(|axis| (PAGE_PX[axis] - SHOWN_PX[axis]) / 2)
}

/// Takes a picture of every frame of the highlight.
async fn pictures(page: &Page, highlight: &Highlight) -> Result<Vec<Picture>> {
    let ms = f64::from(DRAWN_MS);
    let mut waited = 0;
    while fight_ms(page).await?.is_none() {
        ensure!(waited < UNTIL_SHOWN, "the page shows no fight");
        page_clock::pass(page, 1, ms).await?;
        waited += 1;
    }
    let mut pictures = Vec::new();
    for time in &highlight.times {
        let shown = Micros::from_ms(fight_ms(page).await?.context("the fight is over")?);
        let frames = (*time - shown).0 / Micros::from_ms(DRAWN_MS.into()).0;
        page_clock::pass(page, u32::try_from(frames)?, ms).await?;
        let shown = fight_ms(page).await?.map(Micros::from_ms);
        ensure!(shown == Some(*time), "the page shows the fight at {shown:?}, not at {time:?}");
        let picture = Picture::of_png(&page.screenshot().await?)?;
        pictures.push(picture.cut_out_of(PAGE_PX, corner_px(), SHOWN_PX)?);
    }
    Ok(pictures)
}

/// How long the fight has run, in ms; `None` before it is shown.
async fn fight_ms(page: &Page) -> Result<Option<i64>> {
    let text = page.look().await?.text_of("attract").to_string();
    if text.is_empty() { Ok(None) } else { Ok(Some(text.parse()?)) }
}

/// The loop, which starts at the beam: a browser that plays no animations shows only the first
/// frame.
fn looped(pictures: &[Picture], first_beam: usize) -> Result<Moving> {
    let (before, all) = pictures.split_at(BLENDED);
    let (whole, end) = all.split_at(RECORDED - BLENDED);
    let blended = end
        .iter()
        .zip(before)
        .zip(1..)
        .map(|((end, before), nth)| end.blended(before, nth as f32 / (BLENDED + 1) as f32));
    let mut frames: Vec<Picture> = whole.iter().cloned().chain(blended).collect();
    let start = first_beam.saturating_sub(BLENDED) % frames.len();
    frames.rotate_left(start);
    let mut moving = Moving::default();
    frames.into_iter().try_for_each(|frame| moving.show(frame, STANDS_CS))?;
    Ok(moving)
}
