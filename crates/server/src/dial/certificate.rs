//! The certificate of an installation: what it says, and what is wrong with it.
use std::time::Duration;

/// What a certificate says that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The authority that signed it.
    pub issuer: String,
    /// When it begins to be valid, since 1970.
    pub begins: Duration,
    /// When it ends, since 1970.
    pub ends: Duration,
}

/// Why a connection is not encrypted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsError {
    /// Its time is over.
    #[error("its certificate has expired")]
    Expired,
    /// Its time has not come, or this machine's clock is wrong.
    #[error("its certificate is not valid yet")]
    NotValidYet,
    /// It is for these names.
    #[error("its certificate is for another name: {}", .0.join(", "))]
    OtherName(Vec<String>),
    /// No browser knows who signed it.
    #[error("its certificate is signed by no authority that browsers know")]
    UnknownAuthority,
    /// The other end says something else.
    #[error("it speaks no TLS")]
    NotTls,
    /// This machine cannot encrypt.
    #[error("this processor lacks the instructions that TLS is written in here (AES, AVX2, ADX)")]
    Processor,
    /// In words of TLS.
    #[error("{0}")]
    Other(String),
}
