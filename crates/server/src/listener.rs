//! The source of connections: the machine's sockets, or another byte stream, such as the pipes of a
//! test with its own clock.
use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::task::Poll;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tracing::debug;

use crate::limits::SEND_BUFFER_BYTES;

/// The source of connections.
pub trait Listener: Send {
    type Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static;

    /// Waits for the next connection and its peer address. Cancel safe.
    ///
    /// # Errors
    /// The system's error; the next call may succeed.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    /// Configures a connection that will be served. Skipped for one that is closed at once, to save
    /// the calls.
    fn set_up(_stream: &Self::Stream) {}
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        TcpListener::accept(self).await
    }

    fn set_up(stream: &TcpStream) {
        if let Err(error) = tune(stream) {
            debug!(%error, "cannot set socket options");
        }
    }
}

/// Several sockets, such as one for each address of a name.
impl Listener for Vec<TcpListener> {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        poll_fn(|context| {
            let ready = self.iter().map(|listener| listener.poll_accept(context));
            ready.into_iter().find(Poll::is_ready).unwrap_or(Poll::Pending)
        })
        .await
    }

    fn set_up(stream: &TcpStream) {
        TcpListener::set_up(stream);
    }
}

/// Disables Nagle's algorithm and limits the kernel's send buffer: see [`crate::limits`].
pub(crate) fn tune(stream: &TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    socket.set_tcp_notsent_lowat(crate::limits::UNSENT_BYTES)?;
    Ok(())
}
