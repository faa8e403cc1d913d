//! The line of the first seconds: how to fly, aim and fire.
use anyhow::Result;
use e2e::{Browser, Button, Page, Place, Screen, Server, until};

const LINE: &str = "#first-controls";

/// Waits until these parts of the line have gone.
async fn until_used(page: &Page, parts: &[&str]) -> Result<()> {
    const USED: &str = "return [...document.querySelectorAll('#first-controls .used b')]
        .map(verb => verb.textContent).join(' ');";
    until(&format!("{parts:?} to be used"), async || {
        let used = page.execute(USED, Vec::new()).await?;
        let used = used.as_str().unwrap_or_default();
        Ok(if used == parts.join(" ") { Ok(()) } else { Err(used.to_string()) })
    })
    .await
}

#[tokio::test]
async fn the_first_seconds_say_how_to_fly_and_fire() -> Result<()> {
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=first")).await?;
    page.join(Some("Ann")).await?;
    let says = ["W", "A", "S", "D", "fly", "mouse aim", "left button fire", "right button beam"];
    page.until_contains(LINE, &says).await?;
    page.hold('d').await?;
    until_used(&page, &["fly"]).await?;
    page.release('d').await?;
    page.point_at(Place { x: 300.0, y: 300.0 }).await?;
    page.until_next_frame().await?;
    page.point_at(Place { x: 500.0, y: 200.0 }).await?;
    until_used(&page, &["fly", "aim"]).await?;
    page.hold_buttons(&[Button::Right]).await?;
    until_used(&page, &["fly", "aim", "beam"]).await?;
    page.hold_buttons(&[Button::Left]).await?;
    until_used(&page, &["fly", "aim", "fire", "beam"]).await?;
    page.release_buttons(&[Button::Left, Button::Right]).await?;
    page.until_hidden(LINE).await?;
    // Whoever comes back knows it.
    page.refresh().await?;
    page.until_flying().await?;
    assert_eq!(page.text(LINE).await?, None);
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn on_a_touch_screen_the_sticks_say_it_themselves() -> Result<()> {
    let server = Server::start(&["--seed", "7", "--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(Screen::Phone, &server.url("/#room=first")).await?;
    page.join(Some("Ann")).await?;
    page.touch(&[(Place { x: 70.0, y: 580.0 }, Place { x: 110.0, y: 560.0 })]).await?;
    until_used(&page, &["fly"]).await?;
    assert_eq!(page.text(LINE).await?, None);
    page.lift().await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
