//! The laboratory waits at the decisive moment of a match: the number is shown in place, a key
//! jumps there and on from there, and the match itself is the same as without.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Look, Page, Screen, Server};
use lab::{run_playback::RunPlayback, scenario::Scenario};
use serde_json::json;

/// A scenario whose number is shown in the server's pane.
const VETO: Scenario = Scenario::EtVeto;

/// The laboratory, with matches set to wait.
async fn open_waiting(browser: &Browser, server: &Server, screen: Screen) -> Result<Page> {
    let page = browser.open_on(screen, &server.url("/lab#scenario=figure-1")).await?;
    page.until("the laboratory", |look| look.count("frames") > 3).await?;
    page.ask("help").await?;
    page.click_on("#cues-wanted").await?;
    page.ask("help").await?;
    Ok(page)
}

/// The number shown in place, if any, and whether it lies inside a pane.
async fn text_of(page: &Page) -> Result<Option<(String, bool)>> {
    const SCRIPT: &str = "const { callouts, panes } = document.body.dataset;
        if (!callouts) return null;
        const [x, y, w, h, number] = callouts.split(',');
        const within = (pane) => {
            const [left, top, width, height] = pane.split(',').map(Number);
            return +x >= left && +x + +w <= left + width && +y >= top && +y + +h <= top + height;
        };
        return [number, panes.split(';').some(within)];";
    let shown_text = page.execute(SCRIPT, vec![]).await?;
    Ok(serde_json::from_value(shown_text)?)
}

/// Waits until time is stopped at the cue. Returns its frame.
async fn until_waits(page: &Page) -> Result<u32> {
    let waits = |look: &Look| look.text_of("cue") == look.count("frame").to_string();
    let look = page.until("the decisive moment", waits).await?;
    Ok(look.count("frame"))
}

#[tokio::test]
async fn a_match_waits_with_its_number_at_the_place_and_goes_on() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    for screen in [Screen::Desk, Screen::Phone] {
        let page = open_waiting(&browser, &server, screen).await?;
        page.open_fragment(&["scenario=", VETO.key()].concat()).await?;
        page.until("the scenario", |look| look.count("frame") < 100).await?;
        let cue = until_waits(&page).await?;
        let (words, within) = text_of(&page).await?.context("no message is shown")?;
        ensure!(words.ends_with(" u"), "{words}");
        ensure!(within, "the number is no part of a pane");

        // The same key plays on, and the match is unchanged.
        page.press('j').await?;
        page.until("time to continue", |look| look.count("frame") > cue + 20).await?;
        ensure!(text_of(&page).await?.is_none(), "the number stays");
        let stand = page.pause().await?;
        let mut playback = RunPlayback::new(VETO.setup())?;
        while playback.frame() < stand.frame {
            playback.step()?;
        }
        assert_eq!(stand.hash, format!("{:016x}", playback.state().state_hash()));
        page.press('j').await?;
        assert_eq!(until_waits(&page).await?, cue);
    }
    Ok(())
}

#[tokio::test]
async fn reduced_motion_begins_at_the_decisive_moment() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open_waiting(&browser, &server, Screen::Desk).await?;
    let reduced = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.devtools("Emulation.setEmulatedMedia", reduced).await?;
    page.open_fragment("lesson=7").await?;
    let stand = page.until_paused().await?;
    assert_eq!(until_waits(&page).await?, stand.frame);
    ensure!(text_of(&page).await?.is_some(), "no message is shown");

    // The mark on the time bar jumps there too.
    page.press('r').await?;
    page.press('k').await?;
    page.until("time to pass", |look| look.count("frame") > 3).await?;
    page.click_on("#cue-mark").await?;
    assert_eq!(until_waits(&page).await?, stand.frame);
    Ok(())
}
