//! Who may hold a figure of the laboratory in a page of another site: a request and its answer go
//! in, the same answer, open to the sites that `--allow-embed` names, comes out. Two things are
//! opened and nothing else: the page that an iframe holds, and the script of the element
//! `<lagrange-figure>` with the parts that it loads. Runs after every answer of a server that
//! allows some site; any other server is shut.
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::assets::{self, FRAME_PATH};
use crate::headers::{CONTENT_SECURITY_POLICY, FRAME_ANCESTORS};
use crate::web_origin::WebOrigin;

const POLICY: &str = "content-security-policy";
const RESOURCE_POLICY: &str = "cross-origin-resource-policy";

/// Who may, and what.
#[derive(Debug)]
pub(crate) struct Embedding {
    allowed: Vec<WebOrigin>,
    /// The policy of the page that they may hold.
    policy: HeaderValue,
    /// The paths of the element and its parts.
    parts: Vec<&'static str>,
}

impl Embedding {
    /// Opens them to these sites; `None` where there is no site.
    pub(crate) fn to(allowed: &[WebOrigin]) -> Option<Arc<Self>> {
        if allowed.is_empty() {
            return None;
        }
        let sites: String = allowed.iter().map(|site| format!(" {site}")).collect();
        let own = format!("frame-ancestors{sites}");
        let policy = CONTENT_SECURITY_POLICY.replace(FRAME_ANCESTORS, &own);
        // An origin holds nothing that a header may not.
        let policy = HeaderValue::try_from(policy).ok()?;
        let parts = assets::element().iter().map(|part| part.path).collect();
        Some(Self { allowed: allowed.to_vec(), policy, parts }.into())
    }

    /// The origin of a request, if it is one of those that may.
    fn allowed<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let (origin, None) = (origins.next()?, origins.next()) else { return None };
        let text = origin.to_str().ok()?;
        self.allowed.iter().any(|site| site.is(text)).then_some(origin)
    }
}

/// Opens the answer to a request.
pub(crate) async fn open(
    State(embedding): State<Arc<Embedding>>,
    request: Request,
    next: Next,
) -> Response {
    let is_frame = request.uri().path() == FRAME_PATH;
    let is_part = embedding.parts.contains(&request.uri().path());
    let allowed = embedding.allowed(request.headers()).cloned();
    let mut response = next.run(request).await;
    if !response.status().is_success() {
        return response;
    }
    let anybody = HeaderValue::from_static("cross-origin");
    let headers = response.headers_mut();
    if is_frame {
        headers.insert(POLICY, embedding.policy.clone());
        headers.insert(RESOURCE_POLICY, anybody);
    } else if is_part {
        // What is kept for one site is not what another one is to get.
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(RESOURCE_POLICY, anybody);
        }
    }
    response
}
