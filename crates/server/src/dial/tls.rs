//! TLS: which authorities are trusted, and the certificate that an installation shows.
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::pem::{Error as PemError, PemObject};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use x509_cert::Certificate as Parsed;
use x509_cert::der::Decode;

use super::Stream;
use super::certificate::{Certificate, TlsError};

/// An encrypted connection.
pub(super) type TlsStream = tokio_rustls::client::TlsStream<TcpStream>;

/// The authorities that are trusted: those of Mozilla's browsers, and perhaps one more. Strangers'
/// browsers know nothing of those that this machine trusts besides.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    authority: Vec<CertificateDer<'static>>,
}

/// Why an authority is not trusted.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// The file cannot be read.
    #[error("cannot read the authority {}: {}", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// It is no PEM.
    #[error("the authority {} is not a certificate as PEM: {}", .0.display(), .1)]
    Pem(PathBuf, String),
    /// It has no certificate.
    #[error("the authority {} contains no certificate (-----BEGIN CERTIFICATE-----)", .0.display())]
    Empty(PathBuf),
    /// It is PEM of something else.
    #[error("a certificate in {} cannot be an authority: {}", .0.display(), .1)]
    Certificate(PathBuf, String),
}

impl Trust {
    /// Trusts the certificates in this file, too, as PEM.
    ///
    /// # Errors
    /// If it cannot be read, or contains no certificate of an authority.
    pub fn with_authority(file: &Path) -> Result<Self, TrustError> {
        let pem = std::fs::read(file).map_err(|error| TrustError::Read(file.into(), error))?;
        let failed = |error: PemError| TrustError::Pem(file.into(), error.to_string());
        let certificates = CertificateDer::pem_slice_iter(&pem).collect::<Result<Vec<_>, _>>();
        let authority = certificates.map_err(failed)?;
        if authority.is_empty() {
            return Err(TrustError::Empty(file.into()));
        }
        let mut roots = RootCertStore::empty();
        for certificate in &authority {
            let added = roots.add(certificate.clone());
            added.map_err(|error| TrustError::Certificate(file.into(), error.to_string()))?;
        }
        Ok(Self { authority })
    }

    /// Prepares connections.
    pub(super) fn client(&self) -> Result<TlsClient, TlsError> {
        if !has_instructions() {
            return Err(TlsError::Processor);
        }
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.into() };
        for certificate in &self.authority {
            roots.add(certificate.clone()).map_err(|error| TlsError::Other(error.to_string()))?;
        }
        let provider = Arc::new(rustls_graviola::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError::Other(error.to_string()))?;
        let mut config = config.with_root_certificates(roots).with_no_client_auth();
        // Browsers open WebSockets over HTTP/1.1.
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsClient(Arc::new(config).into()))
    }
}

/// Encrypts connections.
#[derive(Clone)]
pub(super) struct TlsClient(TlsConnector);

impl TlsClient {
    /// Encrypts a connection to this host.
    pub(super) async fn connect(&self, host: &str, tcp: TcpStream) -> Result<Stream, TlsError> {
        let name = ServerName::try_from(host.to_string());
        let name = name.map_err(|_| TlsError::Other(format!("{host:?} is not a name")))?;
        let encrypted = self.0.connect(name, tcp).await.map_err(|error| refusal(&error))?;
        Ok(Stream::Tls(encrypted.into()))
    }
}

/// The certificate that the other end showed; `None` if it cannot be read.
pub(super) fn certificate(stream: &TlsStream) -> Option<Certificate> {
    let shown = stream.get_ref().1.peer_certificates()?.first()?;
    let parsed = Parsed::from_der(shown).ok()?;
    let said = parsed.tbs_certificate();
    let [begins, ends] = [said.validity().not_before, said.validity().not_after];
    let [begins, ends] = [begins, ends].map(|time| time.to_unix_duration());
    Some(Certificate { issuer: said.issuer().to_string(), begins, ends })
}

/// What is wrong, of what TLS says of it.
fn refusal(error: &io::Error) -> TlsError {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    let Some(inner) = inner else { return TlsError::Other(error.to_string()) };
    let rustls::Error::InvalidCertificate(certificate) = inner else {
        return match inner {
            rustls::Error::InvalidMessage(_) => TlsError::NotTls,
            _ => TlsError::Other(inner.to_string()),
        };
    };
    match certificate {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => TlsError::Expired,
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            TlsError::NotValidYet
        }
        CertificateError::NotValidForNameContext { presented, .. } => {
            TlsError::OtherName(presented.iter().map(|name| bare(name).into()).collect())
        }
        CertificateError::UnknownIssuer => TlsError::UnknownAuthority,
        other => TlsError::Other(other.to_string()),
    }
}

/// A name without its kind: `DnsName("game.example")`.
fn bare(name: &str) -> &str {
    let inner = name.split_once('(').map_or(name, |(_, inner)| inner);
    inner.trim_end_matches(')').trim_matches('"')
}

/// Whether this processor has the instructions that the cryptography is written in; without them it
/// panics.
fn has_instructions() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        has!("aes")
            && has!("ssse3")
            && has!("avx")
            && has!("avx2")
            && has!("adx")
            && has!("bmi1")
            && has!("bmi2")
            && has!("pclmulqdq")
    }
    #[cfg(target_arch = "aarch64")]
    {
        use std::arch::is_aarch64_feature_detected as has;
        has!("neon") && has!("aes") && has!("sha2") && has!("pmull")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_authority_is_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("authority.pem");
        let check = |words: &str| {
            let error = Trust::with_authority(&file).err().unwrap().to_string();
            assert!(error.contains(words) && error.contains("authority.pem"), "{error}");
        };
        check("cannot read the authority");
        let garbled = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
        let no_authority = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        for (text, words) in [
            ("", "contains no certificate"),
            ("no PEM at all", "contains no certificate"),
            (garbled, "is not a certificate as PEM"),
            ("-----BEGIN CERTIFICATE-----\nAAAA\n", "is not a certificate as PEM"),
            (no_authority, "cannot be an authority"),
        ] {
            std::fs::write(&file, text).unwrap();
            check(words);
        }
    }

    #[test]
    fn this_processor_has_the_instructions_or_is_told() {
        assert_eq!(Trust::default().client().is_ok(), has_instructions());
    }
}
