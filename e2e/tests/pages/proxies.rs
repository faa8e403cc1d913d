//! The proxies of `deploy/`, each with its own file from there: a browser plays through each,
//! clients are counted by their own addresses, and with the options of a file switched on, rooms
//! keep to one of two processes. And an nginx as tutorials have it, which lacks a line.
use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use e2e::{Browser, Proxy, ProxyKind, ProxyOptions, Scheme, Server, Stop, shoot_down, until};
use futures_util::future::try_join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Handshakes at once from one address, no more than wait for a server that is slow to accept them.
const AT_ONCE: usize = 100;

/// The server accepts 128 handshakes at once and 32 a second, of 256 connections that last; so far
/// fewer than these, however slow the machine is.
const HANDSHAKES_MAX: usize = 1000;

/// Rooms over two processes: the odds that all are on the same one are 1 in 32,768.
const ROOMS: u32 = 16;

/// Runs a test behind each of the proxies.
async fn behind_each(test: impl AsyncFn(ProxyKind) -> Result<()>) -> Result<()> {
    for kind in ProxyKind::ALL {
        test(kind).await.with_context(|| format!("{kind:?}"))?;
    }
    Ok(())
}

#[tokio::test]
async fn a_browser_plays_through_each_proxy() -> Result<()> {
    behind_each(plays_through).await
}

async fn plays_through(kind: ProxyKind) -> Result<()> {
    let server = Server::start_behind_proxy(&["--bots", "0", "--seed", "7"])?;
    let scheme = if kind == ProxyKind::Caddy { Scheme::Https } else { Scheme::Http };
    let proxy = Proxy::start(kind, scheme, ProxyOptions::AsWritten, &[&server]).await?;
    let browser = Browser::start()?;
    let mut pages = Vec::new();
    for name in ["Ann", "Bob"] {
        let page = browser.open("about:blank").await?;
        if scheme == Scheme::Https {
            // The certificate is from an authority that only this Caddy knows.
            page.devtools("Security.setIgnoreCertificateErrors", json!({ "ignore": true })).await?;
        }
        // Caddy listens before it has a certificate.
        until("the page", async || Ok(page.goto(&proxy.url("/")).await.map_err(|e| e.to_string())))
            .await?;
        page.join(Some(name)).await?;
        pages.push(page);
    }
    let [one, two] = pages.as_slice() else { unreachable!("two pages") };
    one.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    shoot_down(one, two, "Bob").await?;
    one.until_feed_contains("You shot down Bob").await?;
    assert_eq!(server.metric("lagrange_players")?, 2);
    for page in &pages {
        assert_eq!(page.console_errors().await?, Vec::<String>::new());
    }
    Ok(())
}

#[tokio::test]
async fn each_client_is_counted_by_its_own_address() -> Result<()> {
    behind_each(counts_apart).await
}

async fn counts_apart(kind: ProxyKind) -> Result<()> {
    const GREEDY: &str = "127.0.0.7";
    let server = Server::start_behind_proxy(&[])?;
    let proxy = Proxy::start(kind, Scheme::Http, ProxyOptions::AsWritten, &[&server]).await?;
    let mut held = Vec::new();
    let mut refused = Vec::new();
    while refused.is_empty() {
        ensure!(held.len() < HANDSHAKES_MAX, "all of {} handshakes were accepted", held.len());
        let asked = (0..AT_ONCE).map(async |n| {
            // Every second one names another address, each a different one.
            let lie = format!("X-Forwarded-For: 203.0.113.{n}\r\n");
            handshake(&proxy, GREEDY, "/ws", if n % 2 == 0 { &lie } else { "" }).await
        });
        let answers = try_join_all(asked).await?.into_iter();
        let (accepted, rest) = answers.partition::<Vec<_>, _>(|answer| answer.status == 101);
        held.extend(accepted);
        refused = rest;
    }
    for answer in &refused {
        ensure!(answer.status == 503 && answer.text.contains(GREEDY), "{answer:?}");
    }
    ensure!(handshake(&proxy, "127.0.0.8", "/ws", "").await?.status == 101);
    // Those two and the proxy itself, unless it was idle, and no address that was only named.
    let tracked = server.in_use("addresses tracked separately")?;
    ensure!((2..=3).contains(&tracked), "{tracked} addresses");

    let hidden = request(&proxy, "127.0.0.8", "GET /metrics HTTP/1.1", "").await?;
    assert_eq!(hidden.status, 404);
    Ok(())
}

