//! The laboratory's two time pictures: scenarios open them, keys toggle them, and their text at a
//! moment matches the same match run natively.
use anyhow::{Context, Result};
use e2e::{Browser, ESCAPE, Page, Server};
use fantoccini::Locator;
use lab::{run_playback::RunPlayback, scenario::Scenario};
use shared::client::{
    Client,
    command_ring::{CommandRing, Freezing},
    view_line::{DrawnFrom, ViewLine},
};

/// The match of a scenario, paused at a frame.
fn at(scenario: Scenario, frame: u32) -> Result<RunPlayback> {
    let mut playback = RunPlayback::new(scenario.setup())?;
    while playback.frame() < frame {
        playback.step()?;
    }
    Ok(playback)
}

/// A client as the page draws it while the match is paused at a frame.
fn client(playback: &RunPlayback, column: usize, player: usize) -> Client {
    let state = playback.state();
    state.columns()[column].client_at(player, state.time_of(state.frame()))
}

fn ring(playback: &RunPlayback) -> Result<CommandRing> {
    client(playback, 0, 0).command_ring().context("a match")
}

fn line(playback: &RunPlayback, column: usize, player: usize) -> Result<ViewLine> {
    client(playback, column, player).view_line().context("a match")
}

async fn open(page: &Page, scenario: Scenario, frame: u32) -> Result<()> {
    page.open_fragment(&format!("scenario={}&at={frame}", scenario.key())).await?;
    page.until_paused_at(frame).await.map(drop)
}

#[tokio::test]
async fn the_ring_says_why_it_is_frozen_and_a_slot_its_numbers() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    open(&page, Scenario::Freeze, 120).await?;
    let frozen = ring(&at(Scenario::Freeze, 120)?)?;
    assert_eq!(frozen.freezing, Freezing::Now);
    let shown_text = format!("You: Frozen: {} commands not acknowledged", frozen.unacknowledged);
    let why = "so at most 61 are ever replayed";
    page.until_contains("#timeline-words", &[&shown_text, why]).await?;

    // Another scenario has none; the key opens it.
    open(&page, Scenario::HalfGap, 150).await?;
    page.until_hidden("#timeline").await?;
    page.press('o').await?;
    let ring = ring(&at(Scenario::HalfGap, 150)?)?;
    let (n, sample) = (ring.replayed, ring.newest_sample().context("an answer")?);
    let replayed = format!("You: {n} commands not acknowledged, {n} of at most 61 replayed");
    let latency = sample.latency().context("it is a sample")?;
    let latency_ms = (latency.0 + 500) / 1000;
    let of_slot = format!("Slot {}, command {}: received", sample.number, sample.tick.0);
    let latency = format!("= latency {latency_ms} ms. Estimate");
    page.until_contains("#timeline-words", &[&replayed, &of_slot, &latency]).await?;

    // The slider, by keyboard: the second newest slot.
    page.find(Locator::Id("ring-slot")).await?.send_keys("\u{e012}").await?;
    let asked = &ring.slots[62];
    let shown_text = format!("Slot {}, command {}: sent", asked.number, asked.tick.0);
    page.until_contains("#timeline-words", &[&shown_text, "replayed this frame"]).await?;
    let slider = page.find(Locator::Id("ring-slot")).await?;
    let text = slider.attr("aria-valuetext").await?;
    let shown_text = format!("Slot {}, command {}, 63 of 64", asked.number, asked.tick.0);
    assert_eq!(
        text.as_deref(),
        Some(shown_text.as_str()),
        "a number of its own would be a position"
    );
    page.press(ESCAPE).await?;
    page.until_hidden("#timeline").await?;

    // Reopened, the slider is back at the newest slot.
    page.press('o').await?;
    page.until_contains("#timeline-words", &[&of_slot, &latency]).await?;
    assert_eq!(slider.prop("value").await?.as_deref(), Some("63"));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_line_has_the_articles_fractions_and_the_listen_servers_delay() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    // The first frame that reaches the article's moment.
    let mut playback = at(Scenario::InterpolationLine, 200)?;
    while playback.state().outcome().is_none() {
        playback.step()?;
    }
    let frame = playback.frame();
    open(&page, Scenario::InterpolationLine, frame).await?;
    let pair = |line: &ViewLine| match line.drawn_from {
        DrawnFrom::Pair { older, newer, fraction } => Ok((older.0, newer.0, fraction)),
        other => Err(anyhow::anyhow!("{other:?}")),
    };
    let (yours, theirs) = (line(&playback, 0, 0)?, line(&playback, 0, 1)?);
    let ((a, b, yours), (c, d, theirs)) = (pair(&yours)?, pair(&theirs)?);
    assert_eq!([(a, b), (c, d)], [(340, 342), (340, 344)], "at frame {frame}");
    let words = |who: &str, fraction: f32, newer: u32| {
        format!("{who}: The others are drawn {fraction:.2} of the way from 340 to {newer}.")
    };
    let shown_text = [words("You", yours, 342), words("Other", theirs, 344)];
    page.until_contains(
        "#timeline-words",
        &[&shown_text[0], &shown_text[1], "342 did not arrive."],
    )
    .await?;

    open(&page, Scenario::ListenServer, 120).await?;
    let shown_text =
        ["A: You: The others are drawn", ": 100 ms behind.", "nothing is interpolated"];
    page.until_contains("#timeline-words", &shown_text).await?;
    page.press('i').await?;
    page.until_hidden("#timeline").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
