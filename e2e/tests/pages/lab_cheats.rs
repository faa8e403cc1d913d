//! The cheater's desk: after choosing a lie there, each room's counters equal those of a native run
//! of the same match. The shared link includes the lie.
use anyhow::{Context, Result};
use e2e::{Browser, DOWN, Page, Server, until};
use fantoccini::Locator;
use lab::{
    cheaters_desk::{DeskCounts, gain},
    lie::{Liar, Lie, LyingColumns},
    link::MomentLink,
    run_playback::RunPlayback,
    setup::Setup,
};
use words::Language;

/// The language of the page.
const WORDS: Language = Language::English;

/// One slider step below the lie's initial number.
const FAR_BACK: Lie = Lie::OldView { ms: 990 };

/// The setup in the page's address.
async fn setup_in_address(page: &Page) -> Result<Setup> {
    let url = page.current_url().await?;
    Ok(MomentLink::parse(url.fragment().context("a fragment")?)?.moment.run.setup)
}

/// The counters that the rooms have for the first player at a frame, from a native run.
fn counted(setup: Setup, frame: u32) -> Result<Vec<DeskCounts>> {
    let mut playback = RunPlayback::new(setup)?;
    for _ in 0..frame {
        playback.step()?;
    }
    let columns = playback.state().columns().iter();
    columns.map(|column| column.desk_counts(0).context("a player")).collect()
}

/// The texts of the desk for these counters: the bars, and the verdict on the lie.
fn expected(lie: Lie, rooms: &[DeskCounts]) -> Result<[String; 3]> {
    let mut bars = Vec::new();
    for counter in lie.counters() {
        bars.push(WORDS.counter(counter).to_string());
        for (name, room) in ["A honest", "B lies"].iter().zip(rooms) {
            bars.push(format!("{name} {}", WORDS.counted(counter, room)));
        }
    }
    let gain = gain(rooms).context("a lie")?;
    let surplus = gain.surplus.context("an honest client for comparison")?;
    Ok([bars.join(" "), WORDS.lie_outcome(&gain.outcome), WORDS.surplus(surplus)])
}

/// The texts of the desk.
async fn at_the_desk(page: &Page) -> Result<[String; 3]> {
    let mut texts = [const { String::new() }; 3];
    for (text, id) in texts.iter_mut().zip(["#desk-bars", "#desk-came", "#desk-more"]) {
        let seen = page.text(id).await?.with_context(|| format!("{id} is not seen"))?;
        *text = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    Ok(texts)
}

/// Waits until the desk shows these texts.
async fn until_at_the_desk(page: &Page, wanted: &[String; 3]) -> Result<()> {
    until("the rooms' counters", async || {
        let seen = at_the_desk(page).await?;
        Ok(if seen == *wanted { Ok(()) } else { Err(format!("{seen:?}, not {wanted:?}")) })
    })
    .await
}

#[tokio::test]
async fn the_desk_says_what_the_rooms_count() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#scenario=source-200")).await?;
    page.until("the laboratory", |look| look.state() == "playing").await?;
    page.press('u').await?;
    page.ask("lie-old-view").await?;
    page.find(Locator::Id("desk-number")).await?.send_keys(&DOWN.to_string()).await?;
    let liar = Some(Liar { lie: FAR_BACK, columns: LyingColumns::Second });
    until("the address to contain it", async || {
        let shown_text = setup_in_address(&page).await.ok().and_then(|setup| setup.players[0].liar);
        Ok(if shown_text == liar { Ok(()) } else { Err(format!("{shown_text:?}")) })
    })
    .await?;
    let setup = setup_in_address(&page).await?;
    assert_eq!(setup.columns.len(), 2, "an honest client for comparison");

    page.until_contains("#desk-more", &[" ms"]).await?;
    let stand = page.pause().await?;
    let rooms = counted(setup, stand.frame)?;
    let wanted = expected(FAR_BACK, &rooms)?;
    until_at_the_desk(&page, &wanted).await?;

    let link = page.shared_link().await?;
    page.goto("about:blank").await?;
    page.goto(&link).await?;
    page.until_paused_at(stand.frame).await?;
    page.press('u').await?;
    until_at_the_desk(&page, &wanted).await?;
    // For an honest program there is no text.
    page.ask("lie-none").await?;
    page.until_hidden("#desk-words").await?;
    assert_eq!(setup_in_address(&page).await?.players[0].liar, None);
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
