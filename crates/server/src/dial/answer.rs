//! A request over a fresh connection, and the answer.
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, HeaderName, Request, StatusCode, header};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::time::timeout;

use super::{DialError, Stream};

/// Maximum length of a body that is read.
const BODY_BYTES_MAX: usize = 1 << 20;
/// Maximum length of the words of an answer that are shown, in characters.
const WORDS_CHARS_MAX: usize = 500;
/// Timeout of an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    /// Reads the answer to a request to its end.
    pub(super) async fn read(response: hyper::Response<Incoming>) -> Result<Self, DialError> {
        let (head, body) = response.into_parts();
        let body = timeout(ANSWER_TIMEOUT, to_bytes(Body::new(body), BODY_BYTES_MAX)).await;
        let body = body.map_err(|_| DialError::NoAnswer(ANSWER_TIMEOUT))?;
        let body = body.map_err(|error| DialError::Cut(error.to_string()))?;
        Ok(Self { status: head.status, headers: head.headers, body })
    }

    /// The value of a header that is text.
    pub(crate) fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The sentence of a plain-text answer; empty for the pages with which proxies answer.
    pub(crate) fn words(&self) -> String {
        let kind = self.header(&header::CONTENT_TYPE).unwrap_or_default();
        if !kind.starts_with("text/plain") {
            return String::new();
        }
        let text = String::from_utf8_lossy(&self.body);
        // It is shown on a terminal.
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        text.trim().chars().take(WORDS_CHARS_MAX).collect()
    }
}

/// Sends a request over a connection of its own, and reads the answer.
pub(super) async fn ask(stream: Stream, request: Request<String>) -> Result<Answer, DialError> {
    let response = send(stream, request).await?;
    Answer::read(response).await
}

/// Sends a request, and reads the head of the answer.
pub(super) async fn send(
    stream: Stream,
    request: Request<String>,
) -> Result<hyper::Response<Incoming>, DialError> {
    let cut = |error: hyper::Error| DialError::Cut(error.to_string());
    let exchange = async {
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(cut)?;
        // Ends with the answer, or with what the connection is upgraded to.
        tokio::spawn(connection.with_upgrades());
        sender.send_request(request).await.map_err(cut)
    };
    timeout(ANSWER_TIMEOUT, exchange).await.map_err(|_| DialError::NoAnswer(ANSWER_TIMEOUT))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_text_is_words() {
        for (kind, body, words) in [
            ("text/plain; charset=utf-8", "It is full.\n", "It is full."),
            ("text/plain", "a\x1b[31m\nb", "a [31m b"),
            ("text/html", "<h1>502 Bad Gateway</h1>", ""),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
            let body = Bytes::from_static(body.as_bytes());
            let answer = Answer { status: StatusCode::FORBIDDEN, headers, body };
            assert_eq!(answer.words(), words, "{kind}");
        }
    }
}
