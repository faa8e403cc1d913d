//! The frame around the game: in play the screen belongs to the fight, and everything else is a
//! key or a click away, kept if the player wants it, and gone when it no longer matters.

use anyhow::{Result, ensure};
use e2e::{Browser, ENTER, ESCAPE, Page, Server, TAB, until};
use serde_json::json;

/// The ids of the visible panels over the picture, apart from the warnings of a busy machine: that
/// it is, and that the picture is too old.
async fn shown(page: &Page) -> Result<Vec<String>> {
    const SHOWN: &str = "return [...document.querySelectorAll('#hud .over:not(#pressure)')]
        .filter((one) => one.checkVisibility() && one.textContent.trim() !== '')
        .filter((one) => !one.textContent.includes('⚠'))
        .map((one) => one.id);";
    Ok(serde_json::from_value(page.execute(SHOWN, Vec::new()).await?)?)
}

/// Waits until exactly these panels are shown.
async fn until_all_shown(page: &Page, ids: &[&str]) -> Result<()> {
    until("the panels over the picture", async || {
        let shown = shown(page).await?;
        Ok(if shown == ids { Ok(()) } else { Err(format!("{shown:?}, not {ids:?}")) })
    })
    .await
}

/// What is shown in a quiet moment, in the order of the page.
const QUIET: [&str; 4] = ["lag-chip", "score", "menu-button", "vitals"];

#[tokio::test]
async fn the_netcode_is_shown_only_while_it_matters() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=frame")).await?;
    page.join(Some("Ann")).await?;
    until_all_shown(&page, &QUIET).await?;

    // It differs from the default.
    page.press('4').await?;
    page.until_contains("#scheme", &["Source"]).await?;
    // Back at the default it is shown for a moment, as what to watch for is.
    page.press('9').await?;
    page.until_contains("#scheme", &["Lagrange"]).await?;
    until_all_shown(&page, &QUIET).await?;
    // With ghosts or a simulated link.
    page.press('h').await?;
    page.until_seen("#scheme", 1).await?;
    page.press('h').await?;
    until_all_shown(&page, &QUIET).await?;
    // Pinned, also after a reload.
    page.ask("settings").await?;
    page.click_on("#pin-netcode").await?;
    page.until_seen("#scheme", 1).await?;
    page.execute("location.reload();", Vec::new()).await?;
    page.until_flying().await?;
    page.until_seen("#scheme", 1).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_chip_shows_the_figures_of_the_connection() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=chip")).await?;
    page.join(Some("Ann")).await?;
    page.until_contains("#lag-chip", &["ping", " ms", "good"]).await?;
    page.click_on("#lag-chip").await?;
    page.until_contains("#figures", &["fps", "ping", "jitter", "tick", "choke"]).await?;
    page.execute("location.reload();", Vec::new()).await?;
    page.until_flying().await?;
    page.until_seen("#figures", 1).await?;
    page.click_on("#lag-chip").await?;
    page.until_hidden("#figures").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// What is stored of the settings.
async fn stored(page: &Page) -> Result<String> {
    const STORED: &str = "return ['muted', 'netcode-tones', 'pinned', 'volume']
        .map((name) => [name, localStorage.getItem(`lagrange.${name}`)])
        .filter(([, text]) => text !== null)
        .map(([name, text]) => `${name}=${text}`).join(' ');";
    Ok(serde_json::from_value(page.execute(STORED, Vec::new()).await?)?)
}

#[tokio::test]
async fn settings_are_kept_and_can_be_reset() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=settings")).await?;
    page.join(Some("Ann")).await?;
    assert_eq!(stored(&page).await?, "");

    page.ask("settings").await?;
    page.slide("volume", 30).await?;
    for id in ["#netcode-tones", "#pin-figures", "#pin-net-graph", "#counterfactuals-wanted"] {
        page.click_on(id).await?;
    }
    page.until_contains("#volume-value", &["100 %"]).await?;
    page.press('m').await?;
    let want = "muted=1 netcode-tones=off pinned=figures,net-graph volume=100";
    let all = async || {
        let stored = stored(&page).await?;
        Ok(if stored == want { Ok(()) } else { Err(stored) })
    };
    until("the settings to be stored", all).await?;

    page.execute("location.reload();", Vec::new()).await?;
    page.until_flying().await?;
    page.until_seen("#figures, #net-graph", 2).await?;
    page.ask("settings").await?;
    page.until_contains("#volume-value", &["100 %"]).await?;
    const CHECKED: &str = "return ['netcode-tones', 'pin-netcode', 'counterfactuals-wanted']
        .map((id) => document.querySelector(`#${id}`).checked);";
    assert_eq!(page.execute(CHECKED, Vec::new()).await?, json!([false, false, true]));

    page.ask("settings-reset").await?;
    page.until_hidden("#figures, #net-graph").await?;
    page.until_contains("#volume-value", &["70 %"]).await?;
    assert_eq!(stored(&page).await?, "");
    assert_eq!(page.execute(CHECKED, Vec::new()).await?, json!([true, false, false]));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn the_menu_is_walked_by_keyboard_and_closes_with_a_pick() -> Result<()> {
    const FOCUSED: &str = "return document.activeElement.dataset.act ?? '';";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=menu")).await?;
    page.join(Some("Ann")).await?;
    page.press(ESCAPE).await?;
    page.until_seen("#menu", 1).await?;
    let mut walked = Vec::new();
    for _ in 0..12 {
        walked.push(page.execute(FOCUSED, Vec::new()).await?);
        page.press(TAB).await?;
    }
    let entries = [
        "dismiss",
        "see-lag",
        "ghosts",
        "link",
        "netcode",
        "shot-newest",
        "net-graph",
        "scores",
        "sound",
        "settings",
        "help",
        "leave",
    ];
    ensure!(walked == entries, "{walked:?}");
    page.press(ESCAPE).await?;
    page.until_hidden("#menu").await?;

    page.press(ESCAPE).await?;
    page.until_seen("#menu", 1).await?;
    page.press(TAB).await?;
    page.press(TAB).await?;
    page.press(ENTER).await?;
    page.until_seen("#legend", 1).await?;
    page.until_hidden("#menu").await?;
    page.ask("help").await?;
    page.until_contains("#help", &["thrust, in eight directions"]).await?;
    page.until_hidden("#menu").await?;
    page.ask("leave").await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
