//! Players who leave and come back: by reloading the page, and because their server restarted.
use std::time::Duration;

use anyhow::Result;
use e2e::{
    Browser, Disturbance, ENTER, ESCAPE, Hidden, Page, Relay, Server, Stop, cease_fire,
    fly_in_sight, repeats, shoot_at, shoot_down, until,
};
use futures_util::SinkExt;
use shared::base::limits::ACK_SILENCE_MAX_MS;
use shared::wire::message::Hello;
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Takes all WebSockets that one address may have, as fast as allowed: 128 at once and then 32 a
/// second. The first ones say hello late, so that they still exist when the last one opens: the
/// server waits five seconds for a hello, and then as long for an acknowledgement.
async fn take_all_web_sockets(server: &Server) -> Result<Vec<WebSocketStream<TcpStream>>> {
    const AT_ONCE: usize = 128;
    const ALL: usize = 256;
    const HELLO_AFTER: usize = 96;
    const PACE: Duration = Duration::from_millis(40);
    let address = server.address();
    let hello = Hello::new("greedy", "");
    let hello = Message::Binary(hello.encode().into());
    let mut sockets = Vec::new();
    while sockets.len() < ALL {
        if sockets.len() >= AT_ONCE {
            sleep(PACE).await;
        }
        let stream = TcpStream::connect(address).await?;
        sockets.push(client_async(format!("ws://{address}/ws"), stream).await?.0);
        if sockets.len() == AT_ONCE + HELLO_AFTER {
            for socket in &mut sockets {
                socket.send(hello.clone()).await?;
            }
        }
    }
    Ok(sockets)
}

#[tokio::test]
async fn a_page_that_is_not_let_in_says_why_and_comes_in_later() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--limit-loopback"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url(AGAIN)).await?;
    page.until("the join screen", |look| look.state() == "join").await?;
    while !is_turned_away(&server, &page).await? {
        page.press(ESCAPE).await?;
        page.click_on("#menu [data-act=leave]").await?;
        page.until("the join screen", |look| look.state() == "join").await?;
    }
    page.until_flying().await?;
    page.check_console_but_for(Disturbance::TurnedAway).await
}

/// Joins while all WebSockets are taken. Returns whether the page said why it was not let in: on a
/// busy machine, it may ask so late that the server holds the sockets no longer.
async fn is_turned_away(server: &Server, page: &Page) -> Result<bool> {
    let sockets = take_all_web_sockets(server).await?;
    page.press(ENTER).await?;
    let is_turned_away = until("the server's words", async || {
        let text = page.text("#closed-text").await?.unwrap_or_default();
        if text.contains("the limit of 256 concurrent WebSockets (--per-address)") {
            return Ok(Ok(true));
        }
        let plays = page.look().await?.state() == "playing";
        Ok(if plays { Ok(false) } else { Err(text) })
    })
    .await?;
    drop(sockets);
    Ok(is_turned_away)
}

/// The fragment of their room.
const AGAIN: &str = "/#room=again";

/// Ann's page and Bob's, in one room.
async fn two_pages(url: &str, browser: &Browser) -> Result<(Page, Page)> {
    let (one, two) = (browser.open(url).await?, browser.open(url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    Ok((one, two))
}

/// The state of a fight.
struct Fight {
    seats: [String; 2],
    /// How often Ann has shot Bob down.
    kills: u32,
}

/// Makes Ann shoot at Bob until she has hit him, and keep firing.
async fn begin_to_fight(one: &Page, two: &Page) -> Result<Fight> {
    let ann = one.look().await?;
    let look = two.until("Bob's ship", |look| look.count("health") > 0).await?;
    let seats = [&ann, &look].map(|look| look.text_of("seat").to_string());
    let (kills, whole) = (look.count("deaths"), look.count("health"));
    shoot_at(one, two, "Bob", |_, bob| bob.count("health") < whole).await?;
    Ok(Fight { seats, kills })
}

/// Waits until both play again and Ann has had the message, then checks that they have the same
/// seats and that the room has kept the scores: a bolt in flight may have added one kill.
async fn check_as_before(before: &Fight, one: &Page, two: &Page) -> Result<()> {
    one.until_shown(&["Welcome back: your seat and your score were held."]).await?;
    cease_fire(one).await?;
    for (page, seat) in [one, two].into_iter().zip(&before.seats) {
        assert_eq!(page.until_flying().await?.text_of("seat"), seat);
    }
    until("one score on both pages", async || {
        let (kills, deaths) = (one.look().await?.count("kills"), two.look().await?.count("deaths"));
        let kept = kills == deaths && (before.kills..=before.kills + 1).contains(&kills);
        let seen = || format!("{kills} and {deaths}, {} before", before.kills);
        Ok(if kept { Ok(()) } else { Err(seen()) })
    })
    .await
}

#[tokio::test]
async fn a_page_reloaded_in_mid_fight_plays_on() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server.url(AGAIN), &browser).await?;
    one.until("both ships", |look| look.remote("Bob").is_some()).await?;

    shoot_down(&one, &two, "Bob").await?;
    for _ in 0..repeats()? {
        let before = begin_to_fight(&one, &two).await?;
        // No key press is needed: the tab remembers that it was playing, and its seat.
        one.refresh().await?;
        check_as_before(&before, &one, &two).await?;
    }
    fly_in_sight(&one, "Ann", &two).await?;

    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_cut_link_in_mid_fight_takes_neither_seat_nor_score() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let link = Relay::start(&server).await?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&link.url(AGAIN), &browser).await?;
    one.until("both ships", |look| look.remote("Bob").is_some()).await?;

    shoot_down(&one, &two, "Bob").await?;
    for _ in 0..repeats()? {
        let before = begin_to_fight(&one, &two).await?;
        link.cut();
        two.until_shown(&["Welcome back"]).await?;
        check_as_before(&before, &one, &two).await?;
    }
    fly_in_sight(&one, "Ann", &two).await?;
    for page in [&one, &two] {
        page.check_console_but_for(Disturbance::Unreachable).await?;
    }
    Ok(())
}

