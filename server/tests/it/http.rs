//! HTTP responses of the server, to well-behaved and to misbehaving clients.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{
    SHORT, Server, close_of, http, send_ignoring_close, within_guard, without_timeouts,
};
use server::config::{Config, Observer, Timeouts};
use shared::room::Room;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// The counters are served to programs on the same machine, or only on the admin listener.
#[tokio::test]
async fn metrics_are_served_by_one_listener_only() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let admin = listener.local_addr().unwrap();
    let apart = Server::start_with_admin(vec![listener], without_timeouts()).await;
    let open = Server::start(without_timeouts()).await;
    for (address, served) in [(open.address, true), (apart.address, false), (admin, true)] {
        for path in ["/metrics", "/limits"] {
            let answer = http::get(address, path, &[]).await;
            assert_eq!(answer.status == 200, served, "{path}");
        }
        assert_eq!(http::get(address, "/healthz", &[]).await.status, 200);
    }
    assert_eq!(http::get(admin, "/", &[]).await.status, 404, "no other path is served there");
}

#[tokio::test]
async fn limits_are_a_page_and_json() {
    let server = Server::start(without_timeouts()).await;
    let page = http::get(server.address, "/limits", &[("accept", "text/html,*/*")]).await;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let page = String::from_utf8(page.body).unwrap();
    assert!(page.contains("<td>connections per address<td>512<td>–<td>0<td>503 with"), "{page}");
    // A flood is counted.
    let (mut socket, _) = server.join("ada", "").await;
    for _ in 0..2000 {
        send_ignoring_close(&mut socket, Message::Ping(Vec::new().into())).await;
    }
    close_of(&mut socket).await;
    let json = http::get(server.address, "/limits", &[("accept", "application/json")]).await;
    assert_eq!(json.header("content-type"), Some("application/json"));
    let rows: serde_json::Value = serde_json::from_slice(&json.body).unwrap();
    let row = |bound: &str| {
        rows.as_array().unwrap().iter().find(|row| row["bound"] == bound).unwrap().clone()
    };
    assert_eq!(row("connections")["max"], 4096);
    assert!(row("connections")["now"].as_u64().unwrap() >= 1, "the one that asks");
    assert_eq!(row("rooms")["now"], 1);
    assert_eq!(row("messages per player")["reached"], 1);
}

#[tokio::test]
async fn the_page_is_served_in_the_encoding_that_is_accepted() {
    let server = Server::start(without_timeouts()).await;
    let plain = http::get(server.address, "/", &[]).await;
    assert_eq!(plain.status, 200);
    assert_eq!(plain.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    assert_eq!(plain.header("vary"), Some("accept-encoding"));
    assert_eq!(plain.header("content-encoding"), None);
    assert!(String::from_utf8_lossy(&plain.body).contains("Lagrange"));

    for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip, deflate", "gzip")] {
        let packed = http::get(server.address, "/", &[("accept-encoding", accepted)]).await;
        assert_eq!(packed.header("content-encoding"), Some(coding));
        let mut unpacked = Vec::new();
        let body = packed.body.as_slice();
        match coding {
            "br" => brotli::Decompressor::new(body, 4096).read_to_end(&mut unpacked).unwrap(),
            _ => flate2::read::GzDecoder::new(body).read_to_end(&mut unpacked).unwrap(),
        };
        assert_eq!(unpacked, plain.body);
    }
}

#[tokio::test]
async fn hashed_assets_are_cached_forever() {
    let server = Server::start(without_timeouts()).await;
    for (path, least) in [("/", 5), ("/lab", 5), ("/sw.js", 5), ("/referee-sw.js", 6)] {
        let text = http::get(server.address, path, &[]).await;
        let text = String::from_utf8(text.body).unwrap();
        let mut n = 0;
        for link in text.split('"').filter(|text| is_hashed(text) && *text != "reload.js") {
            let path = format!("/{}", link.trim_start_matches("./").trim_start_matches('/'));
            let part = http::get(server.address, &path, &[]).await;
            assert_eq!(part.status, 200, "{path}");
            let caching = part.header("cache-control");
            assert_eq!(caching, Some("public, max-age=31536000, immutable"), "{path}");
            n += 1;
        }
        assert!(n >= least, "{path} names only {n} parts");
    }
}

