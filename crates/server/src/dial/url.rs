//! The address of an installation, as somebody types it: parsed into what is connected to, and into
//! what a browser on its page sends.
use std::net::{IpAddr, SocketAddr};

use axum::http::Uri;
use shared::wire::route::{Route, room_shard};

/// The path of the WebSocket.
const SOCKET_PATH: &str = "/ws";

/// What this build is.
const BUILD: Build = if cfg!(feature = "tls") { Build::WithTls } else { Build::WithoutTls };

/// What somebody can do about it.
pub(super) const LACKS_TLS: &str = "which this build lacks; released binaries have it, and so has \
                                    a build with `--features tls`";

/// How an installation is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// `ws` and `http`.
    Plain,
    /// `wss` and `https`.
    Tls,
}

/// Whether a build speaks TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Build {
    WithTls,
    WithoutTls,
}

/// The address of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    scheme: Scheme,
    /// In lower case, without the brackets of IPv6.
    host: String,
    port: u16,
    path: String,
}

/// Not the address of an installation that this program can speak to.
#[derive(Debug, thiserror::Error)]
pub enum UrlError {
    /// It is malformed.
    #[error("invalid server address {0:?}; expected one like ws://127.0.0.1:8080")]
    Malformed(String),
    /// It has no scheme, or another one.
    #[error("{0:?} is not a ws://, wss://, http:// or https:// address")]
    Scheme(String),
    /// It needs TLS, which this build lacks.
    #[error("{0:?} needs TLS, {LACKS_TLS}")]
    NeedsTls(String),
}

impl Scheme {
    /// The name that browsers give it in an origin.
    fn of_pages(self) -> &'static str {
        match self {
            Self::Plain => "http",
            Self::Tls => "https",
        }
    }

    /// The port that browsers leave out.
    fn default_port(self) -> u16 {
        match self {
            Self::Plain => 80,
            Self::Tls => 443,
        }
    }
}

impl ServerUrl {
    /// Parses `ws://host:port` and the like, with or without a path. A fragment is ignored, as in
    /// the link to a room.
    ///
    /// # Errors
    /// If it is malformed, or needs TLS and this build has none.
    pub fn parse(url: &str) -> Result<Self, UrlError> {
        Self::parse_for(BUILD, url)
    }

    /// What of it is connected to: a name or an IP address.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Its host as an IP address; `None` for a name.
    #[must_use]
    pub fn ip(&self) -> Option<IpAddr> {
        self.host.parse().ok()
    }

    /// The path as it was typed; `/` if there is none.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path of its WebSocket, with the query.
    #[must_use]
    pub fn socket_path(&self) -> &str {
        if self.path == "/" { SOCKET_PATH } else { &self.path }
    }

    /// The path of its WebSocket for a room, as a page on its way there asks for one.
    #[must_use]
    pub fn room_path(&self, route: &Route, room: &str) -> String {
        match self.socket_path() {
            SOCKET_PATH => route.path(Some(room_shard(room))),
            other => other.into(),
        }
    }

    /// What a browser sends as `Host`: without the default port.
    #[must_use]
    pub fn authority(&self) -> String {
        let host = match self.ip() {
            Some(IpAddr::V6(ip)) => format!("[{ip}]"),
            _ => self.host.clone(),
        };
        if self.port == self.scheme.default_port() { host } else { format!("{host}:{}", self.port) }
    }

    /// What a browser on its page sends as `Origin`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme.of_pages(), self.authority())
    }

    fn parse_for(build: Build, url: &str) -> Result<Self, UrlError> {
        let malformed = || UrlError::Malformed(url.into());
        let uri: Uri = url.parse().map_err(|_| malformed())?;
        let authority = uri.authority().ok_or_else(malformed)?;
        let scheme = match uri.scheme_str() {
            Some("ws" | "http") => Scheme::Plain,
            Some("wss" | "https") if build == Build::WithTls => Scheme::Tls,
            Some("wss" | "https") => return Err(UrlError::NeedsTls(url.into())),
            _ => return Err(UrlError::Scheme(url.into())),
        };
        let host = authority.host().trim_matches(['[', ']']).to_ascii_lowercase();
        if host.is_empty() || authority.as_str().contains('@') {
            return Err(malformed());
        }
        let port = authority.port_u16().unwrap_or(scheme.default_port());
        Ok(Self { scheme, host, port, path: uri.path().into() })
    }
}

impl From<SocketAddr> for ServerUrl {
    fn from(address: SocketAddr) -> Self {
        let (scheme, host) = (Scheme::Plain, address.ip().to_string());
        Self { scheme, host, port: address.port(), path: "/".into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_a_room_has_its_shard() {
        let path = |url| ServerUrl::parse(url).unwrap().room_path(&Route::default(), "duel");
        let shard = format!("/ws?room={:08x}", room_shard("duel"));
        assert_eq!(path("ws://127.0.0.1"), shard);
        assert_eq!(path("ws://127.0.0.1/play"), "/play");
    }

    fn check(url: &str, origin: &str, port: u16, socket_path: &str) {
        let parsed = ServerUrl::parse_for(Build::WithTls, url).unwrap();
        assert_eq!(parsed.origin(), origin, "{url}");
        assert_eq!((parsed.port(), parsed.socket_path()), (port, socket_path), "{url}");
    }

    #[test]
    fn addresses_become_what_browsers_send() {
        check("ws://127.0.0.1:8080", "http://127.0.0.1:8080", 8080, "/ws");
        check("http://127.9.9.9:1/a", "http://127.9.9.9:1", 1, "/a");
        check("ws://localhost/", "http://localhost", 80, "/ws");
        check("http://Game.Example:80/#room=duel", "http://game.example", 80, "/ws");
        check("ws://[::1]:81", "http://[::1]:81", 81, "/ws");
        check("http://game.example:443", "http://game.example:443", 443, "/ws");
    }

    #[test]
    fn addresses_with_tls_become_what_browsers_send() {
        check("wss://game.example", "https://game.example", 443, "/ws");
        check("https://game.example:443/", "https://game.example", 443, "/ws");
        check("https://game.example:80", "https://game.example:80", 80, "/ws");
    }

    #[test]
    fn other_addresses_are_refused() {
        for (url, words) in [
            ("", "invalid server address"),
            ("127.0.0.1:8080", "is not a ws://"),
            ("ftp://127.0.0.1", "is not a ws://"),
            ("ws://a b", "invalid server address"),
            ("ws://user@host", "invalid server address"),
            ("/ws", "invalid server address"),
            ("wss://127.0.0.1", "needs TLS, which this build lacks; released binaries have it"),
            ("https://127.0.0.1", "needs TLS, which this build lacks; released binaries have it"),
        ] {
            let error = ServerUrl::parse_for(Build::WithoutTls, url).unwrap_err().to_string();
            assert!(error.contains(words), "{url}: {error}");
        }
    }
}
