//! `lagrange check` against real servers behind a real nginx: what it says of each way to set one
//! up wrong, and of the right one.

use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use server::config::{Config, Observer};
use shared::room::Room;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::interval;

#[cfg(feature = "tls")]
use crate::support::nginx::certificate;
use crate::support::nginx::{Listens, Nginx};
use crate::support::program::{lagrange, signal};
use crate::support::relay::Relay;
use crate::support::{Server, http, within_guard, without_timeouts};

/// Lines of a right configuration besides `Host`.
const UPGRADE: &str = "proxy_http_version 1.1;\n\
                       proxy_set_header Upgrade $http_upgrade;\n\
                       proxy_set_header Connection $connection_upgrade;\n";
const HOST: &str = "proxy_set_header Host $http_host;\n";
const FORWARDED: &str = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n";

/// How long a relay gathers bytes: several snapshots.
const GATHERED_FOR: Duration = Duration::from_millis(250);

/// What the program printed.
struct Said {
    code: Option<i32>,
    printed: String,
}

impl Said {
    /// Its findings, each without the advice: verdict, topic and sentence.
    fn findings(&self) -> Vec<(&str, &str, &str)> {
        let lines = self.printed.lines().filter(|line| !line.starts_with(' '));
        let words = lines.filter_map(|line| {
            let (verdict, rest) = line.split_once(' ')?;
            let (topic, sentence) = rest.trim_start().split_once(' ')?;
            Some((verdict, topic, sentence.trim_start()))
        });
        words.filter(|(verdict, ..)| ["ok", "wrong", "note"].contains(verdict)).collect()
    }

    /// Asserts the verdict on each topic, in order, and the exit code. On the snapshots of a round
    /// it depends on what else this machine does.
    #[track_caller]
    fn check_verdicts(&self, expected: &[(&str, &str)]) {
        let found: Vec<_> = self.findings().into_iter().map(|(v, t, _)| (t, v)).collect();
        let (snapshots, others): (Vec<_>, Vec<_>) =
            found.iter().copied().partition(|(topic, _)| *topic == "snapshots");
        assert_eq!(others, expected, "{}", self.printed);
        assert_eq!(snapshots.len(), usize::from(found.contains(&("round", "ok"))));
        let is_wrong = found.iter().any(|(_, verdict)| *verdict == "wrong");
        assert_eq!(self.code, Some(i32::from(is_wrong)), "{}", self.printed);
    }

    /// Asserts that these words are in what was printed.
    #[track_caller]
    fn check_words(&self, words: &[&str]) {
        for words in words {
            assert!(self.printed.contains(words), "{words:?} in\n{}", self.printed);
        }
    }
}

/// Runs the program on an address.
async fn check(url: &str, args: &[&str]) -> Said {
    let mut command = lagrange(&[&["check", url, "--seconds", "3"], args].concat());
    let output = within_guard("its end", command.output()).await.unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    Said { code: output.status.code(), printed: printed + &error }
}

/// A server that trusts proxies of this machine.
async fn server_behind_a_proxy() -> Server {
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    Server::start(Config { trusted_proxies, ..without_timeouts() }).await
}

/// Passes everything on to a server, with these lines besides.
fn pass_to(server: SocketAddr, lines: &str) -> String {
    format!("location / {{\nproxy_pass http://{server};\n{lines}}}")
}

const ALL_RIGHT: [(&str, &str); 6] = [
    ("address", "ok"),
    ("page", "ok"),
    ("host", "ok"),
    ("upgrade", "ok"),
    ("forwarded", "ok"),
    ("round", "ok"),
];

#[tokio::test]
async fn a_right_installation_is_all_right() {
    let server = server_behind_a_proxy().await;
    let lines = pass_to(server.address, &[UPGRADE, HOST, FORWARDED].concat());
    let nginx = Nginx::start(Listens::Plain, &lines).await;
    let said = check(&format!("http://{}/#room=duel", nginx.address), &[]).await;
    said.check_verdicts(&ALL_RIGHT);
    said.check_words(&[
        &format!("{} accepts connections, after ", nginx.address),
        &format!("Lagrange {} is here, and healthy.", env!("CARGO_PKG_VERSION")),
        &format!("The server sees the Host that browsers send, \"{}\".", nginx.address),
        "WebSockets open, with 101.",
        "The trusted proxy names its clients: this one is on a proxy's own machine, 127.0.0.1.",
        "A round against 3 bots was played, at a ping of ",
        " shots judged.\n",
        "one is due each ",
    ]);
}

