//! The command line of `lagrange check`: parses the arguments into what is checked.
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use server::check::Check;
use server::dial::url::UrlError;
use server::dial::{ServerUrl, TrustError};

use super::load::trust;

/// The options of `lagrange check`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CheckOptions {
    /// The address that players open, e.g. https://game.example
    #[arg(value_name = "URL")]
    url: String,

    /// Also trust this authority's certificates, a PEM file, for https://
    #[arg(long, value_name = "FILE")]
    authority: Option<PathBuf>,

    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 5)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=600))]
    seconds: u32,
}

/// Why nothing is checked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CheckError {
    #[error(transparent)]
    Url(#[from] UrlError),
    #[error("{0:?} is below the root of its host, where Lagrange is not: leave out the path")]
    Path(String),
    #[error(transparent)]
    Trust(#[from] TrustError),
}

impl CheckOptions {
    /// Checks the options.
    ///
    /// # Errors
    /// If the URL or the authority is bad.
    pub(crate) fn check(&self) -> Result<Check, CheckError> {
        let url = ServerUrl::parse(&self.url)?;
        if !["/", "/ws"].contains(&url.path()) {
            return Err(CheckError::Path(self.url.clone()));
        }
        let play = Duration::from_secs(self.seconds.into());
        let trust = trust(self.authority.as_deref())?;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Check { url, trust, play, since_1970 })
    }
}
