//! Adds the security headers to every response.
use axum::http::{HeaderValue, header};
use axum::response::Response;

/// The page may load only its own files and connect only to its own server; `'self'` includes `ws:`
/// and `wss:` to the same host. WebAssembly may be compiled; inline scripts and styles are blocked.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
    object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

/// Programs of a page that read somebody's files run in workers with this policy: they may load
/// their own script's modules, and connect to nothing.
pub(crate) const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The directive that keeps other pages from framing any of ours.
pub(crate) const FRAME_ANCESTORS: &str = "frame-ancestors 'none'";

/// The opener and embedder policies make the page cross-origin isolated, which gives it a finer
/// clock.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
];

/// Adds the headers. A response without its own `Cache-Control` is not stored; one with a policy of
/// its own keeps it.
pub(crate) async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    let no_store = HeaderValue::from_static("no-store");
    headers.entry(header::CACHE_CONTROL).or_insert(no_store);
    response
}
