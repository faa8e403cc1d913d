//! Runs axe-core on both pages, on a desktop and on a phone, with every drawer: no violations.
use anyhow::Result;
use e2e::{Browser, ESCAPE, Page, Screen, Server, TAB, until};

const SCREENS: [Screen; 2] = [Screen::Desk, Screen::Phone];

/// The panels of the game's page, by the key that toggles them.
const GAME: [(char, &str); 5] =
    [('?', "#help"), ('l', "#link"), ('p', "#netcode"), ('n', "#net-graph"), ('h', "#legend")];

/// Those of the laboratory's.
const LAB: [(char, &str); 10] = [
    ('t', "#lessons"),
    ('p', "#schemes"),
    ('l', "#network"),
    ('u', "#desk"),
    ('f', "#shots"),
    ('c', "#share"),
    ('?', "#help"),
    ('n', "#net-graph"),
    ('o', "#timeline"),
    ('i', "#timeline"),
];

/// A page at an address, with axe injected.
pub(crate) async fn open(browser: &Browser, screen: Screen, url: &str) -> Result<Page> {
    let page = browser.open_on(screen, "about:blank").await?;
    page.inject_axe().await?;
    page.goto(url).await?;
    Ok(page)
}

/// Checks a page in its current state and appends a line per violated rule to `breaches`.
async fn look_through(page: &Page, what: &str, breaches: &mut Vec<String>) -> Result<()> {
    let found = page.axe_violations().await?;
    breaches.extend(found.into_iter().map(|breach| format!("{what}: {breach}")));
    Ok(())
}

/// Checks a page with each of these panels open in turn.
async fn look_through_all(
    page: &Page,
    what: &str,
    opened: &[(char, &str)],
    breaches: &mut Vec<String>,
) -> Result<()> {
    for (key, id) in opened {
        page.press(*key).await?;
        page.until_seen(id, 1).await?;
        look_through(page, &format!("{what} {id}"), breaches).await?;
        page.press(*key).await?;
        page.until_hidden(id).await?;
    }
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_the_game() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let mut breaches = Vec::new();
    for screen in SCREENS {
        let what = format!("game, {screen:?}");
        let page = open(&browser, screen, &server.url("/")).await?;
        page.until("the join screen", |look| look.state() == "join").await?;
        page.until_seen("#room-rows li", 1).await?;
        look_through(&page, &format!("{what}, join"), &mut breaches).await?;
        page.join(None).await?;
        look_through(&page, &what, &mut breaches).await?;
        look_through_all(&page, &what, &GAME, &mut breaches).await?;
        for act in ["menu", "settings"] {
            page.ask(act).await?;
            look_through(&page, &format!("{what}, {act}"), &mut breaches).await?;
            page.press(ESCAPE).await?;
        }
        page.hold(TAB).await?;
        page.until_seen("#scores", 1).await?;
        look_through(&page, &format!("{what}, scores"), &mut breaches).await?;
        page.release(TAB).await?;
        // A shot can be inspected once the server has reported it.
        until("a shot's sheet", async || {
            if page.count_seen("#forensics").await? == 1 {
                return Ok(Ok(()));
            }
            page.press(' ').await?;
            page.press('f').await?;
            Ok(Err(format!("{:?}", page.messages().await?)))
        })
        .await?;
        look_through(&page, &format!("{what}, sheet"), &mut breaches).await?;
        page.press(ESCAPE).await?;
        page.until_hidden("#forensics").await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    Ok(())
}

#[tokio::test]
async fn axe_finds_nothing_in_the_laboratory() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let mut breaches = Vec::new();
    for screen in SCREENS {
        let what = format!("laboratory, {screen:?}");
        let first = open(&browser, screen, &server.url("/lab")).await?;
        first.until_seen("#beginning", 1).await?;
        look_through(&first, &format!("{what}, a first visit"), &mut breaches).await?;
        let page = open(&browser, screen, &server.url("/lab#scenario=et-veto&at=155")).await?;
        page.until_paused_at(155).await?;
        look_through(&page, &what, &mut breaches).await?;
        look_through_all(&page, &what, &LAB, &mut breaches).await?;
        page.press('b').await?;
        page.until_seen("#titles p", 6).await?;
        look_through(&page, &format!("{what}, two columns"), &mut breaches).await?;
        page.open_fragment("v=1&scenario=et-veto&at=155&shot=415.0.1.b").await?;
        page.until_readout().await?;
        look_through(&page, &format!("{what}, sheet"), &mut breaches).await?;
    }
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
    Ok(())
}
