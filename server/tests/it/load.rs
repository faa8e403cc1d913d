//! `lagrange load` against a real server: what it measures, which servers it refuses, and how it
//! ends.

use std::future::pending;
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

#[cfg(feature = "tls")]
use crate::support::nginx::certificate;
use crate::support::nginx::{Listens, Nginx};
use crate::support::{Server, within_guard, without_timeouts};
use serde_json::Value;
use server::config::Config;
use server::dial::Trust;
use server::load::target::{Owner, Target};
use server::load::{Cause, ComeBack, FloorServer, Plan, Search, run};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::time::timeout;
use tokio_tungstenite::accept_async;

fn local_target(address: SocketAddr) -> Target {
    Target::parse(&format!("ws://{address}"), Owner::Unconfirmed, Trust::default()).unwrap()
}

fn plan(address: SocketAddr) -> Plan {
    Plan {
        target: local_target(address),
        metrics: None,
        bots: 6,
        batches: None,
        seconds: 2,
        room_size: 4,
        sample: 3,
        watchers: 4,
        seed: 1,
        settle: Duration::from_secs(1),
        come_back: ComeBack::Ordered,
        search: Search::Once,
    }
}

fn without_bots() -> Config {
    Config { bots: 0, seats: 4, ..without_timeouts() }
}

fn lines(printed: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(printed).unwrap();
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// The number at a path such as `server/late_ticks`.
fn number(report: &Value, path: &str) -> f64 {
    let value = report.pointer(&format!("/{path}")).and_then(Value::as_f64);
    value.unwrap_or_else(|| panic!("no number {path} in {report:#}"))
}

/// Asserts that a number of a report is in a range.
fn check_number(report: &Value, path: &str, least: f64, most: f64) {
    let value = number(report, path);
    assert!((least..=most).contains(&value), "{path} is {value}: {report:#}");
}

#[tokio::test]
async fn bots_play_and_are_measured() {
    let server = Server::start(without_bots()).await;
    let mut printed = Vec::new();
    let cause = within_guard("the load", run(&plan(server.address), &mut printed, pending())).await;
    assert_eq!(cause.unwrap(), Cause::Time);
    let lines = lines(&printed);
    let [report] = lines.as_slice() else { panic!("one line: {lines:?}") };
    for (path, least, most) in [
        ("bots", 6.0, 6.0),
        ("rooms", 2.0, 2.0),
        ("full_bots", 2.0, 2.0),
        ("joined", 6.0, 6.0),
        ("seconds", 2.0, 30.0),
        // Generous bounds, for a machine with other load.
        ("snapshots_per_bot_second", 10.0, 21.0),
        ("up_per_bot_second/messages", 10.0, 40.0),
        ("down_per_bot_second/payload_bytes", 100.0, 100_000.0),
        ("up_per_bot_second/payload_bytes", 100.0, 10_000.0),
        ("snapshot_gap_ms/p50", 20.0, 120.0),
        ("snapshot_payload_bytes", 12.0, 10_000.0),
        ("server/tick_ms/p99", 0.01, 1000.0),
        ("decode_errors", 0.0, 0.0),
        ("watchers/joined", 4.0, 4.0),
        ("watchers/snapshots_per_watcher_second", 15.0, 31.0),
        ("watchers/down_per_watcher_second/payload_bytes", 100.0, 100_000.0),
        ("watchers/snapshot_gap_ms/p50", 10.0, 120.0),
        ("server/rejected_messages", 0.0, 0.0),
    ] {
        check_number(report, path, least, most);
    }
    for way in ["down_per_bot_second", "up_per_bot_second"] {
        let of = |what| number(report, &format!("{way}/{what}"));
        let headers = of("wire_bytes") - of("payload_bytes");
        let messages = of("messages") * (number(report, "tcp_ip_bytes_per_frame_estimate") + 2.0);
        assert!(headers > 0.99 * messages, "{way}: {report:#}");
    }
    if cfg!(target_os = "linux") {
        check_number(report, "server/cpu_seconds", 0.001, 1000.0);
        check_number(report, "server/memory_end_bytes", 1e6, 1e10);
    }
    assert_eq!(report["ended_by"], "time");
    assert_eq!(report["disconnects"], serde_json::json!({}));
    // They have disconnected, and each was welcomed in its own room.
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    assert_eq!(server.metric("lagrange_rooms").await, 3.0, "the lobby, load-0 and load-1");
}

#[tokio::test]
async fn an_interrupt_prints_what_was_measured() {
    let server = Server::start(without_bots()).await;
    let mut printed = Vec::new();
    let long = Plan { seconds: 3600, ..plan(server.address) };
    let everybody_plays = async {
        server.metric_becomes("lagrange_players", |n| n == 6.0).await;
        server.metric_becomes("lagrange_snapshots_total", |n| n > 300.0).await;
    };
    let cause = within_guard("the load", run(&long, &mut printed, everybody_plays)).await;
    assert_eq!(cause.unwrap(), Cause::Interrupted);
    let report = &lines(&printed)[0];
    assert_eq!(report["ended_by"], "interrupted");
    check_number(report, "joined", 6.0, 6.0);
}

#[tokio::test]
async fn bots_without_a_seat_are_reported() {
    let server = Server::start(Config { seats: 2, ..without_bots() }).await;
    let mut printed = Vec::new();
    let short = Plan { seconds: 1, ..plan(server.address) };
    within_guard("the load", run(&short, &mut printed, pending())).await.unwrap();
    let report = &lines(&printed)[0];
    check_number(report, "joined", 4.0, 4.0);
    assert_eq!(report["disconnects"]["room_full"], 2);
}

/// What a fake server does after the WebSocket handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FakeServer {
    /// Sends nothing and keeps the connection. When all have connected, virtual time advances by
    /// itself.
    KeepSilent,
    Close,
}

