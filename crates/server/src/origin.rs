//! Checks which pages may open a WebSocket. Browsers let any page connect to any server and name
//! the page's origin in `Origin`; only the server can check it.
use axum::http::{HeaderMap, HeaderValue, header};

use crate::per_address::bound::Initiator;
use crate::web_origin::WebOrigin;

/// Whether a request comes from our own page, from one of the `allowed` origins, or from no page.
/// Programs other than browsers send no origin, and could forge one.
pub(crate) fn is_allowed(headers: &HeaderMap, allowed: &[WebOrigin]) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return true;
    };
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else {
        return false;
    };
    is_own(headers, origin) || allowed.iter().any(|site| site.is(origin))
}

/// Whether an origin is that of the server a request is for.
pub(crate) fn is_own(headers: &HeaderMap, origin: &str) -> bool {
    let host = headers.get(header::HOST).map(HeaderValue::to_str);
    matches!(host, Some(Ok(host)) if is_same_host(origin, host))
}

/// What caused a request, according to the browser: a page of another site, or the user, who may
/// follow a link of that page. Over plain HTTP browsers only say so to this machine.
pub(crate) fn initiator(headers: &HeaderMap) -> Initiator {
    let is = |name, values: &[&str]| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| values.contains(&value))
    };
    let is_other = is("sec-fetch-site", &["cross-site", "same-site"]);
    if is_other && !is("sec-fetch-dest", &["document"]) {
        Initiator::OtherSite
    } else {
        Initiator::Client
    }
}

/// The origin of the page that sent a request, in words.
pub(crate) fn describe(headers: &HeaderMap) -> String {
    let origin = headers.get(header::ORIGIN).map(HeaderValue::to_str);
    origin.and_then(Result::ok).map_or("no site".into(), |origin| format!("{origin:?}"))
}

/// Either web scheme matches: behind a proxy that terminates TLS, the page is `https` and this
/// server is not.
fn is_same_host(origin: &str, host: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let of_the_web = ["http", "https"].iter().any(|own| own.eq_ignore_ascii_case(scheme));
    of_the_web && authority.eq_ignore_ascii_case(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_origin(origins: &[&str], host: Option<&str>, allowed: &[&str], expected: bool) {
        let mut headers = HeaderMap::new();
        for origin in origins {
            headers.append(header::ORIGIN, origin.parse().unwrap());
        }
        if let Some(host) = host {
            headers.insert(header::HOST, host.parse().unwrap());
        }
        let allowed: Vec<WebOrigin> = allowed.iter().map(|site| site.parse().unwrap()).collect();
        assert_eq!(is_allowed(&headers, &allowed), expected, "{headers:?}");
    }

    #[test]
    fn our_own_page_and_programs_are_allowed() {
        check_origin(&[], Some("localhost:8080"), &[], true);
        check_origin(&[], None, &[], true);
        check_origin(&["http://localhost:8080"], Some("localhost:8080"), &[], true);
        check_origin(&["https://Game.example"], Some("game.example"), &[], true);
        check_origin(&["http://[::1]:8080"], Some("[::1]:8080"), &[], true);
    }

    #[test]
    fn other_pages_are_refused() {
        check_origin(&["http://evil.example"], Some("localhost:8080"), &[], false);
        check_origin(&["http://localhost:8081"], Some("localhost:8080"), &[], false);
        check_origin(&["http://localhost"], Some("localhost:8080"), &[], false);
        check_origin(&["http://localhost:8080.evil.example"], Some("localhost:8080"), &[], false);
        check_origin(&["null"], Some("localhost:8080"), &[], false);
        check_origin(&["ftp://localhost:8080"], Some("localhost:8080"), &[], false);
        check_origin(&["chrome-extension://localhost"], Some("localhost"), &[], false);
        check_origin(&["localhost:8080"], Some("localhost:8080"), &[], false);
        check_origin(&[""], Some("localhost:8080"), &[], false);
        check_origin(&["http://localhost:8080"], None, &[], false);
        let two = ["http://localhost:8080", "http://evil.example"];
        check_origin(&two, Some("localhost:8080"), &[], false);
    }

    #[test]
    fn initiator_follows_fetch_metadata() {
        for (site, dest, expected) in [
            (None, None, Initiator::Client),
            (Some("same-origin"), Some("empty"), Initiator::Client),
            (Some("none"), Some("document"), Initiator::Client),
            (Some("cross-site"), Some("document"), Initiator::Client),
            (Some("cross-site"), Some("image"), Initiator::OtherSite),
            (Some("same-site"), Some("script"), Initiator::OtherSite),
            (Some("cross-site"), Some("iframe"), Initiator::OtherSite),
            (Some("cross-site"), Some("websocket"), Initiator::OtherSite),
            (Some("cross-site"), None, Initiator::OtherSite),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in [("sec-fetch-site", site), ("sec-fetch-dest", dest)] {
                if let Some(value) = value {
                    headers.insert(name, value.parse().unwrap());
                }
            }
            assert_eq!(initiator(&headers), expected, "{headers:?}");
        }
    }

    #[test]
    fn listed_pages_are_allowed_with_their_scheme() {
        let allowed = ["https://site.example/", "http://other.example:81"];
        check_origin(&["https://site.example"], Some("h"), &allowed, true);
        check_origin(&["HTTP://other.example:81"], Some("h"), &allowed, true);
        check_origin(&["http://site.example"], Some("h"), &allowed, false);
        check_origin(&["http://other.example"], Some("h"), &allowed, false);
    }
}
