//! Shared code of the server's tests: a server on a free port, and clients that misbehave as a test
//! needs. Every wait has the same generous timeout, so that a failure does not hang.

pub(crate) mod command;
pub(crate) mod http;
pub(crate) mod light_player;
pub(crate) mod line;
pub(crate) mod nginx;
pub(crate) mod pipes;
pub(crate) mod player;
pub(crate) mod program;
pub(crate) mod relay;

use std::future::poll_fn;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use pages::PAGES;
use server::config::{Config, Timeouts};
use shared::wire::{
    close_reason::LEFT_CODE,
    message::{Hello, ServerControl, ServerMessage, Welcome},
    seat::SeatGrant,
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{interval, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// How long a test waits for something that must happen.
pub(crate) const GUARD: Duration = Duration::from_secs(30);

/// A timeout that a test expects to expire.
pub(crate) const SHORT: Duration = Duration::from_millis(200);

/// A client's end of a connection.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    run: JoinHandle<()>,
}

/// Awaits something that must happen; panics after [`GUARD`].
pub(crate) async fn within_guard<T>(what: &str, future: impl Future<Output = T>) -> T {
    match timeout(GUARD, future).await {
        Ok(value) => value,
        Err(_) => panic!("still waiting for {what} after {GUARD:?}"),
    }
}

impl Server {
    pub(crate) async fn start(config: Config) -> Self {
        Self::start_with_admin(Vec::new(), config).await
    }

    /// A server with admin listeners.
    pub(crate) async fn start_with_admin(admin: Vec<TcpListener>, config: Config) -> Self {
        let config = Config { site: PAGES, ..config };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let run = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            server::run(listener, admin, config, stopped).await.unwrap();
        });
        Self { address, stop, run }
    }

    /// A server with one timeout changed and the others disabled, so that only that one can end a
    /// connection.
    pub(crate) async fn without_timeouts_but(change: impl FnOnce(&mut Timeouts)) -> Self {
        let mut config = without_timeouts();
        change(&mut config.timeouts);
        Self::start(config).await
    }

    pub(crate) fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.run
    }

    pub(crate) async fn connect(&self) -> Socket {
        self.connect_with(&[]).await.unwrap()
    }

    /// Opens a WebSocket with these extra headers; the error is the status.
    pub(crate) async fn connect_with(&self, headers: &[(&str, &str)]) -> Result<Socket, u16> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        self.upgrade(stream, headers).await
    }

    async fn upgrade(&self, stream: TcpStream, headers: &[(&str, &str)]) -> Result<Socket, u16> {
        upgrade(self.address, stream, headers).await
    }

    /// Joins a room and waits for the welcome.
    pub(crate) async fn join(&self, name: &str, room: &str) -> (Socket, Welcome) {
        let mut socket = self.connect().await;
        send(&mut socket, hello(name, room)).await;
        let welcome = welcome(&mut socket).await;
        (socket, welcome)
    }

    /// Joins a room. Returns the seat grant.
    pub(crate) async fn seat_in(&self, room: &str) -> (Socket, SeatGrant) {
        let mut socket = self.connect().await;
        send(&mut socket, hello("ada", room)).await;
        let given = seated(&mut socket).await.0;
        (socket, given)
    }

    /// The value of a metric, its name including labels.
    pub(crate) async fn metric(&self, name: &str) -> f64 {
        metric_of(&http::get(self.address, "/metrics", &[]).await, name)
    }

    /// Polls a metric until it has the wanted value.
    pub(crate) async fn metric_becomes(&self, name: &str, condition: impl Fn(f64) -> bool) {
        let mut again = interval(Duration::from_millis(20));
        let becomes = async {
            while !condition(self.metric(name).await) {
                again.tick().await;
            }
        };
        within_guard(name, becomes).await;
    }
}

/// The value of a metric in a response of `/metrics`.
pub(crate) fn metric_of(answer: &http::Answer, name: &str) -> f64 {
    let text = std::str::from_utf8(&answer.body).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let Some(value) = line else {
        panic!("no metric {name} in\n{text}");
    };
    value.parse().unwrap()
}

/// The sum of a metric over all its labels.
pub(crate) fn metric_sum_of(answer: &http::Answer, name: &str) -> f64 {
    let text = std::str::from_utf8(&answer.body).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('{'));
    let values: Vec<&str> = lines.filter_map(|line| Some(line.rsplit_once("} ")?.1)).collect();
    assert!(!values.is_empty(), "no metric {name} with labels in\n{text}");
    values.iter().map(|value| value.parse::<f64>().unwrap()).sum()
}

/// Opens a WebSocket to a server; the error is the status.
async fn upgrade(
    address: SocketAddr,
    stream: TcpStream,
    headers: &[(&str, &str)],
) -> Result<Socket, u16> {
    upgrade_at(address, "/ws", stream, headers).await
}