#[tokio::test]
async fn a_room_keeps_to_one_process_while_that_runs() -> Result<()> {
    behind_each(keeps_rooms).await
}

async fn keeps_rooms(kind: ProxyKind) -> Result<()> {
    let start = |origin| {
        let args = ["--per-address", "0", "--host", "game.example", "--allow-origin", origin];
        Server::start_behind_proxy(&args)
    };
    let (first, mut second) = (start(ORIGINS[0])?, start(ORIGINS[1])?);
    let proxy =
        Proxy::start(kind, Scheme::Http, ProxyOptions::SwitchedOn, &[&first, &second]).await?;

    // The nodes of several machines, by their names.
    for (place, path) in ["/n/one/ws?room=7", "/n/two/ws?room=7"].into_iter().enumerate() {
        assert_eq!(server_of(&proxy, path).await?, place, "{path}");
    }

    let mut places = BTreeMap::new();
    for room in (0..ROOMS).chain(0..ROOMS) {
        let place = server_of(&proxy, &path_of(room)).await?;
        let earlier = *places.entry(room).or_insert(place);
        assert_eq!(place, earlier, "the place of room {room}: {places:?}");
    }
    let on_second = places.values().filter(|place| **place == 1).count();
    ensure!((1..places.len()).contains(&on_second), "{places:?}");

    // Without its process, a room is on the other one.
    second.stop(Stop::Killed)?;
    for room in 0..ROOMS {
        until("the other process", async || {
            let answer = handshake(&proxy, "127.0.0.1", &path_of(room), "").await?;
            Ok((answer.status == 101).then_some(()).ok_or_else(|| format!("{answer:?}")))
        })
        .await?;
    }
    Ok(())
}

/// A client over its limits is told so by a 503, as is one who asks a process that drains.
#[tokio::test]
async fn a_refused_client_takes_no_process_from_others() -> Result<()> {
    behind_each(spares_others).await
}

async fn spares_others(kind: ProxyKind) -> Result<()> {
    const GREEDY: &str = "127.0.0.7";
    let (one, two) = (Server::start_behind_proxy(&[])?, Server::start_behind_proxy(&[])?);
    let proxy = Proxy::start(kind, Scheme::Http, ProxyOptions::SwitchedOn, &[&one, &two]).await?;
    let mut held = Vec::new();
    loop {
        ensure!(held.len() < 2 * HANDSHAKES_MAX, "all of {} handshakes were accepted", held.len());
        let asked =
            (0..ROOMS).map(async |room| handshake(&proxy, GREEDY, &path_of(room), "").await);
        let answers = try_join_all(asked).await?;
        let n_refused = answers.iter().filter(|answer| answer.status != 101).count();
        for answer in answers.iter().filter(|answer| answer.status != 101) {
            ensure!(answer.status == 503 && answer.text.contains(GREEDY), "{answer:?}");
        }
        if n_refused == answers.len() {
            break;
        }
        held.extend(answers);
    }
    for room in 0..ROOMS {
        let answer = handshake(&proxy, "127.0.0.8", &path_of(room), "").await?;
        ensure!(answer.status == 101, "{answer:?}");
    }
    Ok(())
}