#[tokio::test]
async fn a_server_without_a_proxy_is_all_right() {
    let server = Server::start(without_timeouts()).await;
    let said = check(&format!("ws://localhost:{}", server.address.port()), &[]).await;
    said.check_verdicts(&ALL_RIGHT);
    said.check_words(&[
        &format!("localhost is {}, which accepts connections, after ", server.address),
        "No proxy is in between: this client is 127.0.0.1.",
    ]);
    // It has left, and closed every connection but that of this question.
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    server.metric_becomes("lagrange_connections", |n| n == 1.0).await;
}

/// nginx without any line of its own.
#[tokio::test]
async fn a_proxy_that_passes_nothing_on_is_told_all_of_it() {
    let server = server_behind_a_proxy().await;
    let nginx = Nginx::start(Listens::Plain, &pass_to(server.address, "")).await;
    let said = check(&format!("http://{}", nginx.address), &[]).await;
    said.check_verdicts(&[
        ("address", "ok"),
        ("page", "ok"),
        ("host", "wrong"),
        ("upgrade", "wrong"),
        ("forwarded", "wrong"),
        ("round", "note"),
    ]);
    said.check_words(&[
        &format!(
            "The server sees the Host \"{}\" where browsers send \"{}\", takes its own page for \
             one of another site, and refuses its WebSocket with 403.\n",
            server.address, nginx.address
        ),
        "→ Pass on the Host of the browser; in nginx: proxy_set_header Host $http_host;\n",
        "The header Connection of the handshake does not arrive, so that no WebSocket opens: 400 \
         Bad Request.\n",
        "→ proxy_http_version 1.1;\n",
        "→ proxy_set_header Upgrade $http_upgrade;\n",
        "→ proxy_set_header Connection \"upgrade\";\n",
        "The trusted proxy names no clients, so that all players count as one address, \
         127.0.0.1.\n",
        "→ Name the clients; in nginx: proxy_set_header X-Forwarded-For \
         $proxy_add_x_forwarded_for;\n",
        "No round was played, since no WebSocket opens.\n",
        "3 things are wrong.\n",
    ]);
}

/// nginx as in its own page on WebSockets.
#[tokio::test]
async fn a_proxy_that_loses_the_host_is_told_so() {
    let server = server_behind_a_proxy().await;
    let lines = pass_to(server.address, &[UPGRADE, FORWARDED].concat());
    let nginx = Nginx::start(Listens::Plain, &lines).await;
    let said = check(&format!("http://{}", nginx.address), &[]).await;
    let verdicts = [
        ("address", "ok"),
        ("page", "ok"),
        ("host", "wrong"),
        ("upgrade", "ok"),
        ("forwarded", "ok"),
        ("round", "note"),
    ];
    said.check_verdicts(&verdicts);
    let sees = format!("The server sees the Host \"{}\" where browsers send", server.address);
    said.check_words(&[&sees, "in nginx: proxy_set_header Host $http_host;", "1 thing is wrong."]);
    // The usual line, on another port than 80.
    let lines = [UPGRADE, FORWARDED, "proxy_set_header Host $host;\n"].concat();
    let nginx = Nginx::start(Listens::Plain, &pass_to(server.address, &lines)).await;
    let said = check(&format!("http://{}", nginx.address), &[]).await;
    said.check_verdicts(&verdicts);
    said.check_words(&["The server sees the Host \"127.0.0.1\" where browsers send \"127.0.0.1:"]);
}

#[tokio::test]
async fn a_proxy_that_is_not_trusted_is_told_how_it_would_be() {
    let server = Server::start(without_timeouts()).await;
    let mut verdicts = ALL_RIGHT;
    verdicts[4] = ("forwarded", "wrong");
    for (lines, words) in [
        (
            [UPGRADE, HOST, FORWARDED].concat(),
            "A proxy passes on requests and is not trusted, so that all players count as one \
             address, 127.0.0.1.",
        ),
        (
            [UPGRADE, HOST].concat(),
            "Something in between passes on requests without a word, so that all players count as \
             one address, 127.0.0.1.",
        ),
    ] {
        let nginx = Nginx::start(Listens::Plain, &pass_to(server.address, &lines)).await;
        let said = check(&format!("http://{}", nginx.address), &[]).await;
        said.check_verdicts(&verdicts);
        said.check_words(&[words, "→ Trust it: lagrange --trusted-proxy 127.0.0.1\n"]);
    }
}

