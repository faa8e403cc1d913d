//! Whose pages may open a WebSocket here.

use crate::support::{Server, patient};

#[tokio::test]
async fn the_origin_decides_who_may_connect() {
    let mut config = patient();
    config.allow_origin = vec!["https://friend.example".into()];
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
