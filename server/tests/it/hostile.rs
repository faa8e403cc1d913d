//! Misbehaving clients: each gets the right close code and costs a bounded amount.

use crate::support::{
    SHORT, Server, close_of, connect_with_small_buffers, hello, send, send_ignoring_close, welcome,
    within_guard, without_timeouts,
};
use futures_util::StreamExt;
use shared::base::limits::CLIENT_MESSAGE_BYTES_MAX;
use shared::wire::message::{ClientControl, PROTOCOL_VERSION, commands_message};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

const PING: ClientControl = ClientControl::Ping { stamp: 0 };

/// The close code, the text if it matters, and the reason label in the metrics.
struct Expected<'a>(u16, &'a str, &'static str);

async fn check_close(server: &Server, messages: &[Message], expected: &Expected<'_>) {
    let Expected(code, text, reason) = *expected;
    let rejected = format!("lagrange_rejected_messages_total{{reason=\"{reason}\"}}");
    let before = server.metric(&rejected).await;
    let mut socket = server.connect().await;
    for message in messages {
        send_ignoring_close(&mut socket, message.clone()).await;
    }
    let close = close_of(&mut socket).await;
    assert_eq!(close.0, code, "{messages:?}: {close:?}");
    assert!(close.1.contains(text), "{messages:?}: {close:?}");
    let counted = server.metric(&rejected).await - before;
    assert_eq!(counted, 1.0, "{rejected} after {messages:?}");
}

fn binary(bytes: impl Into<Vec<u8>>) -> Message {
    Message::Binary(bytes.into().into())
}

fn hello_of_version(version: u16) -> Message {
    let mut bytes = hello("ada", "");
    bytes[1..3].copy_from_slice(&version.to_le_bytes());
    binary(bytes)
}

#[tokio::test]
async fn a_first_message_other_than_hello_is_refused() {
    let server = Server::start(without_timeouts()).await;
    let other = PROTOCOL_VERSION + 1;
    let text = format!("protocol version {other}");
    let [version, _] = PROTOCOL_VERSION.to_le_bytes();
    let too_long = vec![2; CLIENT_MESSAGE_BYTES_MAX + 1];
    let huge = vec![0; 300_000];
    for (message, expected) in [
        (binary([]), Expected(4400, "empty", "empty")),
        (binary([9, 9]), Expected(4400, "unknown message kind 9", "unknown_kind")),
        (binary([0]), Expected(4400, "malformed hello message", "body")),
        (binary([0, version, 0, 255]), Expected(4400, "malformed", "body")),
        (hello_of_version(other), Expected(4406, &text, "version")),
        (binary(PING.encode()), Expected(4400, "unexpected", "out_of_place")),
        (binary(commands_message(&[])), Expected(4400, "unexpected", "out_of_place")),
        (Message::text("hello"), Expected(1003, "binary", "text")),
        (binary(too_long), Expected(1009, "1025 bytes exceeds the limit of 1024", "too_long")),
        (binary(huge), Expected(1009, "300000 bytes", "too_long")),
    ] {
        check_close(&server, &[message], &expected).await;
    }
    assert_eq!(server.metric("lagrange_closes_total{reason=\"malformed\"}").await, 6.0);
}

#[tokio::test]
async fn malformed_messages_close_the_connection() {
    let server = Server::start(without_timeouts()).await;
    let hello = binary(hello("ada", ""));
    for (message, expected) in [
        (binary([]), Expected(4400, "empty", "empty")),
        (binary([7]), Expected(4400, "unknown message kind 7", "unknown_kind")),
        (binary([2, 200]), Expected(4400, "malformed control message", "body")),
        (binary([1]), Expected(4400, "", "commands")),
        (hello.clone(), Expected(4400, "unexpected hello message", "out_of_place")),
        (Message::text("{}"), Expected(1003, "binary", "text")),
        (binary(vec![1; 1025]), Expected(1009, "1025 bytes", "too_long")),
    ] {
        check_close(&server, &[hello.clone(), message], &expected).await;
    }
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
}

#[tokio::test]
async fn invalid_websocket_frames_are_refused() {
    let server = Server::start(without_timeouts()).await;
    for (frame, code) in [
        // A binary frame with reserved bits set, whole and masked.
        ([0xF2, 0x81, 0, 0, 0, 0, 0], 1002),
        // A continuation of a message that was not started.
        ([0x80, 0x81, 0, 0, 0, 0, 0], 1002),
        // A text frame with a byte that is never valid UTF-8.
        ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
    ] {
        let mut socket = server.connect().await;
        socket.get_mut().write_all(&frame).await.unwrap();
        assert_eq!(close_of(&mut socket).await.0, code, "{frame:x?}");
    }
    assert_eq!(server.metric("lagrange_rejected_messages_total{reason=\"protocol\"}").await, 3.0);
}

