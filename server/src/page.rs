//! Serves the embedded pages: a request's path and accepted encodings go in, the file comes out.
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use crate::assets::{self, Asset};

/// Answers a `GET` of any path that is nobody else's.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    if let Some(asset) = assets::find(uri.path()) {
        return answer(asset, accepts_brotli(&headers));
    }
    // Addresses in a page are relative: below a slash they would lead elsewhere.
    let page = uri.path().strip_suffix('/').and_then(assets::find);
    match page.filter(|page| page.is_page()) {
        Some(page) => Redirect::permanent(page.path).into_response(),
        None => (StatusCode::NOT_FOUND, "Not found\n").into_response(),
    }
}

fn answer(asset: &'static Asset, brotli: bool) -> Response {
    let caching = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let content = if brotli { asset.brotli } else { asset.identity };
    let mut response = Bytes::from_static(content).into_response();
    let mut set = |name: HeaderName, value| {
        let headers = response.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_TYPE, asset.content_type);
    set(header::CACHE_CONTROL, caching);
    set(header::VARY, "accept-encoding");
    if brotli {
        set(header::CONTENT_ENCODING, "br");
    }
    response
}

/// Whether `br` is among the accepted encodings, and not with a quality of zero.
fn accepts_brotli(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let values = values.filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = parameters.trim().strip_prefix("q=").unwrap_or("1");
        let refused = quality.trim().parse::<f32>().is_ok_and(|q| q <= 0.0);
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_hash_in_its_name_is_kept_for_ever() {
        for (immutable, expected) in
            [(true, "public, max-age=31536000, immutable"), (false, "no-cache")]
        {
            let asset = Box::leak(Box::new(Asset {
                path: "/style.0123456789abcdef.css",
                content_type: "text/css",
                immutable,
                identity: b"identity",
                brotli: b"brotli",
            }));
            let headers = answer(asset, false).headers().clone();
            assert_eq!(headers[header::CACHE_CONTROL], expected);
            assert_eq!(headers[header::VARY], "accept-encoding");
            assert_eq!(headers[header::CONTENT_TYPE], "text/css");
        }
    }

    #[test]
    fn brotli_is_taken_only_where_it_is_accepted() {
        for (accepted, expected) in [
            ("br", true),
            ("gzip, deflate, br, zstd", true),
            ("gzip;q=1.0, BR;q=0.5", true),
            ("", false),
            ("gzip, deflate", false),
            ("br;q=0", false),
            ("br; q=0.0, gzip", false),
            ("brotli", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
            assert_eq!(accepts_brotli(&headers), expected, "{accepted}");
        }
        assert!(!accepts_brotli(&HeaderMap::new()));
    }
}
