//! Checks the `Host` of a request against the server's names. A page of another site can point its
//! own name here (DNS rebinding) and then has the same origin as the server. A server with
//! configured names rejects such pages.
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;

/// What a proxy must do, for everyone who meets a refused host.
pub(crate) const FORWARD_HOST: &str = "A proxy must forward the browser's Host header; in nginx: \
                                       proxy_set_header Host $http_host;";

/// Rejects requests for other host names, if any names are configured.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let hosts = &app.config.hosts;
    if hosts.is_empty() || is_own(request.headers(), hosts) {
        return next.run(request).await;
    }
    let text = format!(
        "This server does not serve the host {} (see --host). {FORWARD_HOST}\n",
        describe(request.headers())
    );
    (StatusCode::FORBIDDEN, text).into_response()
}

/// The host that a request is for, in words.
pub(crate) fn describe(headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).map(HeaderValue::to_str);
    match host {
        Some(Ok(host)) => format!("{host:?}"),
        Some(Err(_)) => "with an unreadable name".into(),
        None => "without a name".into(),
    }
}

/// Whether a request is for one of these names, for `localhost`, or for an IP address. A page
/// cannot rebind an IP address.
fn is_own(headers: &HeaderMap, hosts: &[String]) -> bool {
    let mut named = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (named.next(), named.next()) else { return false };
    let Ok(authority) = Authority::try_from(host.as_bytes()) else { return false };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']');
    address.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_ip_addresses_and_localhost_are_allowed() {
        let hosts = ["game.example".to_string(), "other.example".to_string()];
        for (host, own) in [
            (Some("game.example"), true),
            (Some("Game.Example:8080"), true),
            (Some("other.example"), true),
            (Some("localhost:8080"), true),
            (Some("127.0.0.1:8080"), true),
            (Some("[::1]:8080"), true),
            (Some("10.0.0.7"), true),
            (Some("evil.example"), false),
            (Some("game.example.evil.example"), false),
            (Some("evil.example#game.example"), false),
            (Some(""), false),
            (None, false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(host) = host {
                headers.insert(header::HOST, host.parse().unwrap());
            }
            assert_eq!(is_own(&headers, &hosts), own, "{host:?}");
        }
    }
}
