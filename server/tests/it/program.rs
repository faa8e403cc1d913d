//! The program itself: its output, and how it exits.

#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::process::Output;
#[cfg(unix)]
use std::process::Stdio;

use crate::support::program::{Program, lagrange, signal as send_signal};
use crate::support::{close_of, hello, http, send, welcome, within_guard};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
#[cfg(unix)]
use tokio::net::UnixDatagram;
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::process::Command;
use tokio_tungstenite::client_async;

async fn output(mut command: Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = within_guard("its end", command.output()).await.unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

#[tokio::test]
async fn prints_its_address() {
    let by_option = lagrange(&["--listen", "127.0.0.1:0"]);
    let mut by_environment = lagrange(&[]);
    by_environment.env("LAGRANGE_LISTEN", "127.0.0.1:0");
    for command in [by_option, by_environment] {
        let program = Program::spawn(command).await;
        let answer = http::get(program.address, "/healthz", &[]).await;
        assert_eq!(answer.status, 200);
    }
}

#[tokio::test]
async fn every_address_of_a_name_is_bound() {
    let program = Program::start(&["--listen", "localhost:0", "--admin", "localhost:0"]).await;
    let found: Vec<_> = lookup_host(("localhost", program.address.port())).await.unwrap().collect();
    for address in found {
        if TcpListener::bind((address.ip(), 0)).await.is_ok() {
            let answer = http::get(address, "/healthz", &[]).await;
            assert_eq!(answer.status, 200, "{address}");
        }
    }
    let (code, error) = output(lagrange(&["--listen", "game.invalid:8080"])).await;
    assert_eq!(code, Some(1));
    assert!(error.contains("game.invalid:8080 has no address (see --listen)"), "{error}");
}

#[tokio::test]
async fn a_variable_that_is_set_to_nothing_is_unset() {
    let mut command = lagrange(&["--listen", "127.0.0.1:0"]);
    command.envs(
        ["BOTS", "LIMIT_LOOPBACK", "SEED", "ALLOW_ORIGIN", "ADMIN", "LOG"]
            .map(|name| (format!("LAGRANGE_{name}"), "")),
    );
    Program::spawn(command).await;
    let mut command = lagrange(&["--listen", "127.0.0.1:0"]);
    command.env("LAGRANGE_BOTS", " ");
    let (code, error) = output(command).await;
    assert_eq!(code, Some(2));
    assert!(error.contains("--bots"), "{error}");
}

/// The log of a program that is started and stopped, line by line.
#[cfg(unix)]
async fn log(args: &[&str]) -> Vec<String> {
    let args = [&["--listen", "127.0.0.1:0", "--rooms", "7"], args].concat();
    let mut program = Program::start(&args).await;
    send_signal(&program.child, "TERM").await;
    let mut stderr = program.child.stderr.take().unwrap();
    let mut text = String::new();
    within_guard("the log", stderr.read_to_string(&mut text)).await.unwrap();
    text.lines().map(str::to_string).collect()
}

#[cfg(unix)]
#[tokio::test]
async fn its_log_says_when_it_starts_and_stops() {
    let lines = log(&[]).await;
    let [start, stop] = &lines[..] else { panic!("{lines:?}") };
    let facts =
        [concat!("version=\"", env!("CARGO_PKG_VERSION"), '"'), "rooms_max=7", "127.0.0.1:"];
    assert!(facts.iter().all(|fact| start.contains(fact)), "{start}");
    assert!(stop.contains("stopped") && !start.contains('\u{1b}'), "{lines:?}");
    let lines = log(&["--log", "json"]).await;
    let lines: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [start, stop] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&start["message"], &start["rooms_max"]), (&json!("serving"), &json!(7)));
    assert_eq!((&stop["message"], &stop["level"]), (&json!("stopped"), &json!("INFO")));
}

/// As systemd starts a service of `Type=notify` with a socket unit: the socket is descriptor 3.
#[cfg(unix)]
#[tokio::test]
async fn systemd_hands_over_a_socket_and_is_told_the_state() {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let notices = UnixDatagram::bind(&path).unwrap();
    let mut command = Command::new("sh");
    let script =
        "exec 3<&0 </dev/null; LISTEN_PID=$$ LISTEN_FDS=1 exec \"$0\" --listen 127.0.0.1:1";
    command.args(["-c", script, env!("CARGO_BIN_EXE_lagrange")]).kill_on_drop(true);
    command.env("NOTIFY_SOCKET", &path).env_remove("RUST_LOG");
    command.stdin(OwnedFd::from(socket)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = Program::spawn(command).await;
    assert_eq!(program.address, address);
    let notice = async || {
        let mut bytes = [0; 64];
        let n = within_guard("a notice", notices.recv(&mut bytes)).await.unwrap();
        String::from_utf8_lossy(&bytes[..n]).trim().to_string()
    };
    assert_eq!(notice().await, "READY=1");
    assert_eq!(http::get(address, "/readyz", &[]).await.status, 200);
    send_signal(&program.child, "TERM").await;
    assert_eq!(notice().await, "STOPPING=1");
    within_guard("its end", program.child.wait()).await.unwrap();
}

#[tokio::test]
async fn a_taken_port_is_a_clear_error() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap();
    let (code, error) = output(lagrange(&["--listen", &address.to_string()])).await;
    assert_eq!(code, Some(1));
    let port = format!("port {} is in use", address.port());
    assert!(error.contains(&port) && error.contains("--listen"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[tokio::test]
async fn a_wrong_option_is_a_clear_error() {
    let (code, error) = output(lagrange(&["--tick-rate", "500"])).await;
    assert_eq!(code, Some(2));
    assert!(error.contains("500 Hz is outside 20 to 128 Hz"), "{error}");
}

#[cfg(unix)]
#[tokio::test]
async fn signals_stop_it_and_notify_clients() {
    for signal in ["INT", "TERM"] {
        let mut program = Program::start(&["--listen", "127.0.0.1:0"]).await;
        let address = program.address;
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut socket, _) = client_async(format!("ws://{address}/ws"), stream).await.unwrap();
        send(&mut socket, hello("ada", "")).await;
        welcome(&mut socket).await;
        send_signal(&program.child, signal).await;
        assert_eq!(close_of(&mut socket).await.0, 1001, "{signal}");
        drop(socket);
        let status = within_guard("its end", program.child.wait()).await.unwrap();
        assert_eq!(status.code(), Some(0), "{signal}");
    }
}
