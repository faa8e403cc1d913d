//! A plain request to a program of this run, over a connection of its own.
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result};

/// Timeout of each step.
const TIMEOUT: Duration = Duration::from_secs(2);

/// The answer to a request.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: String,
}

/// Requests a path. By HTTP/1.0 the body is not chunked, and ends with the connection.
pub(super) fn get(address: SocketAddr, path: &str) -> Result<Answer> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    parse(&answer).context("the answer is not HTTP")
}

fn parse(answer: &str) -> Option<Answer> {
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer { status, body: body.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_a_status_and_a_body() {
        let answer = parse("HTTP/1.0 503 Service Unavailable\r\nA: b\r\n\r\nno\r\n\r\n").unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (503, "no\r\n\r\n"));
        assert!(parse("SSH-2.0").is_none());
    }
}
