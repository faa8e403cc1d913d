//! Newcomers: a first visit shows where to start, a lesson's controls work as its text says, and
//! the list of shots keeps its rows while a scenario loops.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Server};

/// Slider steps of 10 ms above the lesson's initial round trip of 200 ms.
const STEPS: usize = 10;

/// By how much the late laser missed, from its sentence: the only number there with a fraction.
async fn missed_u(page: &Page) -> Result<f64> {
    let shown_text = page.text("#outcome").await?.unwrap_or_default();
    let with_fraction = |word: &str| word.parse().ok().filter(|_| word.contains('.'));
    let figure = shown_text.split_whitespace().rev().find_map(with_fraction);
    figure.with_context(|| format!("no distance in {shown_text:?}"))
}

#[tokio::test]
async fn a_first_visit_is_asked_where_to_begin() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.until_seen("#beginning li a", 4).await?;
    page.click_on("#beginning a[href='#lesson=1']").await?;
    page.until_hidden("#beginning").await?;
    page.until_contains("#lesson-place", &["1"]).await?;
    // The article has the same idea, and the link works.
    const LINK: &str = "return document.querySelector('#lesson-article').getAttribute('href')";
    assert_eq!(page.execute(LINK, vec![]).await?, "learn#message");
    // A returning visitor is not asked again.
    page.execute("history.replaceState(null, '', location.pathname); location.reload()", vec![])
        .await?;
    page.until("the laboratory to play", |look| look.state() == "playing").await?;
    page.until_hidden("#beginning").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn what_is_offered_to_begin_with_opens() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.until_seen("#beginning li a", 4).await?;
    page.click_on("#beginning li:last-child a").await?;
    page.until_hidden("#beginning").await?;
    let readout = page.until_readout().await?;
    ensure!(readout.verdict == "veto", "{readout:?}");
    Ok(())
}

#[tokio::test]
async fn a_slider_of_a_lesson_changes_what_comes_of_it() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#lesson=5")).await?;
    page.until("a miss", |look| !look.text_of("outcome").is_empty()).await?;
    let before_u = missed_u(&page).await?;
    page.slide("lesson-slider-0", STEPS).await?;
    page.until_contains("#lesson-controls output", &["300 ms"]).await?;
    // The bolt of the current loop may have been fired earlier.
    page.ask("restart").await?;
    page.until("the beginning", |look| look.count("frame") < 60).await?;
    page.until("a miss", |look| !look.text_of("outcome").is_empty()).await?;
    let after_u = missed_u(&page).await?;
    ensure!(after_u > before_u + 20.0, "{before_u} u, and then {after_u}");
    Ok(())
}

#[tokio::test]
async fn rows_of_shots_outlast_the_loop() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#scenario=figure-2")).await?;
    page.ask("shots").await?;
    page.until_seen("#shot-list li", 1).await?;
    page.until("the loop", |look| look.count("frame") < 60).await?;
    ensure!(page.count_seen("#shot-list li").await? == 1, "the row is still there");
    // Its time is on the time bar's clock, where the shot is fired within the loop.
    let at = page.text("#shot-list time").await?.unwrap_or_default();
    let max = page.execute("return document.querySelector('#position').max", vec![]).await?;
    let frames: f64 = max.as_str().context("a length")?.parse()?;
    let at_s: f64 = at.trim_end_matches(" s").parse()?;
    ensure!(at_s > 0.0 && at_s < frames / 60.0, "{at} of {frames} frames");
    Ok(())
}
