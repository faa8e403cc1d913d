//! The fight behind the join screen: when it moves, when it rests, and what it leaves alone.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, ENTER, Look, Page, Screen, Server};
use serde_json::json;

/// The picture as it is drawn, as text.
const PICTURE: &str = "return document.querySelector('#view').toDataURL();";

/// How long the fight has run, in ms; 0 without one.
fn run_ms(look: &Look) -> u32 {
    look.count("attract")
}

async fn until_it_runs(page: &Page) -> Result<u32> {
    Ok(run_ms(&page.until("a fight", |look| run_ms(look) > 0).await?))
}

#[tokio::test]
async fn a_fight_runs_behind_the_join_screen_until_the_match_begins() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=alone")).await?;
    let begun = until_it_runs(&page).await?;
    let before = page.execute(PICTURE, Vec::new()).await?;
    page.until("it to go on", |look| run_ms(look) > begun + 1000).await?;
    ensure!(page.execute(PICTURE, Vec::new()).await? != before, "the picture stands still");
    let look = page.look().await?;
    assert_eq!((look.state(), look.text_of("ships")), ("join", ""), "it counts as no match");

    page.join(Some("Ann")).await?;
    let look = page.until_flying().await?;
    assert_eq!((run_ms(&look), look.text_of("attract")), (0, ""), "it is dropped");
    let alone = page.until("her own ship", |look| look.count("ships") > 0).await?;
    assert_eq!(alone.count("ships"), 1, "nobody else is in the match");

    page.ask("leave").await?;
    let again = until_it_runs(&page).await?;
    page.until("another fight to go on", |look| run_ms(look) > again).await?;
    assert_eq!(page.look().await?.state(), "join");
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// Until the first frame of the match, too, which here never comes.
#[tokio::test]
async fn a_match_has_no_ships_of_the_fight() -> Result<()> {
    const STOP_FRAMES: &str = "window.requestAnimationFrame = () => 0;";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=alone")).await?;
    until_it_runs(&page).await?;
    page.execute(STOP_FRAMES, Vec::new()).await?;
    page.ask_to_join(None).await?;
    let look = page.until("the match", |look| !look.text_of("seat").is_empty()).await?;
    assert_eq!((look.state(), look.own(), look.count("ships")), ("playing", None, 0));
    Ok(())
}

#[tokio::test]
async fn with_reduced_motion_the_fight_is_one_picture() -> Result<()> {
    const FRAMES: &str = "const [n] = arguments;
        return new Promise((done) => {
            const count = (left) => left ? requestAnimationFrame(() => count(left - 1)) : done(n);
            count(n);
        });";
    const BLANK: &str = "const { width, height } = document.querySelector('#view');
        const blank = document.createElement('canvas');
        Object.assign(blank, { width, height });
        return blank.toDataURL();";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open("about:blank").await?;
    let reduced = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    page.devtools("Emulation.setEmulatedMedia", reduced).await?;
    page.goto(&server.url("/")).await?;
    let still = until_it_runs(&page).await?;
    page.execute(FRAMES, vec![json!(30)]).await?;
    assert_eq!(run_ms(&page.look().await?), still, "it rests");
    ensure!(
        page.execute(PICTURE, Vec::new()).await? != page.execute(BLANK, Vec::new()).await?,
        "nothing is drawn"
    );
    Ok(())
}

#[tokio::test]
async fn a_hidden_tab_runs_no_fight() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    until_it_runs(&page).await?;
    let hidden = page.hide().await?;
    let before = run_ms(&page.look().await?);
    // As long as another page takes to load and run its own.
    let other = browser.open(&server.url("/")).await?;
    let begun = until_it_runs(&other).await?;
    other.until("the other fight to go on", |look| run_ms(look) > begun + 500).await?;
    hidden.check_unseen().await?;
    assert_eq!(run_ms(&page.look().await?), before);
    hidden.show().await?;
    let after = page.until("it to go on", |look| run_ms(look) > before).await?;
    ensure!(run_ms(&after) < before + 2_000, "it caught up: {} ms", run_ms(&after) - before);
    Ok(())
}

/// The keys that fly a ship in a match are letters here, and nothing takes the focus.
#[tokio::test]
async fn the_fight_leaves_typing_alone() -> Result<()> {
    const FIELDS: &str = "return [document.querySelector('#name').value,
        document.activeElement.id];";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    let begun = until_it_runs(&page).await?;
    for key in "wasd qe".chars() {
        page.press(key).await?;
    }
    page.until("it to go on", |look| run_ms(look) > begun + 500).await?;
    assert_eq!(page.execute(FIELDS, Vec::new()).await?, json!(["wasd qe", "name"]));
    page.press(ENTER).await?;
    page.until_flying().await?;
    Ok(())
}

/// On a desktop it is beside the card, on an upright phone above it.
#[tokio::test]
async fn the_card_leaves_room_for_the_fight() -> Result<()> {
    const CARD: &str = "const { left, top, right, bottom } =
            document.querySelector('#join-card').getBoundingClientRect();
        return [left, top, right, bottom];";
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    // A long invitation does not widen it.
    page.open_fragment("room=the%20longest%20room").await?;
    page.resize((320, 640)).await?;
    let [left, _, right, _] = card(&page, CARD).await?;
    ensure!(left >= 0.0 && right <= 320.0, "at 320 px the card is from {left} to {right}");
    for (size, free) in [((1280, 720), 700.0), ((844, 390), 300.0)] {
        page.resize(size).await?;
        let [left, ..] = card(&page, CARD).await?;
        ensure!(left >= free, "{size:?}: the card begins at {left}");
    }
    let phone = browser.open_on(Screen::Phone, &server.url("/")).await?;
    let [_, top, _, bottom] = card(&phone, CARD).await?;
    ensure!(top >= 180.0 && bottom <= 844.0, "on a phone the card is from {top} to {bottom}");
    Ok(())
}

async fn card(page: &Page, script: &str) -> Result<[f64; 4]> {
    serde_json::from_value(page.execute(script, Vec::new()).await?).context("a rectangle")
}
