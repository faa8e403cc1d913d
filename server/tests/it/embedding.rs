//! Which other sites may embed a figure of the laboratory: none unless the server allows it, and
//! then only the frame and the element's modules.

use crate::support::http::Answer;
use crate::support::{Server, http, without_timeouts};

const FRIEND: &str = "https://friend.example";
const OTHER: &str = "http://127.0.0.1:81";
const ELEMENT: &str = "/lagrange-figure.js";

/// The other paths, and the status of each.
const SHUT: [(&str, u16); 11] = [
    ("/", 200),
    ("/lab", 200),
    ("/learn", 200),
    ("/sw.js", 200),
    ("/lab/", 308),
    ("/embed/", 308),
    ("/healthz", 200),
    ("/metrics", 200),
    ("/limits", 200),
    ("/nothing/here", 404),
    ("/ws", 400),
];

async fn allowing(sites: &[&str]) -> Server {
    let mut config = without_timeouts();
    config.allow_embed = sites.iter().map(|site| site.parse().unwrap()).collect();
    Server::start(config).await
}

async fn ask(server: &Server, path: &str, origin: Option<&str>) -> Answer {
    let header = origin.map(|origin| ("origin", origin));
    http::get(server.address, path, header.as_slice()).await
}

/// The quoted hashed file names in the body of a path, as paths.
async fn named(server: &Server, path: &str) -> Vec<String> {
    let text = String::from_utf8(ask(server, path, None).await.body).unwrap();
    let known = [".js", ".css", ".svg", ".wasm"];
    let names = text.split('"').map(|name| name.trim_start_matches("./"));
    let names = names.filter(|name| known.iter().any(|end| name.ends_with(end)));
    names.filter(|name| name.contains('-')).map(|name| format!("/{name}")).collect()
}

fn check_shut(answer: &Answer, what: &str) {
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("; frame-ancestors 'none'; "), "{what}: {policy}");
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{what}");
    assert_eq!(answer.header("access-control-allow-origin"), None, "{what}");
}

#[tokio::test]
async fn embedding_is_off_by_default() {
    let server = allowing(&[]).await;
    let element = named(&server, ELEMENT).await;
    assert_eq!(element.len(), 3, "{element:?}");
    let fixed = SHUT.iter().map(|(path, _)| *path).chain(["/embed", ELEMENT]);
    for path in fixed.chain(element.iter().map(String::as_str)) {
        for origin in [None, Some(OTHER)] {
            // Other sites may not open a WebSocket either.
            let origin = origin.filter(|_| path != "/ws");
            let answer = ask(&server, path, origin).await;
            check_shut(&answer, path);
            let varies = answer.header("vary").unwrap_or_default();
            assert!(!varies.contains("origin"), "{path}: {varies}");
        }
    }
}

#[tokio::test]
async fn allowed_sites_may_embed_only_the_frame() {
    let server = allowing(&[FRIEND, OTHER]).await;
    for origin in [None, Some(FRIEND), Some("https://evil.example")] {
        let frame = ask(&server, "/embed", origin).await;
        assert_eq!(frame.status, 200);
        let policy = frame.header("content-security-policy").unwrap();
        let ancestors = format!("; frame-ancestors 'self' {FRIEND} {OTHER}; form-action 'none'");
        assert!(policy.ends_with(&ancestors), "{policy}");
        assert!(policy.starts_with("default-src 'self'; script-src 'self' 'wasm-"), "{policy}");
        assert_eq!(frame.header("cross-origin-resource-policy"), Some("cross-origin"));
        // Permission to embed the frame is not permission to read it.
        assert_eq!(frame.header("access-control-allow-origin"), None);
        for (path, status) in SHUT {
            let origin = origin.filter(|_| path != "/ws");
            let answer = ask(&server, path, origin).await;
            assert_eq!(answer.status, status, "{path}");
            check_shut(&answer, path);
        }
    }
    let posted = http::request(server.address, "POST", "/embed", &[("content-length", "0")]).await;
    assert_eq!(posted.status, 405);
    check_shut(&posted, "a refusal");
}

