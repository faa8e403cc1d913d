//! Which pages may open a WebSocket, and which host names the server answers to.

use crate::support::{Server, http, without_timeouts};

#[tokio::test]
async fn the_origin_decides_who_may_connect() {
    let mut config = without_timeouts();
    config.allow_origin = vec!["https://friend.example".parse().unwrap()];
    let server = Server::start(config).await;
    let own = format!("http://{}", server.address);
    let own_by_proxy = format!("https://{}", server.address);
    for (origin, allowed) in [
        (None, true),
        (Some(own.as_str()), true),
        (Some(own_by_proxy.as_str()), true),
        (Some("https://friend.example"), true),
        (Some("http://friend.example"), false),
        (Some("https://evil.example"), false),
        (Some("http://127.0.0.1"), false),
        (Some("null"), false),
    ] {
        let header = origin.map(|origin| ("origin", origin));
        let connected = server.connect_with(header.as_slice()).await;
        let expected = if allowed { Ok(()) } else { Err(403) };
        assert_eq!(connected.map(drop), expected, "{origin:?}");
    }
}

#[tokio::test]
async fn host_names_are_enforced() {
    let mut config = without_timeouts();
    config.hosts = vec!["game.example".into()];
    let server = Server::start(config).await;
    let own = server.address.to_string();
    for (host, status) in
        [(own.as_str(), 200), ("localhost:9", 200), ("game.example", 200), ("evil.example", 403)]
    {
        let answer = http::get(server.address, "/", &[("host", host)]).await;
        assert_eq!(answer.status, status, "{host}");
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(
            text.contains("does not serve the host \"evil.example\""),
            status == 403,
            "{text}"
        );
    }
    let page = [("host", "evil.example"), ("origin", "http://evil.example")];
    assert_eq!(server.connect_with(&page).await.map(drop), Err(403), "a name of its own");
}

#[tokio::test]
async fn refusals_name_origin_and_host() {
    let server = Server::start(without_timeouts()).await;
    let headers = [("origin", "https://game.example")];
    for method in ["GET", "POST"] {
        let answer = http::request(server.address, method, "/ws", &headers).await;
        let text = String::from_utf8(answer.body).unwrap();
        let host = format!("requested the host \"{}\"", server.address);
        assert_eq!(answer.status, 403, "{text}");
        let named = text.contains("A page of \"https://game.example\"") && text.contains(&host);
        assert!(named && text.contains("--allow-origin"), "{text}");
        assert!(text.contains("in nginx: proxy_set_header Host $http_host;"), "{text}");
    }
}

#[tokio::test]
async fn a_page_that_nothing_refuses_learns_that_a_proxy_does() {
    let server = Server::start(without_timeouts()).await;
    let own = format!("http://{}", server.address);
    let answer = http::request(server.address, "POST", "/ws", &[("origin", &own)]).await;
    let text = String::from_utf8(answer.body).unwrap();
    assert_eq!(answer.status, 426, "{text}");
    assert!(text.contains("proxy_set_header Upgrade $http_upgrade;"), "{text}");
}
