//! Parses and checks the address of the server to load before anything is sent. A server on another
//! machine is refused unless its owner confirms.
use std::net::{IpAddr, SocketAddr};

use axum::http::Uri;
use tokio::net::TcpStream;

/// Default port.
const PORT_DEFAULT: u16 = 80;
/// Default path.
const PATH_DEFAULT: &str = "/ws";

/// Whether the user owns the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user confirmed that it is theirs.
    Confirmed,
    /// The user did not say.
    Unconfirmed,
}

/// A server that may be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    host: String,
    port: u16,
    path: String,
    owner: Owner,
}

/// Why a server is not loaded.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The address is malformed.
    #[error("invalid server address {0:?}; expected one like ws://127.0.0.1:8080")]
    Address(String),
    /// It needs TLS.
    #[error(
        "{0:?} is not a ws:// address; TLS is not supported, so connect to the server directly"
    )]
    Scheme(String),
    /// It may belong to another person.
    #[error(
        "{0} is not this machine, and load without the owner's consent is an attack: if the \
         server is yours, pass --i-own-this-server"
    )]
    NotLoopback(String),
    /// It does not answer.
    #[error("cannot connect to {0}: {1}")]
    Connect(String, std::io::Error),
}

impl Target {
    /// Parses an address, `ws://host:port` with or without a path.
    ///
    /// # Errors
    /// If it is malformed, or neither on this machine nor confirmed by its owner.
    pub fn parse(url: &str, owner: Owner) -> Result<Self, TargetError> {
        let none = || TargetError::Address(url.into());
        let uri: Uri = url.parse().map_err(|_| none())?;
        let host = uri.host().ok_or_else(none)?.trim_matches(['[', ']']).to_string();
        if uri.scheme_str() != Some("ws") {
            return Err(TargetError::Scheme(url.into()));
        }
        let ip: Option<IpAddr> = host.parse().ok();
        let here = host == "localhost" || ip.is_some_and(|ip| ip.is_loopback());
        if !here && owner == Owner::Unconfirmed {
            return Err(TargetError::NotLoopback(host));
        }
        let path = if uri.path() == "/" { PATH_DEFAULT } else { uri.path() }.to_string();
        Ok(Self { host, port: uri.port_u16().unwrap_or(PORT_DEFAULT), path, owner })
    }

    /// Resolves the address by connecting once, so that every bot connects to the same one.
    ///
    /// # Errors
    /// If it does not answer, or a name of this machine resolves to another.
    pub(super) async fn resolve(&self) -> Result<SocketAddr, TargetError> {
        let name = || format!("{}:{}", self.host, self.port);
        let failed = |error| TargetError::Connect(name(), error);
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(failed)?;
        let address = stream.peer_addr().map_err(failed)?;
        if !address.ip().is_loopback() && self.owner == Owner::Unconfirmed {
            return Err(TargetError::NotLoopback(address.ip().to_string()));
        }
        Ok(address)
    }

    /// The path of its WebSocket.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, owner: Owner) -> Result<(String, u16, String), String> {
        let target = Target::parse(url, owner).map_err(|error| error.to_string())?;
        Ok((target.host, target.port, target.path))
    }

    #[test]
    fn loopback_targets_are_allowed() {
        for (url, host, port, path) in [
            ("ws://127.0.0.1:8080", "127.0.0.1", 8080, "/ws"),
            ("ws://127.9.9.9:1/a", "127.9.9.9", 1, "/a"),
            ("ws://localhost/", "localhost", 80, "/ws"),
            ("ws://[::1]:81", "::1", 81, "/ws"),
        ] {
            assert_eq!(check(url, Owner::Unconfirmed), Ok((host.into(), port, path.into())));
        }
    }

    #[test]
    fn remote_targets_need_confirmation() {
        for url in [
            "ws://192.0.2.1:8080",
            "ws://example.org",
            "ws://localhost.example.org",
            "ws://127.0.0.1.example.org",
            "ws://[2001:db8::1]:80",
            "ws://0.0.0.0:80",
        ] {
            let refusal = check(url, Owner::Unconfirmed).unwrap_err();
            assert!(refusal.contains("--i-own-this-server"), "{url}: {refusal}");
            assert!(check(url, Owner::Confirmed).is_ok(), "{url}");
        }
    }

    #[test]
    fn malformed_addresses_are_refused() {
        for (url, words) in [
            ("", "invalid server address"),
            ("127.0.0.1:8080", "not a ws:// address"),
            ("http://127.0.0.1", "not a ws:// address"),
            ("wss://127.0.0.1", "TLS is not supported"),
            ("ws://a b", "invalid server address"),
        ] {
            let error = check(url, Owner::Confirmed).unwrap_err();
            assert!(error.contains(words), "{url}: {error}");
        }
    }
}