#[tokio::test]
async fn a_socket_that_is_passed_elsewhere_is_told_apart() {
    let server = server_behind_a_proxy().await;
    let lines = pass_to(server.address, &[UPGRADE, HOST, FORWARDED].concat());
    let gone = http::free_address().await;
    for (socket, words) in [
        ("return 404;".to_string(), "/ws is answered with 404 Not Found: it does not reach"),
        (
            format!("proxy_pass http://{gone};"),
            "/ws is answered with 502 Bad Gateway: the proxy does not reach Lagrange.",
        ),
    ] {
        let lines = format!("location /ws {{ {socket} }}\n{lines}");
        let nginx = Nginx::start(Listens::Plain, &lines).await;
        let said = check(&format!("http://{}", nginx.address), &[]).await;
        let verdicts = [
            ("address", "ok"),
            ("page", "ok"),
            ("host", "ok"),
            ("upgrade", "wrong"),
            ("forwarded", "ok"),
            ("round", "note"),
        ];
        said.check_verdicts(&verdicts);
        said.check_words(&[words]);
    }
}

/// Passes bytes on to a server, and gathers those that come back. It ends with the test.
async fn relay_that_gathers(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut from_client, mut to_client) = client.into_split();
            let upstream = TcpStream::connect(server).await.unwrap();
            let (mut from_server, mut to_server) = upstream.into_split();
            tokio::spawn(async move { copy(&mut from_client, &mut to_server).await });
            tokio::spawn(async move {
                let mut period = interval(GATHERED_FOR);
                let (mut gathered, mut is_open) = (Vec::new(), true);
                while is_open {
                    tokio::select! {
                        read = from_server.read_buf(&mut gathered) => {
                            is_open = read.unwrap_or(0) > 0;
                        }
                        _ = period.tick() => {
                            is_open = to_client.write_all(&gathered).await.is_ok();
                            gathered.clear();
                        }
                    }
                }
                // What is left matters only if the client still reads.
                let _ = to_client.write_all(&gathered).await;
            });
        }
    });
    address
}

#[tokio::test]
async fn snapshots_that_are_held_back_are_noticed() {
    let server = Server::start(without_timeouts()).await;
    let relay = relay_that_gathers(server.address).await;
    let said = check(&format!("http://{relay}"), &[]).await;
    assert_eq!(said.code, Some(1), "{}", said.printed);
    said.check_words(&[
        "wrong snapshots   Snapshots are buffered on the way: ",
        " arrive together with the one before; ",
        "→ Switch off what gathers bytes",
        "Something in between passes on requests without a word",
    ]);
}

#[tokio::test]
async fn a_page_that_is_not_ours_ends_the_check() {
    let gone = http::free_address().await;
    let named = Server::start(Config { hosts: vec!["game.example".into()], ..without_timeouts() });
    let named = named.await;
    for (lines, words) in [
        (
            pass_to(named.address, "proxy_set_header Host lagrange;\n"),
            "The page is refused with 403 Forbidden: This server does not serve the host \
             \"lagrange\" (see --host). A proxy must forward the browser's Host header; in \
             nginx: proxy_set_header Host $http_host;\n\
             \u{20}                 → Pass on the Host of the browser; in nginx: proxy_set_header",
        ),
        ("location / { return 200 'Hello'; }".into(), "Another page is here, not Lagrange's."),
        ("location / { return 404; }".into(), "The page is refused with 404 Not Found."),
        (
            "location / { return 301 https://game.example/; }".into(),
            "It redirects to https://game.example/.",
        ),
        (pass_to(gone, ""), "The proxy answers 502 Bad Gateway: it does not reach Lagrange."),
    ] {
        let nginx = Nginx::start(Listens::Plain, &lines).await;
        let said = check(&format!("http://{}", nginx.address), &[]).await;
        said.check_verdicts(&[("address", "ok"), ("page", "wrong")]);
        said.check_words(&[words]);
    }
    let said = check(&format!("http://{gone}"), &[]).await;
    said.check_verdicts(&[("address", "wrong")]);
    said.check_words(&["Cannot connect to 127.0.0.1:", "→ Start the server or its proxy there"]);
}

#[cfg(feature = "tls")]
#[tokio::test]
async fn certificates_are_checked_as_browsers_do() {
    let server = server_behind_a_proxy().await;
    let lines = pass_to(server.address, &[UPGRADE, HOST, FORWARDED].concat());
    let authority = certificate("authority.pem");
    let known = ["--authority", authority.to_str().unwrap()];
    for (shown, args, words) in [
        ("localhost.pem", &[][..], "The certificate is signed by no authority that browsers know."),
        ("expired.pem", &known, "The certificate has expired."),
        ("other.pem", &known, "The certificate is for other.example, not for localhost."),
    ] {
        let nginx = Nginx::start(Listens::With(shown), &lines).await;
        let said = check(&format!("https://localhost:{}", nginx.address.port()), args).await;
        said.check_verdicts(&[("address", "ok"), ("certificate", "wrong")]);
        said.check_words(&[words]);
    }
    let nginx = Nginx::start(Listens::With("localhost.pem"), &lines).await;
    let said = check(&format!("https://{}", nginx.address), &known).await;
    let [address, rest @ ..] = ALL_RIGHT;
    said.check_verdicts(&[&[address, ("certificate", "ok")], &rest[..]].concat());
    said.check_words(&[
        "The certificate is valid for 127.0.0.1, signed by CN=Authority of tests,O=Lagrange, and \
         has ",
    ]);
    let said = check(&format!("https://{}", server.address), &[]).await;
    said.check_verdicts(&[("address", "ok"), ("certificate", "wrong")]);
    let advice = format!("→ Open http://{}, or", server.address);
    said.check_words(&["It speaks no TLS.", &advice]);
}

