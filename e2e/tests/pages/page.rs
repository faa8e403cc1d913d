//! What the page shows around the game: refusals, ghosts, help, and play on a phone.
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use e2e::{
    Browser, DUEL, ENTER, ESCAPE, Look, Page, Place, Screen, Server, fly_in_sight, shoot_down,
};

#[tokio::test]
async fn a_full_room_says_so_until_a_seat_is_free() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seats", "2"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=small");
    let mut pages = Vec::new();
    for name in ["Ann", "Bob"] {
        let page = browser.open(&url).await?;
        page.join(Some(name)).await?;
        pages.push(page);
    }
    let late = browser.open(&url).await?;
    late.until("the join screen", |look| look.state() == "join").await?;
    late.press(ENTER).await?;
    let shown_text = [
        "This room is full: it has 2 seats. The lobby may have a free one.",
        "You asked for the room “small”.",
        "Join again",
    ];
    late.until_contains("#closed", &shown_text).await?;
    assert_eq!(late.look().await?.state(), "closed");
    late.until_hidden("#closed-new-room").await?;
    // Another player does not wait, and plays in a room with a free seat.
    let elsewhere = browser.open(&url).await?;
    elsewhere.ask_to_join(Some("Eve")).await?;
    elsewhere.click_on("#closed-lobby").await?;
    elsewhere.until_flying().await?;
    let alone = |look: &Look| look.count("ships") == 1 && look.text_of("access") == "may";
    elsewhere.until("the lobby, with no other player in it", alone).await?;
    let address = elsewhere.current_url().await?;
    ensure!(!address.as_str().contains("room="), "{address}");

    pages[0].goto("about:blank").await?;
    // Her seat is held until another player needs it.
    pages[1].until("Ann to be away", |look| look.text_of("away") == "Ann").await?;
    late.press(ENTER).await?;
    late.until_flying().await?;
    late.until_hidden("#closed").await?;
    pages.push(late);
    for page in &pages {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Truncated, it would name another room.
#[tokio::test]
async fn a_room_whose_name_is_too_long_is_refused() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=tournament%20friday%20A")).await?;
    page.ask_to_join(Some("Ann")).await?;
    page.until_contains("#closed", &["The room name is too long; the limit is 16 characters."])
        .await?;
    page.click_on("#closed-lobby").await?;
    page.until_flying().await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_link_that_is_not_understood_is_refused_by_name() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/#room=den&colour=red")).await?;
    page.until_contains("#join-refusal", &["`colour=red`", "unknown key"]).await?;
    assert_eq!(page.look().await?.state(), "join");
    // The page still works, and leads to the intended room.
    page.join(None).await?;
    page.until_hidden("#join").await?;
    page.press(ESCAPE).await?;
    page.until_contains("#menu", &["Invite a friend", "room=den"]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn ghosts_and_help_come_and_go() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=ghosts");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    one.until("both ships", |look| look.count("ships") == 2).await?;
    assert_eq!(one.look().await?.count("ghosts"), 0);
    one.until_hidden("#legend").await?;

    one.press('h').await?;
    one.until_contains("#legend", &["newest snapshot", "what you saw", "judged"]).await?;
    one.until("a ghost of the other ship", |look| look.count("ghosts") == 1).await?;
    // A judged shot adds two: seen and judged.
    let shots = async { shoot_down(&one, &two, "Bob").await };
    let ghosts = one.until("ghosts of a shot", |look| look.count("ghosts") > 2);
    let (shot, seen) = tokio::join!(shots, ghosts);
    shot?;
    seen?;
    one.press('h').await?;
    one.until_hidden("#legend").await?;
    one.until("no ghosts", |look| look.count("ghosts") == 0).await?;

    one.press('?').await?;
    one.until_contains("#help", &["thrust, in eight directions", "What you hear"]).await?;
    one.press(ESCAPE).await?;
    one.until_hidden("#help").await?;
    one.press('?').await?;
    one.until_contains("#help", &["Help"]).await?;
    one.press('?').await?;
    one.until_hidden("#help").await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Puts both thumbs of a phone on their sticks and pushes the sticks to their rims.
async fn push(phone: &Page, left: Option<Place>, right: Option<Place>) -> Result<()> {
    /// Beyond a stick's travel, in CSS pixels.
    const RIM_PX: f64 = 60.0;
    let (width, height) = Screen::Phone.size();
    let thumb = |share: f64, way: Place| {
        let base = Place { x: f64::from(width) * share, y: f64::from(height) * 0.85 };
        let length = way.distance(Place::default()).max(f64::MIN_POSITIVE);
        let rim = |base, way| base + way / length * RIM_PX;
        (base, Place { x: rim(base.x, way.x), y: rim(base.y, way.y) })
    };
    let left = left.map(|way| thumb(0.25, way));
    let right = right.map(|way| thumb(0.75, way));
    let thumbs: Vec<_> = left.into_iter().chain(right).collect();
    phone.touch(&thumbs).await
}

/// Whether a page's ship is damaged within a time limit.
async fn hurt_within(limit: Duration, page: &Page) -> Result<bool> {
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if page.look().await?.count("health") < 100 {
            return Ok(true);
        }
    }
    Ok(false)
}

#[tokio::test]
async fn a_phone_plays_by_touch() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=phone");
    let desk = browser.open(&url).await?;
    desk.join(Some("Ann")).await?;
    let phone = browser.open_on(Screen::Phone, &url).await?;
    phone.until("the join screen", |look| look.state() == "join").await?;
    let name = phone.find(fantoccini::Locator::Id("name")).await?;
    let name = name.prop("value").await?.unwrap_or_default();
    phone.click_on("#play").await?;
    let start = phone.until_flying().await?.own().unwrap_or_default();
    desk.until("the phone's ship", |look| look.remote(&name).is_some()).await?;

    // The left thumb flies away from the nearer wall.
    let pull = Place { x: if start.x < 1600.0 { 1.0 } else { -1.0 }, y: 0.0 };
    push(&phone, Some(pull), None).await?;
    let moved = |at: Option<Place>| at.is_some_and(|at| at.distance(start) > 80.0);
    phone.until("its own flight", |look| moved(look.own())).await?;
    phone.lift().await?;
    desk.until("the phone's flight", |look| moved(look.remote(&name))).await?;

    // The right thumb aims and fires; every other time the left one also flies closer.
    let (mut hit, mut attempt) = (false, 0);
    let begun = Instant::now();
    while !hit {
        ensure!(begun.elapsed() < DUEL, "nothing hit; last seen: {:?}", phone.look().await?);
        attempt += 1;
        let look = phone.until_flying().await?;
        let (Some(own), Some(target)) = (look.own(), look.remote("Ann")) else { continue };
        let way = Place { x: target.x - own.x, y: target.y - own.y };
        let thrust = (attempt % 2 == 0).then_some(way);
        push(&phone, thrust, Some(way)).await?;
        hit = hurt_within(Duration::from_millis(1500), &desk).await?;
        phone.lift().await?;
    }
    fly_in_sight(&desk, "Ann", &phone).await?;
    for page in [&desk, &phone] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