#[tokio::test]
async fn pages_and_the_worker_are_revalidated() {
    let server = Server::start(without_timeouts()).await;
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/lab", "text/html; charset=utf-8"),
        ("/lab?any=thing", "text/html; charset=utf-8"),
        ("/referee", "text/html; charset=utf-8"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/referee-sw.js", "text/javascript; charset=utf-8"),
    ] {
        let answer = http::get(server.address, path, &[]).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(content_type), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
    }
    let moved = http::get(server.address, "/lab/", &[]).await;
    assert_eq!((moved.status, moved.header("location")), (308, Some("/lab")));
    let missing = ["/lab.html", "/lab/x", "/lab//", "/sw.js/", "/sw", "/lab_client.js", "/lab.js"];
    for path in missing {
        assert_eq!(http::get(server.address, path, &[]).await.status, 404, "{path}");
    }
}

fn is_hashed(text: &str) -> bool {
    let known = [".js", ".css", ".svg", ".wasm"];
    !text.contains(' ') && known.iter().any(|extension| text.ends_with(extension))
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = Server::start(without_timeouts()).await;
    for (path, status) in [
        ("/", 200),
        ("/lab", 200),
        ("/sw.js", 200),
        ("/lab/", 308),
        ("/healthz", 200),
        ("/metrics", 200),
        ("/nothing/here", 404),
        ("/ws", 400),
    ] {
        let answer = http::get(server.address, path, &[]).await;
        assert_eq!(answer.status, status, "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path} {name}");
        }
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self'; "), "{policy}");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'; "), "{policy}");
        assert!(!policy.contains("unsafe-inline"), "{policy}");
    }
}

#[tokio::test]
async fn the_worker_that_reads_files_may_connect_to_nothing() {
    let server = Server::start(without_timeouts()).await;
    let text = http::get(server.address, "/referee-sw.js", &[]).await;
    let text = String::from_utf8(text.body).unwrap();
    let worker = text.split('"').find(|part| part.starts_with("referee-worker-")).unwrap();
    let answer = http::get(server.address, &format!("/{worker}"), &[]).await;
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(!policy.contains("connect-src"), "{policy}");
    assert_eq!(answer.header("cross-origin-embedder-policy"), Some("require-corp"));
}

