//! Play with a friend: a private room by its link, in which the round waits for the second player.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Server};
use serde_json::json;

const LINK: &str = "return document.querySelector('#own-room .invite-link').textContent;";
/// The dark modules of the code, each a subpath, and whether the code is shown.
const CODE: &str = "const path = document.querySelector('#invite-qr-path');
    return [path.getAttribute('d').split('z').length, path.checkVisibility()];";
const SHARED: &str = "window.shared = [];
    navigator.share = async (data) => { window.shared.push(data.url); };";

#[tokio::test]
async fn the_round_begins_when_the_friend_is_there() -> Result<()> {
    let server = Server::start(&["--rounds", "10/180"])?;
    let browser = Browser::start()?;
    let one = browser.open(&server.url("/")).await?;
    one.click_on("#friend").await?;
    one.until_flying().await?;
    let lead = "The round begins when your friend is here. Only people with this link get in.";
    one.until_contains("#own-room", &[lead]).await?;
    one.until_contains("#score", &["of 10", "waiting"]).await?;
    // A bot stands in for the friend.
    one.until("a bot", |look| look.count("ships") == 2 || !look.remotes().is_empty()).await?;
    let link = one.execute(LINK, Vec::new()).await?;
    let link = link.as_str().context("a link")?.to_string();
    ensure!(link.contains("&rounds=10/180/2&bots=2"), "{link}");
    one.click_on("#invite-code summary").await?;
    let code = one.execute(CODE, Vec::new()).await?;
    ensure!(code[0].as_u64().is_some_and(|runs| runs > 100) && code[1] == json!(true), "{code}");

    // Whoever reloads still finds the link.
    one.execute("location.reload()", Vec::new()).await?;
    one.until_flying().await?;
    one.until_contains("#own-room", &[lead, &link]).await?;

    let two = browser.open(&link).await?;
    two.join(Some("Bob")).await?;
    one.until_hidden("#own-room").await?;
    for page in [&one, &two] {
        page.until_contains("#score", &["of 10", "2:5"]).await?;
        page.until("one opponent", |look| look.remotes().len() == 1).await?;
        assert_eq!(page.text("#own-room").await?, None);
    }
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn the_link_is_shared_where_the_system_can() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": SHARED })).await?;
    page.goto(&server.url("/")).await?;
    page.click_on("#friend").await?;
    page.until_flying().await?;
    page.click_on("#share-invite").await?;
    let shared = page.execute("return window.shared;", Vec::new()).await?;
    assert_eq!(shared, json!([page.execute(LINK, Vec::new()).await?]));
    page.press(e2e::ESCAPE).await?;
    page.until_hidden("#own-room").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