/// Keeps a page behind another tab for longer than the server waits for an acknowledgement.
async fn wait_unseen(hidden: &Hidden<'_>) -> Result<()> {
    sleep(2 * Duration::from_millis(ACK_SILENCE_MAX_MS.unsigned_abs())).await;
    hidden.check_unseen().await
}

#[tokio::test]
async fn a_hidden_page_goes_on_acknowledging() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server.url(AGAIN), &browser).await?;
    one.until("both ships", |look| look.remote("Bob").is_some()).await?;
    let seat = one.look().await?.text_of("seat").to_string();
    let hidden = one.hide().await?;
    wait_unseen(&hidden).await?;
    assert_eq!(one.look().await?.state(), "playing");
    hidden.show().await?;
    fly_in_sight(&one, "Ann", &two).await?;
    fly_in_sight(&two, "Bob", &one).await?;
    // It is still the same connection: neither page showed a rejoin.
    assert_eq!(one.look().await?.text_of("seat"), seat);
    assert_eq!(two.look().await?.text_of("away"), "");
    for page in [&one, &two] {
        let messages = page.messages().await?;
        let lost = |text: &String| text.contains("back");
        assert!(!messages.iter().any(lost), "{messages:?}");
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn a_page_that_is_closed_while_hidden_comes_back_when_seen() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let link = Relay::start(&server).await?;
    let browser = Browser::start()?;
    let (one, two) =
        (browser.open(&link.url(AGAIN)).await?, browser.open(&server.url(AGAIN)).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    let seat = one.look().await?.text_of("seat").to_string();
    let hidden = one.hide().await?;
    link.cut();
    two.until("Ann to be away", |look| look.text_of("away") == "Ann").await?;
    one.until("its end", |look| look.state() == "closed").await?;
    // A visible page would have retried more than once by now.
    wait_unseen(&hidden).await?;
    assert_eq!(one.look().await?.state(), "closed");
    hidden.show().await?;
    assert_eq!(one.until_flying().await?.text_of("seat"), seat);
    one.until_shown(&["Welcome back"]).await?;
    two.until("Ann to be back", |look| look.text_of("away").is_empty()).await?;
    fly_in_sight(&one, "Ann", &two).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// A duplicated tab takes over the game; the original one shows that and does not fight back.
#[tokio::test]
async fn a_game_goes_on_in_one_window_only() -> Result<()> {
    const COPY: &str = "return JSON.stringify({ ...sessionStorage });";
    const PASTE: &str = "Object.assign(sessionStorage, JSON.parse(arguments[0])); \
        localStorage.setItem('lagrange.name', 'Ann');";
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url(AGAIN);
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    let seat = one.look().await?.text_of("seat").to_string();
    let kept = one.execute(COPY, Vec::new()).await?;
    two.execute(PASTE, vec![kept]).await?;
    two.refresh().await?;
    assert_eq!(two.until_flying().await?.text_of("seat"), seat);
    one.until_contains("#closed", &["This game continues in another window.", "Join again"])
        .await?;
    // It does not reconnect on its own.
    sleep(Duration::from_secs(2)).await;
    assert_eq!(one.look().await?.state(), "closed");
    assert_eq!(two.look().await?.state(), "playing");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Waits until a page has asked its server by HTTP why the WebSocket was refused: it does so after
/// its second attempt, which a fast machine may never need.
async fn until_it_asks_why(page: &Page) -> Result<()> {
    const ASKED: &str = "const asked = performance.getEntriesByType('resource')
            .some(({ name }) => new URL(name).pathname === '/ws');
        if (asked) performance.clearResourceTimings();
        return asked;";
    until("the page's own question", async || {
        let asked = page.execute(ASKED, Vec::new()).await? == true;
        Ok(if asked { Ok(()) } else { Err("none".to_string()) })
    })
    .await
}

#[tokio::test]
async fn pages_come_back_when_their_server_does() -> Result<()> {
    let mut server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server.url(AGAIN), &browser).await?;
    for stop in [Stop::Killed, Stop::Asked] {
        one.until("both ships", |look| look.remote("Bob").is_some()).await?;
        two.until("both ships", |look| look.remote("Ann").is_some()).await?;
        server.stop(stop)?;
        for page in [&one, &two] {
            page.until("the loss of the server", |look| look.state() != "playing").await?;
            until_it_asks_why(page).await?;
        }
        server.restart()?;
        for page in [&one, &two] {
            page.until_flying().await?;
        }
        fly_in_sight(&one, "Ann", &two).await?;
        fly_in_sight(&two, "Bob", &one).await?;
    }

    for page in [&one, &two] {
        page.check_console_but_for(Disturbance::Unreachable).await?;
    }
    Ok(())
}

/// Waits until a page reports at least `s` seconds of silence.
async fn until_silent_for(page: &Page, s: u32) -> Result<()> {
    until("the word on silence", async || {
        let text = page.text("#silence").await?.unwrap_or_default();
        let shown_text = text.split_once("No word from the server for ").map(|(_, rest)| rest);
        let said_s = shown_text.and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        Ok(if said_s.is_some_and(|shown_text| shown_text >= s) { Ok(()) } else { Err(text) })
    })
    .await
}

#[tokio::test]
async fn a_silent_server_is_said_and_played_on() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server.url(AGAIN), &browser).await?;
    one.until("both ships", |look| look.remote("Bob").is_some()).await?;
    server.suspend()?;
    for page in [&one, &two] {
        until_silent_for(page, 6).await?;
    }
    server.resume()?;
    for page in [&one, &two] {
        page.until_hidden("#silence").await?;
        page.until_shown(&["The server stalled for"]).await?;
        assert_eq!(page.look().await?.state(), "playing", "no page was closed");
    }
    fly_in_sight(&one, "Ann", &two).await?;
    fly_in_sight(&two, "Bob", &one).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// Behind a closed connection the last picture stays, complete and still, and earlier messages are
/// gone.
#[tokio::test]
async fn a_closed_page_shows_its_last_picture_and_says_nothing_old() -> Result<()> {
    /// The picture, and its number of pixels in the colour of a rock's edge.
    const PICTURE: &str = "const view = document.querySelector('#view');
        const { data } = view.getContext('2d').getImageData(0, 0, view.width, view.height);
        let rims = 0;
        for (let at = 0; at < data.length; at += 4) {
            const [r, g, b] = data.subarray(at, at + 3);
            if (Math.abs(r - 0x4A) + Math.abs(g - 0x56) + Math.abs(b - 0x80) < 24) rims += 1;
        }
        return [view.toDataURL(), rims];";
    const ATTEMPTS: &str = "window.attempts = 0;
        new MutationObserver(() => {
            if (document.body.dataset.state === 'connecting') window.attempts += 1;
        }).observe(document.body, { attributeFilter: ['data-state'] });";
    let mut server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url(AGAIN)).await?;
    page.join(Some("Ann")).await?;
    page.execute(ATTEMPTS, Vec::new()).await?;
    server.suspend()?;
    until_silent_for(&page, 3).await?;
    server.resume()?;
    page.until_shown(&["The server stalled for"]).await?;
    server.stop(Stop::Killed)?;
    page.until("its end", |look| look.state() == "closed").await?;
    assert_eq!(page.count_seen("#toasts li").await?, 0);
    page.until_hidden("#silence").await?;
    // The page draws it once more for its new phase.
    let mut last = page.execute(PICTURE, Vec::new()).await?;
    until("two pictures that are the same", async || {
        let now = page.execute(PICTURE, Vec::new()).await?;
        let same = now == last;
        last = now;
        Ok(if same { Ok(()) } else { Err("another picture".into()) })
    })
    .await?;
    until("attempts to get in again", async || {
        let attempts = page.execute("return window.attempts;", Vec::new()).await?;
        Ok(if attempts.as_u64() >= Some(2) { Ok(()) } else { Err(attempts.to_string()) })
    })
    .await?;
    let later = page.execute(PICTURE, Vec::new()).await?;
    assert!(later[1].as_u64() > Some(100), "rocks or walls are visible: {}", later[1]);
    assert!(later == last, "the last picture stands still");
    assert_eq!(page.count_seen("#toasts li").await?, 0);
    Ok(())
}
