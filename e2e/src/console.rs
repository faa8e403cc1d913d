//! The errors in the browser's console, except for those that the test itself provokes.
use anyhow::{Context, Result, ensure};
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::Url;

use crate::browser::Page;

/// A disturbance of the page's server that the console reports as errors. Whether a line appears
/// depends on when the page sends its next request, so it may also be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// The server is down or unreachable.
    Unreachable,
    /// The server refuses the page with 503.
    TurnedAway,
}

impl Disturbance {
    /// Whether a console line results from it. Pages send several kinds of request (a WebSocket,
    /// the question why it was refused, a file), and all of them fail.
    fn explains(self, line: &str) -> bool {
        /// The connection failed, or ended before the response.
        const BROKEN: [&str; 5] = [
            "net::ERR_CONNECTION_CLOSED",
            "net::ERR_CONNECTION_REFUSED",
            "net::ERR_CONNECTION_RESET",
            "net::ERR_EMPTY_RESPONSE",
            "net::ERR_SOCKET_NOT_CONNECTED",
        ];
        let socket = line.contains("WebSocket connection to 'ws://127.0.0.1:");
        match self {
            Self::Unreachable => {
                let unanswered = socket && line.contains("failed: Connection closed before");
                unanswered || BROKEN.iter().any(|broken| line.contains(broken))
            }
            Self::TurnedAway => {
                let status = "Failed to load resource: the server responded with a status of 503";
                let refused =
                    "failed: Error during WebSocket handshake: Unexpected response code: 503";
                (socket && line.contains(refused)) || line.contains(status)
            }
        }
    }
}

impl Page {
    /// Console messages since the last call, as (level, text) in order; errors, uncaught exceptions
    /// and failed loads have the level `SEVERE`.
    pub async fn console(&self) -> Result<Vec<(String, String)>> {
        let log = self.issue_cmd(&BrowserLog).await.context("reading the console")?;
        let entries = log.as_array().context("a log is a list")?;
        let text = |entry: &Value, key| entry[key].as_str().unwrap_or_default().to_string();
        Ok(entries.iter().map(|entry| (text(entry, "level"), text(entry, "message"))).collect())
    }

    /// The errors among them, and all messages about the content security policy.
    pub async fn console_errors(&self) -> Result<Vec<String>> {
        let bad = |(level, text): (String, String)| {
            let severe = level == "SEVERE" || text.contains("Content Security Policy");
            severe.then_some(text)
        };
        Ok(self.console().await?.into_iter().filter_map(bad).collect())
    }

    /// Checks that all errors since the last call result from the disturbance.
    pub async fn check_console_but_for(&self, disturbance: Disturbance) -> Result<()> {
        let mut errors = self.console_errors().await?;
        errors.retain(|line| !disturbance.explains(line));
        ensure!(errors.is_empty(), "not because of {disturbance:?}: {errors:#?}");
        Ok(())
    }
}

/// Chromedriver's non-standard command that reads and clears the console.
#[derive(Debug)]
struct BrowserLog;

impl WebDriverCompatibleCommand for BrowserLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_explained_by_its_own_cause_alone() {
        use Disturbance::{TurnedAway, Unreachable};
        for (line, cause) in [
            (
                "http://127.0.0.1:9/ 0:0 WebSocket connection to 'ws://127.0.0.1:9/ws' failed: \
                 Error in connection establishment: net::ERR_CONNECTION_REFUSED",
                Some(Unreachable),
            ),
            (
                "http://127.0.0.1:9/ 0:0 WebSocket connection to 'ws://127.0.0.1:9/ws' failed: \
                 Connection closed before receiving a handshake response",
                Some(Unreachable),
            ),
            (
                "http://127.0.0.1:9/ws - Failed to load resource: net::ERR_CONNECTION_REFUSED",
                Some(Unreachable),
            ),
            (
                "http://127.0.0.1:9/ws - Failed to load resource: net::ERR_EMPTY_RESPONSE",
                Some(Unreachable),
            ),
            (
                "http://127.0.0.1:9/ 0:0 WebSocket connection to 'ws://127.0.0.1:9/ws' failed: \
                 Error during WebSocket handshake: Unexpected response code: 503",
                Some(TurnedAway),
            ),
            (
                "http://127.0.0.1:9/ws - Failed to load resource: the server responded with a \
                 status of 503 (Service Unavailable)",
                Some(TurnedAway),
            ),
            (
                "http://127.0.0.1:9/ 0:0 WebSocket connection to 'ws://127.0.0.1:9/ws' failed: \
                 Invalid frame header",
                None,
            ),
            (
                "http://127.0.0.1:9/x - Failed to load resource: the server responded with a \
                 status of 404 (Not Found)",
                None,
            ),
            ("http://127.0.0.1:9/main.js 3:7 Uncaught TypeError: 503", None),
        ] {
            for asked in [Unreachable, TurnedAway] {
                assert_eq!(asked.explains(line), cause == Some(asked), "{asked:?}: {line}");
            }
        }
    }
}
