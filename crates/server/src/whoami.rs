//! `/whoami`: tells a client what the server sees of it, so that whoever sets up a proxy can learn
//! what it passes on.
//!
//! A client is told of nobody but itself: its own address, and the `Host` of its own request. Pages
//! of other sites cannot read the answer.
use axum::extract::Extension;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use crate::proxies::{Client, RequestRoute};

/// Its path.
pub(crate) const WHOAMI_PATH: &str = "/whoami";

/// The port at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerPort(pub(crate) u16);

/// What the server sees of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Whoami {
    /// The version of the server.
    pub(crate) lagrange: String,
    /// The `Host` of the request, which pages must be of.
    pub(crate) host: Option<String>,
    /// The address that the limits for each address count.
    pub(crate) address: std::net::IpAddr,
    /// The port at the other end of the connection: the client's, or its proxy's.
    pub(crate) port: u16,
    pub(crate) route: RequestRoute,
}

pub(crate) async fn answer(
    Extension(client): Extension<Client>,
    Extension(PeerPort(port)): Extension<PeerPort>,
    headers: HeaderMap,
) -> Response {
    let host = headers.get(header::HOST).map(HeaderValue::to_str);
    let seen = Whoami {
        lagrange: env!("CARGO_PKG_VERSION").into(),
        host: host.and_then(Result::ok).map(str::to_string),
        address: client.ip.to_canonical(),
        port,
        route: client.route,
    };
    let json = serde_json::json!(seen).to_string();
    ([(header::CONTENT_TYPE, "application/json")], json + "\n").into_response()
}
