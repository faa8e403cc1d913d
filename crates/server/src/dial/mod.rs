//! Connects to an installation as a browser on its page does: one place for its address, the
//! `Origin` and `Host` that are sent, plain requests, the handshake of a WebSocket, and the words
//! with which it refuses one.

pub(crate) mod answer;
mod stream;
pub mod url;
pub(crate) mod websocket;

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::net::TcpStream;

use answer::Answer;
pub(crate) use stream::Stream;
pub(crate) use url::ServerUrl;
pub(crate) use websocket::Socket;

/// An installation at its resolved address.
#[derive(Clone, Debug)]
pub(crate) struct Dialer {
    url: ServerUrl,
    address: SocketAddr,
}

/// Why there is no connection, or no answer.
#[derive(Debug, thiserror::Error)]
pub enum DialError {
    /// It does not accept connections.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, io::Error),
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
}

impl Dialer {
    /// Resolves an address by connecting once, so that every later connection is to the same one.
    ///
    /// # Errors
    /// If it does not accept connections.
    pub(crate) async fn resolve(url: &ServerUrl) -> Result<Self, DialError> {
        let failed = |error| DialError::Connect(format!("{}:{}", url.host(), url.port()), error);
        let stream = TcpStream::connect((url.host(), url.port())).await.map_err(failed)?;
        let address = stream.peer_addr().map_err(failed)?;
        Ok(Self::at(url.clone(), address))
    }

    /// An installation at a known address.
    pub(crate) fn at(url: ServerUrl, address: SocketAddr) -> Self {
        Self { url, address }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> Result<Stream, DialError> {
        let failed = |error| DialError::Connect(self.address.to_string(), error);
        let stream = TcpStream::connect(self.address).await.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        Ok(Stream::Plain(stream))
    }

    /// Opens a WebSocket, as the installation's page does.
    pub(crate) async fn websocket(&self) -> Result<Socket, DialError> {
        let stream = self.connect().await?;
        websocket::upgrade(stream, &self.url, self.url.socket_path()).await
    }
}

/// A sentence after a colon; nothing for none.
fn after_colon(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(": {words}") }
}
