//! The same duel over a link made bad in the page's link panel: with latency, jitter and loss. The
//! badge shows it all the time.
use anyhow::Result;
use e2e::{Browser, LinkConditions, Server, fly_in_sight, shoot_down};

const KEYFRAMES: &str = "lagrange_keyframes_total";

/// Plays a duel in which both pages simulate a link with this carrier.
async fn check_duel(carrier: &'static str, badge: &[&str]) -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=far");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    let (ann, bob) = (one.join(Some("Ann")).await?, two.join(Some("Bob")).await?);
    let link = LinkConditions { latency_ms: 150, jitter_ms: 30, loss_permille: 50, carrier };
    for page in [&one, &two] {
        page.simulate_link(&link).await?;
        page.until_contains("#badge", badge).await?;
    }

    fly_in_sight(&one, &ann, &two).await?;
    fly_in_sight(&two, &bob, &one).await?;
    let keyframes = server.metric(KEYFRAMES)?;
    shoot_down(&one, &two, &bob).await?;
    for (page, line) in [(&one, "You shot down Bob"), (&two, "Ann shot you down")] {
        page.until_feed_contains(line).await?;
        page.until_contains("#badge", badge).await?;
        // The statistics include the link: twice 150 ms.
        page.until_contains("#lag-chip", &["3", " ms", "poor"]).await?;
    }
    two.until_flying().await?;
    // Otherwise each lost datagram would cost a keyframe, and freeze the picture until it arrives.
    assert_eq!(server.metric(KEYFRAMES)?, keyframes, "a loss costs none");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_duel_over_datagrams_with_losses() -> Result<()> {
    check_duel("datagrams", &["150 ms ± 30 ms, 5 % loss each way", "datagrams"]).await
}

#[tokio::test]
async fn a_duel_over_a_stream_with_losses() -> Result<()> {
    check_duel("stream", &["150 ms ± 30 ms, 5 % loss each way"]).await
}
