//! Who may hold a figure of the laboratory in a page of another site: a request and its answer go
//! in, the same answer, open to the sites that `--allow-embed` names, comes out. Two things are
//! opened and nothing else: the page that an iframe holds, and the script of the element
//! `<lagrange-figure>` with the parts that it loads. A site that is not named gets a sentence in
//! the place of either, which says so; and an iframe that would stay empty for any other reason has
//! the reason in it. Runs after every answer; a server that allows no site opens nothing but the
//! sentence in an iframe.
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use site::{ELEMENT_PATH, FRAME_PATH, Site};

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

/// Whether a frame of another page is to show an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameRequest {
    No,
    /// Over plain HTTP a browser says so only to its own machine, and old ones never.
    Unsaid,
    Yes,
}

/// Why a frame does not show the figure.
#[derive(Debug)]
enum Refusal {
    /// The page that holds it is of this site.
    Site(WebOrigin, FrameRequest),
    /// Nobody says whose page it is.
    Unnamed,
}

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
    /// Opens them to these sites, and to our own pages.
    pub(crate) fn to(allowed: &[WebOrigin], site: Site) -> Option<Arc<Self>> {
        let sites: String = allowed.iter().map(|site| format!(" {site}")).collect();
        let own = format!("frame-ancestors 'self'{sites}");
        let policy = CONTENT_SECURITY_POLICY.replace(FRAME_ANCESTORS, &own);
        // An origin holds nothing that a header may not.
        let policy = HeaderValue::try_from(policy).ok()?;
        let parts = site.element().iter().map(|part| part.path).collect();
        Some(Self { allowed: allowed.to_vec(), policy, parts }.into())
    }

    /// Whether some site may.
    fn is_open(&self) -> bool {
        !self.allowed.is_empty()
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

    /// Why the frame is not shown in the page that is about to hold it, as far as the browser says
    /// whose that is.
    fn refused_frame(&self, headers: &HeaderMap) -> Option<Refusal> {
        let framed = framed(headers);
        let is_own = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        if framed == FrameRequest::No || (is_own && self.is_open()) {
            return None;
        }
        let page = headers.get(header::REFERER).and_then(|page| page.to_str().ok());
        let page = page.map(origin_of);
        match page.and_then(|page| Some((page, page.parse().ok()?))) {
            Some((page, _)) if self.allows(page) => None,
            Some((page, _)) if framed == FrameRequest::Unsaid && origin::is_own(headers, page) => {
                None
            }
            Some((_, site)) => Some(Refusal::Site(site, framed)),
            None => (framed == FrameRequest::Yes).then_some(Refusal::Unnamed),
        }
    }
}

/// Whether a frame is to show the answer to a request.
fn framed(headers: &HeaderMap) -> FrameRequest {
    match headers.get("sec-fetch-dest").map(HeaderValue::as_bytes) {
        None => FrameRequest::Unsaid,
        Some(b"iframe" | b"frame" | b"embed" | b"object") => FrameRequest::Yes,
        Some(_) => FrameRequest::No,
    }
}

/// Whether a request asks for what a frame is to show.
pub(crate) fn is_framed<B>(request: &axum::http::Request<B>) -> bool {
    request.uri().path() == FRAME_PATH && framed(request.headers()) == FrameRequest::Yes
}

/// Lets any page hold an answer in which nothing can be clicked: it says why there is no other.
pub(crate) fn allow_framing(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(POLICY, HeaderValue::from_static(SENTENCE_POLICY));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
}

/// The origin of an address.
fn origin_of(page: &str) -> &str {
    let end = page.match_indices('/').nth(2).map_or(page.len(), |(end, _)| end);
    &page[..end]
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

/// What stands in an iframe in place of the figure.
fn frame_sentence(refusal: &Refusal, embedding: &Embedding) -> String {
    match refusal {
        Refusal::Site(site, FrameRequest::Unsaid) => {
            let own = "Whoever followed a link to here presses Enter in the address bar.";
            [sentence(site).as_str(), own].join(" ")
        }
        Refusal::Site(site, _) => sentence(site),
        Refusal::Unnamed if embedding.is_open() => {
            "This server cannot tell whose page this is, for the browser does not say so. A page \
             of a site that is allowed has it said by referrerpolicy=\"strict-origin\" in its \
             iframe; a file is of no site."
                .into()
        }
        Refusal::Unnamed => {
            "This server does not show figures in pages of other sites. Its owner can allow a site \
             with --allow-embed."
                .into()
        }
    }
}

/// The page in an iframe that says it. An origin has no letters that mean anything to HTML.
async fn refused_frame(sentence: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lagrange</title>\
         <p>{sentence}</p></html>\n"
    );
    let answer = (StatusCode::FORBIDDEN, Html(page)).into_response();
    let mut response = headers::guard(answer).await;
    allow_framing(&mut response);
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
    let is_framed = is_framed(&request);
    let is_part = embedding.parts.contains(&request.uri().path());
    let is_element = request.uri().path() == ELEMENT_PATH;
    let asked = request.headers();
    let origin = single_origin(asked).cloned();
    let allowed = embedding.allowed(asked).cloned();
    let frame = embedding.refused_frame(asked).filter(|_| is_frame);
    let element = embedding.refused_element(asked).filter(|_| is_element);
    let mut response = next.run(request).await;
    if !response.status().is_success() {
        if is_framed && !response.status().is_redirection() {
            allow_framing(&mut response);
        }
        return response;
    }
    if let Some(refusal) = frame {
        return refused_frame(&frame_sentence(&refusal, &embedding)).await;
    }
    if !embedding.is_open() {
        return response;
    }
    if let Some(site) = element {
        return refused_element(&site, origin).await;
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
