//! Escape: one press closes one thing, the topmost. In the game, with nothing open, it opens the
//! menu.

use anyhow::{Context, Result, ensure};
use e2e::{Browser, ESCAPE, Page, Server};
use serde_json::json;

/// Which of some elements are visible, in their order.
async fn seen(page: &Page, ids: &[&str]) -> Result<Vec<String>> {
    const SEEN: &str = "const [ids] = arguments;
        return ids.filter((id) => document.querySelector(id).checkVisibility());";
    let seen = page.execute(SEEN, vec![json!(ids)]).await?;
    serde_json::from_value(seen).context("a list of ids")
}

/// All of them are visible, and each press closes the first of those left.
async fn closes_one_by_one(page: &Page, ids: &[&str]) -> Result<()> {
    for left in (0..ids.len()).map(|n| &ids[n..]) {
        let now = seen(page, ids).await?;
        ensure!(now == left, "{now:?} are seen, not {left:?}");
        page.press(ESCAPE).await?;
        page.until_hidden(left[0]).await?;
    }
    let now = seen(page, ids).await?;
    ensure!(now.is_empty(), "{now:?} are left");
    Ok(())
}

#[tokio::test]
async fn in_the_game_escape_closes_the_topmost_and_else_opens_the_menu() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    page.click_on("#new-room").await?;
    page.until_flying().await?;
    page.until_seen("#own-room", 1).await?;

    page.click_on("[data-act=scores]").await?;
    page.until_seen("#scores", 1).await?;
    for (key, drawer) in [('l', "#link"), ('p', "#netcode"), ('?', "#help")] {
        page.press(key).await?;
        page.until_seen(drawer, 1).await?;
    }
    let drawers = seen(&page, &["#link", "#netcode", "#help"]).await?;
    assert_eq!(drawers, ["#help"], "one drawer takes the place of another");
    closes_one_by_one(&page, &["#help", "#scores", "#own-room"]).await?;

    page.press(ESCAPE).await?;
    page.until_seen("#menu", 1).await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#menu").await?;

    // The forensics sheet is on top of everything.
    page.ask("settings").await?;
    page.click_on("#counterfactuals-wanted").await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#settings").await?;
    page.hold(' ').await?;
    page.until("a shot line", |look| !look.text_of("counterfactuals").is_empty()).await?;
    page.release(' ').await?;
    page.press_for_sheet().await?;
    page.until_seen("#forensics", 1).await?;
    closes_one_by_one(&page, &["#forensics"]).await?;
    assert_eq!(seen(&page, &["#menu"]).await?, [""; 0]);
    // In a field it works as elsewhere.
    page.press('l').await?;
    page.until_seen("#link", 1).await?;
    const FOCUS: &str = "document.querySelector('#link input, #link select').focus();";
    page.execute(FOCUS, Vec::new()).await?;
    closes_one_by_one(&page, &["#link"]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn in_the_laboratory_escape_closes_the_topmost() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.until_seen("#beginning", 1).await?;
    closes_one_by_one(&page, &["#beginning"]).await?;

    page.open_fragment("v=1&scenario=et-veto&at=155&shot=415.0.1.b").await?;
    page.until_seen("#forensics", 1).await?;
    page.drop_file("none.lagrange", b"none").await?;
    page.until_seen("#refusal", 1).await?;
    closes_one_by_one(&page, &["#refusal", "#forensics"]).await?;

    page.ask("maximise-0").await?;
    page.until_seen("#titles p", 1).await?;
    page.press('o').await?;
    page.until_seen("#timeline", 1).await?;
    page.press('l').await?;
    page.until_seen("#network", 1).await?;
    closes_one_by_one(&page, &["#network", "#timeline"]).await?;
    page.until_seen("#titles p", 1).await?;
    page.press(ESCAPE).await?;
    page.until_seen("#titles p", 3).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
