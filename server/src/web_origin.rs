//! The origin of another site, as whoever runs the server names it: text goes in, the origin as
//! browsers write it comes out, or words that say what it should have been.
use std::fmt;
use std::str::FromStr;

/// A scheme, a host and perhaps a port: `https://example.org`. It holds nothing that would end it
/// in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebOrigin(String);

/// Something that no browser would send as an origin.
#[derive(Debug, thiserror::Error)]
#[error("an origin is a scheme and a host, as in https://example.org")]
pub struct WebOriginError;

impl WebOrigin {
    /// Whether this is what a browser sends as `origin`. Neither scheme nor host know capitals.
    pub(crate) fn is(&self, origin: &str) -> bool {
        self.0.eq_ignore_ascii_case(origin)
    }
}

impl FromStr for WebOrigin {
    type Err = WebOriginError;

    fn from_str(text: &str) -> Result<Self, WebOriginError> {
        let site = text.trim_end_matches('/');
        let (scheme, host) = site.split_once("://").ok_or(WebOriginError)?;
        let of = |part: &str, others: &str| {
            !part.is_empty()
                && part.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
        };
        let whole = of(scheme, "+-.") && of(host, "-._:[]");
        whole.then(|| Self(site.to_string())).ok_or(WebOriginError)
    }
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
    fn an_origin_is_a_scheme_and_a_host_and_nothing_besides() {
        for (text, origin) in [
            ("https://example.org", Some("https://example.org")),
            ("http://[::1]:8080/", Some("http://[::1]:8080")),
            ("HTTP://Other.example:81", Some("HTTP://Other.example:81")),
            ("chrome-extension://abcdef", Some("chrome-extension://abcdef")),
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
