//! Players who leave and come back: by loading the page anew, and because their server did.
use std::time::Duration;

use anyhow::Result;
use e2e::{Browser, Page, Server, Stop, fly_in_sight, until};
use futures_util::SinkExt;
use shared::netcode::values::Subscription;
use shared::wire::{codec::CodecId, message::Hello};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// What chromium says of a connection that the server's end took away: asked for, not a fault.
fn tells_of_a_lost_server(line: &str) -> bool {
    line.contains("WebSocket connection to 'ws://127.0.0.1:") && line.contains("failed")
}

/// What it says of a WebSocket and of a question that are answered by 503.
fn tells_of_a_refusal(line: &str) -> bool {
    line.contains("503")
}

/// Takes all WebSockets that one address may have, as fast as it may: 128 at once and then 32 a
/// second. The first ones say hello late, so that they are there when the last one is: the server
/// waits five seconds for a hello, and then as long for an acknowledgement.
async fn take_all_web_sockets(server: &Server) -> Result<Vec<WebSocketStream<TcpStream>>> {
    const AT_ONCE: usize = 128;
    const ALL: usize = 256;
    const HELLO_AFTER: usize = 96;
    const PACE: Duration = Duration::from_millis(40);
    let address = server.url("").replace("http://", "");
    let hello = Hello {
        name: "greedy".into(),
        room: String::new(),
        codecs: CodecId::ALL.into(),
        subscription: Subscription::default(),
        room_request: None,
    };
    let hello = Message::Binary(hello.encode().into());
    let mut sockets = Vec::new();
    while sockets.len() < ALL {
        if sockets.len() >= AT_ONCE {
            sleep(PACE).await;
        }
        let stream = TcpStream::connect(&address).await?;
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
    let page = browser.open(&server.url("/#room=again")).await?;
    let sockets = take_all_web_sockets(&server).await?;
    page.ask_to_join(Some("Ann")).await?;
    until("the server's words", async || {
        let text = page.text("#closed-text").await?.unwrap_or_default();
        let told = text.contains("127.0.0.1 has 256 WebSockets") && text.contains("--per-address");
        Ok(if told { Ok(()) } else { Err(text) })
    })
    .await?;
    drop(sockets);
    page.until_flying().await?;
    let mut errors = page.console_errors().await?;
    errors.retain(|line| !tells_of_a_refusal(line));
    assert_eq!(errors, Vec::<String>::new());
    Ok(())
}

/// Ann's page and Bob's, in one room.
async fn two_pages(server: &Server, browser: &Browser) -> Result<(Page, Page)> {
    let url = server.url("/#room=again");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    two.join(Some("Bob")).await?;
    Ok((one, two))
}

#[tokio::test]
async fn a_page_that_is_loaded_anew_plays_on() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server, &browser).await?;
    one.until("both ships", |look| look.remote("Bob").is_some()).await?;

    let seat = two.look().await?.said("seat").to_string();
    two.refresh().await?;
    one.until_shown(&["Bob lost the connection"]).await?;
    // Nobody has to press a key: the tab knows that it was playing, and on which seat.
    let look = two.until_flying().await?;
    assert_eq!(look.said("seat"), seat);
    one.until_shown(&["Bob is back."]).await?;
    two.until_shown(&["You are back"]).await?;
    one.until("both ships", |look| look.count("ships") == 2).await?;
    fly_in_sight(&two, "Bob", &one).await?;

    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

/// A tab that was duplicated plays on, and the one that it came from says so and lets it.
#[tokio::test]
async fn a_game_goes_on_in_one_window_only() -> Result<()> {
    const COPY: &str = "return JSON.stringify({ ...sessionStorage });";
    const PASTE: &str = "Object.assign(sessionStorage, JSON.parse(arguments[0])); \
        localStorage.setItem('lagrange.name', 'Ann');";
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let url = server.url("/#room=again");
    let (one, two) = (browser.open(&url).await?, browser.open(&url).await?);
    one.join(Some("Ann")).await?;
    let seat = one.look().await?.said("seat").to_string();
    let kept = one.execute(COPY, Vec::new()).await?;
    two.execute(PASTE, vec![kept]).await?;
    two.refresh().await?;
    assert_eq!(two.until_flying().await?.said("seat"), seat);
    one.until_says("#closed", &["This game goes on in another window.", "Join again"]).await?;
    // It takes nothing back by itself.
    sleep(Duration::from_secs(2)).await;
    assert_eq!(one.look().await?.state(), "closed");
    assert_eq!(two.look().await?.state(), "playing");
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn pages_come_back_when_their_server_does() -> Result<()> {
    let mut server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server, &browser).await?;
    for stop in [Stop::Killed, Stop::Asked] {
        one.until("both ships", |look| look.remote("Bob").is_some()).await?;
        two.until("both ships", |look| look.remote("Ann").is_some()).await?;
        server.stop(stop)?;
        for page in [&one, &two] {
            page.until("the loss of the server", |look| look.state() != "playing").await?;
        }
        server.start_again()?;
        for page in [&one, &two] {
            page.until_flying().await?;
        }
        fly_in_sight(&one, "Ann", &two).await?;
        fly_in_sight(&two, "Bob", &one).await?;
    }

    for page in [&one, &two] {
        let mut errors = page.console_errors().await?;
        errors.retain(|line| !tells_of_a_lost_server(line));
        assert_eq!(errors, Vec::<String>::new());
    }
    Ok(())
}

/// Waits until a page says that it has heard nothing for so many seconds, or more.
async fn until_silent_for(page: &Page, s: u32) -> Result<()> {
    until("the word on silence", async || {
        let text = page.text("#silence").await?.unwrap_or_default();
        let said = text.split_once("No word from the server for ").map(|(_, rest)| rest);
        let said_s = said.and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        Ok(if said_s.is_some_and(|said| said >= s) { Ok(()) } else { Err(text) })
    })
    .await
}

#[tokio::test]
async fn a_silent_server_is_said_and_played_on() -> Result<()> {
    let server = Server::start(&["--bots", "0", "--seed", "7"])?;
    let browser = Browser::start()?;
    let (one, two) = two_pages(&server, &browser).await?;
    one.until("both ships", |look| look.remote("Bob").is_some()).await?;
    server.stand_still()?;
    for page in [&one, &two] {
        until_silent_for(page, 6).await?;
    }
    server.go_on()?;
    for page in [&one, &two] {
        page.until_hidden("#silence").await?;
        page.until_shown(&["The server stood still for"]).await?;
        assert_eq!(page.look().await?.state(), "playing", "nobody was closed");
    }
    fly_in_sight(&one, "Ann", &two).await?;
    fly_in_sight(&two, "Bob", &one).await?;
    for page in [&one, &two] {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}
