//! Limits for one address: it reaches each and gets an error that says so, while others play. A
//! class of 30 behind one address reaches none.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::config::Config;
use shared::client::Client;
use shared::wire::message::{ServerControl, ServerMessage, Welcome};
use tokio::io::{AsyncWriteExt, DuplexStream};
use tokio::time::{Instant, advance, sleep};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::support::hello;
use crate::support::http::read_to_end;
use crate::support::line::{AT_ONCE, Line};
use crate::support::pipes::{LOCAL, Net, address, connect, get, metric, try_connect, with_server};
use crate::support::player::Player;

/// The address that uses as much as it can.
const GREEDY: usize = 7;
/// Limits on one address's connections, WebSockets and rooms, as in the server.
const CONNECTIONS: usize = 512;
const WEB_SOCKETS: usize = 256;
const ROOMS: usize = 8;
/// Its bursts.
const HANDSHAKES: usize = 128;
const REQUESTS: usize = 2048;
const NEW_CONNECTIONS: usize = 1024;
const ROOMS_AT_ONCE: usize = 4;
const SEATS: usize = 32;

type Socket = WebSocketStream<DuplexStream>;

/// Says hello; returns the welcome or the close frame.
async fn join(socket: &mut Socket, room: &str) -> Result<Welcome, (u16, String)> {
    socket.send(Message::Binary(hello("ada", room).into())).await.unwrap();
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Binary(message) => match ServerMessage::decode(&message).unwrap() {
                ServerMessage::Control(ServerControl::Welcome(welcome)) => return Ok(welcome),
                ServerMessage::Seat(_) => {}
                other => panic!("no welcome: {other:?}"),
            },
            Message::Close(Some(frame)) => {
                return Err((frame.code.into(), frame.reason.to_string()));
            }
            other => panic!("neither welcome nor close: {other:?}"),
        }
    }
}

async fn play(net: &Net, n: usize, room: &str) -> Player<DuplexStream> {
    let mut player = Player::over(connect(net, n, AT_ONCE, 1).await, &format!("pilot {n}"), room);
    player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
    player
}

