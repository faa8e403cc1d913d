//! The headers of every answer: a response goes in, the same one, guarded, comes out.
use axum::http::{HeaderValue, header};
use axum::response::Response;

/// The page loads nothing but its own files and talks to nobody but its own server: `'self'`
/// covers `ws:` and `wss:` of the same host. WebAssembly needs leave to be compiled, and no
/// inline script or style gets any.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
    object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// The part of it that keeps every page out of other pages.
pub(crate) const FRAME_ANCESTORS: &str = "frame-ancestors 'none'";

/// The opener and embedder policies make the page cross-origin isolated, for which browsers give
/// it a finer clock.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
];

/// Adds the headers. What no route has said about caching is not kept.
pub(crate) async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}
