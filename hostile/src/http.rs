//! A plain HTTP request from a given local address.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// How long to wait for a response.
const ANSWER_MAX: Duration = Duration::from_secs(5);

/// A server's response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// Connects from an address of this machine. `unread_bytes` limits the kernel's receive buffer.
pub(crate) async fn connect(
    from: IpAddr,
    to: SocketAddr,
    unread_bytes: Option<u32>,
) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = unread_bytes {
        socket.set_recv_buffer_size(bytes)?;
    }
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends a request over its own connection.
pub(crate) async fn get(from: IpAddr, to: SocketAddr, path: &str) -> Result<Answer> {
    let ask = async {
        let mut stream = connect(from, to, None).await?;
        let request = format!("GET {path} HTTP/1.1\r\nhost: {to}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        parse(&bytes)
    };
    timeout(ANSWER_MAX, ask).await.context("no answer in time")?
}

fn parse(answer: &[u8]) -> Result<Answer> {
    let text = String::from_utf8_lossy(answer);
    let (head, body) = text.split_once("\r\n\r\n").context("incomplete response header")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Ok(Answer { status: status.context("response without a status")?, body: body.into() })
}
