//! The third step: whether a page gets its WebSocket, and if not, what was lost of its request.
use anyhow::Result;

use super::address::sentence;
use super::finding::{Finding, Report, Topic};
use super::page::Seen;
use crate::dial::{DialError, Dialer, Opener, Refusal, websocket};

/// What to do about a `Host` that a proxy replaced.
pub(super) const HOST_ADVICE: &str = "Pass on the Host of the browser; in nginx: \
                                      proxy_set_header Host $http_host;";
const UPGRADE_ADVICE: [&str; 4] = [
    "Pass on WebSockets; in nginx:",
    "proxy_http_version 1.1;",
    "proxy_set_header Upgrade $http_upgrade;",
    "proxy_set_header Connection \"upgrade\";",
];

/// Asks for a WebSocket as a page and, where that is refused, as a program; true if pages get one.
pub(super) async fn open(
    dialer: &Dialer,
    seen: Option<&Seen>,
    report: &mut Report<'_>,
) -> Result<bool> {
    let of_page = attempt(dialer, Opener::Page).await;
    let of_program = match &of_page {
        Err(error) if is_about_origin(error) => Some(attempt(dialer, Opener::Program).await),
        _ => None,
    };
    report.print(&host(of_page.as_ref().err(), seen))?;
    // What is wrong with the origin hides what is wrong with the upgrade.
    report.print(&upgrade(of_program.as_ref().unwrap_or(&of_page).as_ref().err()))?;
    Ok(of_page.is_ok())
}

/// Opens a WebSocket and closes it.
async fn attempt(dialer: &Dialer, opener: Opener) -> Result<(), DialError> {
    let mut socket = dialer.websocket_of(opener).await?;
    websocket::leave(&mut socket).await;
    Ok(())
}

/// Whether a page was refused for what it is a page of.
fn is_about_origin(error: &DialError) -> bool {
    matches!(error, DialError::Refused(refusal) if refusal.status().as_u16() == 403)
}

/// Whether the server sees the `Host` that the browser sent.
fn host(error: Option<&DialError>, seen: Option<&Seen>) -> Finding {
    let sees = seen.and_then(|seen| Some((seen.whoami.host.as_deref()?, seen.host.as_str())));
    let differs = sees.filter(|(sees, sent)| !sees.eq_ignore_ascii_case(sent));
    let refusal = match error {
        Some(DialError::Refused(refusal)) if refusal.status().as_u16() == 403 => refusal,
        _ => return host_of_nobody_refused(sees.map(|(sees, _)| sees), differs),
    };
    let words = said(refusal);
    match differs {
        Some((sees, sent)) => {
            let sentence = format!(
                "The server sees the Host {sees:?} where browsers send {sent:?}, takes its own \
                 page for one of another site, and refuses its WebSocket with 403."
            );
            Finding::wrong(Topic::Host, sentence, &[HOST_ADVICE])
        }
        None if words == "." => {
            let sentence = "Something in front of Lagrange refuses the page's WebSocket with 403.";
            Finding::wrong(Topic::Host, sentence, &["See its rules for /ws."])
        }
        None => {
            let sentence = format!("The server refuses the page's WebSocket with 403{words}");
            Finding::wrong(Topic::Host, sentence, &[HOST_ADVICE])
        }
    }
}

fn host_of_nobody_refused(sees: Option<&str>, differs: Option<(&str, &str)>) -> Finding {
    match (sees, differs) {
        (_, Some((sees, sent))) => {
            let sentence = format!(
                "The server sees the Host {sees:?} where browsers send {sent:?}; it does not \
                 refuse the page."
            );
            let mut finding = Finding::note(Topic::Host, sentence);
            finding.advice.push(HOST_ADVICE.into());
            finding
        }
        (Some(sees), None) => {
            let sentence = format!("The server sees the Host that browsers send, {sees:?}.");
            Finding::right(Topic::Host, sentence)
        }
        (None, None) => Finding::right(Topic::Host, "The server does not refuse the page."),
    }
}

/// Whether the handshake gets through.
fn upgrade(error: Option<&DialError>) -> Finding {
    let Some(error) = error else {
        return Finding::right(Topic::Upgrade, "WebSockets open, with 101.");
    };
    let wrong =
        |sentence: String, advice: &[&str]| Finding::wrong(Topic::Upgrade, sentence, advice);
    let DialError::Refused(refusal) = error else {
        let sentence = sentence(&format!("no WebSocket opens: {error}"));
        return wrong(sentence, &["See the log of the proxy, and let it pass on WebSockets."]);
    };
    let (status, words) = (refusal.status(), said(refusal));
    match status.as_u16() {
        400 | 426 if lost_header(&words).is_some() => {
            let header = lost_header(&words).unwrap_or_default();
            let sentence = format!(
                "The header {header} of the handshake does not arrive, so that no WebSocket opens: \
                 {status}."
            );
            wrong(sentence, &UPGRADE_ADVICE)
        }
        404 => {
            let sentence = format!("/ws is answered with {status}: it does not reach Lagrange.");
            let advice = "Pass on /ws, and all other paths, to the same Lagrange.";
            wrong(sentence, &[advice])
        }
        502..=504 if words == "." => {
            let sentence =
                format!("/ws is answered with {status}: the proxy does not reach Lagrange.");
            wrong(sentence, &["Let the proxy pass /ws to the address of Lagrange (--listen)."])
        }
        429 | 503 => {
            let sentence = format!("The server takes no WebSocket now: {status}{words}");
            wrong(sentence, &["Check again later, or see /limits on the server's machine."])
        }
        _ => {
            let sentence = format!("No WebSocket opens: {status}{words}");
            wrong(sentence, &["See the log of the proxy, and let it pass on WebSockets."])
        }
    }
}

/// The header that was lost, by the server's sentence.
fn lost_header(words: &str) -> Option<&'static str> {
    ["Connection", "Upgrade"].into_iter().find(|name| {
        words.contains(&format!("{name} header did not"))
            || words.contains(&format!("`{name}` header did not"))
    })
}

/// The server's own sentence after a colon; a full stop without one.
fn said(refusal: &Refusal) -> String {
    let words = refusal.words();
    if words.is_empty() { ".".into() } else { sentence_end(format!(": {words}")) }
}

fn sentence_end(text: String) -> String {
    if text.ends_with(['.', ')']) { text } else { text + "." }
}