async fn let_nobody_in(listener: TcpListener, does: FakeServer, n_bots: usize) {
    let mut kept = Vec::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        // A plain TCP connect is not a WebSocket: the load first resolves the address.
        let Ok(mut socket) = accept_async(stream).await else { continue };
        match does {
            FakeServer::KeepSilent => kept.push(socket),
            FakeServer::Close => socket.close(None).await.unwrap(),
        }
        // And it opens a WebSocket once before its bots do.
        if kept.len() == n_bots + 1 {
            tokio::time::pause();
        }
    }
}

#[tokio::test]
async fn a_server_that_seats_no_one_is_reported() {
    for (does, cause, said) in [
        (FakeServer::Close, Cause::NobodyLeft, "nobody_left"),
        (FakeServer::KeepSilent, Cause::NobodySeated, "nobody_seated"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let plan = plan(listener.local_addr().unwrap());
        let server = tokio::spawn(let_nobody_in(listener, does, plan.bots as usize));
        let mut printed = Vec::new();
        let ended = run(&plan, &mut printed, pending()).await;
        server.abort();
        assert_eq!(ended.unwrap(), cause, "{does:?}");
        let report = &lines(&printed)[0];
        assert_eq!(report["ended_by"], said);
        check_number(report, "joined", 0.0, 0.0);
    }
}

#[tokio::test]
async fn a_ramp_prints_its_result() {
    let server = Server::start(without_bots()).await;
    let mut printed = Vec::new();
    let plan = Plan { bots: 1, room_size: 1, seconds: 1, ..plan(server.address) };
    let ramp = Plan { search: Search::Ramp, ..plan };
    within_guard("the ramp", run(&ramp, &mut printed, pending())).await.unwrap();
    let lines = lines(&printed);
    let (answer, steps) = lines.split_last().unwrap();
    assert!((1..=2).contains(&steps.len()), "{lines:?}");
    let kept_up = steps.last().unwrap()["kept_up"].as_bool().unwrap();
    assert_eq!(number(answer, "ramp_bots"), f64::from(u8::from(kept_up)));
    assert_eq!(answer["more_was_not_tried"], kept_up);
}

/// The floor's server is a separate process that ends with the load.
#[tokio::test]
async fn the_floor_carries_as_much_as_the_game() {
    let server = Server::start(without_bots()).await;
    let mut printed = Vec::new();
    let program = env!("CARGO_BIN_EXE_lagrange").into();
    let floor = Search::Floor(FloorServer { program, core: None, rounds: 1 });
    let plan = Plan { bots: 4, seconds: 1, search: floor, ..plan(server.address) };
    let guard = Duration::from_secs(60);
    let cause = timeout(guard, run(&plan, &mut printed, pending())).await.expect("it ends");
    assert_eq!(cause.unwrap(), Cause::Time);
    let lines = lines(&printed);
    let (answer, rounds) = lines.split_last().unwrap();
    let of: Vec<&Value> = rounds.iter().map(|line| &line["of"]).collect();
    assert_eq!(of, ["game", "floor"]);
    let shape = &answer["floor"];
    for floor in rounds.iter().filter(|line| line["of"] == "floor") {
        check_number(floor, "joined", 4.0, 4.0);
        assert_eq!(floor["disconnects"], serde_json::json!({}));
        assert_eq!(floor["snapshot_payload_bytes"], shape["snapshot_bytes"].as_f64().unwrap());
        // Generous bounds, for a machine with other load.
        check_number(floor, "snapshots_per_bot_second", 10.0, 21.0);
        check_number(floor, "up_per_bot_second/messages", 10.0, 40.0);
    }
    check_number(answer, "floor/room_size", 4.0, 4.0);
    check_number(answer, "floor/snapshot_bytes", 12.0, 10_000.0);
    check_number(answer, "floor/up_bytes", 5.0, 1000.0);
    if cfg!(target_os = "linux") {
        check_number(answer, "game_per_floor", 0.01, 1000.0);
    }
}

/// Runs the program; returns its exit code, standard output and standard error.
async fn load(args: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lagrange"));
    command.arg("load").args(args).kill_on_drop(true);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = within_guard("its end", command.output()).await.unwrap();
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

#[tokio::test]
async fn remote_servers_are_refused() {
    for url in ["ws://192.0.2.1:8080", "ws://lagrange.example:8080/ws"] {
        let (code, printed, error) = load(&["--url", url]).await;
        assert_eq!(code, Some(2), "{url}: {error}");
        assert!(printed.is_empty(), "{url}");
        assert!(error.contains("--i-own-this-server"), "{url}: {error}");
    }
}

#[tokio::test]
async fn an_unreachable_server_is_a_clear_error() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("ws://{}", free.local_addr().unwrap());
    drop(free);
    let (code, _, error) = load(&["--url", &url]).await;
    assert_eq!(code, Some(1));
    assert!(error.contains("cannot connect"), "{error}");
}

#[tokio::test]
async fn an_installation_that_refuses_pages_is_not_loaded() {
    let server = Server::start(without_bots()).await;
    let lines = format!(
        "location / {{\nproxy_pass http://{};\nproxy_set_header Host game.example;\n}}",
        server.address
    );
    let nginx = Nginx::start(Listens::Plain, &lines).await;
    let url = format!("ws://{}", nginx.address);
    let (code, printed, error) = load(&["--url", &url, "--bots", "1", "--seconds", "1"]).await;
    assert_eq!(code, Some(1), "{error}");
    assert!(printed.is_empty());
    let words = format!(
        "the WebSocket is refused with 403 Forbidden: A page of \"http://{}\" requested the host \
         \"game.example\"",
        nginx.address
    );
    assert!(error.contains(&words) && error.contains("--allow-origin"), "{error}");
    assert_eq!(server.metric("lagrange_rooms").await, 1.0, "only the lobby");
}

/// A proxy that is right, with TLS in front of a server.
#[cfg(feature = "tls")]
async fn tls_in_front_of(server: &Server, certificate: &'static str) -> Nginx {
    let lines = format!(
        "location / {{\nproxy_pass http://{};\nproxy_http_version 1.1;\n\
         proxy_set_header Host $http_host;\nproxy_set_header Upgrade $http_upgrade;\n\
         proxy_set_header Connection $connection_upgrade;\n}}",
        server.address
    );
    Nginx::start(Listens::With(certificate), &lines).await
}

#[cfg(feature = "tls")]
#[tokio::test]
async fn an_installation_with_tls_is_loaded() {
    let server = Server::start(without_bots()).await;
    let nginx = tls_in_front_of(&server, "localhost.pem").await;
    let (url, authority) = (format!("wss://{}", nginx.address), certificate("authority.pem"));
    let args = ["--url", &url, "--authority", authority.to_str().unwrap(), "--bots", "4"];
    let (code, printed, error) = load(&[&args[..], &["--seconds", "1"]].concat()).await;
    assert_eq!(code, Some(0), "{error}");
    let report = &lines(&printed)[0];
    check_number(report, "joined", 4.0, 4.0);
    check_number(report, "snapshots_per_bot_second", 10.0, 21.0);
    assert_eq!(report["disconnects"], serde_json::json!({}));
}

#[cfg(feature = "tls")]
#[tokio::test]
async fn an_installation_with_a_bad_certificate_is_not_loaded() {
    let server = Server::start(without_bots()).await;
    let authority = certificate("authority.pem");
    let known = ["--authority", authority.to_str().unwrap()];
    for (shown, args, words) in [
        ("localhost.pem", &[][..], "is signed by no authority that browsers know"),
        ("expired.pem", &known, "has expired"),
        ("other.pem", &known, "is for another name: other.example"),
    ] {
        let nginx = tls_in_front_of(&server, shown).await;
        let url = format!("wss://{}", nginx.address);
        let (code, printed, error) = load(&[&["--url", &url], args].concat()).await;
        assert_eq!(code, Some(1), "{shown}: {error}");
        assert!(printed.is_empty() && error.contains(words), "{shown}: {error}");
    }
    let url = format!("wss://{}", server.address);
    let (code, _, error) = load(&["--url", &url]).await;
    assert_eq!(code, Some(1), "{error}");
    assert!(error.contains("it speaks no TLS"), "{error}");
}

#[cfg(not(feature = "tls"))]
#[tokio::test]
async fn a_build_without_tls_says_which_has_it() {
    for args in [&["--url", "wss://127.0.0.1:9"][..], &["--authority", "authority.pem"]] {
        let (code, printed, error) = load(args).await;
        assert_eq!(code, Some(2), "{error}");
        assert!(printed.is_empty());
        assert!(error.contains("which this build lacks; released binaries have it"), "{error}");
    }
}

#[tokio::test]
async fn a_server_that_goes_away_ends_the_load_with_an_error() {
    let server = Server::start(without_bots()).await;
    let url = format!("ws://{}", server.address);
    let stop = async {
        server.metric_becomes("lagrange_players", |n| n == 4.0).await;
        server.metric_becomes("lagrange_snapshots_total", |n| n > 200.0).await;
        let stopped = server.stop();
        within_guard("the server's end", stopped).await.unwrap();
    };
    let args = ["--url", &url, "--bots", "4", "--room-size", "4", "--seconds", "3600"];
    let ((code, printed, error), ()) = tokio::join!(load(&args), stop);
    assert_eq!(code, Some(1), "{error}");
    let report = &lines(&printed)[0];
    assert_eq!(report["ended_by"], "server_gone");
    assert_eq!(report["disconnects"]["shutdown"], 4, "{report:#}");
}
