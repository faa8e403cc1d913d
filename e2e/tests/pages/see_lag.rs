//! The lesson “See the lag”: offered unasked, gone through by hands that really aim and fire, and
//! without a trace in the player's link and ghosts however it ends.
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Button, DUEL, ENTER, ESCAPE, Look, Page, Place, Server, next_sample, until};

/// The mouse button of the beam.
const BEAM: [Button; 1] = [Button::Right];
/// Distance from which a beam is fired, in u.
const NEAR_U: f64 = 420.0;
/// The player's own link in tests that check that it comes back, and its badge.
pub(crate) const OWN_LINK: &str = "&link=20ms";
pub(crate) const OWN_BADGE: &str = "simulated: 20 ms each way";

/// A player who follows the nearest ship and fires the beam at it.
#[derive(Default)]
struct Hands {
    /// The flight key held down.
    held: Option<char>,
    fires: bool,
}

impl Hands {
    /// Fires at the nearest ship, and flies towards it while it is far.
    async fn follow(&mut self, page: &Page) -> Result<()> {
        let look = page.look().await?;
        let Some(own) = look.own() else { return Ok(()) };
        let distance = |place: &Place| own.distance(*place);
        let nearest = look
            .remotes()
            .into_iter()
            .min_by(|(_, one), (_, other)| distance(one).total_cmp(&distance(other)));
        let Some((_, at)) = nearest else { return Ok(()) };
        if !self.fires {
            page.hold_buttons(&BEAM).await?;
            page.follow_nearest(&BEAM).await?;
            self.fires = true;
        }
        let (dx, dy) = (at.x - own.x, at.y - own.y);
        let towards = match (dx.abs() > dy.abs(), dx > 0.0, dy > 0.0) {
            (true, true, _) => 'd',
            (true, false, _) => 'a',
            (false, _, true) => 's',
            (false, _, false) => 'w',
        };
        self.fly(page, (distance(&at) > NEAR_U).then_some(towards)).await
    }

    async fn fly(&mut self, page: &Page, key: Option<char>) -> Result<()> {
        if self.held == key {
            return Ok(());
        }
        if let Some(held) = self.held.take() {
            page.release(held).await?;
        }
        if let Some(key) = key {
            page.hold(key).await?;
        }
        self.held = key;
        Ok(())
    }

    async fn rest(&mut self, page: &Page) -> Result<()> {
        self.fly(page, None).await?;
        self.fires = false;
        page.unfollow().await?;
        page.release_buttons(&BEAM).await
    }
}

/// Ann and Bob, who see each other in the room “den”.
pub(crate) async fn two_in_den(browser: &Browser, server: &Server) -> Result<(Page, Page)> {
    let url = server.url("/#room=den");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    one.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    Ok((one, two))
}

/// Waits until the lesson is at a step, over a link of its own, with ghosts.
pub(crate) async fn until_begun(page: &Page) -> Result<()> {
    page.until_contains("#see-lag", &["1 of 3", "Skip"]).await?;
    page.until_contains("#legend", &["newest snapshot"]).await?;
    until("the link of the lesson", async || {
        let badge = page.text("#badge").await?.unwrap_or_default();
        let own = badge.is_empty() || badge.contains(OWN_BADGE);
        Ok(if own { Err(badge) } else { Ok(()) })
    })
    .await
}

/// Waits until the lesson is over and the link is the player's own, without ghosts.
pub(crate) async fn until_as_before(page: &Page) -> Result<()> {
    page.until_hidden("#see-lag").await?;
    page.until_hidden("#callout").await?;
    page.until_contains("#badge", &[OWN_BADGE]).await?;
    page.until_hidden("#legend").await?;
    page.until("no ghosts", |look| look.count("ghosts") == 0).await.map(drop)
}

/// A value of the browser's storage.
async fn stored(page: &Page, area: &str, name: &str) -> Result<Option<String>> {
    let script = format!("return {area}.getItem({name:?});");
    Ok(page.execute(&script, Vec::new()).await?.as_str().map(str::to_string))
}

/// The sentences of a lesson, each from its beginning, in the order in which they are shown.
const SENTENCES: [&str; 6] = [
    "The thin outline is where the server’s newest snapshot has this ship.",
    "Hit a crossing ship with your beam",
    "You aimed at what you saw. The server rewound ",
    "What you see is now ",
    "You saw it ",
    "That is lag. Your link is as it was.",
];

