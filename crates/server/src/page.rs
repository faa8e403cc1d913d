//! Serves the embedded pages, in the smallest encoding that the client accepts.
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use site::Asset;

use crate::app::App;
use crate::headers::WORKER_POLICY;

/// The script of the worker that reads files: what its name begins with.
const FILE_WORKER: &str = "/referee-worker-";

/// Answers a `GET` of any path that no other route has.
pub(crate) async fn serve(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Response {
    let site = app.config.site;
    if let Some(asset) = site.find(uri.path()) {
        return answer(asset, Coding::accepted(&headers));
    }
    // URLs in a page are relative and would resolve differently after a trailing slash.
    let page = uri.path().strip_suffix('/').and_then(|path| site.find(path));
    match page.filter(|page| page.is_page()) {
        Some(page) => Redirect::permanent(page.path).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found\n").into_response(),
    }
}

/// A stored encoding of a file, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    /// Browsers accept it over TLS and from this machine.
    Brotli,
    /// Browsers accept it from anywhere, as over plain HTTP in a home network.
    Gzip,
    Identity,
}

impl Coding {
    /// The smallest encoding that a request accepts.
    fn accepted(headers: &HeaderMap) -> Self {
        let accepted = |coding: &Self| coding.name().is_none_or(|name| accepts(headers, name));
        [Self::Brotli, Self::Gzip].into_iter().find(accepted).unwrap_or(Self::Identity)
    }

    /// Its name in headers; `None` for identity.
    fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Identity => None,
        }
    }

    fn of(self, asset: &'static Asset) -> &'static [u8] {
        match self {
            Self::Brotli => asset.brotli,
            Self::Gzip => asset.gzip,
            Self::Identity => asset.identity,
        }
    }
}

fn answer(asset: &'static Asset, coding: Coding) -> Response {
    let caching = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Bytes::from_static(coding.of(asset)).into_response();
    let mut set = |name: HeaderName, value| {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_TYPE, asset.content_type);
    set(header::CACHE_CONTROL, caching);
    set(header::VARY, "accept-encoding");
    if let Some(name) = coding.name() {
        set(header::CONTENT_ENCODING, name);
    }
    if asset.path.starts_with(FILE_WORKER) {
        set(header::CONTENT_SECURITY_POLICY, WORKER_POLICY);
    }
    response
}

/// Whether an encoding is accepted with a quality above zero.
fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let values = values.filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = parameters.trim().strip_prefix("q=").unwrap_or("1");
        let refused = quality.trim().parse::<f32>().is_ok_and(|q| q <= 0.0);
        name.trim().eq_ignore_ascii_case(wanted) && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_files_are_cached_forever() {
        for (immutable, expected) in
            [(true, "public, max-age=31536000, immutable"), (false, "no-cache")]
        {
            let asset = Box::leak(Box::new(Asset {
                path: "/style.0123456789abcdef.css",
                content_type: "text/css",
                immutable,
                identity: b"identity",
                gzip: b"gzip",
                brotli: b"brotli",
            }));
            for coding in [Coding::Identity, Coding::Gzip, Coding::Brotli] {
                let headers = answer(asset, coding).headers().clone();
                assert_eq!(headers[header::CACHE_CONTROL], expected);
                assert_eq!(headers[header::VARY], "accept-encoding");
                assert_eq!(headers[header::CONTENT_TYPE], "text/css");
                let said = headers.get(header::CONTENT_ENCODING).map(|name| name.to_str().unwrap());
                assert_eq!(said, coding.name());
            }
        }
    }

    #[test]
    fn smallest_accepted_encoding_is_chosen() {
        for (accepted, expected) in [
            ("br", Coding::Brotli),
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip;q=1.0, BR;q=0.5", Coding::Brotli),
            ("", Coding::Identity),
            ("gzip, deflate", Coding::Gzip),
            ("br;q=0", Coding::Identity),
            ("br; q=0.0, gzip", Coding::Gzip),
            ("brotli, gzip;q=0", Coding::Identity),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(Coding::accepted(&headers), expected, "{accepted}");
        }
        assert_eq!(Coding::accepted(&HeaderMap::new()), Coding::Identity);
    }
}
