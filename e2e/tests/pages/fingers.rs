//! Two fingers on a touch screen: while one steers, the other presses any button.
use anyhow::{Result, ensure};
use e2e::{Browser, Page, Place, Screen, Server};

/// Where the left thumb comes down, and where it holds the stick, in CSS pixels.
const THUMB: Place = Place { x: 70.0, y: 580.0 };
const HELD: Place = Place { x: 110.0, y: 560.0 };

/// Steers with one thumb, taps a button with another finger, and lifts both.
async fn tap_while_steering(page: &Page, selector: &str) -> Result<()> {
    let at = page.middle_of(selector).await?;
    page.touch(&[(THUMB, HELD)]).await?;
    page.touch(&[(HELD, HELD), (at, at)]).await?;
    page.lift().await
}

#[tokio::test]
async fn while_one_finger_steers_another_presses_buttons() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(Screen::Phone, &server.url("/#room=fingers")).await?;
    page.join(Some("Ann")).await?;
    page.until_flying().await?;
    for _ in 0..2 {
        tap_while_steering(&page, "#menu-button").await?;
        page.until_seen("#menu", 1).await?;
        page.click_on("#menu [data-act=dismiss]").await?;
        page.until_hidden("#menu").await?;
    }
    tap_while_steering(&page, "#menu-button").await?;
    page.click_on("#menu [data-act=see-lag]").await?;
    for step in ["2 of 3", "3 of 3"] {
        tap_while_steering(&page, "#see-lag [data-act=see-lag-next]").await?;
        page.until_contains("#see-lag", &[step]).await?;
    }
    // No stick is left held: the ship comes to rest.
    page.until_resting().await?;
    ensure!(page.text("#panic").await?.is_none());
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
