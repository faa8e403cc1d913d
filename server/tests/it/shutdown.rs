//! Shutdown: every client is notified, and none can delay it.

use crate::support::{SHORT, Server, close_of, within_guard, without_timeouts};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn every_client_is_notified_of_the_shutdown() {
    let server = Server::start(without_timeouts()).await;
    let address = server.address;
    let (mut ada, _) = server.join("ada", "").await;
    let (mut bob, _) = server.join("bob", "elsewhere").await;
    let mut silent = server.connect().await;
    let run = server.stop();
    for socket in [&mut ada, &mut bob, &mut silent] {
        let (code, text) = close_of(socket).await;
        assert_eq!((code, text.as_str()), (1001, "The server is shutting down."));
        // The answer leaves with the next flush.
        crate::support::send_ignoring_close(socket, Message::Ping(Vec::new().into())).await;
    }
    within_guard("the end", run).await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn silent_clients_do_not_delay_shutdown() {
    let server = Server::without_timeouts_but(|timeouts| timeouts.close = SHORT).await;
    let (_deaf, _) = server.join("deaf", "").await;
    let mut half = TcpStream::connect(server.address).await.unwrap();
    half.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    let _empty = TcpStream::connect(server.address).await.unwrap();
    server.metric_becomes("lagrange_connections", |n| n == 4.0).await;
    within_guard("the end", server.stop()).await.unwrap();
}

#[tokio::test]
async fn shutdown_is_bounded_by_its_timeout() {
    let server = Server::without_timeouts_but(|timeouts| timeouts.shutdown = SHORT).await;
    let (_deaf, _) = server.join("deaf", "").await;
    within_guard("the end", server.stop()).await.unwrap();
}