/// nginx asks no process whether it drains: it takes a client to the other one after a 503.
#[tokio::test]
async fn behind_nginx_players_get_from_a_draining_process_to_the_other() -> Result<()> {
    let state = tempfile::tempdir()?;
    let folder = state.path().to_str().context("a path")?;
    let start = |node| {
        // A round is in progress all the time, so it drains until the end of the test.
        let args = ["--bots", "0", "--rounds", "100/3600", "--drain", "600", "--state", folder];
        Server::start_behind_proxy(&[&args[..], &["--node", node]].concat())
    };
    let (one, two) = (start("one")?, start("two")?);
    let options = ProxyOptions::SwitchedOn;
    let proxy = Proxy::start(ProxyKind::Nginx, Scheme::Http, options, &[&one, &two]).await?;
    let browser = Browser::start()?;
    let url = proxy.url("/#room=duel");
    let (ann, bob) = (browser.open(&url).await?, browser.open(&url).await?);
    for (page, name) in [(&ann, "Ann"), (&bob, "Bob")] {
        page.join(Some(name)).await?;
    }
    ann.until("Bob's ship", |look| look.remote("Bob").is_some()).await?;
    let is_on_one = one.metric("lagrange_players")? == 2;
    let (draining, other) = if is_on_one { (&one, &two) } else { (&two, &one) };
    draining.ask_to_stop()?;
    until("the process to drain", async || {
        Ok(if draining.is_ready()? { Err("it is ready".to_string()) } else { Ok(()) })
    })
    .await?;
    // A newcomer, and a player whose connection was lost.
    let eve = browser.open(&url).await?;
    eve.join(Some("Eve")).await?;
    ann.refresh().await?;
    ann.until("Eve's ship", |look| look.remote("Eve").is_some()).await?;
    ensure!(other.metric("lagrange_players")? == 2, "both play at the other process");
    ensure!(draining.metric("lagrange_players")? == 1, "Bob plays on where he was");
    Ok(())
}

/// Tutorials on WebSockets behind nginx leave the browser's `Host` out.
#[tokio::test]
async fn a_page_says_which_line_nginx_lacks() -> Result<()> {
    let server = Server::start_behind_proxy(&["--bots", "0"])?;
    let proxy = Proxy::start_nginx(&format!(
        "proxy_pass {}; proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; \
         proxy_set_header Connection \"upgrade\";",
        server.url("")
    ))
    .await?;
    let browser = Browser::start()?;
    let page = browser.open(&proxy.url("/")).await?;
    page.ask_to_join(Some("Ann")).await?;
    let lacks = "in nginx: proxy_set_header Host $http_host;";
    page.until_contains("#closed", &["pages of other sites may not connect", lacks]).await?;
    Ok(())
}

/// The sites whose pages the first and the second server accept.
const ORIGINS: [&str; 2] = ["https://first.example", "https://second.example"];

fn path_of(room: u32) -> String {
    format!("/ws?room={room:08x}")
}

/// The server that gets the handshakes of a path.
async fn server_of(proxy: &Proxy, path: &str) -> Result<usize> {
    let origin = format!("Origin: {}\r\n", ORIGINS[0]);
    let answer = handshake(proxy, "127.0.0.1", path, &origin).await?;
    match answer.status {
        101 => Ok(0),
        403 if answer.text.contains("other sites") => Ok(1),
        _ => bail!("{path}: {answer:?}"),
    }
}

/// A response, with the connection that it keeps open.
#[derive(Debug)]
struct Answer {
    status: u16,
    /// Its head and body.
    text: String,
    _connection: TcpStream,
}

/// Asks for a WebSocket from an address of this machine, with further headers.
async fn handshake(proxy: &Proxy, from: &str, path: &str, headers: &str) -> Result<Answer> {
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    request(proxy, from, &format!("GET {path} HTTP/1.1"), &format!("{upgrade}{headers}")).await
}

async fn request(proxy: &Proxy, from: &str, line: &str, headers: &str) -> Result<Answer> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse()?)?;
    let mut connection = socket.connect(proxy.authority().parse()?).await?;
    let text = format!("{line}\r\nHost: {}\r\n{headers}\r\n", proxy.authority());
    connection.write_all(text.as_bytes()).await?;
    let mut text = Vec::new();
    while !is_whole(&text) {
        ensure!(connection.read_buf(&mut text).await? > 0, "ended after {}", text.escape_ascii());
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok(Answer { status: status.context("a status")?, text, _connection: connection })
}

/// Whether an answer is complete: its head, and of a refusal the body.
fn is_whole(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let mut lengths = head.lines().filter_map(|line| line.split_once(':'));
    let length = lengths.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = length.and_then(|(_, length)| length.trim().parse().ok());
    body.len() >= length.unwrap_or(0)
}
