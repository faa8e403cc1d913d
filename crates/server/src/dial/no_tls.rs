//! A build without TLS, which says so.
use std::path::Path;

use tokio::net::TcpStream;

use super::Stream;
use super::certificate::TlsError;
use super::url::LACKS_TLS;

/// The authorities that are trusted: none.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// As with TLS, only [`Trust::default`] makes one.
    _nobody: (),
}

/// Why an authority is not trusted.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// This build has no use for it.
    #[error("--authority needs TLS, {LACKS_TLS}")]
    NeedsTls,
}

impl Trust {
    /// Trusts nobody.
    ///
    /// # Errors
    /// Always.
    pub fn with_authority(_file: &Path) -> Result<Self, TrustError> {
        Err(TrustError::NeedsTls)
    }

    pub(super) fn client(&self) -> Result<TlsClient, TlsError> {
        Err(TlsError::Other(format!("TLS is needed, {LACKS_TLS}")))
    }
}

/// Encrypts connections: there is none.
#[derive(Clone, Debug)]
pub(super) enum TlsClient {}

impl TlsClient {
    pub(super) async fn connect(&self, _host: &str, _tcp: TcpStream) -> Result<Stream, TlsError> {
        match *self {}
    }
}
