//! Who may hold a figure of the laboratory in a page of another site: a request and its answer go
//! in, the same answer, open to the sites that `--allow-embed` names, comes out. Two things are
//! opened and nothing else: the page that an iframe holds, and the script of the element
//! `<lagrange-figure>` with the parts that it loads. A site that is not named gets a sentence in
//! the place of either, which says so. Runs after every answer of a server that allows some site;
//! any other server is shut.
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use crate::assets::{self, ELEMENT_PATH, FRAME_PATH};
use crate::headers::{self, CONTENT_SECURITY_POLICY, FRAME_ANCESTORS};
use crate::origin;
use crate::web_origin::WebOrigin;

const POLICY: &str = "content-security-policy";
const RESOURCE_POLICY: &str = "cross-origin-resource-policy";
/// The policy of the sentence in an iframe: anybody may hold it, and nothing in it acts.
const SENTENCE_POLICY: &str =
    "default-src 'none'; frame-ancestors *; base-uri 'none'; form-action 'none'";
/// The element, where it may only say a sentence.
const SENTENCE_SCRIPT: [&str; 2] = [
    "const said = \"",
    "\";
const NAME = \"lagrange-figure\";
class Refused extends HTMLElement {
  connectedCallback() {
    this.dataset.state = \"still\";
    if (this.shadowRoot) return;
    const sentence = document.createElement(\"p\");
    sentence.textContent = said;
    this.attachShadow({ mode: \"open\" }).append(sentence, document.createElement(\"slot\"));
  }
}
if (!customElements.get(NAME)) customElements.define(NAME, Refused);
",
];

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

    fn allows(&self, origin: &str) -> bool {
        self.allowed.iter().any(|site| site.is(origin))
    }

    /// The origin of a request, if it is one of those that may.
    fn allowed<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        let origin = single_origin(headers)?;
        self.allows(origin.to_str().ok()?).then_some(origin)
    }

    /// The site of a page that asks for the element and may not have it. Our own pages may, and
    /// browsers name us then.
    fn refused_element(&self, headers: &HeaderMap) -> Option<WebOrigin> {
        let origin = single_origin(headers)?.to_str().ok()?;
        origin.parse().ok().filter(|_| !origin::is_allowed(headers, &self.allowed))
    }

    /// The site of a page that is about to hold the frame and may not, as far as the browser says.
    fn refused_frame(&self, headers: &HeaderMap) -> Option<WebOrigin> {
        let says = |name, what| headers.get(name).is_some_and(|value| value == what);
        if !says("sec-fetch-dest", "iframe") || says("sec-fetch-site", "same-origin") {
            return None;
        }
        let page = headers.get(header::REFERER)?.to_str().ok()?;
        let end = page.match_indices('/').nth(2).map_or(page.len(), |(end, _)| end);
        page[..end].parse().ok().filter(|_| !self.allows(&page[..end]))
    }
}

/// The origin of a request that names one.
fn single_origin(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (origin, None) = (origins.next()?, origins.next()) else { return None };
    Some(origin)
}

/// What a site is told that is not named.
fn sentence(site: &WebOrigin) -> String {
    format!(
        "This server does not show figures in pages of {site}. Its owner can allow the site with \
         --allow-embed {site}. A site is a scheme, a name and a port: localhost and 127.0.0.1 are \
         two sites."
    )
}

/// The page in an iframe that says it. An origin has no letters that mean anything to HTML.
async fn refused_frame(site: &WebOrigin) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lagrange</title>\
         <p>{}</p></html>\n",
        sentence(site)
    );
    let answer = (StatusCode::FORBIDDEN, Html(page)).into_response();
    let mut response = headers::guard(answer).await;
    let headers = response.headers_mut();
    headers.insert(POLICY, HeaderValue::from_static(SENTENCE_POLICY));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}

/// The script that says it in the place of every figure.
async fn refused_element(site: &WebOrigin, origin: Option<HeaderValue>) -> Response {
    let [begin, end] = SENTENCE_SCRIPT;
    let script = [begin, &sentence(site), end].concat();
    let answer = ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script);
    let mut response = headers::guard(answer.into_response()).await;
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("origin"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    }
    response
}

/// Opens the answer to a request.
pub(crate) async fn open(
    State(embedding): State<Arc<Embedding>>,
    request: Request,
    next: Next,
) -> Response {
    let is_frame = request.uri().path() == FRAME_PATH;
    let is_part = embedding.parts.contains(&request.uri().path());
    let is_element = request.uri().path() == ELEMENT_PATH;
    let asked = request.headers();
    let origin = single_origin(asked).cloned();
    let allowed = embedding.allowed(asked).cloned();
    let refused = if is_frame {
        embedding.refused_frame(asked)
    } else {
        embedding.refused_element(asked).filter(|_| is_element)
    };
    let mut response = next.run(request).await;
    if !response.status().is_success() {
        return response;
    }
    match refused {
        Some(site) if is_frame => return refused_frame(&site).await,
        Some(site) => return refused_element(&site, origin).await,
        None => {}
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
