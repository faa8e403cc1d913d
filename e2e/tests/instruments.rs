//! What a player opens is loaded later than the game: it can fail to come, and then the page says
//! so and the match goes on; opened once more, it comes.
use anyhow::Result;
use e2e::{Browser, Look, Page, Server};
use serde_json::json;

/// Lets requests of the instruments fail, or pass.
async fn block(page: &Page, addresses: &[&str]) -> Result<()> {
    page.devtools("Network.enable", json!({})).await?;
    page.devtools("Network.setBlockedURLs", json!({ "urls": addresses })).await.map(drop)
}

async fn until_instruments(page: &Page, state: &str) -> Result<()> {
    let so = |look: &Look| look.said("instruments") == state;
    page.until(&format!("the instruments to be {state}"), so).await.map(drop)
}

#[tokio::test]
async fn the_instruments_come_later_and_may_fail_to() -> Result<()> {
    let server = Server::start(&["--bots", "1", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=lab-late")).await?;
    block(&page, &["*instruments*"]).await?;
    page.join(Some("Ann")).await?;
    // Nobody asked for them, so nobody is told.
    until_instruments(&page, "failed").await?;
    page.until_hidden("#instruments").await?;

    page.press('n').await?;
    page.until_says("#instruments", &["could not be loaded"]).await?;
    page.press('p').await?;
    page.until_says("#netcode", &["Netcode"]).await?;
    page.until_flying().await?;

    block(&page, &[]).await?;
    page.press('p').await?;
    page.press('p').await?;
    until_instruments(&page, "ready").await?;
    page.until_says("#netcode", &["hit rule", "interpolation delay"]).await?;
    page.until_hidden("#instruments").await?;
    page.until("the net graph", |look| look.said("netGraph").starts_with("packets:")).await?;
    page.until_flying().await.map(drop)
}