#[tokio::test(start_paused = true)]
async fn connections_per_address_are_limited() {
    with_server(Config { seats: SEATS as u16, ..Config::default() }, async |net| {
        let mut held = Vec::new();
        for _ in 0..CONNECTIONS {
            let mut pipe = net.dial(address(GREEDY), AT_ONCE, 0).await;
            pipe.write_all(b"GET /healthz HTTP/1.1\r\nhost: simulated\r\n\r\n").await.unwrap();
            held.push(pipe);
        }
        sleep(Duration::from_millis(10)).await;
        // The request itself is one connection.
        assert_eq!(metric(net, "lagrange_connections").await, CONNECTIONS as f64 + 1.0);
        let refused = try_connect(net, address(GREEDY), &[]).await.unwrap_err();
        assert_eq!((refused.status, refused.retry_after), (503, true));
        assert_eq!(
            refused.text,
            "10.0.0.7 has reached the limit of 512 concurrent connections (--per-address).\n"
        );
        assert_eq!(get(net, address(GREEDY), "/healthz").await.status, 200);
        play(net, 1, "").await;
        held.clear();
        sleep(Duration::from_millis(10)).await;
        assert!(
            try_connect(net, address(GREEDY), &[]).await.is_ok(),
            "closed connections are released"
        );
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn seats_per_address_are_limited() {
    with_server(Config { seats: SEATS as u16, ..Config::default() }, async |net| {
        let mut held = Vec::new();
        let mut rooms = Vec::new();
        for _ in 0..40 {
            let mut socket = try_connect(net, address(GREEDY), &[]).await.unwrap();
            rooms.push(join(&mut socket, "").await.unwrap().room);
            held.push(socket);
        }
        let in_lobby = rooms.iter().filter(|room| *room == "lobby").count();
        assert_eq!((in_lobby, rooms.last().unwrap().as_str()), (SEATS - 4, "lobby 2"));
        for n in 1..=4 {
            let mut socket = try_connect(net, address(n), &[]).await.unwrap();
            assert_eq!(join(&mut socket, "").await.unwrap().room, "lobby");
            held.push(socket);
        }
        // It may have any other room to itself.
        let mut own = Vec::new();
        for _ in 0..SEATS {
            let mut socket = try_connect(net, address(GREEDY), &[]).await.unwrap();
            assert_eq!(join(&mut socket, "duel").await.unwrap().room, "duel");
            own.push(socket);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn rooms_per_address_are_limited_in_number_and_rate() {
    with_server(Config::default(), async |net| {
        let mut held = Vec::new();
        let mut open = async |n: usize| {
            let mut socket = try_connect(net, address(GREEDY), &[]).await.unwrap();
            let came = join(&mut socket, &format!("duel {n}")).await;
            held.push(socket);
            came.map(|welcome| welcome.room)
        };
        for n in 0..ROOMS_AT_ONCE {
            assert_eq!(open(n).await, Ok(format!("duel {n}")));
        }
        let (code, text) = open(ROOMS_AT_ONCE).await.unwrap_err();
        assert_eq!(
            (code, text.contains("try again in 5 s (--per-address)")),
            (4409, true),
            "{text}"
        );
        assert_eq!(open(0).await, Ok("duel 0".into()), "joining an existing room opens no new one");
        for n in ROOMS_AT_ONCE..ROOMS {
            // Nothing is acknowledged here, but not for long enough to close anyone.
            advance(Duration::from_secs(5)).await;
            assert_eq!(open(n).await, Ok(format!("duel {n}")));
        }
        advance(Duration::from_secs(5)).await;
        let (_, text) = open(ROOMS).await.unwrap_err();
        assert!(text.contains("10.0.0.7 has reached the limit of 8 opened rooms"), "{text}");
        play(net, 1, "elsewhere").await;
    })
    .await;
}

/// Names that read as a lobby's open no room, so they do not bypass the limit on rooms.
#[tokio::test(start_paused = true)]
async fn lobby_names_do_not_bypass_the_room_limit() {
    const ROOMS_MAX: usize = 64;
    let config = Config { seats: SEATS as u16, rooms_max: ROOMS_MAX, ..Config::default() };
    with_server(config, async |net| {
        let mut held = Vec::new();
        for n in 0..2 * ROOMS_MAX - 1 {
            let mut socket = try_connect(net, address(GREEDY), &[]).await.unwrap();
            let name = ["lobby ", "lobby +", "Lobby #", "lobby"][n % 4];
            let room = join(&mut socket, &format!("{name}{}", 1000 + n)).await.unwrap().room;
            assert!(room.starts_with("lobby"), "{room}");
            held.push(socket);
        }
        // It has filled several lobbies, except for the seats left to others.
        let lobbies = held.len().div_ceil(SEATS - 4);
        assert_eq!(metric(net, "lagrange_rooms").await, lobbies as f64);
        play(net, 1, "friends").await;
        assert_eq!(metric(net, "lagrange_rooms").await, lobbies as f64 + 1.0);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn handshakes_are_limited_and_a_plain_request_gets_the_reason() {
    with_server(Config::default(), async |net| {
        let mut n = 0;
        let refused = loop {
            assert!(n <= WEB_SOCKETS);
            match try_connect(net, address(GREEDY), &[]).await {
                Ok(_) => n += 1,
                Err(refused) => break refused,
            }
        };
        assert_eq!(n, HANDSHAKES, "as many at once");
        assert_eq!(refused.status, 503);
        let words = "10.0.0.7 exceeds the limit of 32 new WebSockets per second (--per-address).\n";
        assert_eq!(refused.text, words);
        let answer = get(net, address(GREEDY), "/ws").await;
        assert_eq!((answer.status, answer.body.as_slice()), (503, words.as_bytes()));
        assert!(try_connect(net, address(1), &[]).await.is_ok());
        advance(Duration::from_secs(1)).await;
        assert!(try_connect(net, address(GREEDY), &[]).await.is_ok());
    })
    .await;
}

/// Images in another site's page cost its visitor neither handshakes nor requests.
#[tokio::test(start_paused = true)]
async fn other_sites_pages_do_not_use_a_visitors_limits() {
    with_server(Config::default(), async |net| {
        let image = "sec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\n\
                     sec-fetch-dest: image\r\n";
        let foreign = ask_at_once(net, "/ws", REQUESTS + 1, image).await;
        assert_eq!(times(&foreign, "403 Forbidden"), REQUESTS);
        assert_eq!(times(&foreign, "429 Too Many Requests"), 1);
        // Browsers that do not send the site of the page.
        let bare = ask_at_once(net, "/ws", 200, "").await;
        assert_eq!(times(&bare, "400 Bad Request"), 200);
        for _ in 0..HANDSHAKES {
            assert!(try_connect(net, address(GREEDY), &[]).await.is_ok());
        }
        assert!(try_connect(net, address(GREEDY), &[]).await.is_err(), "as many as before");
    })
    .await;
}

/// Sends `n` requests over one connection at once; returns the text of all responses.
async fn ask_at_once(net: &Net, path: &str, n: usize, headers: &str) -> String {
    let mut pipe = net.dial(address(GREEDY), AT_ONCE, 0).await;
    let one = format!("GET {path} HTTP/1.1\r\nhost: simulated\r\n{headers}");
    let last = format!("{one}connection: close\r\n\r\n");
    let all = format!("{one}\r\n").repeat(n - 1) + &last;
    let (mut answers, mut asking) = tokio::io::split(&mut pipe);
    let (_, text) = tokio::join!(asking.write_all(all.as_bytes()), read_to_end(&mut answers));
    String::from_utf8(text).unwrap()
}

fn times(text: &str, status: &str) -> usize {
    text.matches(&format!("HTTP/1.1 {status}")).count()
}

#[tokio::test(start_paused = true)]
async fn requests_per_address_are_limited() {
    with_server(Config::default(), async |net| {
        let began = Instant::now();
        let text = ask_at_once(net, "/healthz", REQUESTS + 2, "").await;
        // The pause after the first refusal restores enough for more.
        let counts = (times(&text, "200 OK"), times(&text, "429 Too Many Requests"));
        assert_eq!(counts, (REQUESTS + 1, 1));
        assert!(
            text.contains("10.0.0.7 exceeds the limit of 128 requests per second (--per-address).")
        );
        assert!(text.contains("retry-after: 1"), "{text}");
        assert!(!text.contains("frame-ancestors *"), "no frame is to show it");
        let framed = "sec-fetch-dest: iframe\r\n";
        let text = ask_at_once(net, "/embed", 200, framed).await;
        let text = &text[text.find("429 Too").unwrap()..];
        assert!(
            text.contains("frame-ancestors *") && text.contains("requests per second"),
            "{text}"
        );
        assert!(began.elapsed() >= Duration::from_secs(1), "a refusal is waited for");
        assert_eq!(get(net, address(1), "/healthz").await.status, 200);
        play(net, 1, "").await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn excess_connections_are_closed_without_an_answer() {
    with_server(Config::default(), async |net| {
        let mut held = Vec::new();
        for _ in 0..NEW_CONNECTIONS {
            held.push(net.dial(address(GREEDY), AT_ONCE, 0).await);
        }
        let began = Instant::now();
        let mut one_more = net.dial(address(GREEDY), AT_ONCE, 0).await;
        assert_eq!(read_to_end(&mut one_more).await, b"");
        let pause = Duration::from_secs(1);
        assert!(began.elapsed() >= pause, "its end is waited for");
        let oldest_first = Instant::now();
        let mut waiting = Vec::new();
        for _ in 0..NEW_CONNECTIONS {
            waiting.push(net.dial(address(GREEDY), AT_ONCE, 0).await);
        }
        assert_eq!(read_to_end(&mut waiting[NEW_CONNECTIONS / 2]).await, b"");
        assert!(oldest_first.elapsed() < pause, "only a limited number waits at the same time");
        drop((held, waiting));
        play(net, 1, "").await;
        advance(Duration::from_secs(1)).await;
        assert_eq!(get(net, address(GREEDY), "/healthz").await.status, 200);
    })
    .await;
}

/// The counters are served to local programs, but not through a proxy.
#[tokio::test(start_paused = true)]
async fn metrics_are_served_to_direct_local_clients() {
    with_server(Config::default(), async |net| {
        let own = "host: simulated\r\n";
        for (from, headers, status) in [
            (LOCAL, own, "200"),
            (LOCAL, "host: simulated\r\nx-forwarded-for: 127.0.0.1\r\n", "403"),
            (LOCAL, "host: simulated\r\nforwarded: for=127.0.0.1\r\n", "403"),
            (address(1), own, "403"),
        ] {
            for path in ["/metrics", "/limits", "/healthz"] {
                let mut pipe = net.dial(from, AT_ONCE, 0).await;
                let text = format!("GET {path} HTTP/1.1\r\n{headers}connection: close\r\n\r\n");
                pipe.write_all(text.as_bytes()).await.unwrap();
                let answer = String::from_utf8(read_to_end(&mut pipe).await).unwrap();
                let expected = if path == "/healthz" { "200" } else { status };
                assert_eq!(&answer[9..12], expected, "{path} {from} {headers:?}: {answer}");
            }
        }
    })
    .await;
}

/// A local proxy that does not name its clients is limited as one address.
#[tokio::test(start_paused = true)]
async fn a_proxy_without_client_names_counts_as_one_address() {
    let trusted =
        Config { trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()], ..Config::default() };
    for (config, header) in [
        (trusted.clone(), None),
        (trusted.clone(), Some(("forwarded", "for=203.0.113.7"))),
        (trusted, Some(("x-forwarded-for", "203.0.113.7, unknown"))),
        // A proxy that is not configured, but forwards requests.
        (Config::default(), Some(("x-forwarded-for", "203.0.113.7"))),
    ] {
        with_server(config, async |net| {
            let mut n = 0;
            let refused = loop {
                assert!(n <= HANDSHAKES, "{header:?}");
                match try_connect(net, LOCAL, header.as_slice()).await {
                    Ok(_) => n += 1,
                    Err(refused) => break refused,
                }
            };
            assert_eq!((n, refused.status), (HANDSHAKES, 503), "{header:?}");
            assert!(refused.text.starts_with("127.0.0.1 exceeds the limit of"), "{}", refused.text);
        })
        .await;
    }
}

/// Behind a trusted proxy, every client has its own share; otherwise all share the proxy's.
#[tokio::test(start_paused = true)]
async fn a_trusted_proxys_clients_are_limited_separately() {
    let proxy: SocketAddr = "192.0.2.1:1".parse().unwrap();
    for trusted in [true, false] {
        let networks = if trusted { vec!["192.0.2.0/24".parse().unwrap()] } else { Vec::new() };
        let config = Config { trusted_proxies: networks, ..Config::default() };
        with_server(config, async |net| {
            let mut held = Vec::new();
            let given_up = Instant::now() + Duration::from_secs(10);
            let said = loop {
                assert!(held.len() <= WEB_SOCKETS && Instant::now() < given_up);
                // Slow enough for the rate, and soon enough for every hello to be in time.
                advance(Duration::from_millis(17)).await;
                let forwarded = [("x-forwarded-for", "198.51.100.66, 203.0.113.5")];
                match try_connect(net, proxy, &forwarded).await {
                    Ok(socket) => held.push(socket),
                    Err(refused) => break refused.text,
                }
            };
            assert_eq!(held.len(), WEB_SOCKETS);
            let blamed = if trusted { "203.0.113.5" } else { "192.0.2.1" };
            let why = format!("{blamed} has reached the limit of 256 concurrent WebSockets");
            assert!(said.starts_with(&why), "{said}");
            let other = try_connect(net, proxy, &[("x-forwarded-for", "203.0.113.6")]).await;
            assert_eq!(other.is_ok(), trusted, "{other:?}");
        })
        .await;
    }
}

/// A student's page: loads its files over several connections and plays over one more.
async fn attend(net: &Net, n: usize, until: Instant) -> u64 {
    const PARTS: usize = 6;
    let line = Line { delay_ms: 10, jitter_ms: 20, ..AT_ONCE };
    let mut parts = Vec::new();
    for _ in 0..PARTS {
        let mut pipe = net.dial(address(GREEDY), line, n as u64).await;
        pipe.write_all(b"GET /client.js HTTP/1.1\r\nhost: simulated\r\n\r\n").await.unwrap();
        parts.push(pipe);
    }
    let socket = connect(net, GREEDY, line, n as u64).await;
    let mut player = Player::over(socket, &format!("pupil {n}"), "class");
    let began = Instant::now();
    player.play_until("a ship", |client: &Client| client.own_ship().is_some()).await;
    assert!(began.elapsed() < Duration::from_secs(1), "pupil {n} waits {:?}", began.elapsed());
    player.play_until("the bell", |_| Instant::now() >= until).await;
    player.client.roster().iter().filter(|entry| !entry.bot).count() as u64
}

/// Thirty players behind one address join one room within a second; the server restarts, and all of
/// them reconnect at once.
#[tokio::test(start_paused = true)]
async fn a_class_of_thirty_plays_behind_one_address() {
    const PUPILS: usize = 30;
    for _before_and_after in 0..2 {
        with_server(Config { seats: SEATS as u16, ..Config::default() }, async |net| {
            let until = Instant::now() + Duration::from_secs(4);
            let class = (0..PUPILS).map(|n| attend(net, n, until));
            let seen = futures_util::future::join_all(class).await;
            assert_eq!(seen, [PUPILS as u64; PUPILS], "all players see each other");
        })
        .await;
    }
}