#[tokio::test]
async fn bad_input_is_told_from_a_bad_installation() {
    for (args, words) in [
        (&["nonsense"][..], "is not a ws://"),
        (&["ftp://127.0.0.1"], "is not a ws://"),
        (&["http://127.0.0.1/game"], "leave out the path"),
        (&["http://127.0.0.1", "--authority", "/nonexistent"], "authority"),
        (&["http://127.0.0.1", "--seconds", "0"], "0 is not in 1..=600"),
        (&[], "required"),
    ] {
        let mut command = lagrange(&[&["check"], args].concat());
        let output = within_guard("its end", command.output()).await.unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(words) && output.stdout.is_empty(), "{args:?}: {error}");
    }
}

#[tokio::test]
async fn an_interrupt_leaves_the_seat() {
    let most_held = Arc::new(AtomicUsize::new(0));
    let seen = most_held.clone();
    let watch = move |_, room: &Room| {
        seen.fetch_max(room.n_held(), Ordering::Relaxed);
    };
    let mut config = Config { observer: Some(Observer(Arc::new(watch))), ..without_timeouts() };
    config.timeouts.brief_room_linger = Duration::ZERO;
    config.timeouts.room_linger = Duration::ZERO;
    let server = Server::start(config).await;
    let url = format!("http://{}", server.address);
    let mut command = lagrange(&["check", &url, "--seconds", "600"]);
    command.stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    server.metric_becomes("lagrange_players", |n| n == 1.0).await;
    signal(&child, "INT").await;
    let status = within_guard("its end", child.wait()).await.unwrap();
    assert_eq!(status.code(), Some(130));
    // A held seat would keep its room open.
    server.metric_becomes("lagrange_rooms", |n| n == 1.0).await;
    assert_eq!(most_held.load(Ordering::Relaxed), 0, "no seat is held");
}

#[tokio::test]
async fn a_client_is_told_what_the_server_sees_of_it() {
    let server = server_behind_a_proxy().await;
    let headers = [("host", "game.example"), ("x-forwarded-for", "203.0.113.7")];
    let answer = http::get(server.address, "/whoami", &headers).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")));
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(answer.header("access-control-allow-origin"), None);
    let seen: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!((&seen["address"], &seen["route"]), (&"203.0.113.7".into(), &"named".into()));
    assert_eq!((&seen["host"], &seen["port"].is_u64()), (&"game.example".into(), &true));
    let answer = http::get(server.address, "/whoami", &[]).await;
    let seen: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!((&seen["address"], &seen["route"]), (&"127.0.0.1".into(), &"unnamed".into()));
}

#[tokio::test]
async fn the_round_goes_on_where_its_room_moves_to() {
    let state = tempfile::tempdir().unwrap();
    let config = |seed| {
        let (state, drain) = (Some(state.path().into()), Some(Duration::from_secs(30)));
        Config { state, drain, seed, ..without_timeouts() }
    };
    let (first, second) = (Server::start(config(1)).await, Server::start(config(2)).await);
    let drains = Arc::new(AtomicBool::new(false));
    let relay = Relay::start({
        let (drains, before, after) = (drains.clone(), first.address, second.address);
        move |_| if drains.load(Ordering::Relaxed) { after } else { before }
    })
    .await;
    let url = format!("http://{}", relay.address);
    // For longer than the first server waits for proxies to notice.
    let mut command = lagrange(&["check", &url, "--seconds", "8"]);
    let drain = async {
        first.metric_becomes("lagrange_players", |n| n == 1.0).await;
        drains.store(true, Ordering::Relaxed);
        within_guard("its end", first.stop()).await.unwrap();
    };
    let (output, ()) = tokio::join!(within_guard("the check", command.output()), drain);
    let output = output.unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let said = Said { code: output.status.code(), printed };
    assert!(
        said.findings().iter().any(|(v, t, _)| (*v, *t) == ("ok", "round")),
        "{}",
        said.printed
    );
    assert!(second.metric("lagrange_snapshots_total").await > 0.0, "it played there");
    second.metric_becomes("lagrange_players", |n| n == 0.0).await;
}
