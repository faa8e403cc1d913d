//! Connects to an installation as a browser on its page does: one place for its address, the
//! `Origin` and `Host` that are sent, plain requests, the handshake of a WebSocket, and the words
//! with which it refuses one.

pub(crate) mod answer;
pub mod certificate;
#[cfg(not(feature = "tls"))]
mod no_tls;
mod stream;
#[cfg(feature = "tls")]
mod tls;
pub mod url;
pub(crate) mod websocket;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{Request, StatusCode, header};
use shared::wire::route::Route;
use tokio::net::TcpStream;
use tokio::time::timeout;

use answer::Answer;
use certificate::TlsError;
#[cfg(not(feature = "tls"))]
use no_tls::TlsClient;
#[cfg(not(feature = "tls"))]
pub use no_tls::{Trust, TrustError};
pub(crate) use stream::Stream;
#[cfg(feature = "tls")]
use tls::TlsClient;
#[cfg(feature = "tls")]
pub use tls::{Trust, TrustError};
use url::Scheme;
pub use url::ServerUrl;
pub(crate) use websocket::Socket;

/// Who opens a WebSocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// The installation's own page in a browser.
    Page,
    /// A program, which sends no `Origin`.
    Program,
}

/// Timeout of connecting, and of agreeing on encryption.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// An installation at its resolved address.
#[derive(Clone)]
pub(crate) struct Dialer {
    url: ServerUrl,
    address: SocketAddr,
    /// `None` for a plain connection.
    tls: Option<TlsClient>,
}

/// Why there is no connection, or no answer.
#[derive(Debug, thiserror::Error)]
pub enum DialError {
    /// It does not accept connections.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, io::Error),
    /// It accepts, and there is no encryption.
    #[error("no TLS with {0}: {1}")]
    Tls(String, TlsError),
    /// It accepts, and says nothing.
    #[error("no answer within {} s", .0.as_secs())]
    NoAnswer(Duration),
    /// The connection ended before the answer did.
    #[error("the connection ended before the answer: {0}")]
    Cut(String),
    /// It answers a handshake with something else.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// It agrees to a handshake without doing its part.
    #[error("the answer to the handshake is not that of a WebSocket")]
    NotWebSocket,
    /// What was typed is no path.
    #[error("{0:?} is not a path")]
    Path(String),
}

/// The answer to a handshake that was refused.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the WebSocket is refused with {}{}", .0.status, after_colon(&.0.words()))]
pub struct Refusal(Answer);

impl From<Answer> for Refusal {
    fn from(answer: Answer) -> Self {
        Self(answer)
    }
}

impl Refusal {
    pub(crate) fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The server's own sentence; empty for the pages with which proxies answer.
    pub(crate) fn words(&self) -> String {
        self.0.words()
    }
}

impl Dialer {
    /// Resolves an address by connecting once, so that every later connection is to the same one.
    ///
    /// # Errors
    /// If it does not accept connections, or this machine cannot encrypt them.
    pub(crate) async fn resolve(url: &ServerUrl, trust: &Trust) -> Result<Self, DialError> {
        let name = || format!("{}:{}", url.host(), url.port());
        let failed = |error| DialError::Connect(name(), error);
        let tls = match url.scheme() {
            Scheme::Plain => None,
            Scheme::Tls => {
                Some(trust.client().map_err(|error| DialError::Tls(url.host().into(), error))?)
            }
        };
        let connect = TcpStream::connect((url.host(), url.port()));
        let stream = timeout(CONNECT_TIMEOUT, connect).await;
        let stream = stream.map_err(|_| failed(io::ErrorKind::TimedOut.into()))?.map_err(failed)?;
        let address = stream.peer_addr().map_err(failed)?;
        Ok(Self { url: url.clone(), address, tls })
    }

    /// An installation without TLS at a known address.
    pub(crate) fn at(url: ServerUrl, address: SocketAddr) -> Self {
        Self { url, address, tls: None }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What a browser sends as `Host`.
    pub(crate) fn host(&self) -> String {
        self.url.authority()
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> Result<Stream, DialError> {
        let failed = |error| DialError::Connect(self.address.to_string(), error);
        let stream = TcpStream::connect(self.address).await.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        let Some(tls) = &self.tls else { return Ok(Stream::Plain(stream)) };
        let host = self.url.host();
        let encrypted = timeout(CONNECT_TIMEOUT, tls.connect(host, stream)).await;
        let encrypted = encrypted.map_err(|_| DialError::NoAnswer(CONNECT_TIMEOUT))?;
        encrypted.map_err(|error| DialError::Tls(host.into(), error))
    }

    /// Opens a WebSocket, as the installation's page does.
    pub(crate) async fn websocket(&self) -> Result<Socket, DialError> {
        self.websocket_of(Opener::Page).await
    }

    /// Opens a WebSocket for a room by a route, as the installation's page does.
    pub(crate) async fn websocket_to(
        &self,
        route: &Route,
        room: &str,
    ) -> Result<Socket, DialError> {
        let stream = self.connect().await?;
        websocket::upgrade(stream, &self.url, Opener::Page, &self.url.room_path(route, room)).await
    }

    pub(crate) async fn websocket_of(&self, opener: Opener) -> Result<Socket, DialError> {
        let stream = self.connect().await?;
        websocket::upgrade(stream, &self.url, opener, self.url.socket_path()).await
    }

    /// Requests a path.
    pub(crate) async fn get(&self, path: &str) -> Result<Answer, DialError> {
        self.get_over(self.connect().await?, path).await
    }

    /// Requests a path over this connection.
    pub(crate) async fn get_over(&self, stream: Stream, path: &str) -> Result<Answer, DialError> {
        let request = Request::get(path).header(header::HOST, self.url.authority());
        let request = request.body(String::new()).map_err(|_| DialError::Path(path.into()))?;
        answer::ask(stream, request).await
    }
}

/// A sentence after a colon; nothing for none.
fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {words}") }
}