#[tokio::test]
async fn a_flood_is_closed() {
    let server = Server::start(without_timeouts()).await;
    for message in [Message::Ping(vec![0; 8].into()), binary(PING.encode())] {
        let (mut socket, _) = server.join("ada", "").await;
        for _ in 0..2000 {
            send_ignoring_close(&mut socket, message.clone()).await;
        }
        assert_eq!(close_of(&mut socket).await.0, 1008, "{message:?}");
    }
}

#[tokio::test]
async fn a_client_without_a_hello_is_closed() {
    let server = Server::without_timeouts_but(|timeouts| timeouts.hello = SHORT).await;
    let mut silent = server.connect().await;
    assert_eq!(close_of(&mut silent).await.0, 4401);
    // Pings do not count as a hello.
    let mut pinging = server.connect().await;
    send_ignoring_close(&mut pinging, Message::Ping(Vec::new().into())).await;
    assert_eq!(close_of(&mut pinging).await.0, 4401);
}

#[tokio::test]
async fn a_silent_player_is_closed() {
    let server = Server::without_timeouts_but(|timeouts| timeouts.idle = SHORT).await;
    let (mut socket, _) = server.join("ada", "").await;
    assert_eq!(close_of(&mut socket).await.0, 4401);
}

#[tokio::test]
async fn a_player_without_acks_is_closed() {
    let server = Server::start(without_timeouts()).await;
    let (mut socket, _) = server.join("ada", "").await;
    assert_eq!(close_of(&mut socket).await.0, 4408);
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
}

#[tokio::test]
async fn a_client_that_never_reads_is_closed_and_costs_little() {
    let mut config = without_timeouts();
    // Large snapshots, since kernels buffer more than asked.
    (config.seats, config.bots) = (512, 512);
    config.timeouts.send = SHORT;
    let server = Server::start(config).await;
    let mut socket = connect_with_small_buffers(server.address).await;
    send(&mut socket, hello("ada", "")).await;
    let slow = "lagrange_closes_total{reason=\"slow\"}";
    server.metric_becomes(slow, |n| n == 1.0).await;
    let sent = server.metric("lagrange_bytes_out_total").await;
    assert!(sent < 1e6, "{sent} bytes were sent to a client that never reads");
    let choked = server.metric("lagrange_choked_snapshots_total").await;
    assert!(choked > 0.0, "snapshots queue up instead of taking each other's place");
    // When it reads at last, the close frame follows what was sent.
    welcome(&mut socket).await;
    assert_eq!(close_of(&mut socket).await.0, 4408);
}

#[tokio::test]
async fn an_abrupt_disconnect_releases_everything() {
    let server = Server::start(without_timeouts()).await;
    let (socket, _) = server.join("ada", "").await;
    drop(socket);
    server.metric_becomes("lagrange_players", |n| n == 0.0).await;
    // The request itself is one connection.
    server.metric_becomes("lagrange_connections", |n| n == 1.0).await;
}

#[tokio::test]
async fn a_close_frame_is_answered() {
    let server = Server::start(without_timeouts()).await;
    let (mut socket, _) = server.join("ada", "").await;
    socket.close(None).await.unwrap();
    let rest = async { while let Some(Ok(_)) = socket.next().await {} };
    within_guard("the answer", rest).await;
    assert_eq!(server.metric("lagrange_closes_total{reason=\"by_client\"}").await, 1.0);
}

/// Empty frames are not messages; their bytes count.
#[tokio::test]
async fn endless_empty_frames_are_a_flood() {
    /// The first fragment of a message, and continuations: masked and empty.
    const BEGIN: [u8; 6] = [0x02, 0x80, 0, 0, 0, 0];
    const GO_ON: [u8; 6] = [0x00, 0x80, 0, 0, 0, 0];
    let server = Server::start(without_timeouts()).await;
    for joined in [false, true] {
        let mut socket = server.connect().await;
        if joined {
            send(&mut socket, hello("ada", "")).await;
            welcome(&mut socket).await;
        }
        // Twice the burst.
        let mut frames = BEGIN.to_vec();
        frames.extend(GO_ON.repeat(2 * 256 * 1024 / GO_ON.len()));
        let _ = within_guard("the frames", socket.get_mut().write_all(&frames)).await;
        let (code, text) = close_of(&mut socket).await;
        let flood = (1008, "Too many messages were sent at once.");
        assert_eq!((code, text.as_str()), flood, "{joined}");
    }
    let counted = server.metric("lagrange_rejected_messages_total{reason=\"flood\"}").await;
    assert_eq!(counted, 2.0);
}
