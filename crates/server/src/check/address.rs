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

/// Seconds of a day.
const DAY_S: u64 = 86_400;
/// Days before its end at which a certificate should long have been renewed.
const DAYS_LEFT_FEW: u64 = 14;

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
            report.print(&unreachable(&error))?;
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
            report.print(&refused(url.host(), &error))?;
            Ok(None)
        }
        Err(error) => {
            report.print(&unreachable(&error))?;
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

fn unreachable(error: &DialError) -> Finding {
    let advice =
        ["Start the server or its proxy there (lagrange --listen ADDRESS:PORT), and let its port \
         through firewalls."];
    match error {
        DialError::Tls(host, error) => refused(host, error),
        _ => Finding::wrong(Topic::Address, sentence(&error.to_string()), &advice),
    }
}

/// What a certificate says that was accepted.
fn shown(host: &str, certificate: Option<&Certificate>, now: Duration) -> Finding {
    let Some(certificate) = certificate else {
        let sentence = format!("The certificate is valid for {host}; more of it cannot be read.");
        return Finding::note(Topic::Certificate, sentence);
    };
    let days = certificate.ends.saturating_sub(now).as_secs() / DAY_S;
    let sentence = format!(
        "The certificate is valid for {host}, signed by {}, and has {days} days left.",
        certificate.issuer
    );
    if days >= DAYS_LEFT_FEW {
        return Finding::right(Topic::Certificate, sentence);
    }
    let mut finding = Finding::note(Topic::Certificate, sentence);
    finding.advice.push("See why it was not renewed yet.".into());
    finding
}

/// Why browsers do not accept a certificate.
fn refused(host: &str, error: &TlsError) -> Finding {
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
            format!("Open http://{host}, or let a proxy with a certificate listen there."),
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
        for (days, verdict) in
            [(400, Verdict::Right), (14, Verdict::Right), (13, Verdict::Note), (0, Verdict::Note)]
        {
            let now = Duration::from_secs(1_000 * DAY_S);
            let ends = now + Duration::from_secs(days * DAY_S + DAY_S / 2);
            let certificate = Certificate { issuer: "CN=R11".into(), ends };
            let finding = shown("game.example", Some(&certificate), now);
            assert_eq!(finding.verdict, verdict, "{days} days");
            assert!(finding.sentence.contains(&format!("has {days} days left")), "{finding:?}");
        }
    }

    #[test]
    fn errors_become_sentences() {
        for (error, expected) in [("cannot connect", "Cannot connect."), ("", "."), ("A.", "A.")] {
            assert_eq!(sentence(error), expected);
        }
    }
}
