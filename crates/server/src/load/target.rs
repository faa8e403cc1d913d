//! Checks the address of the server to load before anything is sent. A server on another machine is
//! refused unless its owner confirms.
use crate::dial::url::{ServerUrl, UrlError};
use crate::dial::{DialError, Dialer, Trust};

/// Whether the user owns the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The user confirmed that it is theirs.
    Confirmed,
    /// The user did not say.
    Unconfirmed,
}

/// A server that may be loaded.
#[derive(Clone, Debug)]
pub struct Target {
    url: ServerUrl,
    trust: Trust,
    owner: Owner,
}

/// Why a server is not loaded.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The address is no server's.
    #[error(transparent)]
    Url(#[from] UrlError),
    /// It may belong to another person.
    #[error(
        "{0} is not this machine, and load without the owner's consent is an attack: if the \
         server is yours, pass --i-own-this-server"
    )]
    NotLoopback(String),
    /// It does not let pages in.
    #[error(transparent)]
    Dial(#[from] DialError),
}

impl Target {
    /// Parses an address, `ws://host:port` and the like, with or without a path.
    ///
    /// # Errors
    /// If it is malformed, or neither on this machine nor confirmed by its owner.
    pub fn parse(url: &str, owner: Owner, trust: Trust) -> Result<Self, TargetError> {
        let url = ServerUrl::parse(url)?;
        let here = url.host() == "localhost" || url.ip().is_some_and(|ip| ip.is_loopback());
        if !here && owner == Owner::Unconfirmed {
            return Err(TargetError::NotLoopback(url.host().into()));
        }
        Ok(Self { url, trust, owner })
    }

    /// Resolves the address, so that every bot connects to the same one, and opens a WebSocket
    /// once: an installation that refuses pages is not loaded.
    ///
    /// # Errors
    /// If it does not let pages in, or a name of this machine resolves to another.
    pub(super) async fn resolve(&self) -> Result<Dialer, TargetError> {
        let dialer = Dialer::resolve(&self.url, &self.trust).await?;
        let ip = dialer.address().ip();
        if !ip.is_loopback() && self.owner == Owner::Unconfirmed {
            return Err(TargetError::NotLoopback(ip.to_string()));
        }
        let mut socket = dialer.websocket().await?;
        // A server that has gone since will be missed by the bots.
        let _ = socket.close(None).await;
        Ok(dialer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str, owner: Owner) -> Result<Target, TargetError> {
        Target::parse(url, owner, Trust::default())
    }

    #[test]
    fn loopback_targets_are_allowed() {
        for url in ["ws://127.0.0.1:8080", "ws://127.9.9.9:1/a", "ws://localhost/", "ws://[::1]:81"]
        {
            assert!(parse(url, Owner::Unconfirmed).is_ok(), "{url}");
        }
    }

    #[test]
    fn remote_targets_need_confirmation() {
        for url in [
            "ws://192.0.2.1:8080",
            "ws://example.org",
            "http://example.org",
            "ws://localhost.example.org",
            "ws://127.0.0.1.example.org",
            "ws://[2001:db8::1]:80",
            "ws://0.0.0.0:80",
        ] {
            let refusal = parse(url, Owner::Unconfirmed).unwrap_err().to_string();
            assert!(refusal.contains("--i-own-this-server"), "{url}: {refusal}");
            assert!(parse(url, Owner::Confirmed).is_ok(), "{url}");
        }
    }
}
