//! Decides which other sites may embed a figure of the laboratory, and adjusts each response. For
//! the origins in `--allow-embed` it opens two things only: the page for an iframe, and the script
//! of the element `<lagrange-figure>` with its modules. A site that is not listed gets a sentence
//! that says so in place of either. An iframe that would stay empty for another reason shows that
//! reason. Runs after every response; if no origin is allowed, it only serves the sentence in an
//! iframe.
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
/// The content security policy of the sentence in an iframe: any page may embed it, and it can do
/// nothing.
const SENTENCE_POLICY: &str =
    "default-src 'none'; frame-ancestors *; base-uri 'none'; form-action 'none'";
/// The element's script when it may only show a sentence.
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

/// Whether a request loads a frame of another page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameRequest {
    No,
    /// The browser did not say. Over plain HTTP it only does so to its own machine, and old ones
    /// never do.
    Unknown,
    Yes,
}

/// Why a frame does not show the figure.
#[derive(Debug)]
enum Refusal {
    /// The page that embeds it belongs to this site.
    Site(WebOrigin, FrameRequest),
    /// The site of the page is unknown.
    UnknownSite,
}

/// The sites that may embed, and what they may load.
#[derive(Debug)]
pub(crate) struct Embedding {
    allowed: Vec<WebOrigin>,
    /// The content security policy of the page they may embed.
    policy: HeaderValue,
    /// The paths of the element's script and its modules.
    element_paths: Vec<&'static str>,
}

impl Embedding {
    /// Allows these sites and our own pages.
    pub(crate) fn allow(allowed: &[WebOrigin], site: Site) -> Option<Arc<Self>> {
        let sites: String = allowed.iter().map(|site| format!(" {site}")).collect();
        let own = format!("frame-ancestors 'self'{sites}");
        let policy = CONTENT_SECURITY_POLICY.replace(FRAME_ANCESTORS, &own);
        // An origin contains only characters that a header may.
        let policy = HeaderValue::try_from(policy).ok()?;
        let element_paths = site.element().iter().map(|part| part.path).collect();
        Some(Self { allowed: allowed.to_vec(), policy, element_paths }.into())
    }

    /// Whether any site may embed.
    fn is_open(&self) -> bool {
        !self.allowed.is_empty()
    }

    fn allows(&self, origin: &str) -> bool {
        self.allowed.iter().any(|site| site.is(origin))
    }

    /// The request's origin, if it may embed.
    fn allowed<'a>(&self, headers: &'a HeaderMap) -> Option<&'a HeaderValue> {
        let origin = single_origin(headers)?;
        self.allows(origin.to_str().ok()?).then_some(origin)
    }

    /// The site of a page that loads the element without permission. Our own pages may load it, and
    /// browsers send our origin then.
    fn refused_element(&self, headers: &HeaderMap) -> Option<WebOrigin> {
        let origin = single_origin(headers)?.to_str().ok()?;
        origin.parse().ok().filter(|_| !origin::is_allowed(headers, &self.allowed))
    }

    /// Why the frame is not shown in the page that embeds it, as far as the browser names that
    /// page.
    fn refused_frame(&self, headers: &HeaderMap) -> Option<Refusal> {
        let frame_request = frame_request(headers);
        let is_own = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
        if frame_request == FrameRequest::No || (is_own && self.is_open()) {
            return None;
        }
        let page = headers.get(header::REFERER).and_then(|page| page.to_str().ok());
        let page = page.map(origin_of);
        match page.and_then(|page| Some((page, page.parse().ok()?))) {
            Some((page, _)) if self.allows(page) => None,
            Some((page, _))
                if frame_request == FrameRequest::Unknown && origin::is_own(headers, page) =>
            {
                None
            }
            Some((_, site)) => Some(Refusal::Site(site, frame_request)),
            None => (frame_request == FrameRequest::Yes).then_some(Refusal::UnknownSite),
        }
    }
}

/// Whether a request loads a frame.
fn frame_request(headers: &HeaderMap) -> FrameRequest {
    match headers.get("sec-fetch-dest").map(HeaderValue::as_bytes) {
        None => FrameRequest::Unknown,
        Some(b"iframe" | b"frame" | b"embed" | b"object") => FrameRequest::Yes,
        Some(_) => FrameRequest::No,
    }
}

/// Whether a request loads the content of a frame.
pub(crate) fn is_framed<B>(request: &axum::http::Request<B>) -> bool {
    request.uri().path() == FRAME_PATH && frame_request(request.headers()) == FrameRequest::Yes
}

/// Lets any page frame a response that has nothing to click, such as the sentence that says why.
pub(crate) fn allow_framing(response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(POLICY, HeaderValue::from_static(SENTENCE_POLICY));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
}

/// The origin of a URL.
fn origin_of(page: &str) -> &str {
    let end = page.match_indices('/').nth(2).map_or(page.len(), |(end, _)| end);
    &page[..end]
}

/// The `Origin` of a request, if there is exactly one.
fn single_origin(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (origin, None) = (origins.next()?, origins.next()) else { return None };
    Some(origin)
}

/// The sentence for a site that is not listed.
fn refusal_text(site: &WebOrigin) -> String {
    format!(
        "This server does not allow pages of {site} to embed figures. Its owner can allow the \
         site with --allow-embed {site}. A site is a scheme, a name and a port: localhost and \
         127.0.0.1 are different sites."
    )
}

/// The text in the iframe in place of the figure.
fn frame_sentence(refusal: &Refusal, embedding: &Embedding) -> String {
    match refusal {
        Refusal::Site(site, FrameRequest::Unknown) => {
            let own = "If you followed a link here, press Enter in the address bar.";
            [refusal_text(site).as_str(), own].join(" ")
        }
        Refusal::Site(site, _) => refusal_text(site),
        Refusal::UnknownSite if embedding.is_open() => {
            "This server cannot tell which site embeds this page, because the browser did not \
             name it. A page of an allowed site sets referrerpolicy=\"strict-origin\" on its \
             iframe; a local file belongs to no site."
                .into()
        }
        Refusal::UnknownSite => {
            "This server does not allow pages of other sites to embed figures. Its owner can \
             allow a site with --allow-embed."
                .into()
        }
    }
}

/// The page in the iframe with that sentence. An origin has no characters that are special in HTML.
async fn refused_frame(refusal_text: &str) -> Response {
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lagrange</title>\
         <p>{refusal_text}</p></html>\n"
    );
    let answer = (StatusCode::FORBIDDEN, Html(page)).into_response();
    let mut response = headers::guard(answer).await;
    allow_framing(&mut response);
    response
}

/// A script that shows that sentence in place of every figure.
async fn refused_element(site: &WebOrigin, origin: Option<HeaderValue>) -> Response {
    let [begin, end] = SENTENCE_SCRIPT;
    let script = [begin, &refusal_text(site), end].concat();
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

/// Adjusts the response to a request.
pub(crate) async fn adjust_response(
    State(embedding): State<Arc<Embedding>>,
    request: Request,
    next: Next,
) -> Response {
    let is_frame = request.uri().path() == FRAME_PATH;
    let is_framed = is_framed(&request);
    let is_element_file = embedding.element_paths.contains(&request.uri().path());
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
    } else if is_element_file {
        // A cached response for one site must not be served to another.
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = allowed {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(RESOURCE_POLICY, anybody);
        }
    }
    response
}