#[tokio::test]
async fn allowed_sites_may_load_only_the_element() {
    let server = allowing(&[FRIEND, OTHER]).await;
    let mut open = named(&server, ELEMENT).await;
    open.push(ELEMENT.into());
    for path in &open {
        for (origin, allowed) in [
            (Some(FRIEND), true),
            (Some(OTHER), true),
            (Some("https://evil.example"), false),
            (Some("http://friend.example"), false),
            (Some("null"), false),
            (None, false),
        ] {
            let answer = ask(&server, path, origin).await;
            assert_eq!(answer.status, 200, "{path}");
            let is_site = origin.is_some_and(|origin| origin != "null");
            if path == ELEMENT && is_site && !allowed {
                check_element_refused(&answer, origin.unwrap());
                continue;
            }
            let said = answer.header("access-control-allow-origin");
            assert_eq!(said, origin.filter(|_| allowed), "{path}");
            let policy = if allowed { "cross-origin" } else { "same-origin" };
            let said = answer.header("cross-origin-resource-policy");
            assert_eq!(said, Some(policy), "{path} {origin:?}");
            assert_eq!(answer.all("vary"), ["accept-encoding", "origin"], "{path}");
            let policy = answer.header("content-security-policy").unwrap();
            assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        }
        let two = [("origin", FRIEND), ("origin", OTHER)];
        check_shut(&http::get(server.address, path, &two).await, "two origins");
    }
    for page in ["/", "/lab", "/embed"] {
        let parts = named(&server, page).await;
        assert!(!parts.is_empty());
        for part in parts.iter().filter(|part| !open.contains(part)) {
            check_shut(&ask(&server, part, Some(FRIEND)).await, part);
        }
    }
}

/// Checks that a site without permission gets a sentence in place of the element.
fn check_element_refused(answer: &Answer, origin: &str) {
    let script = std::str::from_utf8(&answer.body).unwrap();
    let said = format!("This server does not allow pages of {origin} to embed figures. ");
    assert!(script.contains(&said) && script.contains("127.0.0.1 are different sites"), "{script}");
    assert!(!script.contains("figure_client"), "{script}");
    assert_eq!(answer.header("access-control-allow-origin"), Some(origin));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.all("vary"), ["origin"]);
}

#[tokio::test]
async fn own_pages_load_the_element_without_cors() {
    let server = allowing(&[FRIEND]).await;
    let host = server.address.to_string();
    let (own, any) = (format!("http://{host}"), ask(&server, ELEMENT, None).await);
    let asked = [("host", host.as_str()), ("origin", own.as_str())];
    let answer = http::get(server.address, ELEMENT, &asked).await;
    assert_eq!(answer.body, any.body);
    assert!(!answer.body.is_empty() && answer.header("access-control-allow-origin").is_none());
}

