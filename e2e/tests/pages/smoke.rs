//! The page loads in a real browser, from the real server, without an error.
use anyhow::Result;
use e2e::{Browser, Server};

#[tokio::test]
async fn the_page_loads() -> Result<()> {
    let server = Server::start(&[])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;

    let title = page.title().await?;
    assert!(title.contains("Lagrange"), "the title is {title:?}");
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
