//! Forensics: after a duel both players ask for the reason by key, kill feed and shot line; the
//! scrubber moves while the match goes on. The shot is saved and opened in the laboratory. Being
//! shot down while holding the trigger opens nothing.
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use e2e::{
    Browser, Button, Downloads, ESCAPE, Look, Page, Place, PressLog, RIGHT, Screen, Server,
    fly_in_sight, shoot_down,
};

/// The published state of the sheet: shot, verdict, age in ms, sentence.
fn sheet(look: &Look) -> Option<(String, String, i64, String)> {
    let mut parts = look.text_of("forensics").splitn(4, '|').map(str::to_string);
    let (shot, verdict) = (parts.next()?, parts.next()?);
    let age = parts.next()?.parse().ok()?;
    Some((shot, verdict, age, parts.next()?))
}

async fn until_known(page: &Page) -> Result<(String, String, i64, String)> {
    let look = page.until("the report of a shot", |look| sheet(look).is_some()).await?;
    sheet(&look).context("it was there")
}

/// Steps back to the first hit.
async fn until_hit(page: &Page) -> Result<()> {
    loop {
        let (shot, verdict, ..) = until_known(page).await?;
        if verdict == "hit" {
            return Ok(());
        }
        page.ask("shot-older").await?;
        let older = |look: &Look| sheet(look).is_some_and(|(older, ..)| older != shot);
        page.until("an older shot", older).await?;
    }
}

/// The scrubber follows the arrow key, and the space bar starts playback.
async fn check_scrubber(page: &Page) -> Result<()> {
    let (shot, _, before, _) = until_known(page).await?;
    page.press('\u{e012}').await?;
    let back = |look: &Look| sheet(look).is_some_and(|(.., age, _)| age < before);
    let look = page.until("the scrubber to move back", back).await?;
    let (.., back, _) = sheet(&look).context("it is open")?;
    page.press(RIGHT).await?;
    page.until("the scrubber to move on", |look| {
        sheet(look).is_some_and(|(.., age, _)| age > back)
    })
    .await?;
    let run = |was: i64| {
        move |look: &Look| sheet(look).is_some_and(|(.., age, _)| (age - was).abs() > 20)
    };
    page.press(' ').await?;
    page.until("the scrubber to run", run(back)).await?;
    page.press(' ').await?;
    assert_eq!(until_known(page).await?.0, shot);
    Ok(())
}

