//! Replays: the own death shows itself until the respawn; by key a shot is replayed in flight, and
//! once more leads to its sheet.
use anyhow::{Context, Result, ensure};
use e2e::{
    Browser, Disturbance, ESCAPE, Look, Page, Screen, Server, ShownReplay, Stop, fly_in_sight,
    shoot_down,
};
use serde_json::json;

/// Maximum deaths until one was replayed to its end: a busy machine may stall for most of one.
const DEATHS: usize = 5;

/// Ann and Bob in one room, in sight of each other.
async fn two_in_sight(browser: &Browser, server: &Server) -> Result<(Page, Page)> {
    let url = server.url("/#room=replay");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    fly_in_sight(&one, "Ann", &two).await?;
    Ok((one, two))
}

/// Ann shoots Bob down until his page has held a replay of it with its sentence. Returns the record
/// of that death: the replay as it went on, and then nothing.
async fn until_death_is_replayed(one: &Page, two: &Page) -> Result<Vec<ShownReplay>> {
    for _ in 0..DEATHS {
        two.record_replays().await?;
        shoot_down(one, two, "Bob").await?;
        two.until_flying().await?;
        two.until("the respawn to end the replay", |look| look.replay().is_none()).await?;
        let noted = two.recorded_replays().await?;
        let shown: Vec<ShownReplay> = noted.iter().flatten().cloned().collect();
        let last = shown.last().filter(|last| last.stage == "holds" && !last.sentence.is_empty());
        if last.is_some() {
            ensure!(noted.last() == Some(&None), "it ended: {noted:?}");
            return Ok(shown);
        }
    }
    anyhow::bail!("no death of {DEATHS} was replayed to its end")
}

/// The replay that is shown, once it stands still and its report is there.
async fn until_holds(page: &Page) -> Result<ShownReplay> {
    let holds = |look: &Look| {
        look.replay().is_some_and(|replay| replay.stage == "holds" && !replay.sentence.is_empty())
    };
    let look = page.until("a replay at its decisive moment", holds).await?;
    look.replay().context("it was there")
}

/// The widths of the sentence where the page ends far from it, and where it ends near it.
const WIDTHS: &str = "const sentence = document.querySelector('#replay-sentence');
    const { left } = sentence.style;
    const widths = [0, innerWidth - 40].map((at) => {
        sentence.style.left = `${at}px`;
        return sentence.offsetWidth;
    });
    sentence.style.left = left;
    return widths;";

async fn until_live(page: &Page) -> Result<()> {
    page.until("the live picture", |look| look.replay().is_none()).await?;
    page.until_hidden("#replay").await?;
    page.until_hidden("#replay-sentence").await
}

async fn ship_moves(page: &Page, key: char) -> Result<()> {
    let before = page.until_flying().await?.own().context("it flies")?;
    page.hold(key).await?;
    page.until("the ship to move", |look| {
        look.own().is_some_and(|now| now.distance(before) > 40.0)
    })
    .await?;
    page.release(key).await
}

#[tokio::test]
async fn a_death_is_replayed_and_later_by_key_and_once_more_opens_its_sheet() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_in_sight(&browser, &server).await?;
    let shown = until_death_is_replayed(&one, &two).await?;
    assert_eq!(shown[0].stage, "plays", "{shown:?}");
    ensure!(shown.is_sorted_by_key(|replay| replay.permille), "{shown:?}");
    let last = shown.last().context("it was shown")?;
    assert_eq!(last.permille, 1000);
    ensure!(last.sentence.starts_with("Ann saw you "), "{last:?}");
    ensure!(last.sentence.ends_with("The server went by what Ann saw."), "{last:?}");

    // In flight its key shows it again, until it is dismissed or the player flies on.
    two.press('f').await?;
    assert_eq!(until_holds(&two).await?, *last);
    let said = two.text("#replay-sentence").await?.context("it is said")?;
    let said: Vec<&str> = said.split_whitespace().collect();
    assert_eq!(said.join(" "), last.sentence);
    two.until_seen("#replay", 1).await?;
    two.press(ESCAPE).await?;
    until_live(&two).await?;
    two.until_hidden("#menu").await?;
    two.press('f').await?;
    until_holds(&two).await?;
    ship_moves(&two, 'd').await?;
    until_live(&two).await?;

    // By its buttons, as on a touch screen.
    two.press(ESCAPE).await?;
    two.click_on("#menu [data-act=shot-newest]").await?;
    two.until_hidden("#menu").await?;
    let again = until_holds(&two).await?;
    two.click_on("#replay [data-act=shot-newest]").await?;
    two.until_contains("#forensics-title", &["Ann’s ", " at you: hit"]).await?;
    let look = two.look().await?;
    ensure!(look.text_of("forensics").starts_with(&again.shot), "{again:?}: {look:?}");
    assert_eq!(look.replay(), None);
    two.press('f').await?;
    two.until_hidden("#forensics").await?;
    until_live(&two).await?;

    // The shooter replays the newest own shot.
    one.press('f').await?;
    let own = until_holds(&one).await?;
    ensure!(own.shot != last.shot || own.sentence.starts_with("Hit: "), "{own:?}");
    one.press('f').await?;
    one.until_contains("#forensics-title", &["Your "]).await?;
    ensure!(one.look().await?.text_of("forensics").starts_with(&own.shot), "{own:?}");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn with_reduced_motion_only_the_decisive_moment_is_shown() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=replay");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    let reduced = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    two.devtools("Emulation.setEmulatedMedia", reduced).await?;
    two.refresh().await?;
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    fly_in_sight(&one, "Ann", &two).await?;
    let shown = until_death_is_replayed(&one, &two).await?;
    ensure!(shown.iter().all(|replay| replay.stage == "holds"), "{shown:?}");
    assert_eq!(two.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_replay_survives_another_size_and_ends_with_the_connection() -> Result<()> {
    let mut server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_in_sight(&browser, &server).await?;
    until_death_is_replayed(&one, &two).await?;
    two.press('f').await?;
    until_holds(&two).await?;
    for size in [Screen::Phone.size(), (844, 390), Screen::Desk.size()] {
        two.resize(size).await?;
        until_holds(&two).await?;
        two.until_seen("#replay-sentence", 1).await?;
        let widths = two.execute(WIDTHS, Vec::new()).await?;
        ensure!(widths[0] == widths[1], "at the left and at the right edge: {widths}");
    }
    server.stop(Stop::Killed)?;
    two.until("the connection to be lost", |look| look.state() == "closed").await?;
    until_live(&two).await?;
    server.restart()?;
    two.until_flying().await?;
    two.press('f').await?;
    two.until_shown(&["No shot has involved you yet"]).await?;
    two.check_console_but_for(Disturbance::Unreachable).await
}
