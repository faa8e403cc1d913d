//! The program itself: its output, and how it exits.

use std::process::Output;

use crate::support::program::{Program, lagrange, signal as send_signal};
use crate::support::{close_of, hello, http, send, welcome, within_guard};
use tokio::net::{TcpListener, TcpStream};
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
