//! The first step: whether the name has an address, something answers there, and its certificate is
//! right.
use std::time::Duration;

use anyhow::Result;
use tokio::net::lookup_host;
use tokio::time::Instant;

use super::Check;
use super::finding::{Finding, Report, Topic};
use crate::dial::certificate::{Certificate, TlsError};
use crate::dial::url::Scheme;
use crate::dial::{DialError, Dialer, ServerUrl};

/// Seconds of an hour.
const HOUR_S: u64 = 3_600;
/// Hours from which what is left of a certificate is told in days.
const HOURS_MAX: u64 = 48;
/// The share of its time at whose beginning a certificate should long have been renewed: most
/// programs do so in its last third.
const LAST_SHARE: u32 = 6;

/// Connects; `None` if nothing can be asked there.
pub(super) async fn reach(check: &Check, report: &mut Report<'_>) -> Result<Option<Dialer>> {
    let url = &check.url;
    if let Err(error) = lookup_host((url.host(), url.port())).await {
        let sentence = format!("The name {} has no address: {error}.", url.host());
        let advice = ["Check the spelling, or let a DNS record (A or AAAA) name the machine."];
        report.print(&Finding::wrong(Topic::Address, sentence, &advice))?;
        return Ok(None);
    }
    let begun = Instant::now();
    let dialer = match Dialer::resolve(url, &check.trust).await {
        Ok(dialer) => dialer,
        Err(error) => {
            report.print(&unreachable(url, &error))?;
            return Ok(None);
        }
    };
    report.print(&Finding::right(Topic::Address, reached(url, &dialer, begun.elapsed())))?;
    if url.scheme() == Scheme::Plain {
        return Ok(Some(dialer));
    }
    match dialer.connect().await {
        Ok(stream) => {
            report.print(&shown(url.host(), stream.certificate().as_ref(), check.since_1970))?;
            Ok(Some(dialer))
        }
        Err(DialError::Tls(_, error)) => {
            report.print(&refused(url, &error))?;
            Ok(None)
        }
        Err(error) => {
            report.print(&unreachable(url, &error))?;
            Ok(None)
        }
    }
}

fn reached(url: &ServerUrl, dialer: &Dialer, took: Duration) -> String {
    let (address, ms) = (dialer.address(), took.as_secs_f64() * 1e3);
    if url.ip().is_some() {
        format!("{address} accepts connections, after {ms:.1} ms.")
    } else {
        format!("{} is {}, which accepts connections, after {ms:.1} ms.", url.host(), address)
    }
}

fn unreachable(url: &ServerUrl, error: &DialError) -> Finding {
    let advice =
        ["Start the server or its proxy there (lagrange --listen ADDRESS:PORT), and let its port \
         through firewalls."];
    match error {
        DialError::Tls(_, error) => refused(url, error),
        _ => Finding::wrong(Topic::Address, sentence(&error.to_string()), &advice),
    }
}

/// What a certificate says that was accepted.
fn shown(host: &str, certificate: Option<&Certificate>, now: Duration) -> Finding {
    let Some(certificate) = certificate else {
        let sentence = format!("The certificate is valid for {host}; more of it cannot be read.");
        return Finding::note(Topic::Certificate, sentence);
    };
    let Certificate { issuer, begins, ends } = certificate;
    let left = ends.saturating_sub(now);
    let left_in_words = match left.as_secs() / HOUR_S {
        0 => "less than an hour".into(),
        1 => "1 hour".into(),
        hours if hours < HOURS_MAX => format!("{hours} hours"),
        hours => format!("{} days", hours / 24),
    };
    let sentence = format!(
        "The certificate is valid for {host}, signed by {issuer}, and has {left_in_words} left."
    );
    if left >= ends.saturating_sub(*begins) / LAST_SHARE {
        return Finding::right(Topic::Certificate, sentence);
    }
    let mut finding = Finding::note(Topic::Certificate, sentence);
    finding.advice.push("See why it was not renewed yet.".into());
    finding
}

/// Why browsers do not accept a certificate.
fn refused(url: &ServerUrl, error: &TlsError) -> Finding {
    let host = url.host();
    let renew = "Renew it, and reload the proxy.";
    let (what, advice) = match error {
        TlsError::Expired => ("The certificate has expired.".into(), renew.into()),
        TlsError::NotValidYet => (
            "The certificate is not valid yet.".into(),
            "Set the clocks of both machines, or wait.".into(),
        ),
        TlsError::OtherName(names) => (
            format!("The certificate is for {}, not for {host}.", names.join(", ")),
            format!("Get a certificate for {host}, or open the name that it is for."),
        ),
        TlsError::UnknownAuthority => (
            "The certificate is signed by no authority that browsers know.".into(),
            "Get one of a public authority, and send its intermediate certificates along; for an \
             authority of your own, check with --authority FILE."
                .into(),
        ),
        TlsError::NotTls => (
            "It speaks no TLS.".to_string(),
            format!(
                "Open http://{}, or let a proxy with a certificate listen there.",
                url.authority()
            ),
        ),
        TlsError::Processor | TlsError::Other(_) => (
            format!("There is no TLS: {error}."),
            "See the log of the proxy, or check from another machine.".into(),
        ),
    };
    Finding::wrong(Topic::Certificate, what, &[&advice])
}

/// An error as a sentence.
pub(super) fn sentence(error: &str) -> String {
    let mut chars = error.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if error.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::finding::Verdict;
    use super::*;

    #[test]
    fn a_certificate_about_to_end_is_noted() {
        for (lasts_h, left_h, verdict, words) in [
            (90 * 24, 61 * 24 + 1, Verdict::Right, "has 61 days left"),
            (90 * 24, 15 * 24, Verdict::Right, "has 15 days left"),
            (90 * 24, 15 * 24 - 1, Verdict::Note, "has 14 days left"),
            (90 * 24, 47, Verdict::Note, "has 47 hours left"),
            (90 * 24, 0, Verdict::Note, "has less than an hour left"),
            (12, 4, Verdict::Right, "has 4 hours left"),
            (12, 1, Verdict::Note, "has 1 hour left"),
        ] {
            let hours = |hours: u64| Duration::from_secs(hours * HOUR_S);
            let (begins, ends) = (hours(100_000), hours(100_000 + lasts_h));
            let certificate = Certificate { issuer: "CN=R11".into(), begins, ends };
            let finding = shown("game.example", Some(&certificate), ends - hours(left_h));
            assert_eq!(finding.verdict, verdict, "{left_h} hours of {lasts_h}");
            assert!(finding.sentence.contains(words), "{finding:?}");
        }
    }

    #[test]
    fn errors_become_sentences() {
        for (error, expected) in [("cannot connect", "Cannot connect."), ("", "."), ("A.", "A.")] {
            assert_eq!(sentence(error), expected);
        }
    }
}