#[tokio::test]
async fn only_get_and_head_are_allowed() {
    let server = Server::start(without_timeouts()).await;
    let others = ["/", "/lab", "/sw.js", "/healthz", "/readyz"].map(|path| ("POST", path));
    for (method, path) in others.into_iter().chain([("PUT", "/ws")]) {
        let answer = http::request(server.address, method, path, &[("content-length", "0")]).await;
        assert_eq!(answer.status, 405, "{method} {path}");
    }
    let head = http::request(server.address, "HEAD", "/", &[]).await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[tokio::test]
async fn the_metrics_have_their_names() {
    let server = Server::start(without_timeouts()).await;
    let (_socket, _) = server.join("ada", "").await;
    server.metric_becomes("lagrange_tick_seconds_count", |n| n > 0.0).await;
    for (name, least) in [
        (concat!("lagrange_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"}"), 1.0),
        ("lagrange_connections", 2.0),
        ("lagrange_players", 1.0),
        ("lagrange_rooms", 1.0),
        ("lagrange_bytes_in_total", 1.0),
        ("lagrange_bytes_out_total", 1.0),
        ("lagrange_tick_seconds_bucket{le=\"0.016\"}", 1.0),
        ("lagrange_snapshots_total", 0.0),
        ("lagrange_keyframes_total", 0.0),
        ("lagrange_choked_snapshots_total", 0.0),
        ("lagrange_snapshot_bodies_total", 0.0),
        ("lagrange_held_snapshots_total{by=\"allowance\"}", 0.0),
        ("lagrange_held_snapshots_total{by=\"bodies\"}", 0.0),
        ("lagrange_late_commands_total", 0.0),
        ("lagrange_long_ticks_total", 0.0),
        ("lagrange_stalls_total", 0.0),
        ("lagrange_room_failures_total", 0.0),
        ("lagrange_rejected_messages_total{reason=\"too_long\"}", 0.0),
        ("lagrange_closes_total{reason=\"slow\"}", 0.0),
        ("lagrange_closes_total{reason=\"by_client\"}", 0.0),
    ] {
        let value = server.metric(name).await;
        assert!(value >= least, "{name} is {value}");
    }
}

#[tokio::test]
async fn a_tick_that_took_longer_than_a_tick_is_counted() {
    let is_first = AtomicBool::new(true);
    let watch = move |_, _: &Room| {
        if is_first.swap(false, Ordering::Relaxed) {
            sleep(Duration::from_millis(50));
        }
    };
    let observer = Some(Observer(Arc::new(watch)));
    let server = Server::start(Config { observer, ..without_timeouts() }).await;
    let (_socket, _) = server.join("ada", "").await;
    server.metric_becomes("lagrange_long_ticks_total", |n| n >= 1.0).await;
}

#[tokio::test]
async fn unfinished_requests_are_closed() {
    let within = Server::without_timeouts_but(|timeouts| timeouts.header = SHORT).await;
    let between = Server::without_timeouts_but(|timeouts| timeouts.between = SHORT).await;
    let whole = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let half = "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ";
    for (server, sent, answered) in [
        (&between, &[][..], 0),
        (&between, &[half], 0),
        (&between, &[whole], 1),
        (&within, &[half], 0),
        (&within, &[whole, half], 1),
        (&within, &[whole, whole, half], 2),
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let mut text = Vec::new();
        for part in sent {
            stream.write_all(part.as_bytes()).await.unwrap();
            while *part == whole && !text.ends_with(b"healthy\n") {
                text.push(stream.read_u8().await.unwrap());
            }
            text.push(b'\n');
        }
        text.extend(http::read_to_end(&mut stream).await);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.matches("200 OK").count(), answered, "{sent:?}: {text}");
    }
}

#[test]
fn idle_timeout_equals_the_header_timeout() {
    let Timeouts { header, between, .. } = Timeouts::default();
    assert!(between <= header, "{between:?} before the first byte, {header:?} from it");
}

/// A client that keeps sending requests in time cannot hold a connection for ever.
#[tokio::test]
async fn http_connections_have_a_maximum_lifetime() {
    let server = Server::without_timeouts_but(|timeouts| timeouts.http = SHORT).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let asking = async {
        let mut bytes = [0; 1024];
        while stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.is_ok()
            && matches!(stream.read(&mut bytes).await, Ok(1..))
        {}
    };
    within_guard("its end", asking).await;
}

#[tokio::test]
async fn an_endless_header_is_refused() {
    let server = Server::start(without_timeouts()).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let header = format!("GET / HTTP/1.1\r\nx: {}", "x".repeat(32 * 1024));
    // The server may refuse it before all of it is sent.
    let _ = stream.write_all(header.as_bytes()).await;
    let mut stream = stream.into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    let answer = tokio::task::spawn_blocking(move || {
        let mut bytes = [0; 12];
        stream.read_exact(&mut bytes).map(|()| bytes)
    });
    let answer = within_guard("a refusal", answer).await.unwrap();
    assert_eq!(answer.ok().as_ref(), Some(b"HTTP/1.1 431"));
}

#[tokio::test]
async fn a_full_server_sends_503_and_still_answers_health() {
    let mut config = without_timeouts();
    config.connections_max = 1;
    let server = Server::start(config).await;
    let (first, _) = server.join("ada", "").await;
    let answer = http::get(server.address, "/", &[]).await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("5")));
    let text = String::from_utf8(answer.body).unwrap();
    assert_eq!(text, "All 1 connections of this server are in use.\n");
    assert_eq!(http::get(server.address, "/healthz", &[]).await.status, 200);
    assert_eq!(server.connect_with(&[]).await.map(drop), Err(503));
    // Each gets a refusal, one after the other, and no connection slot is lost.
    for _ in 0..200 {
        assert_eq!(http::get(server.address, "/", &[]).await.status, 503);
    }
    drop(first);
    let place = async { while http::get(server.address, "/", &[]).await.status != 200 {} };
    within_guard("a place", place).await;
}

/// One address holds every connection and sends nothing; the health check is answered all the same.
#[tokio::test]
async fn health_is_answered_when_all_connections_are_taken() {
    let mut config = without_timeouts();
    config.connections_max = 32;
    let server = Server::start(config).await;
    let mut held = Vec::new();
    for n in 0..200 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        if n < 32 {
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
            stream.read_u8().await.unwrap();
        }
        held.push(stream);
    }
    for _ in 0..20 {
        assert_eq!(http::get(server.address, "/healthz", &[]).await.status, 200);
    }
    drop(held);
}