/// The open shot is saved; the laboratory shows it with the same text.
async fn check_saved(page: &Page, browser: &Browser, server: &Server) -> Result<()> {
    let downloads = Downloads::of(page).await?;
    let (shot, verdict, ..) = until_known(page).await?;
    page.click_on("#forensics-save").await?;
    page.until_contains("#forensics-note", &["shot.lagrange"]).await?;
    let shown_text = page.text("#forensics-sentence").await?;
    let bytes = downloads.read("shot.lagrange").await?;
    let lab = browser.open(&server.url("/lab")).await?;
    lab.until("the laboratory", |look| look.state() == "playing").await?;
    lab.drop_file("shot.lagrange", &bytes).await?;
    let (same, again, ..) = until_known(&lab).await?;
    assert_eq!((same, again), (shot, verdict));
    assert_eq!(lab.text("#forensics-sentence").await?, shown_text);
    lab.until("time to stand still", |look| look.state() == "capture-paused").await?;
    assert_eq!(lab.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// Makes the page click on the line of its next death as soon as the ship flies again, if a pointer
/// reaches it. A respawn closes an open sheet, and the line disappears after 10 s: on a busy
/// machine, queries of the page may take longer than that.
async fn ask_by_feed_after_death(page: &Page) -> Result<()> {
    const SCRIPT: &str = "const lying = document.querySelector('#respawn');
        const isReached = (line) => {
            const { left, top, width, height } = line.getBoundingClientRect();
            return line.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        };
        let died = false;
        const ask = () => {
            died ||= !lying.hidden;
            const line = died && lying.hidden && document.querySelector('#feed button');
            if (line && isReached(line)) line.click();
            else requestAnimationFrame(ask);
        };
        ask();";
    page.execute(SCRIPT, Vec::new()).await?;
    Ok(())
}

#[tokio::test]
async fn a_shot_is_looked_into_while_the_match_goes_on() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=why");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    one.press('f').await?;
    one.until_shown(&["No shot has involved you yet"]).await?;
    fly_in_sight(&one, "Ann", &two).await?;
    ask_by_feed_after_death(&two).await?;
    shoot_down(&one, &two, "Bob").await?;

    // The server keeps the data for a report only for some seconds, so the shooter, who has not
    // requested one yet, asks first. Shortly after that every scheme's verdict is known.
    one.press_for_sheet().await?;
    until_hit(&one).await?;

    // The player who was shot down asks by the kill feed; that page has requested the report
    // automatically.
    let (_, verdict, _, sentence) = until_known(&two).await?;
    ensure!(verdict == "hit" && !sentence.is_empty(), "{verdict}: {sentence}");
    two.until_contains("#forensics-title", &["Ann’s ", " at you: hit"]).await?;
    two.until_contains("#forensics-sentence", &[&sentence]).await?;

    one.until_contains("#forensics-title", &["Your "]).await?;
    one.until_contains("#forensics-schemes", &["QuakeWorld"]).await?;
    one.ask("shot-scheme-quakeworld").await?;
    one.until_contains("#forensics-scheme", &["QuakeWorld", "shot would"]).await?;
    let (newest, ..) = until_known(&one).await?;
    one.ask("shot-older").await?;
    one.until("another shot", |look| sheet(look).is_some_and(|(shot, ..)| shot != newest)).await?;
    // Opened by its key: after a click the space bar would press the button.
    one.press(ESCAPE).await?;
    one.until_hidden("#forensics").await?;
    one.press_for_sheet().await?;
    check_scrubber(&one).await?;
    check_scrubber(&two).await?;
    check_saved(&one, &browser, &server).await?;

    // The match goes on, and the sheet's keys do not fly.
    let own = one.until_flying().await?.own().context("Ann flies")?;
    one.hold('d').await?;
    two.press(ESCAPE).await?;
    two.until_hidden("#forensics").await?;
    two.until_flying().await?;
    one.release('d').await?;
    let now = one.until_flying().await?.own().context("Ann flies")?;
    ensure!(now.distance(own) < 40.0, "the ship coasts: {own:?} → {now:?}");
    one.press(ESCAPE).await?;
    one.until_hidden("#forensics").await?;
    assert_eq!(one.look().await?.text_of("forensics"), "");

    // On a low page the sheet begins at its title, although the focus is on the scrubber below.
    two.resize((844, 390)).await?;
    two.press_for_sheet().await?;
    until_known(&two).await?;
    const SCROLLED: &str = "return document.querySelector('#forensics .sheet').scrollTop;";
    assert_eq!(two.execute(SCROLLED, Vec::new()).await?, serde_json::json!(0));
    two.press(ESCAPE).await?;
    two.until_hidden("#forensics").await?;
    two.resize(Screen::Desk.size()).await?;
    fly_in_sight(&one, "Ann", &two).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Where the own ship is on the page; `None` while it is not in the picture.
fn own_at(look: &Look) -> Option<Place> {
    let at = look.camera()?.to_page(look.own()?);
    let (width, height) = Screen::Desk.size();
    let is_inside =
        (1.0..f64::from(width)).contains(&at.x) && (1.0..f64::from(height)).contains(&at.y);
    is_inside.then_some(at)
}

/// Presses the trigger until the ship has been shot down and has respawned. Returns the page's
/// record.
async fn die_firing(page: &Page) -> Result<PressLog> {
    /// Longer than a ship is down.
    const DOWN_MAX: Duration = Duration::from_secs(10);
    /// About 1 s: between two sequences the shooter may query this page.
    const PRESSES: usize = 20;
    // After a respawn the camera flies to the ship.
    let look = page.until("the ship in the picture", |look| own_at(look).is_some()).await?;
    page.point_at(own_at(&look).context("it is there")?).await?;
    let deaths = page.look().await?.count("deaths");
    page.record_presses().await?;
    let mut died_at = None;
    loop {
        page.press_often(Button::Left, PRESSES, Duration::from_millis(50)).await?;
        let noted = page.recorded_presses().await?;
        let was_seen = noted.while_down > 0 || noted.opened_after_ms.is_some();
        if died_at.is_none() && page.look().await?.count("deaths") > deaths {
            died_at = Some(Instant::now());
        }
        // On a busy machine, no press may fall into the time for which the ship is down.
        let is_missed = died_at.is_some_and(|at| at.elapsed() > DOWN_MAX);
        if !noted.is_down && (was_seen || is_missed) {
            return Ok(noted);
        }
    }
}

/// Whether the trigger was pressed throughout a death, by the page's record. Then nothing has
/// opened, and the line says what happened. On a busy machine, so much time may pass between two
/// presses that the second one counts as a question about the shot: such a death proves nothing.
fn check_death(noted: &PressLog) -> Result<bool> {
    /// Well below the 600 ms after which a press counts as a question.
    const TRIGGER_MS: f64 = 400.0;
    let opened = noted.opened_after_ms;
    ensure!(opened.is_none_or(|gap| gap > TRIGGER_MS), "a press of the trigger opened: {noted:?}");
    if opened.is_some() || noted.longest_gap_ms > TRIGGER_MS || noted.while_down < 3 {
        return Ok(false);
    }
    ensure!(noted.line.contains("shot you down with"), "{noted:?}");
    Ok(true)
}

#[tokio::test]
async fn a_death_opens_nothing_by_itself() -> Result<()> {
    /// Maximum deaths: on a machine that busy, holding the trigger is impossible.
    const DEATHS: usize = 6;
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=calm");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    fly_in_sight(&one, "Ann", &two).await?;
    let mut noted = Vec::new();
    loop {
        let ((), death) = tokio::try_join!(shoot_down(&one, &two, "Bob"), die_firing(&two))?;
        if check_death(&death)? {
            break;
        }
        noted.push(death);
        ensure!(noted.len() < DEATHS, "the trigger rested in every death: {noted:?}");
    }
    ask_by_feed_after_death(&two).await?;
    shoot_down(&one, &two, "Bob").await?;
    two.until_contains("#forensics-title", &["Ann’s ", " at you: hit"]).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
