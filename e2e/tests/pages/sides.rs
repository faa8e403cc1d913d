//! A room of two sides as players see it: who is on their side, what their page adds to the ping,
//! the score by side, and that nobody can hit an ally.
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use e2e::{Browser, Server, cease_fire, fly_in_sight, shoot_at, shoot_down, until};

/// How long an ally is shot at: four times as long as it takes to shoot down an enemy.
const FIRE: Duration = Duration::from_secs(4);

#[tokio::test]
async fn allies_are_told_apart_cannot_be_hit_and_score_together() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=class&rounds=5/600&sides=20/150");
    let mut pages = Vec::new();
    for name in ["Ann", "Bob", "Cem"] {
        let page = browser.open(&url).await?;
        page.join(Some(name)).await?;
        pages.push(page);
    }
    let [ann, bob, cem] = [&pages[0], &pages[1], &pages[2]];
    ann.until("both other ships", |look| look.remotes().len() == 2).await?;
    for (page, allies, badge, rival) in [
        (ann, "Cem", "20 ms side", "150 ms side"),
        (bob, "", "150 ms side", "20 ms side"),
        (cem, "Ann", "20 ms side", "150 ms side"),
    ] {
        page.until(allies, |look| look.text_of("allies") == allies).await?;
        page.until_contains("#badge", &[badge]).await?;
        page.until_contains("#score", &["Your side", "0", "of 5", rival, "0"]).await?;
    }
    // The page adds what the connection lacks, and the room measures it.
    bob.click_on("#score").await?;
    bob.until_contains("#scores-sides", &["20 ms side", "150 ms side", "kills/min"]).await?;
    const PING: &str = "#scores-rows tr.you td:nth-child(5)";
    until("the ping of its side", async || {
        let ping = bob.text(PING).await?.unwrap_or_default();
        let ms: Option<u32> = ping.trim_end_matches(" ms").parse().ok();
        Ok(ms.filter(|ms| (140..220).contains(ms)).ok_or(ping))
    })
    .await?;
    bob.click_on("#score").await?;
    // The link is not the player's to change.
    bob.click_on("#badge").await?;
    bob.until_contains("#link", &["150 ms side", "the link cannot be set here"]).await?;
    ensure!(bob.text("#each-way").await?.is_none(), "the controls are hidden");
    bob.press(e2e::ESCAPE).await?;

    fly_in_sight(ann, "Ann", cem).await?;
    fly_in_sight(cem, "Cem", ann).await?;
    fly_in_sight(bob, "Bob", ann).await?;
    let begun = Instant::now();
    shoot_at(ann, cem, "Cem", |_, _| begun.elapsed() > FIRE).await?;
    cease_fire(ann).await?;
    let look = cem.look().await?;
    ensure!(look.count("health") == 100 && look.count("deaths") == 0, "{look:?}");
    shoot_down(ann, bob, "Bob").await?;
    // Both of the side see its kill.
    for page in [ann, cem] {
        page.until_contains("#score", &["Your side", "1", "of 5"]).await?;
    }
    bob.until_contains("#score", &["Your side", "0", "20 ms side", "1"]).await?;
    // Whoever reloads is on the same side.
    cem.execute("location.reload()", Vec::new()).await?;
    cem.until_flying().await?;
    cem.until("Ann on its side", |look| look.text_of("allies") == "Ann").await?;
    cem.until_contains("#score", &["Your side", "1", "of 5"]).await?;
    // A watcher's page adds nothing.
    cem.click_on("[data-act=menu]").await?;
    cem.click_on("#menu [data-act=leave]").await?;
    cem.until("the join screen", |look| look.state() == "join").await?;
    cem.click_on("#watch-room").await?;
    cem.until("a watched match", |look| look.state() == "playing").await?;
    cem.until_hidden("#badge").await?;
    for page in &pages {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_link_to_the_lobby_cannot_ask_for_sides() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#sides=20/150")).await?;
    page.until_contains("#join", &["only a private room has two sides"]).await
}
