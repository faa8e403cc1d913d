//! Tests of what is invisible on the screen: names of canvases, announcements, a way through the
//! page by keyboard, and forced colours.
use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use e2e::{Browser, CONTROLS, DOWN, ENTER, ESCAPE, Page, Server, TAB};
use serde_json::{Value, json};

/// More presses of Tab than a page has stops.
const STOPS_MAX: usize = 60;

async fn open_laboratory(browser: &Browser, server: &Server, fragment: &str) -> Result<Page> {
    let page = browser.open(&server.url(&format!("/lab#{fragment}"))).await?;
    page.until("the laboratory", |look| look.count("frames") > 3).await?;
    Ok(page)
}

/// Every visible canvas is an image with a name, and nothing focusable is hidden from screen
/// readers.
async fn check_names(page: &Page) -> Result<()> {
    const NAMELESS: &str = "const canvases = [...document.querySelectorAll('canvas')]
            .filter((one) => one.checkVisibility())
            .filter((one) => one.role !== 'img' || !(one.ariaLabel ?? '').trim());
        const muted = [...document.querySelectorAll('[aria-hidden=true]')]
            .filter((one) => one.querySelector('button, a[href], input, select, [tabindex]'));
        return [...canvases, ...muted].map((one) => one.id || one.localName);";
    assert_eq!(page.execute(NAMELESS, Vec::new()).await?, json!([]));
    Ok(())
}

#[tokio::test]
async fn every_canvas_has_a_name_and_the_laboratorys_says_the_sentence() -> Result<()> {
    const NAME: &str = "return document.querySelector('#lab-view').ariaLabel;";
    let server = Server::start(&["--bots", "1"])?;
    let browser = Browser::start()?;
    let page = open_laboratory(&browser, &server, "v=1&scenario=et-veto&at=155").await?;
    page.until_paused_at(155).await?;
    page.press('n').await?;
    page.until_seen("#net-graph", 1).await?;
    check_names(&page).await?;
    for fragment in ["v=1&scenario=et-veto&at=200", "v=1&scenario=source-200&at=200"] {
        page.open_fragment(fragment).await?;
        let outcome = page.until_paused_at(200).await?.outcome;
        ensure!(!outcome.is_empty(), "{fragment} has an outcome");
        let named = |name: &Value| name.as_str().is_some_and(|name| name.ends_with(&outcome));
        e2e::until("the canvas's name", async || {
            let name = page.execute(NAME, Vec::new()).await?;
            Ok(if named(&name) { Ok(()) } else { Err(format!("{name}, not {outcome}")) })
        })
        .await?;
    }
    let game = browser.open(&server.url("/")).await?;
    game.join(None).await?;
    game.press('n').await?;
    game.until_seen("#net-graph", 1).await?;
    check_names(&game).await?;
    Ok(())
}

#[tokio::test]
async fn what_came_of_a_scenario_is_announced_once() -> Result<()> {
    const LISTEN: &str = "window.announced = [];
        const live = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')];
        const note = (one) => one.textContent.trim() && window.announced.push(one.textContent);
        for (const one of live) {
            if (one.ariaLive === 'off') continue;
            const changes = { childList: true, characterData: true, subtree: true };
            new MutationObserver(() => note(one)).observe(one, changes);
        }";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open_laboratory(&browser, &server, "scenario=figure-1&at=10").await?;
    page.until_paused_at(10).await?;
    page.execute(LISTEN, Vec::new()).await?;
    page.press('k').await?;
    let outcome = page.until("an outcome", |look| !look.text_of("outcome").is_empty()).await?;
    let outcome = outcome.text_of("outcome").to_string();
    // It restarts and ends with the same outcome.
    let none = |look: &e2e::Look| look.text_of("outcome").is_empty();
    page.until("its beginning", none).await?;
    let late = page
        .until("the same again", |look| look.text_of("outcome") == outcome)
        .await?
        .count("frame");
    page.until("a while", |look| look.count("frame") > late + 40 || none(look)).await?;
    let announced = page.execute("return window.announced;", Vec::new()).await?;
    // With the sign that distinguishes an outcome from an expectation.
    let [text] = announced.as_array().context("a list")?.as_slice() else {
        bail!("announced: {announced}");
    };
    let text = text.as_str().context("a sentence")?;
    ensure!(text.starts_with('✓') && text.ends_with(&outcome), "{text}");
    Ok(())
}

/// The focused element, by its act or its id.
async fn focused(page: &Page) -> Result<String> {
    const SCRIPT: &str = "const one = document.activeElement;
        return one === document.body ? '' : one.dataset.act || one.id || one.localName;";
    let found = page.execute(SCRIPT, Vec::new()).await?;
    found.as_str().map(str::to_string).context("a name is text")
}

