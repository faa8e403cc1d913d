//! The log, on standard error: warnings, and a line when the server starts and stops.
use std::env;
use std::io::{self, IsTerminal};

use anyhow::{Context, Result};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::LogFormat;

/// The lines of this program itself, in which the server starts and stops.
const OWN: &str = "lagrange";

/// Logs warnings and the program's own lines, and the levels in `RUST_LOG`, also of single crates,
/// such as `server=debug`.
///
/// # Errors
/// If `RUST_LOG` cannot be read.
pub(crate) fn start(format: LogFormat) -> Result<()> {
    let filter = env::var("RUST_LOG").unwrap_or_default();
    let targets = match filter.as_str() {
        "" => Targets::new().with_target(OWN, LevelFilter::INFO),
        filter => filter.parse().with_context(|| format!("RUST_LOG={filter}"))?,
    };
    let default = targets.default_level().unwrap_or(LevelFilter::WARN);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(targets.with_default(default)).with(lines).init();
    Ok(())
}