#[tokio::test]
async fn the_lag_is_offered_and_seen_in_three_steps() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/")).await?;
    page.join(Some("Ann")).await?;
    let declining = browser.open(&server.url("/#room=declining")).await?;
    declining.join(Some("Bob")).await?;
    page.until_contains("#see-lag-offer", &["See the lag"]).await?;
    page.press('g').await?;
    page.until_hidden("#see-lag-offer").await?;
    until_begun(&page).await?;

    // Escape closes the offer like anything else, and does nothing more.
    declining.until_contains("#see-lag-offer", &["See the lag"]).await?;
    declining.press(ESCAPE).await?;
    declining.until_hidden("#see-lag-offer").await?;
    declining.until_hidden("#menu").await?;
    assert_eq!(stored(&declining, "localStorage", "lagrange.see-lag").await?, None);

    let (mut hands, mut said) = (Hands::default(), Vec::<String>::new());
    let begun = Instant::now();
    while said.len() < SENTENCES.len() {
        ensure!(begun.elapsed() < DUEL, "only {said:#?}; last seen: {:?}", page.look().await?);
        hands.follow(&page).await?;
        let text = page.text("#callout").await?.unwrap_or_default();
        let next = SENTENCES[said.len()];
        if text.starts_with(next) {
            said.push(text);
        }
        next_sample().await;
    }
    hands.rest(&page).await?;
    let rewound = said[4].split("the server rewinds ").nth(1).context("a limit")?;
    ensure!(rewound.starts_with("400 ms at most"), "{said:#?}");
    page.until_contains("#see-lag", &["Netcode", "laboratory"]).await?;
    page.until_hidden("#badge").await?;
    page.until("no ghosts", |look| look.count("ghosts") == 0).await?;
    page.press(ENTER).await?;
    page.until_hidden("#see-lag").await?;
    page.until_hidden("#callout").await?;
    assert_eq!(stored(&page, "localStorage", "lagrange.see-lag").await?.as_deref(), Some("1"));
    assert_eq!(stored(&page, "sessionStorage", "lagrange.link").await?, None);

    for page in [&page, &declining] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_lesson_that_is_left_leaves_no_trace() -> Result<()> {
    let server = Server::start(&["--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url(&format!("/#room=alone{OWN_LINK}"))).await?;
    page.join(Some("Ann")).await?;
    page.until_contains("#badge", &[OWN_BADGE]).await?;
    for key in [Some('g'), Some(ESCAPE), None] {
        page.press('g').await?;
        until_begun(&page).await?;
        match key {
            Some(key) => page.press(key).await?,
            None => page.click_on("#badge").await?,
        }
        page.until_shown(&["You left “See the lag”."]).await?;
        until_as_before(&page).await?;
    }
    page.press('g').await?;
    until_begun(&page).await?;
    page.refresh().await?;
    page.until_flying().await?;
    until_as_before(&page).await?;
    // Ghosts that were shown before stay.
    page.press('h').await?;
    page.until_contains("#legend", &["newest snapshot"]).await?;
    page.press('g').await?;
    until_begun(&page).await?;
    page.press('g').await?;
    page.until_hidden("#see-lag").await?;
    page.until_contains("#legend", &["newest snapshot"]).await?;
    // The menu begins it too.
    page.press(ESCAPE).await?;
    page.click_on("#menu [data-act=see-lag]").await?;
    page.until_hidden("#menu").await?;
    page.until_contains("#see-lag", &["1 of 3"]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

/// Whether a page flies, and nobody else but bots.
fn flies_alone(look: &Look) -> bool {
    look.own().is_some() && look.remote("Bob").is_none()
}

#[tokio::test]
async fn among_others_it_takes_place_in_a_room_of_ones_own() -> Result<()> {
    let server = Server::start(&["--seed", "7", "--seats", "2"])?;
    let browser = Browser::start()?;
    let (one, two) = two_in_den(&browser, &server).await?;
    let back = "You are back in “den”.";

    one.press('g').await?;
    one.until_shown(&["This is a room of your own", "go back to “den”"]).await?;
    until_begun(&one).await?;
    one.until("a room without Bob", flies_alone).await?;
    ensure!(one.current_url().await?.as_str().ends_with("#room=den"), "the address stays");
    two.until("a room without Ann", |look| look.remote("Ann").is_none()).await?;
    one.press('g').await?;
    one.until_shown(&[back]).await?;
    one.until("Bob's ship again", |look| look.remote("Bob").is_some()).await?;
    one.until_hidden("#badge").await?;

    // After a reload too.
    one.press('g').await?;
    until_begun(&one).await?;
    one.refresh().await?;
    one.until_shown(&["The page was reloaded during “See the lag”.", back]).await?;
    one.until("Bob's ship after a reload", |look| look.remote("Bob").is_some()).await?;
    one.until_hidden("#see-lag").await?;
    one.until_hidden("#badge").await?;

    // Somebody takes her seat meanwhile.
    one.press('g').await?;
    until_begun(&one).await?;
    let three = browser.open(&server.url("/#room=den")).await?;
    three.join(Some("Eve")).await?;
    one.press('g').await?;
    one.until_shown(&["“den” is full now, so you stay here"]).await?;
    one.until("a room of her own", flies_alone).await?;
    one.until_contains("#own-room", &["room="]).await?;
    for page in [&one, &two, &three] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn where_nobody_else_flies_it_says_so() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=void")).await?;
    page.join(Some("Ann")).await?;
    page.press('g').await?;
    page.until_shown(&["There is no other ship here to show the lag on.", "laboratory"]).await?;
    page.until_hidden("#see-lag").await?;
    page.until_hidden("#badge").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
