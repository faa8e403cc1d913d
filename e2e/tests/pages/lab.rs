//! The laboratory runs on its own: from the real server, from any file host, and from the browser's
//! cache when there is neither.
use anyhow::Result;
use e2e::{Browser, Disturbance, ESCAPE, Folder, Look, Page, Server, Stop, write_dist};
use serde_json::Value;
use tempfile::TempDir;

/// Frames after which it counts as running.
const PICTURES: u32 = 30;

/// Waits until frames with ships are drawn.
async fn until_it_runs(page: &Page) -> Result<()> {
    page.until("pictures", |look| look.count("frames") > PICTURES).await?;
    page.until("the own ship", |look| own(look).is_some()).await?;
    let before = page.look().await?.count("frames");
    page.until("more pictures", |look| look.count("frames") > before + PICTURES).await?;
    assert_eq!(page.look().await?.state(), "playing");
    Ok(())
}

/// The x of the first player's ship in the first pane, in u.
fn own(look: &Look) -> Option<f64> {
    let first = look.text_of("ships").split([';', ' ']).next()?;
    first.split_once(',')?.0.parse().ok()
}

/// Waits until the service worker has cached the page, and clears the browser's own cache.
async fn until_it_is_kept(page: &Page) -> Result<()> {
    const SCRIPT: &str = "const done = arguments[0];
        navigator.serviceWorker.ready.then((kept) => done(kept.scope));";
    let scope = page.execute_async(SCRIPT, Vec::new()).await?;
    assert_eq!(scope.as_str(), Some(page.current_url().await?.as_str()));
    page.forget_cache().await
}

/// Reloads the page while there is no server, and waits until it runs.
async fn until_it_runs_offline(page: &Page) -> Result<()> {
    page.refresh().await?;
    until_it_runs(page).await?;
    let controlled = "return navigator.serviceWorker.controller !== null;";
    assert_eq!(page.execute(controlled, Vec::new()).await?, Value::Bool(true));
    page.check_console_but_for(Disturbance::Unreachable).await
}

#[tokio::test]
async fn the_laboratory_runs_when_its_server_is_gone() -> Result<()> {
    let mut server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    assert_eq!(page.title().await?, "Lagrange laboratory");
    until_it_runs(&page).await?;
    // The initial match is still until the user flies.
    let from = own(&page.look().await?).unwrap_or_default();
    page.hold('d').await?;
    page.until("its own flight", |look| own(look).is_some_and(|now| now > from + 80.0)).await?;
    page.release('d').await?;
    until_it_is_kept(&page).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());

    server.stop(Stop::Killed)?;
    until_it_runs_offline(&page).await?;

    // The worker does not handle the game's page.
    server.restart()?;
    page.press('?').await?;
    page.until_contains("#help", &["Play online"]).await?;
    page.click_on("#play-online").await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    let controlled = "return navigator.serviceWorker.controller !== null;";
    assert_eq!(page.execute(controlled, Vec::new()).await?, Value::Bool(false));
    page.click_on("#join a[href=lab]").await?;
    until_it_runs(&page).await
}

#[tokio::test]
async fn the_laboratory_runs_from_any_host_of_files() -> Result<()> {
    let scratch = TempDir::with_prefix("lagrange-dist-")?;
    write_dist(scratch.path())?;
    let mut host = Folder::serve(scratch.path(), "/some/where/")?;
    let browser = Browser::start()?;
    let page = browser.open(&host.url("/some/where/")).await?;
    until_it_runs(&page).await?;
    until_it_is_kept(&page).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());

    host.stop();
    until_it_runs_offline(&page).await
}

#[tokio::test]
async fn a_link_of_the_laboratory_is_refused_by_name() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#colour=red")).await?;
    let words = "The link contains `colour=red`: unknown key.";
    page.until_contains("#refusal-text", &[words]).await?;
    until_it_runs(&page).await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#refusal").await
}
