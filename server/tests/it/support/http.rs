//! A minimal HTTP client.
use std::net::SocketAddr;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::within_guard;

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(own, _)| own == name)?;
        Some(value)
    }

    /// Every value of a header, in order.
    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        let own = self.headers.iter().filter(|(own, _)| own == name);
        own.map(|(_, value)| value.as_str()).collect()
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Answer {
    request(address, "GET", path, headers).await
}

pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> Answer {
    let host = address.to_string();
    let mut all = headers.to_vec();
    if headers.iter().all(|(name, _)| *name != "host") {
        all.push(("host", &host));
    }
    let mut stream = TcpStream::connect(address).await.unwrap();
    request_over(&mut stream, method, path, &all).await
}

/// An address of this machine at which nothing listens.
pub(crate) async fn free_address() -> SocketAddr {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    free.local_addr().unwrap()
}

/// Sends a request over an existing connection, with exactly these headers.
pub(crate) async fn request_over(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
) -> Answer {
    let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    text += "\r\n";
    stream.write_all(text.as_bytes()).await.unwrap();
    parse(&read_to_end(stream).await)
}

/// Reads until the server closes.
pub(crate) async fn read_to_end(stream: &mut (impl AsyncRead + Unpin)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end = within_guard("the end of the connection", stream.read_to_end(&mut bytes)).await;
    end.unwrap();
    bytes
}

fn parse(answer: &[u8]) -> Answer {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.unwrap() + 4);
    let head = std::str::from_utf8(head).unwrap();
    let mut lines = head.trim_end().split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(':').unwrap();
        (name.to_lowercase(), value.trim().to_string())
    });
    Answer { status: status.parse().unwrap(), headers: headers.collect(), body: body.into() }
}
