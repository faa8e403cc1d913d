//! Parsers for values of the command line, with errors that say what is expected.
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use ipnet::IpNet;
use server::config::{ClusterConfig, ClusterUrlError, HAS_CLUSTER};
use server::load::floor::shape::Shape;
use shared::base::limits::{BOT_LEVEL_MAX, SEATS_MAX};
use shared::base::time::{TickRate, TickRateError};
use shared::netcode::rates::RateBounds;
use shared::pilot::skill::BotLevelNumber;
use shared::room::Difficulty;

/// Why a server joins no cluster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ParseClusterError {
    #[error(transparent)]
    Url(#[from] ClusterUrlError),
    #[error(
        "this program was built without clusters: released binaries have them, or build it with \
         `cargo build --release --features cluster`"
    )]
    NotBuilt,
}

/// Not a tick rate.
#[derive(Debug, thiserror::Error)]
pub(super) enum ParseRateError {
    #[error("expected a whole number of Hz")]
    Number(#[from] std::num::ParseIntError),
    #[error(transparent)]
    Range(#[from] TickRateError),
}

/// Not a level of bots.
#[derive(Debug, thiserror::Error)]
#[error("expected adaptive, full or a level from 1 to {BOT_LEVEL_MAX}")]
pub(super) struct ParseBotLevelError;

/// Minimum and maximum of a rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct RateRange {
    pub(super) min: u16,
    pub(super) max: u16,
}

/// Not a range of rates.
#[derive(Debug, thiserror::Error)]
#[error("expected two whole numbers from 1 to {most}, the smaller first, e.g. {example}")]
pub(super) struct ParseRatesError {
    most: u16,
    example: &'static str,
}

/// Not a host name.
#[derive(Debug, thiserror::Error)]
#[error("expected a name without scheme and port, e.g. game.example")]
pub(super) struct ParseHostError;

/// Not a host and port.
#[derive(Debug, thiserror::Error)]
#[error("expected an address or a name, and a port, e.g. localhost:8080")]
pub(super) struct ParseHostPortError;

/// Not a number of seconds.
#[derive(Debug, thiserror::Error)]
#[error("expected a whole number of seconds from 1 to {SECONDS_MAX}, e.g. 30s")]
pub(super) struct ParseSecondsError;

/// An hour.
const SECONDS_MAX: u64 = 3600;

/// Not an address or network.
#[derive(Debug, thiserror::Error)]
#[error("expected an address or a network, e.g. 10.0.0.0/8")]
pub(super) struct ParseNetworkError;

/// Not a URL that a page should link to.
#[derive(Debug, thiserror::Error)]
#[error("expected http:// or https:// and an address without spaces, quotes or brackets")]
pub(super) struct ParsePlayAtError;

pub(super) fn parse_seconds(text: &str) -> Result<Duration, ParseSecondsError> {
    let s = text.strip_suffix('s').unwrap_or(text).parse().map_err(|_| ParseSecondsError)?;
    if (1..=SECONDS_MAX).contains(&s) { Ok(Duration::from_secs(s)) } else { Err(ParseSecondsError) }
}

/// Checks the form; a name is resolved when the server starts.
pub(super) fn parse_host_port(text: &str) -> Result<String, ParseHostPortError> {
    let (host, port) = text.rsplit_once(':').ok_or(ParseHostPortError)?;
    let is_name = !host.is_empty() && !host.contains(['/', ':']);
    let is_host = is_name || text.parse::<SocketAddr>().is_ok();
    let is_right = is_host && port.parse::<u16>().is_ok();
    is_right.then(|| text.to_string()).ok_or(ParseHostPortError)
}

pub(super) fn parse_update_rates(text: &str) -> Result<RateRange, ParseRatesError> {
    let most = RateBounds::default().update_max_hz;
    parse_rates(text, most).ok_or(ParseRatesError { most, example: "20-40" })
}

pub(super) fn parse_byte_rates(text: &str) -> Result<RateRange, ParseRatesError> {
    let most = RateBounds::default().bytes_max_kb_per_s;
    parse_rates(text, most).ok_or(ParseRatesError { most, example: "5-80" })
}

fn parse_rates(text: &str, most: u16) -> Option<RateRange> {
    let (min, max) = text.split_once('-')?;
    let (min, max) = (min.parse().ok()?, max.parse().ok()?);
    ((1..=max).contains(&min) && max <= most).then_some(RateRange { min, max })
}

pub(super) fn up_to_seats(min: u64) -> RangedU64ValueParser<u16> {
    RangedU64ValueParser::new().range(min..=SEATS_MAX.into())
}

pub(super) fn parse_bot_level(text: &str) -> Result<Difficulty, ParseBotLevelError> {
    match text {
        "adaptive" => Ok(Difficulty::Adaptive),
        "full" => Ok(Difficulty::Full),
        _ => {
            let level = text.parse().ok().and_then(|level| BotLevelNumber::new(level).ok());
            level.map(Difficulty::Level).ok_or(ParseBotLevelError)
        }
    }
}

/// Checks the addresses of NATS, and that this program can use them.
pub(super) fn parse_cluster(text: &str) -> Result<String, ParseClusterError> {
    ClusterConfig::check_url(text)?;
    if HAS_CLUSTER { Ok(text.to_string()) } else { Err(ParseClusterError::NotBuilt) }
}

pub(super) fn parse_shape(text: &str) -> serde_json::Result<Shape> {
    serde_json::from_str(text)
}

pub(super) fn parse_rate(text: &str) -> Result<TickRate, ParseRateError> {
    Ok(TickRate::new(text.parse()?)?)
}

pub(super) fn parse_host(text: &str) -> Result<String, ParseHostError> {
    let whole = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-.".contains(c));
    whole.then(|| text.to_string()).ok_or(ParseHostError)
}

pub(super) fn parse_network(text: &str) -> Result<IpNet, ParseNetworkError> {
    let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
    text.parse().ok().or_else(address).ok_or(ParseNetworkError)
}

/// Parses a URL and escapes it for HTML.
pub(super) fn parse_play_at(text: &str) -> Result<String, ParsePlayAtError> {
    let web = ["http://", "https://"].iter().any(|scheme| {
        text.strip_prefix(scheme).is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
    });
    let bad = |c: char| c.is_whitespace() || c.is_control() || "\"'<>`".contains(c);
    let good = web && !text.contains(bad);
    good.then(|| text.replace('&', "&amp;")).ok_or(ParsePlayAtError)
}
