//! Rounds as players see them: the score and the time left, the result, and what a page keeps.
use anyhow::{Result, ensure};
use e2e::{Browser, Server, fly_in_sight, shoot_down};
use serde_json::json;

const RELOAD: &str = "location.reload()";

#[tokio::test]
async fn the_time_runs_out_and_the_next_round_begins() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--rounds", "10/3"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=alone")).await?;
    page.join(Some("Ann")).await?;
    page.until_contains("#score", &["You", "0", "of 10", "0:0"]).await?;
    page.until_contains("#round-end", &["A draw", "0 kills, 0 deaths", "Next round in"]).await?;
    page.until_hidden("#round-end").await?;
    page.until_contains("#score", &["of 10", "0:0"]).await?;
    let look = page.look().await?;
    let heard = look.text_of("sounds");
    ensure!(heard.contains("round-lost:1") || heard.is_empty(), "heard {heard}");
    // Whoever plays alone is one click away from a room for a friend.
    page.click_on("#round-friend").await?;
    page.until_contains("#own-room", &["Only people with this link get in."]).await?;
    page.until("a room of her own", |look| look.text_of("access") == "may").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_link_asks_for_its_rounds_and_an_endless_match_has_none() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--rounds", "10/180"])?;
    let browser = Browser::start()?;
    for (link, goal, other) in [
        ("#room=den&rounds=5/90", "of 5", "deaths"),
        ("#room=long&rounds=endless", "deaths", "of 10"),
        ("#room=lab", "deaths", "of 10"),
    ] {
        let page = browser.open(&server.url(&["/", link].concat())).await?;
        page.join(None).await?;
        page.until_contains("#score", &[goal]).await?;
        let line = page.text("#score").await?.unwrap_or_default();
        ensure!(!line.contains(other), "{link}: {line}");
        let address = page.execute("return location.hash", Vec::new()).await?;
        ensure!(link == "#room=lab" || address == json!(link), "{link}: {address}");
    }
    Ok(())
}

#[tokio::test]
async fn two_pages_agree_on_the_winner_and_keep_their_best() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7", "--rounds", "1/600"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=duel");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    let (ann, bob) = (one.join(Some("Ann")).await?, two.join(Some("Bob")).await?);
    one.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    // The next kill ends the round.
    for page in [&one, &two] {
        page.until_contains("#score", &["You", "0", "of 1"]).await?;
    }
    fly_in_sight(&one, &ann, &two).await?;
    fly_in_sight(&two, &bob, &one).await?;
    shoot_down(&one, &two, &bob).await?;
    one.until_contains("#round-end", &["You win", "1 : 0", "Your best round so far: 1 kill in"])
        .await?;
    two.until_contains("#round-end", &["Ann wins", "0 : 1", "Ann, 1 kill in"]).await?;
    // The longest shot that hit is one tap away from its sheet.
    one.click_on("#round-best-shot").await?;
    one.until_contains("#forensics", &["hit"]).await?;
    one.press(e2e::ESCAPE).await?;
    one.until_hidden("#forensics").await?;
    one.until_hidden("#round-end").await?;

    // Whoever reloads comes back into the round, with its score.
    one.execute(RELOAD, Vec::new()).await?;
    one.until_flying().await?;
    one.until_contains("#score", &["of 1", "Bob"]).await?;
    let best = "return localStorage.getItem('lagrange.best-round.1/600')";
    let best = one.execute(best, Vec::new()).await?;
    ensure!(best.as_str().is_some_and(|best| best.starts_with("1/")), "{best}");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
