//! The settings of the controls: keys bound anew, which outlast the page, and the sticks of a touch
//! screen.
use anyhow::{Result, ensure};
use e2e::{Browser, CONTROLS, ESCAPE, Page, Place, Screen, Server, until};
use serde_json::{Value, json};

/// Opens the settings, with one of their details.
async fn open_settings(page: &Page, details: &str) -> Result<()> {
    const OPEN: &str = "document.querySelector(arguments[0]).open = true;";
    page.ask("settings").await?;
    page.until_seen("#settings", 1).await?;
    page.execute(OPEN, vec![json!(details)]).await.map(drop)?;
    Ok(())
}

async fn bind(page: &Page, control: &str, key: char, said: &[&str]) -> Result<()> {
    // The answer to the last binding may cover a button at the edge of the list.
    const SHOW: &str = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' });";
    let button = format!("[data-act=bind-key-{control}]");
    page.execute(SHOW, vec![json!(button)]).await?;
    page.click_on(&button).await?;
    page.until_contains("#binding-status", &["Press a key for"]).await?;
    page.press(key).await?;
    page.until_contains("#binding-status", said).await
}

#[tokio::test]
async fn keys_are_bound_anew_and_outlast_the_page() -> Result<()> {
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=keys")).await?;
    page.join(Some("Ann")).await?;
    page.until_flying().await?;
    open_settings(&page, "#key-details").await?;
    bind(&page, "ghosts", 'j', &["“Ghosts” is on J now."]).await?;
    // Of two controls for a key, the keys are swapped.
    let swapped = ["“Sound” is on J now.", "“Ghosts” was there, and is on M now."];
    bind(&page, "sound", 'j', &swapped).await?;
    bind(&page, "up", 'i', &["“Thrust up” is on I now."]).await?;
    // Keys with a fixed meaning are refused, and Escape cancels.
    bind(&page, "laser", '3', &["This key cannot be bound."]).await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#binding-status").await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#settings").await?;

    for is_reloaded in [false, true] {
        if is_reloaded {
            page.refresh().await?;
            page.until_flying().await?;
        }
        let before = Some(page.until_resting().await?);
        page.press('h').await?;
        page.hold('w').await?;
        page.until_next_frame().await?;
        page.release('w').await?;
        page.until_hidden("#legend").await?;
        assert_eq!(page.look().await?.own(), before, "the keys of before mean nothing");
        page.press('m').await?;
        page.until_seen("#legend", 1).await?;
        page.hold('i').await?;
        page.until("it to fly up", |look| look.own() != before).await?;
        page.release('i').await?;
        page.press('m').await?;
        page.until_hidden("#legend").await?;
        page.until_resting().await?;
        page.ask("menu").await?;
        page.until_contains("#ghosts-button", &["Ghosts", "M"]).await?;
        page.press(ESCAPE).await?;
        page.until_hidden("#menu").await?;
    }
    open_settings(&page, "#key-details").await?;
    page.click_on("[data-act=bindings-reset]").await?;
    page.until_contains("#binding-status", &["back to their defaults"]).await?;
    page.press(ESCAPE).await?;
    page.press('h').await?;
    page.until_seen("#legend", 1).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn sticks_are_set_on_a_phone() -> Result<()> {
    const SET: &str = "for (const [id, value] of Object.entries(arguments[0])) {
            document.querySelector(`#${id}`).value = value;
        }
        document.querySelector('#sticks-swapped').click();";
    const PREVIEW: &str = "const [left, right] =
            document.querySelector('#stick-preview').children;
        const { width, x } = left.getBoundingClientRect();
        return [width, getComputedStyle(left).opacity,
            x > right.getBoundingClientRect().x];";
    const STORED: &str = "return localStorage.getItem('lagrange.sticks');";
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(Screen::Phone, &server.url("/#room=sticks")).await?;
    page.join(Some("Ann")).await?;
    page.until_flying().await?;
    open_settings(&page, "#stick-details").await?;
    assert_eq!(page.execute(PREVIEW, Vec::new()).await?, json!([112, "0.5", false]));
    let values = json!({ "stick-size": 150, "stick-opacity": 80 });
    page.execute(SET, vec![values]).await?;
    until("the preview", async || {
        let seen = page.execute(PREVIEW, Vec::new()).await?;
        Ok(if seen == json!([168, "0.8", true]) { Ok(()) } else { Err(seen.to_string()) })
    })
    .await?;
    assert_eq!(page.execute(STORED, Vec::new()).await?, json!("150,80,swapped"));
    for details in ["#key-details", "#pad-details"] {
        let open = "document.querySelector(arguments[0]).open = true;";
        page.execute(open, vec![json!(details)]).await?;
    }
    for size in [(390, 844), (320, 640), (844, 390)] {
        page.resize(size).await?;
        let breaches: Vec<String> = page.unreachable_controls(CONTROLS).await?;
        assert!(breaches.is_empty(), "{size:?}: {breaches:?}");
    }
    page.resize((390, 844)).await?;
    page.click_on("#settings [data-act=dismiss]").await?;
    page.until_hidden("#settings").await?;
    // The left half aims and fires now.
    page.touch(&[(Place { x: 70.0, y: 580.0 }, Place { x: 130.0, y: 560.0 })]).await?;
    page.until("it to fire", |look| look.text_of("sounds").contains("laser")).await?;
    page.lift().await?;
    page.refresh().await?;
    page.until_flying().await?;
    let stored: Value = page.execute(STORED, Vec::new()).await?;
    ensure!(stored == json!("150,80,swapped"), "{stored}");
    open_settings(&page, "#stick-details").await?;
    assert_eq!(page.execute(PREVIEW, Vec::new()).await?, json!([168, "0.8", true]));
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