/// Opens a WebSocket at this path and query; the error is the status.
async fn upgrade_at(
    address: SocketAddr,
    path: &str,
    stream: TcpStream,
    headers: &[(&str, &str)],
) -> Result<Socket, u16> {
    let mut request: Request = format!("ws://{address}{path}").into_client_request().unwrap();
    for (name, value) in headers {
        let name: axum::http::HeaderName = name.parse().unwrap();
        request.headers_mut().append(name, value.parse().unwrap());
    }
    match within_guard("the upgrade", client_async(request, stream)).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("no upgrade: {error}"),
    }
}

/// Opens a WebSocket to the server at an address.
pub(crate) async fn connect_to(address: SocketAddr) -> Socket {
    let stream = TcpStream::connect(address).await.unwrap();
    upgrade(address, stream, &[]).await.unwrap()
}

/// Opens one at this path and query; the error is the status, 0 if there is no server.
#[cfg(feature = "cluster")]
pub(crate) async fn connect_at(address: SocketAddr, path: &str) -> Result<Socket, u16> {
    let stream = TcpStream::connect(address).await.map_err(|_| 0u16)?;
    upgrade_at(address, path, stream, &[]).await
}

/// Opens one with minimal kernel buffers on this side.
pub(crate) async fn connect_with_small_buffers(address: SocketAddr) -> Socket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let stream = socket.connect(address).await.unwrap();
    upgrade(address, stream, &[]).await.unwrap()
}

/// A configuration in which no timeout expires during a test.
pub(crate) fn without_timeouts() -> Config {
    let forever = GUARD * 10;
    Config {
        timeouts: Timeouts {
            header: forever,
            between: forever,
            between_proxied: forever,
            http: forever,
            hello: forever,
            idle: forever,
            send: forever,
            close: GUARD,
            brief_close: GUARD,
            shutdown: GUARD,
            room_linger: forever,
            brief_room_linger: forever,
            metrics_age: Duration::ZERO,
        },
        ..Config::default()
    }
}

pub(crate) fn hello(name: &str, room: &str) -> Vec<u8> {
    let hello = Hello::new(name, room);
    hello.encode()
}

pub(crate) async fn send(socket: &mut Socket, message: Vec<u8>) {
    socket.send(Message::Binary(message.into())).await.unwrap();
}

/// Leaves for good, so that no seat is held.
pub(crate) async fn leave<S: AsyncRead + AsyncWrite + Unpin>(socket: &mut WebSocketStream<S>) {
    let frame = CloseFrame { code: LEFT_CODE.into(), reason: "".into() };
    socket.close(Some(frame)).await.unwrap();
}

/// The next binary message.
pub(crate) async fn receive(socket: &mut Socket) -> Vec<u8> {
    loop {
        match within_guard("a message", socket.next()).await {
            Some(Ok(Message::Binary(message))) => return message.into(),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            other => panic!("not a message: {other:?}"),
        }
    }
}

/// The next message that is not a snapshot.
pub(crate) async fn receive_control(socket: &mut Socket) -> ServerControl {
    loop {
        let message = receive(socket).await;
        if let ServerMessage::Control(control) = ServerMessage::decode(&message).unwrap() {
            return control;
        }
    }
}

/// The welcome, which only the seat grant precedes.
pub(crate) async fn welcome(socket: &mut Socket) -> Welcome {
    seated(socket).await.1
}

/// The first two messages: the seat grant and the welcome.
pub(crate) async fn seated(socket: &mut Socket) -> (SeatGrant, Welcome) {
    let (first, second) = (receive(socket).await, receive(socket).await);
    match (ServerMessage::decode(&first).unwrap(), ServerMessage::decode(&second).unwrap()) {
        (ServerMessage::Seat(given), ServerMessage::Control(ServerControl::Welcome(welcome))) => {
            (given, welcome)
        }
        others => panic!("neither seat nor welcome: {others:?}"),
    }
}

pub(crate) async fn receive_snapshot(socket: &mut Socket) {
    loop {
        let message = receive(socket).await;
        if matches!(ServerMessage::decode(&message), Ok(ServerMessage::Snapshot(_))) {
            return;
        }
    }
}

/// Reads until the close frame; returns its code and text.
pub(crate) async fn close_of(socket: &mut Socket) -> (u16, String) {
    let close = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.as_str().into());
                }
                Some(Ok(Message::Close(None))) | None => panic!("closed without a reason"),
                Some(Ok(_)) => {}
                Some(Err(error)) => panic!("cut off: {error}"),
            }
        }
    };
    within_guard("the close frame", close).await
}

/// Sends, and ignores a closed connection.
pub(crate) async fn send_ignoring_close(socket: &mut Socket, message: Message) {
    let _ = poll_fn(|context| socket.poll_ready_unpin(context)).await;
    let _ = socket.start_send_unpin(message);
    let _ = socket.flush().await;
}
