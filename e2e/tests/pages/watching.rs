//! Watching: by a link, in the place of a full room, and the turn at a seat.
use anyhow::{Result, ensure};
use e2e::{Browser, Page, Screen, Server};
use serde_json::json;

const ROLE: &str = "return document.body.dataset.role";

async fn until_watching(page: &Page) -> Result<()> {
    page.until("a watched match", |look| look.state() == "playing" && look.count("ships") > 0)
        .await?;
    let role = page.execute(ROLE, Vec::new()).await?;
    ensure!(role == json!("watcher"), "{role}");
    Ok(())
}

#[tokio::test]
async fn a_link_shows_the_match_without_a_seat() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let ann = browser.open(&server.url("/#room=den&rounds=10/180&best-of=3")).await?;
    ann.join(Some("Ann")).await?;
    let bob = browser.open(&server.url("/#room=den")).await?;
    bob.join(Some("Bob")).await?;
    let eve = browser.open(&server.url("/#room=den&watch")).await?;
    until_watching(&eve).await?;
    eve.until("both ships", |look| look.count("ships") == 2).await?;
    eve.until_contains("#score", &["Ann", "of 10", "Bob"]).await?;
    ann.until_contains("#score", &["Best of 3 · you 0, Bob 0"]).await?;
    eve.until_contains("#score", &["Best of 3 · ", "Ann 0", "Bob 0"]).await?;
    // One player after the other, whoever leads, and nobody.
    eve.click_on("[data-act=watch-next]").await?;
    eve.click_on("[data-act=watch-next]").await?;
    let followed = eve.text("#watch-name").await?.unwrap_or_default();
    eve.click_on("[data-act=watch-previous]").await?;
    let other = if followed.contains("Ann") { "Watching Bob" } else { "Watching Ann" };
    eve.until_contains("#watch-name", &[other]).await?;
    // The three times of a player: its outline stands for the server.
    eve.click_on("#watch-times").await?;
    eve.press('g').await?;
    eve.until("no outlines", |look| look.count("ghosts") == 0).await?;
    eve.press('g').await?;
    eve.until_contains("#watch-times-text", &["ahead of the server’s outlines"]).await?;
    eve.until("the server's outlines", |look| look.count("ghosts") == 2).await?;
    eve.click_on("#watch-free").await?;
    eve.until_contains("#watch-name", &["Free camera"]).await?;
    eve.until("all as other ships", |look| look.own().is_none()).await?;
    // Players are told how many watch.
    ann.click_on("#score").await?;
    ann.until_contains("#scores", &["1 watching"]).await?;
    // Whoever reloads goes on watching.
    eve.execute("location.reload()", Vec::new()).await?;
    until_watching(&eve).await?;
    // There is a seat.
    eve.click_on("#watch-play").await?;
    eve.until_flying().await?;
    let hash = eve.execute("return location.hash", Vec::new()).await?;
    assert_eq!(hash, json!("#room=den"));
    for page in [&ann, &bob, &eve] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn in_a_full_room_one_watches_until_a_seat_is_free() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seats", "2"])?;
    let browser = Browser::start()?;
    let ann = browser.open(&server.url("/#room=den")).await?;
    let bob = browser.open(&server.url("/#room=den")).await?;
    ann.join(Some("Ann")).await?;
    bob.join(Some("Bob")).await?;
    let eve = browser.open_on(Screen::Phone, &server.url("/#room=den")).await?;
    eve.ask_to_join(Some("Eve")).await?;
    eve.until_contains("#closed", &["Watch until a seat is free"]).await?;
    eve.click_on("#closed-watch").await?;
    until_watching(&eve).await?;
    eve.until_contains("#watch-turn", &["You get the next free seat."]).await?;
    bob.press(e2e::ESCAPE).await?;
    bob.click_on("#menu [data-act=leave]").await?;
    eve.until_flying().await?;
    ann.until("Eve's ship", |look| look.remote("Eve").is_some()).await?;
    for page in [&ann, &eve] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_watcher_waits_where_nobody_plays() -> Result<()> {
    let server = Server::start(&["--bots", "3", "--watch-delay", "0"])?;
    let browser = Browser::start()?;
    // The lobby is open, and its match stands still while nobody is there.
    let eve = browser.open(&server.url("/#watch")).await?;
    eve.until_contains("#watch-name", &["Nobody is playing here."]).await?;
    // A room that is not open yet.
    let fay = browser.open(&server.url("/#room=den&watch")).await?;
    fay.until_contains("#closed", &["Nobody is in this room."]).await?;
    for room in ["/", "/#room=den"] {
        let page = browser.open(&server.url(room)).await?;
        page.join(None).await?;
    }
    until_watching(&eve).await?;
    // It tries again by itself.
    until_watching(&fay).await?;
    assert_eq!(eve.console_errors().await?, Vec::<String>::new());
    Ok(())
}
