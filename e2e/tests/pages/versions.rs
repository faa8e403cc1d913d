//! Pages whose server has another version by now: they are reloaded once, and then say why they do
//! not go on.
use anyhow::Result;
use e2e::{Browser, ENTER, Server};
use serde_json::json;

/// Counts how often this tab has loaded a page of the server.
const COUNT: &str = "sessionStorage.loads = 1 + Number(sessionStorage.loads ?? 0);";

/// Without a service worker, which may have the part that the server has not.
const NO_WORKER: &str = "delete Navigator.prototype.serviceWorker;";

#[tokio::test]
async fn a_page_without_one_of_its_parts_is_reloaded_once_and_says_so() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for (address, part, works) in [
        ("/", "*/client_bg-*.wasm", "#play"),
        ("/", "*/style-*.css", "#play"),
        ("/lab", "*/lab_client-*.js", "#play-button"),
        ("/referee", "*/referee-*.js", "main"),
        ("/learn", "*/learn-*.js", "#cover lagrange-figure[data-state='awake']"),
        ("/learn", "*/figure_client_bg-*.wasm", "#cover lagrange-figure[data-state='awake']"),
        ("/learn", "*/lagrange-figure.js", "#cover lagrange-figure[data-state='awake']"),
    ] {
        let page = browser.open("about:blank").await?;
        for source in [COUNT, NO_WORKER] {
            let source = json!({ "source": source });
            page.devtools("Page.addScriptToEvaluateOnNewDocument", source).await?;
        }
        page.devtools("Network.enable", json!({})).await?;
        page.devtools("Network.setBlockedURLs", json!({ "urls": [part] })).await?;
        page.goto(&server.url(address)).await?;
        page.until_contains("#unloaded", &["A part of this page did not load."]).await?;
        let loads = page.execute("return sessionStorage.loads;", Vec::new()).await?;
        assert_eq!(loads, json!("2"), "{address} without {part}");
        page.devtools("Network.setBlockedURLs", json!({ "urls": [] })).await?;
        page.click_on("#unloaded button").await?;
        page.until_hidden("#unloaded").await?;
        page.until_seen(works, 1).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_page_of_another_protocol_is_reloaded_once_and_says_so() -> Result<()> {
    /// Sends every hello as of the next version.
    const OTHER: &str = "const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) {
            const bytes = Uint8Array.from(ArrayBuffer.isView(data) ? data : new Uint8Array(data));
            if (bytes[0] === 0) bytes[1] += 1;
            send.call(this, bytes);
        };";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    for source in [COUNT, OTHER] {
        page.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source })).await?;
    }
    page.goto(&server.url("/#room=den")).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    page.press(ENTER).await?;
    page.until_contains("#closed", &["different versions", "Reload"]).await?;
    let loads = page.execute("return sessionStorage.loads;", Vec::new()).await?;
    assert_eq!(loads, json!("2"));
    Ok(())
}