#[tokio::test]
async fn a_refused_iframe_shows_the_reason() {
    let server = allowing(&["http://127.0.0.1:8000"]).await;
    let framed = |referer, site| {
        [("sec-fetch-dest", "iframe"), ("sec-fetch-site", site), ("referer", referer)]
    };
    for (referer, site, said) in [
        ("http://localhost:8000/", "cross-site", Some("http://localhost:8000")),
        ("http://localhost:8000/a/b?c", "cross-site", Some("http://localhost:8000")),
        ("https://127.0.0.1:8000/", "same-site", Some("https://127.0.0.1:8000")),
        ("http://127.0.0.1:8000/page.html", "same-site", None),
        ("http://localhost:8000/", "same-origin", None),
        ("http://localhost:8000/", "none", Some("http://localhost:8000")),
    ] {
        let answer = http::get(server.address, "/embed", &framed(referer, site)).await;
        let policy = answer.header("content-security-policy").unwrap();
        let page = std::str::from_utf8(&answer.body).unwrap();
        let Some(said) = said else {
            assert_eq!(answer.status, 200, "{referer}");
            assert!(
                policy.contains("; frame-ancestors 'self' http://127.0.0.1:8000; "),
                "{policy}"
            );
            continue;
        };
        assert_eq!(answer.status, 403, "{referer}");
        assert!(page.contains(&format!("pages of {said} to embed figures. ")), "{page}");
        assert!(page.contains(&format!("--allow-embed {said}. ")), "{page}");
        assert!(policy.starts_with("default-src 'none'; frame-ancestors *; "), "{policy}");
        assert!(!page.contains("<script"), "{page}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    // It still opens as a page of its own.
    let alone = [("sec-fetch-dest", "document"), ("referer", "http://localhost:8000/")];
    assert_eq!(http::get(server.address, "/embed", &alone).await.status, 200);
}

/// A frame without a figure says why, whatever the reason.
#[tokio::test]
async fn every_empty_frame_shows_a_reason() {
    let open = allowing(&["http://127.0.0.1:8000"]).await;
    let shut = allowing(&[]).await;
    let own = format!("http://{}/", open.address);
    let frame = ("sec-fetch-dest", "iframe");
    let (cross, same) = (("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-origin"));
    let (blog, friend) = (("referer", "http://blog:8000/"), ("referer", "http://127.0.0.1:8000/"));
    let not_site = "This server does not allow pages of http://blog:8000 to embed figures. ";
    let unnamed = "This server cannot tell which site embeds this page, ";
    let nobody = "This server does not allow pages of other sites to embed figures. ";
    for (server, headers, said) in [
        (&open, vec![frame, cross], Some(unnamed)),
        (&open, vec![frame, cross, ("referer", "about:client")], Some(unnamed)),
        (&open, vec![frame, cross, ("referer", "http://a<script>b/")], Some(unnamed)),
        (&open, vec![("sec-fetch-dest", "object"), cross, blog], Some(not_site)),
        (&open, vec![("sec-fetch-dest", "embed"), cross], Some(unnamed)),
        // Over plain HTTP the browser does not send the destination, but does send the referrer.
        (&open, vec![blog], Some(not_site)),
        (&open, vec![friend], None),
        (&open, vec![("referer", own.as_str())], None),
        (&open, vec![], None),
        // Inside the frame, and in our own pages.
        (&open, vec![frame, same], None),
        (&shut, vec![frame, cross, blog], Some(not_site)),
        (&shut, vec![frame, cross], Some(nobody)),
        (&shut, vec![frame, same], Some(nobody)),
        (&shut, vec![blog], Some(not_site)),
        (&shut, vec![], None),
    ] {
        let answer = http::get(server.address, "/embed", &headers).await;
        let page = std::str::from_utf8(&answer.body).unwrap();
        let policy = answer.header("content-security-policy").unwrap();
        let is_read = answer.status == 403
            && policy.starts_with("default-src 'none'; frame-ancestors *; ")
            && answer.header("cross-origin-resource-policy") == Some("cross-origin");
        assert_eq!(is_read, said.is_some(), "{headers:?}: {policy}");
        assert!(said.is_none_or(|said| page.contains(said)), "{headers:?}: {page}");
        let by_link = page.contains("If you followed a link here");
        assert_eq!(by_link, said.is_some() && headers.iter().all(|(name, _)| *name != frame.0));
    }
}

/// If the figure itself is refused, the frame shows the reason, but no other page can frame it.
#[tokio::test]
async fn error_responses_may_be_framed() {
    let mut config = without_timeouts();
    config.hosts = vec!["game.example".into()];
    let server = Server::start(config).await;
    let frame = ("sec-fetch-dest", "iframe");
    for (path, header, is_read) in [
        ("/embed", frame, true),
        ("/embed", ("sec-fetch-dest", "document"), false),
        ("/", frame, false),
    ] {
        let asked = [("host", "evil.example"), header];
        let answer = http::get(server.address, path, &asked).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert_eq!(answer.status, 403);
        assert_eq!(policy.contains("; frame-ancestors *; "), is_read, "{path}: {policy}");
        assert!(answer.body.starts_with(b"This server does not serve the host"), "{path}");
    }
}

#[tokio::test]
async fn a_foreign_host_name_opens_nothing() {
    let mut config = without_timeouts();
    config.allow_embed = vec![FRIEND.parse().unwrap()];
    config.hosts = vec!["game.example".into()];
    let server = Server::start(config).await;
    let wrong = [("host", "evil.example"), ("origin", FRIEND)];
    for path in ["/embed", ELEMENT] {
        let answer = http::get(server.address, path, &wrong).await;
        assert_eq!(answer.status, 403);
        check_shut(&answer, path);
    }
}
