//! The second step: whether Lagrange's page is served, whole, and its server is well.
use std::net::SocketAddr;

use anyhow::Result;
use axum::http::header;

use super::address::sentence;
use super::finding::{Finding, Report, Topic};
use super::websocket::HOST_ADVICE;
use crate::dial::answer::Answer;
use crate::dial::{DialError, Dialer};
use crate::router::HEALTH_PATH;
use crate::whoami::{WHOAMI_PATH, Whoami};

/// What Lagrange's page contains.
const TITLE: &str = "<title>Lagrange</title>";
/// What comes before the path of the page's script.
const SCRIPT: &str = "<script type=\"module\" src=\"";

/// What the server sees of this machine.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) whoami: Whoami,
    /// This end of the connection it was asked over.
    pub(super) local: SocketAddr,
    /// The `Host` that was sent.
    pub(super) host: String,
}

/// Loads the page. `None` if there is no Lagrange, `Some(None)` if its server is one that does not
/// say what it sees.
pub(super) async fn load(dialer: &Dialer, report: &mut Report<'_>) -> Result<Option<Option<Seen>>> {
    let page = match dialer.get("/").await {
        Ok(page) => page,
        Err(error) => {
            let advice = ["See the log of the proxy, or of the server."];
            let sentence = sentence(&format!("no page arrives: {error}"));
            report.print(&Finding::wrong(Topic::Page, sentence, &advice))?;
            return Ok(None);
        }
    };
    if let Some(wrong) = other_than_ours(&page) {
        report.print(&wrong)?;
        return Ok(None);
    }
    let seen = ask_what_is_seen(dialer).await;
    let version = seen.as_ref().map_or(String::new(), |seen| format!(" {}", seen.whoami.lagrange));
    let health = dialer.get(HEALTH_PATH).await;
    let script = match script_of(&page.body) {
        Some(path) => Some((path.clone(), dialer.get(&path).await)),
        None => None,
    };
    report.print(&judge(&version, &health, script.as_ref()))?;
    Ok(Some(seen))
}

/// What is wrong with an answer that is not Lagrange's page.
fn other_than_ours(page: &Answer) -> Option<Finding> {
    let (status, words) = (page.status, page.words());
    let wrong =
        |sentence: String, advice: &str| Some(Finding::wrong(Topic::Page, sentence, &[advice]));
    if status.is_redirection() {
        let to = page.header(&header::LOCATION).unwrap_or("nowhere");
        return wrong(format!("It redirects to {to}."), "Check that address instead.");
    }
    if matches!(status.as_u16(), 502..=504) && words.is_empty() {
        return wrong(
            format!("The proxy answers {status}: it does not reach Lagrange."),
            "Start Lagrange, at the address that the proxy passes to (--listen).",
        );
    }
    if !status.is_success() {
        let advice = match words.as_str() {
            "" if status.as_u16() == 400 => "If it speaks TLS, check https:// instead.",
            "" => "See the log of the proxy, and pass on every path to Lagrange.",
            // The names of `--host` do not contain what the proxy asks for.
            words if words.contains("Host header") => HOST_ADVICE,
            _ => "Do as the server says.",
        };
        let said = if words.is_empty() { ".".into() } else { format!(": {words}") };
        return wrong(format!("The page is refused with {status}{said}"), advice);
    }
    let is_ours = String::from_utf8_lossy(&page.body).contains(TITLE);
    if is_ours {
        return None;
    }
    wrong(
        "Another page is here, not Lagrange's.".into(),
        "Pass on / and all below it to Lagrange; in nginx: location / { proxy_pass … }.",
    )
}

/// Asks the server what it sees of this machine.
async fn ask_what_is_seen(dialer: &Dialer) -> Option<Seen> {
    let stream = dialer.connect().await.ok()?;
    let local = stream.local_addr().ok()?;
    let answer = dialer.get_over(stream, WHOAMI_PATH).await.ok()?;
    let whoami = serde_json::from_slice(&answer.body).ok()?;
    Some(Seen { whoami, local, host: dialer.host() })
}

/// The path of the page's script.
fn script_of(page: &[u8]) -> Option<String> {
    let page = String::from_utf8_lossy(page);
    let (_, after) = page.split_once(SCRIPT)?;
    let (path, _) = after.split_once('"')?;
    // It is relative to the page, which is at the root.
    Some(format!("/{}", path.trim_start_matches("./").trim_start_matches('/')))
}

