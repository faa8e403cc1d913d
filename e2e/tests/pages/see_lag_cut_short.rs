//! The lesson “See the lag” cut short: by a lost connection, by a reload, by a server that has no
//! room left, and by another picture. Nothing of it outlives it, and the player reads why it ended.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, Disturbance, ENTER, ESCAPE, Page, Relay, Screen, Server, Stop, until};
use serde_json::json;

use crate::see_lag::{OWN_BADGE, OWN_LINK, two_in_den, until_as_before, until_begun};

const LOST: &str = "The connection was lost during “See the lag”.";

/// The steps, by how often the player skips one.
const STEPS: [&str; 3] = ["1 of 3", "2 of 3", "3 of 3"];

async fn until_at_step(page: &Page, n: usize) -> Result<()> {
    page.press('g').await?;
    until_begun(page).await?;
    for step in &STEPS[1..=n] {
        page.press(ENTER).await?;
        page.until_contains("#see-lag", &[step]).await?;
    }
    Ok(())
}

/// What the tab keeps of a lesson, and of its link.
async fn kept(page: &Page) -> Result<String> {
    const KEPT: &str = "return ['see-lag-room', 'link']
        .map((name) => sessionStorage.getItem(`lagrange.${name}`)).join();";
    let kept = page.execute(KEPT, Vec::new()).await?;
    Ok(kept.as_str().context("a text")?.into())
}

#[tokio::test]
async fn a_lost_connection_ends_each_step_and_says_so() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let link = Relay::start(&server).await?;
    let browser = Browser::start()?;
    let page = browser.open(&link.url(&format!("/#room=alone{OWN_LINK}"))).await?;
    page.join(Some("Ann")).await?;
    page.until_contains("#badge", &[OWN_BADGE]).await?;
    for n in 0..STEPS.len() {
        until_at_step(&page, n).await?;
        link.cut();
        page.until_shown(&[LOST]).await?;
        page.until_flying().await?;
        until_as_before(&page).await?;
        assert!(kept(&page).await?.starts_with(','), "nothing of a lesson is kept");
    }
    until_at_step(&page, 0).await?;
    page.refresh().await?;
    page.until_shown(&["The page was reloaded during “See the lag”."]).await?;
    until_as_before(&page).await?;
    page.refresh().await?;
    page.until_flying().await?;
    let messages = page.messages().await?;
    ensure!(!messages.iter().any(|text| text.contains("See the lag")), "once: {messages:?}");
    page.check_console_but_for(Disturbance::Unreachable).await
}

#[tokio::test]
async fn a_private_room_that_is_gone_leads_back() -> Result<()> {
    let mut server = Server::start(&["--seed", "7", "--rooms", "3"])?;
    let browser = Browser::start()?;
    let (one, two) = two_in_den(&browser, &server).await?;
    one.press('g').await?;
    until_begun(&one).await?;
    // Another room takes the place of hers: a hidden page does not reconnect.
    let hidden = one.hide().await?;
    server.stop(Stop::Killed)?;
    one.until("the loss of the server", |look| look.state() == "closed").await?;
    server.restart()?;
    two.until_flying().await?;
    let three = browser.open(&server.url("/#room=pit")).await?;
    three.join(Some("Eve")).await?;
    hidden.show().await?;
    one.until_shown(&[LOST, "You are back in “den”."]).await?;
    one.until("Bob's ship again", |look| look.remote("Bob").is_some()).await?;
    one.until_hidden("#see-lag").await?;
    one.until_hidden("#badge").await?;
    assert_eq!(kept(&one).await?, ",");
    one.check_console_but_for(Disturbance::Unreachable).await
}

/// Shows the words of a death, and tells which parts of the lesson are in sight below them.
const COVERED: &str = "const words = document.querySelector('#respawn');
    words.hidden = false;
    words.querySelector('#respawn-by').textContent =
        'Kepler shot you down with a laser, from the lower right.';
    words.querySelector('#respawn-in').textContent = 'Back in 1.8 s';
    words.querySelector('#respawn-why').hidden = false;
    const { left, right, top, bottom } = words.getBoundingClientRect();
    const covered = [...document.querySelectorAll('#see-lag button, #badge')].filter((one) => {
        const at = one.getBoundingClientRect();
        const meets = at.left < right && at.right > left && at.top < bottom && at.bottom > top;
        return meets && one.checkVisibility({ visibilityProperty: true });
    });
    words.hidden = true;
    return [bottom > top, covered.map((one) => one.innerText)];";

#[tokio::test]
async fn the_words_of_a_death_cover_nothing_of_it() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open_on(Screen::Phone, &server.url("/#room=alone")).await?;
    page.join(Some("Ann")).await?;
    page.until_flying().await?;
    page.press('g').await?;
    until_begun(&page).await?;
    for size in [Screen::Phone.size(), (844, 390), (320, 568)] {
        page.resize(size).await?;
        let found = page.execute(COVERED, Vec::new()).await?;
        ensure!(found == json!([true, []]), "{size:?}: {found}");
    }
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn its_sentence_waits_while_another_moment_is_shown() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=alone")).await?;
    page.join(Some("Ann")).await?;
    page.until_flying().await?;
    page.hold(' ').await?;
    until("a replay of an own shot", async || {
        page.press('f').await?;
        // Another press ends a replay, so it must have been drawn.
        page.until_next_frame().await?;
        let shown = page.look().await?.replay().is_some();
        Ok(if shown { Ok(()) } else { Err(String::from("none yet")) })
    })
    .await?;
    page.release(' ').await?;
    // To begin it leads back to the match.
    page.press('g').await?;
    until_begun(&page).await?;
    page.until("the live picture", |look| look.replay().is_none()).await?;
    page.press(ENTER).await?;
    page.until_contains("#callout", &["Hit a crossing ship"]).await?;
    page.press('f').await?;
    page.until("a replay", |look| look.replay().is_some()).await?;
    page.until_hidden("#callout").await?;
    page.until_hidden("#callout-line").await?;
    page.until_contains("#see-lag", &["2 of 3"]).await?;
    page.press(ESCAPE).await?;
    page.until_contains("#callout", &["Hit a crossing ship"]).await?;
    page.until_contains("#see-lag", &["2 of 3"]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
