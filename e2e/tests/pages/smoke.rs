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

#[tokio::test]
async fn a_page_in_the_browser_of_an_earlier_test_has_no_past() -> Result<()> {
    const VISIT: &str = "const past = localStorage.getItem('visited');
        localStorage.setItem('visited', 'yes');
        return past;";
    let server = Server::start(&["--bots", "0"])?;
    // Its driver, and with it an idle session, outlasts each visit.
    let _driver = Browser::start()?;
    for _ in 0..2 {
        let browser = Browser::start()?;
        let page = browser.open(&server.url("/")).await?;
        assert!(page.execute(VISIT, Vec::new()).await?.is_null());
    }
    Ok(())
}