fn judge(
    version: &str,
    health: &Result<Answer, DialError>,
    script: Option<&(String, Result<Answer, DialError>)>,
) -> Finding {
    let lagrange = format!("Lagrange{version}");
    if let Some((path, answer)) = script {
        let kind = |answer: &Answer| answer.header(&header::CONTENT_TYPE).map(str::to_string);
        let is_script =
            |answer: &Answer| kind(answer).is_some_and(|kind| kind.contains("javascript"));
        if !answer.as_ref().is_ok_and(|answer| answer.status.is_success() && is_script(answer)) {
            let sentence = format!("The page of {lagrange} is here, but not its script {path}.");
            let advice = "Pass on all below / to Lagrange; in nginx: location / { proxy_pass … }.";
            return Finding::wrong(Topic::Page, sentence, &[advice]);
        }
    }
    match health {
        Ok(answer) if answer.status.is_success() => {
            Finding::right(Topic::Page, format!("{lagrange} is here, and healthy."))
        }
        Ok(answer) if !answer.words().is_empty() => {
            let sentence = format!("{lagrange} is here, and not well: {}", answer.words());
            Finding::wrong(Topic::Page, sentence, &["See its log, and start it again."])
        }
        Ok(_) | Err(_) => {
            let sentence = format!("{lagrange} is here, and does not answer {HEALTH_PATH}.");
            Finding::note(Topic::Page, sentence)
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use axum::http::{HeaderMap, StatusCode};

    use super::*;

    fn answer(status: u16, kind: &str, body: &'static str) -> Answer {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, kind.parse().unwrap());
        let status = StatusCode::from_u16(status).unwrap();
        Answer { status, headers, body: Bytes::from_static(body.as_bytes()) }
    }

    #[test]
    fn other_pages_are_told_apart() {
        for (status, kind, body, words) in [
            (200, "text/html", "<title>Lagrange</title>", None),
            (200, "text/html", "<title>Welcome to nginx!</title>", Some("Another page is here")),
            (301, "text/html", "", Some("It redirects to nowhere")),
            (502, "text/html", "<h1>502</h1>", Some("it does not reach Lagrange")),
            (404, "text/html", "<h1>404</h1>", Some("refused with 404 Not Found.")),
            (400, "text/html", "<h1>400</h1>", Some("refused with 400 Bad Request.")),
            (
                503,
                "text/plain",
                "All connections are in use.",
                Some("503 Service Unavailable: All"),
            ),
        ] {
            let finding = other_than_ours(&answer(status, kind, body));
            let sentence = finding.map(|finding| finding.sentence);
            match words {
                None => assert_eq!(sentence, None),
                Some(words) => assert!(sentence.as_ref().unwrap().contains(words), "{sentence:?}"),
            }
        }
    }

    #[test]
    fn the_script_and_the_health_are_judged() {
        let well = || Ok(answer(200, "text/plain", "healthy\n"));
        let script = |status, kind| {
            Some(("/main-1.js".to_string(), Ok(answer(status, kind, "<p>no script"))))
        };
        for (health, script, words) in [
            (well(), script(200, "text/javascript"), "Lagrange 1 is here, and healthy."),
            (well(), None, "Lagrange 1 is here, and healthy."),
            (well(), script(404, "text/html"), "but not its script /main-1.js"),
            (well(), script(200, "text/html"), "but not its script /main-1.js"),
            (Ok(answer(503, "text/plain", "It ends.")), None, "is here, and not well: It ends."),
            (Ok(answer(404, "text/html", "")), None, "does not answer /healthz"),
            (Err(DialError::NotWebSocket), None, "does not answer /healthz"),
        ] {
            let finding = judge(" 1", &health, script.as_ref());
            assert!(finding.sentence.contains(words), "{finding:?}");
        }
    }

    #[test]
    fn the_script_is_found() {
        for (page, path) in [
            ("<script type=\"module\" src=\"main-1.js\"></script>", Some("/main-1.js")),
            ("<script type=\"module\" src=\"/main-1.js\"></script>", Some("/main-1.js")),
            ("<script src=\"main-1.js\"></script>", None),
        ] {
            assert_eq!(script_of(page.as_bytes()).as_deref(), path);
        }
    }
}
