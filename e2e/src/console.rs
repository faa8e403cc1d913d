//! What the browser's console says of a page: the errors, but for those that the test itself
//! brings about.
use anyhow::{Context, Result, ensure};
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::Url;

use crate::browser::Page;

/// What a test does to a page's server that the console reports as errors. Whether it does depends
/// on when the page asks next, so such a line may come, and need not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// The server, or the way to it, is gone.
    Unreachable,
    /// The server turns the page away with 503.
    TurnedAway,
}

impl Disturbance {
    /// Whether a line of the console is about this. Pages ask in several ways (a WebSocket, the
    /// question why there is none, a file), and all of them fail.
    fn explains(self, line: &str) -> bool {
        /// The connection never came about, or ended before the answer.
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
    /// What the console has shown since the last call: (level, text) in the order of time, where
    /// an error, an uncaught exception or a failed load has the level `SEVERE`.
    pub async fn console(&self) -> Result<Vec<(String, String)>> {
        let log = self.issue_cmd(&BrowserLog).await.context("reading the console")?;
        let entries = log.as_array().context("a log is a list")?;
        let text = |entry: &Value, key| entry[key].as_str().unwrap_or_default().to_string();
        Ok(entries.iter().map(|entry| (text(entry, "level"), text(entry, "message"))).collect())
    }

    /// The errors among them, and whatever the content security policy has to say.
    pub async fn console_errors(&self) -> Result<Vec<String>> {
        let bad = |(level, text): (String, String)| {
            let severe = level == "SEVERE" || text.contains("Content Security Policy");
            severe.then_some(text)
        };
        Ok(self.console().await?.into_iter().filter_map(bad).collect())
    }

    /// Makes sure that all errors since the last call come of this.
    pub async fn check_console_but_for(&self, disturbance: Disturbance) -> Result<()> {
        let mut errors = self.console_errors().await?;
        errors.retain(|line| !disturbance.explains(line));
        ensure!(errors.is_empty(), "not because of {disturbance:?}: {errors:#?}");
        Ok(())
    }
}

/// Chromedriver's command to read and empty the console, which is not in the standard.
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
