//! Parses the origin of another site as given on the command line into the form that browsers send.
use std::fmt;
use std::str::FromStr;

/// A scheme, a host and perhaps a port: `https://example.org`. It contains no character that ends a
/// value in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin(String);

/// Not an origin that a browser could send.
#[derive(Debug, thiserror::Error)]
#[error("expected a scheme and a host, e.g. https://example.org")]
pub struct WebOriginError;

/// The default ports of schemes, as written after a host.
const DEFAULT_PORTS: [(&str, &str); 2] = [("http", ":80"), ("https", ":443")];

impl WebOrigin {
    /// Whether this is what a browser sends as `Origin`. Scheme and host are case-insensitive.
    pub(crate) fn is(&self, origin: &str) -> bool {
        self.0.eq_ignore_ascii_case(origin)
    }
}

impl FromStr for WebOrigin {
    type Err = WebOriginError;

    fn from_str(text: &str) -> Result<Self, WebOriginError> {
        let site = text.trim_end_matches('/');
        let (scheme, host) = site.split_once("://").ok_or(WebOriginError)?;
        let is_made_of = |part: &str, others: &str| {
            !part.is_empty()
                && part.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
        };
        let is_valid = is_made_of(scheme, "+-.") && is_made_of(host, "-._:[]");
        is_valid.then(|| Self(without_default_port(site, scheme))).ok_or(WebOriginError)
    }
}

/// Browsers omit the default port of a scheme.
fn without_default_port(site: &str, scheme: &str) -> String {
    let default_port = DEFAULT_PORTS.into_iter().find(|(of, _)| scheme.eq_ignore_ascii_case(of));
    let without = default_port.and_then(|(_, port)| site.strip_suffix(port));
    without.unwrap_or(site).to_string()
}

impl fmt::Display for WebOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_a_scheme_and_a_host() {
        for (text, origin) in [
            ("https://example.org", Some("https://example.org")),
            ("http://[::1]:8080/", Some("http://[::1]:8080")),
            ("HTTP://Other.example:81", Some("HTTP://Other.example:81")),
            ("chrome-extension://abcdef", Some("chrome-extension://abcdef")),
            ("https://example.org:443", Some("https://example.org")),
            ("http://example.org:80/", Some("http://example.org")),
            ("http://example.org:443", Some("http://example.org:443")),
            ("http://[::1]:80", Some("http://[::1]")),
            ("example.org", None),
            ("https://", None),
            ("://example.org", None),
            ("https://example.org/page", None),
            ("https://*.example.org", None),
            ("https://example.org; script-src *", None),
            ("https://a.example https://b.example", None),
            ("https://a.example\r\nx: y", None),
            ("https://me@example.org", None),
            ("'self'", None),
            ("", None),
        ] {
            let read = text.parse::<WebOrigin>().ok().map(|origin| origin.to_string());
            assert_eq!(read.as_deref(), origin, "{text}");
        }
    }
}
