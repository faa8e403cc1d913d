//! Browsers that lack something, lose something, or show the game on an unusual screen: it works
//! with less, and says nothing that the player cannot change.

use anyhow::Result;
use e2e::{Browser, Page, Server, until};
use serde_json::{Value, json};

/// Runs a script before anything else that the page loads.
async fn run_first(page: &Page, script: &str) -> Result<()> {
    page.devtools("Page.enable", json!({})).await?;
    let script = json!({ "source": script });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", script).await?;
    Ok(())
}

/// Plays for a moment: thrusts, turns the aim and fires until a bolt is drawn.
async fn play(page: &Page) -> Result<()> {
    page.until_flying().await?;
    for key in ['d', 'e', ' '] {
        page.hold(key).await?;
    }
    let before = page.look().await?.own();
    page.until("the ship to move", |look| look.own().is_some() && look.own() != before).await?;
    for key in ['d', 'e', ' '] {
        page.release(key).await?;
    }
    Ok(())
}

#[tokio::test]
async fn without_sound_filters_and_storage_the_game_is_played() -> Result<()> {
    const LACKING: &str = "
        for (const name of ['AudioContext', 'webkitAudioContext', 'OfflineAudioContext']) {
            delete window[name];
        }
        delete CanvasRenderingContext2D.prototype.filter;
        for (const name of ['localStorage', 'sessionStorage']) {
            Object.defineProperty(window, name, { get() { throw new Error('denied'); } });
        }";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    run_first(&page, LACKING).await?;
    page.goto(&server.url("/#room=lacking")).await?;
    page.join(Some("Ann")).await?;
    play(&page).await?;
    page.press('m').await?;
    page.until_shown(&["Sound off."]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn on_screens_of_any_size_and_resolution_the_game_is_played() -> Result<()> {
    /// The canvas's own pixels over the CSS pixels that it covers.
    const RATIO: &str = "const view = document.querySelector('#view');
        return Math.round(view.width / view.clientWidth * 100) / 100;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=screens")).await?;
    page.join(Some("Ann")).await?;
    for (width, height, scale) in [(200, 200, 1.0), (1280, 720, 0.5), (400, 300, 4.0)] {
        let screen = json!({
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false,
        });
        page.devtools("Emulation.setDeviceMetricsOverride", screen).await?;
        until("a canvas of the screen's resolution", async || {
            let ratio = page.execute(RATIO, Vec::new()).await?.as_f64();
            // A slow machine may draw plain pixels.
            let fits = ratio == Some(scale) || (scale > 1.0 && ratio == Some(1.0));
            Ok(if fits { Ok(()) } else { Err(format!("{ratio:?}")) })
        })
        .await?;
        play(&page).await?;
        let look = page.until_flying().await?;
        let at = look.own().zip(look.camera()).map(|(own, camera)| camera.to_page(own));
        let is_seen = |x: f64, y: f64| {
            (0.0..=f64::from(width)).contains(&x) && (0.0..=f64::from(height)).contains(&y)
        };
        assert!(at.is_some_and(|at| is_seen(at.x, at.y)), "{width} × {height}: {at:?}");
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn after_a_lost_context_lights_and_sky_are_drawn_anew() -> Result<()> {
    /// Collects the canvases that pictures are copied from.
    const WATCH: &str = "window.copied = new Set();
        const copy = CanvasRenderingContext2D.prototype.drawImage;
        CanvasRenderingContext2D.prototype.drawImage = function (source, ...rest) {
            window.copied.add(source);
            return copy.call(this, source, ...rest);
        };";
    const LOSE: &str = "window.lost = window.copied; window.copied = new Set();
        document.querySelector('#view').dispatchEvent(new Event('contextrestored'));";
    /// Whether lights and sky are copied, and none from a canvas of before.
    const ANEW: &str = "const now = [...window.copied]; window.copied = new Set();
        return now.length >= 2 && !now.some((one) => window.lost?.has(one));";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    run_first(&page, WATCH).await?;
    page.goto(&server.url("/#room=lost")).await?;
    page.join(Some("Ann")).await?;
    page.hold('d').await?;
    let anew = async || {
        let anew = page.execute(ANEW, Vec::new()).await?;
        Ok(if anew == Value::Bool(true) { Ok(()) } else { Err(String::from("not yet")) })
    };
    until("lights and sky", anew).await?;
    page.until_flying().await?;
    e2e::next_sample().await;
    page.execute(LOSE, Vec::new()).await?;
    until("new lights and a new sky", anew).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
