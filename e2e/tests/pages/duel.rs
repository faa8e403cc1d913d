//! Two players in a room of their own: each sees the other fly, one shoots the other down, and both
//! pages show it.
use anyhow::Result;
use e2e::{Browser, Server, TAB, fly_in_sight, shoot_down};

#[tokio::test]
async fn two_pages_play_a_duel() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=duel");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    let ann = one.join(None).await?;
    let bob = two.join(Some("Bob")).await?;
    assert_eq!(bob, "Bob");
    assert!(!ann.is_empty());
    one.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;

    fly_in_sight(&one, &ann, &two).await?;
    fly_in_sight(&two, &bob, &one).await?;

    shoot_down(&one, &two, &bob).await?;
    one.until_feed_contains("You shot down Bob").await?;
    two.until_feed_contains(&format!("{ann} shot you down")).await?;
    two.until("a death", |look| look.count("deaths") == 1).await?;
    for page in [&one, &two] {
        page.hold(TAB).await?;
        page.until_contains("#scores", &["Scores in room “duel”", "ms"]).await?;
        page.until_contains("#scores-rows tr:nth-child(1)", &[&ann, "1\t0"]).await?;
        page.until_contains("#scores-rows tr:nth-child(2)", &[&bob, "0\t1"]).await?;
        page.release(TAB).await?;
        page.until_hidden("#scores").await?;
    }
    two.until_flying().await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
