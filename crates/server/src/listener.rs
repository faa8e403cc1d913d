//! Where connections come from: the machine's sockets, or whatever else carries bytes both ways,
//! as the pipes of a test that plays in a time of its own.
use std::future::Future;
use std::io;
use std::net::SocketAddr;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tracing::debug;

use crate::limits::SEND_BUFFER_BYTES;

/// Where connections come from.
pub trait Listener: Send {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static;

    /// Waits for the next connection, which comes with the address of its other end. Dropping the
    /// wait loses none.
    ///
    /// # Errors
    /// What the system says; the next call may succeed.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    /// Sets up a connection that is served. One that is closed at once costs less without.
    fn set_up(_stream: &Self::Stream) {}
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        TcpListener::accept(self).await
    }

    fn set_up(stream: &TcpStream) {
        if let Err(error) = tune(stream) {
            debug!(%error, "a socket keeps its own settings");
        }
    }
}

/// Sends small messages at once, and keeps few of them: see [`crate::limits`].
pub(crate) fn tune(stream: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    socket.set_tcp_notsent_lowat(crate::limits::UNSENT_BYTES)?;
    Ok(())
}