/// The stops of Tab, until it returns to the start.
async fn stops(page: &Page) -> Result<BTreeSet<String>> {
    let mut stops = BTreeSet::new();
    for _ in 0..STOPS_MAX {
        page.press(TAB).await?;
        if !stops.insert(focused(page).await?) && focused(page).await?.is_empty() {
            break;
        }
    }
    Ok(stops)
}

#[tokio::test]
async fn keys_lead_through_all_of_the_laboratory() -> Result<()> {
    const ALL: &str = "return [...document.querySelectorAll(arguments[0])]
        .filter((one) => one.checkVisibility() && !one.disabled)
        .map((one) => one.dataset.act || one.id || one.localName);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open_laboratory(&browser, &server, "scenario=figure-1&at=150").await?;
    page.until_paused_at(150).await?;
    let all = page.execute(ALL, vec![json!(CONTROLS)]).await?;
    let all: BTreeSet<String> = serde_json::from_value(all)?;
    let stops = stops(&page).await?;
    let missed: Vec<_> = all.difference(&stops).collect();
    assert!(all.len() > 15 && missed.is_empty(), "{missed:?} of {all:?}");

    // Into a drawer, through it, and back to its button.
    page.execute("document.querySelector('[data-act=lessons]').focus();", Vec::new()).await?;
    page.press(ENTER).await?;
    page.until_seen("#lessons", 1).await?;
    page.press(TAB).await?;
    assert_eq!(focused(&page).await?, "dismiss");
    page.press(ESCAPE).await?;
    page.until_hidden("#lessons").await?;
    assert_eq!(focused(&page).await?, "lessons");

    // The time slider works by keyboard.
    let frame = page.pause().await?.frame;
    page.execute("document.querySelector('#position').focus();", Vec::new()).await?;
    page.press(DOWN).await?;
    page.until_paused_at(frame - 1).await?;
    Ok(())
}

#[tokio::test]
async fn keys_lead_through_all_of_the_join_screen_and_its_controls_are_seen() -> Result<()> {
    const ALL: &str = "return [...document.querySelectorAll(arguments[0])]
        .filter((one) => one.checkVisibility() && !one.disabled)
        .map((one) => one.dataset.act || one.id || one.localName);";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    page.until_seen("#room-rows li", 1).await?;
    let all = page.execute(ALL, vec![json!(CONTROLS)]).await?;
    let all: BTreeSet<String> = serde_json::from_value(all)?;
    ensure!(all.contains("listing") && all.iter().any(|one| one.starts_with("join-row-")));
    let stops = stops(&page).await?;
    let missed: Vec<_> = all.difference(&stops).collect();
    assert!(missed.is_empty(), "{missed:?} of {all:?}");
    check_names(&page).await?;
    page.force_colours().await?;
    let faint = page.faint(CONTROLS).await?;
    assert!(faint.is_empty(), "{faint:?}");
    Ok(())
}

#[tokio::test]
async fn a_shot_gives_the_keyboard_back_to_the_row_that_it_was_opened_from() -> Result<()> {
    const FOCUS: &str = "document.querySelector('#shot-list li:last-child button').focus();";
    const ROW: &str = "return document.activeElement
        === document.querySelector('#shot-list li:last-child button');";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open_laboratory(&browser, &server, "scenario=source-200&at=200").await?;
    page.until_paused_at(200).await?;
    page.press('f').await?;
    page.until_seen("#shot-list button", 1).await?;
    for close in [None, Some("#forensics [data-act=dismiss]")] {
        // A keyboard user.
        page.press(TAB).await?;
        page.execute(FOCUS, Vec::new()).await?;
        page.press(ENTER).await?;
        page.until_seen("#forensics", 1).await?;
        match close {
            None => page.press(ESCAPE).await?,
            Some(button) => page.click_on(button).await?,
        }
        page.until_hidden("#forensics").await?;
        assert_eq!(page.execute(ROW, Vec::new()).await?, json!(true), "{close:?}");
    }
    Ok(())
}

#[tokio::test]
async fn every_control_is_visible_in_forced_colours() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = open_laboratory(&browser, &server, "scenario=et-veto&at=155").await?;
    page.until_paused_at(155).await?;
    page.force_colours().await?;
    for (key, id) in [('l', "#network"), ('p', "#schemes"), ('o', "#timeline")] {
        page.press(key).await?;
        page.until_seen(id, 1).await?;
        if id == "#timeline" {
            page.until_contains("#timeline-words", &["You: "]).await?;
        }
        let faint = page.faint(CONTROLS).await?;
        assert!(faint.is_empty(), "{id}: {faint:?}");
    }
    Ok(())
}
