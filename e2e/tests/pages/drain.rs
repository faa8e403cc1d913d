//! A server that stops while its players go on: at a server beside it, or at one that follows. They
//! keep name and score.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Relay, Server, Stop, shoot_down};
use serde_json::Value;

/// Measures for how long the page did not play, in ms.
const MEASURE: &str = "window.away = [];
    let since = null;
    const watch = () => {
        const plays = document.body.dataset.state === 'playing';
        if (!plays && since === null) since = performance.now();
        if (plays && since !== null) { window.away.push(performance.now() - since); since = null; }
    };
    new MutationObserver(watch).observe(document.body, { attributes: true });";

/// Ann and Bob in a room, after Ann has shot Bob down.
async fn after_a_kill(browser: &Browser, url: &str) -> Result<(Page, Page)> {
    let (ann, bob) = (browser.open(url).await?, browser.open(url).await?);
    ann.join(Some("Ann")).await?;
    bob.join(Some("Bob")).await?;
    ann.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    shoot_down(&ann, &bob, "Bob").await?;
    for page in [&ann, &bob] {
        page.execute(MEASURE, Vec::new()).await?;
    }
    Ok((ann, bob))
}

/// Waits until both play again, each with its name and score.
async fn until_both_go_on(ann: &Page, bob: &Page) -> Result<()> {
    for (page, name, kills, deaths) in [(ann, "Ann", 1, 0), (bob, "Bob", 0, 1)] {
        page.until_shown(&["You are in a new room and keep your score."]).await?;
        page.until_flying().await?;
        page.until("its score", |look| {
            (look.count("kills"), look.count("deaths")) == (kills, deaths)
        })
        .await
        .with_context(|| name.to_string())?;
        let away: Value = page.execute("return window.away;", Vec::new()).await?;
        eprintln!("{name} was away for {away} ms");
    }
    ann.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    bob.until("Ann's ship", |look| look.remote("Ann").is_some()).await?;
    Ok(())
}

#[tokio::test]
async fn players_go_on_at_the_server_beside_it() -> Result<()> {
    let state = tempfile::tempdir()?;
    let folder = state.path().to_str().context("a path")?;
    let args = ["--bots", "0", "--drain", "30", "--state", folder];
    let (mut first, second) = (Server::start(&args)?, Server::start(&args)?);
    let proxy = Relay::start(&first).await?;
    let browser = Browser::start()?;
    let (ann, bob) = after_a_kill(&browser, &proxy.url("/#room=duel")).await?;
    first.ask_to_stop()?;
    proxy.lead_to(&second);
    until_both_go_on(&ann, &bob).await?;
    first.stop(Stop::Asked)?;
    ensure!(second.metric("lagrange_players")? == 2, "both play at the second server");
    Ok(())
}

#[tokio::test]
async fn players_go_on_at_the_server_that_follows() -> Result<()> {
    let state = tempfile::tempdir()?;
    let folder = state.path().to_str().context("a path")?;
    let mut server = Server::start(&["--bots", "0", "--state", folder])?;
    let browser = Browser::start()?;
    let (ann, bob) = after_a_kill(&browser, &server.url("/#room=duel")).await?;
    server.stop(Stop::Asked)?;
    server.restart()?;
    until_both_go_on(&ann, &bob).await
}
