//! An attacker's WebSocket, opened from a given local address. Returns the connection, or counts
//! the server's refusal.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use shared::netcode::values::{PlayerNetcode, SnapshotDelivery};
use shared::wire::close_reason::NO_CODE;
use shared::wire::message::{Hello, ServerControl, ServerMessage};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::http::connect;
use crate::tally::Tally;

/// How long an attacker waits for anything.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(10);

/// A connection.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The result of a hello.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A seat in this room.
    Welcome(String),
    /// The connection was closed with this code.
    Closed(u16),
    /// Neither.
    Nothing,
}

/// Opens a WebSocket, and counts it or the refusal.
pub(crate) async fn open(from: IpAddr, to: SocketAddr, tally: &Tally) -> Option<Socket> {
    open_narrowly(from, to, None, tally).await
}

/// Like [`open`], with a limit on the kernel's receive buffer in bytes.
pub(crate) async fn open_narrowly(
    from: IpAddr,
    to: SocketAddr,
    unread_bytes: Option<u32>,
    tally: &Tally,
) -> Option<Socket> {
    tally.opened();
    let opening = async {
        let stream = connect(from, to, unread_bytes).await?;
        let request = format!("ws://{to}/ws").into_client_request()?;
        Ok(client_async(request, stream).await?.0)
    };
    match timeout(WAIT_MAX, opening).await {
        Ok(Ok(socket)) => return Some(socket),
        Ok(Err(Error::Http(answer))) => tally.answered(answer.status().as_str()),
        Ok(Err(_)) => tally.answered("no connection"),
        Err(_) => tally.answered("no answer"),
    }
    None
}

/// A hello that asks for a room, with a netcode and a kind of delivery.
pub(crate) fn hello(
    name: &str,
    room: &str,
    netcode: PlayerNetcode,
    way: SnapshotDelivery,
) -> Vec<u8> {
    let hello = Hello { subscription: netcode.subscription(way), ..Hello::new(name, room) };
    hello.encode()
}

/// Sends a hello and waits for the answer.
pub(crate) async fn join(socket: &mut Socket, room: &str, tally: &Tally) -> Answer {
    let hello = hello("guest", room, PlayerNetcode::default(), SnapshotDelivery::Stream);
    tally.sent(1, hello.len());
    if socket.send(Message::Binary(hello.into())).await.is_err() {
        return Answer::Nothing;
    }
    let answered = async {
        while let Some(Ok(message)) = socket.next().await {
            match message {
                Message::Binary(bytes) => {
                    tally.received(bytes.len());
                    if let Ok(ServerMessage::Control(ServerControl::Welcome(welcome))) =
                        ServerMessage::decode(&bytes)
                    {
                        return Answer::Welcome(welcome.room);
                    }
                }
                Message::Close(frame) => {
                    return Answer::Closed(frame.map_or(NO_CODE, |frame| frame.code.into()));
                }
                _ => {}
            }
        }
        Answer::Nothing
    };
    timeout(WAIT_MAX, answered).await.unwrap_or(Answer::Nothing)
}

/// Reads until the connection is closed. Returns the close code if it came in time.
pub(crate) async fn close_of(socket: &mut Socket, most: Duration, tally: &Tally) -> Option<u16> {
    let rest = async {
        while let Some(Ok(message)) = socket.next().await {
            match message {
                Message::Binary(bytes) => tally.received(bytes.len()),
                Message::Close(frame) => return frame.map(|frame| frame.code.into()),
                _ => {}
            }
        }
        None
    };
    timeout(most, rest).await.ok().flatten()
}
