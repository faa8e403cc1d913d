//! The handshake of a WebSocket, as a browser does it: a refusal keeps the server's own words.
use std::time::Duration;

use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use hyper_util::rt::TokioIo;
use shared::base::limits::SERVER_MESSAGE_BYTES_MAX;
use shared::wire::close_reason::LEFT_CODE;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};

use super::answer::{Answer, send};
use super::{DialError, Opener, ServerUrl, Stream};

/// Read buffer of a socket, and how much it gathers before it writes.
const BUFFER_BYTES: usize = 8 * 1024;
/// Maximum unsent bytes for a server that does not read; a socket with more fails.
const UNSENT_BYTES_MAX: usize = 256 * 1024;

/// Timeout of the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// A WebSocket to an installation.
pub(crate) type Socket = WebSocketStream<Stream>;

/// Upgrades a connection.
pub(super) async fn upgrade(
    stream: Stream,
    url: &ServerUrl,
    opener: Opener,
    path: &str,
) -> Result<Socket, DialError> {
    let key = generate_key();
    let mut request = Request::get(path)
        .header(header::HOST, url.authority())
        .header(header::CONNECTION, "Upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_VERSION, "13")
        .header(header::SEC_WEBSOCKET_KEY, &key);
    if opener == Opener::Page {
        request = request.header(header::ORIGIN, url.origin());
    }
    let request = request.body(String::new()).map_err(|_| DialError::Path(path.into()))?;
    let response = send(stream, request).await?;
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        return Err(DialError::Refused(Box::new(Answer::read(response).await?.into())));
    }
    let accept = response.headers().get(header::SEC_WEBSOCKET_ACCEPT);
    let expected = derive_accept_key(key.as_bytes());
    if accept.is_none_or(|accept| accept.as_bytes() != expected.as_bytes()) {
        return Err(DialError::NotWebSocket);
    }
    let upgraded = hyper::upgrade::on(response).await;
    let upgraded = upgraded.map_err(|error| DialError::Cut(error.to_string()))?;
    let parts = upgraded.downcast::<TokioIo<Stream>>().map_err(|_| DialError::NotWebSocket)?;
    let (stream, read) = (parts.io.into_inner(), parts.read_buf.into());
    Ok(WebSocketStream::from_partially_read(stream, read, Role::Client, Some(config())).await)
}

/// Closes, and reads until the server has closed too.
pub(crate) async fn close(socket: &mut Socket) {
    close_with(socket, None).await;
}

/// Closes for good, so that no seat is held, and waits for the server as long as for a close.
pub(crate) async fn leave(socket: &mut Socket) {
    let frame = CloseFrame { code: LEFT_CODE.into(), reason: "".into() };
    // A server that does not close misses the end of the connection.
    let _ = timeout(CLOSE_TIMEOUT, close_with(socket, Some(frame))).await;
}

async fn close_with(socket: &mut Socket, frame: Option<CloseFrame>) {
    if socket.close(frame).await.is_ok() {
        while let Some(Ok(_)) = socket.next().await {}
    }
}

/// Buffer and message sizes of the socket.
fn config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(UNSENT_BYTES_MAX)
        .max_message_size(Some(SERVER_MESSAGE_BYTES_MAX))
        .max_frame_size(Some(SERVER_MESSAGE_BYTES_MAX))
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read, Write};

    use tokio_tungstenite::tungstenite::{Error, WebSocket};

    use super::*;

    /// A server that keeps sending pings and reads nothing at first.
    struct Pings {
        reads: bool,
        read_bytes: usize,
    }

    impl Read for Pings {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let (pings, _) = into.as_chunks_mut::<2>();
            pings.fill([0x89, 0]);
            Ok(2 * pings.len())
        }
    }

    impl Write for Pings {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if !self.reads {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            self.read_bytes += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn unsent_pongs_are_bounded() {
        let server = Pings { reads: false, read_bytes: 0 };
        let mut socket = WebSocket::from_raw_socket(server, Role::Client, Some(config()));
        for _ in 0..1_000_000 {
            match socket.read() {
                Ok(message) => assert!(message.is_ping()),
                Err(Error::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
                Err(Error::WriteBufferFull(_)) => break,
                Err(error) => panic!("{error}"),
            }
        }
        socket.get_mut().reads = true;
        // The rest does not matter.
        let _ = socket.flush();
        let kept = socket.get_ref().read_bytes;
        assert!(kept > 0 && kept <= UNSENT_BYTES_MAX, "{kept} bytes");
    }
}
