//! Fetches the server's `/metrics` before and after a measurement and computes the differences.
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use axum::http::StatusCode;
use tokio::time::timeout;

use crate::dial::Dialer;
use crate::readings::Readings;

/// Timeout of a request.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// Names of the histograms of tick time, and of its share of processor time.
pub(super) const TICK: &str = "lagrange_tick_seconds";
pub(super) const TICK_CPU: &str = "lagrange_tick_cpu_seconds";

/// Two readings, before and after.
#[derive(Clone, Debug)]
pub(super) struct ReadingInterval<'a> {
    pub(super) before: &'a Readings,
    pub(super) after: &'a Readings,
}

/// Tick times, in ms: upper bounds of buckets 12 % apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub(super) struct TickMs {
    pub(super) p50: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

/// Fetches a server's metrics.
pub(super) async fn take(address: SocketAddr) -> Result<Readings> {
    let answer = timeout(RESPONSE_TIMEOUT, ask(address)).await;
    let text = answer.context("no answer in time").flatten();
    Ok(Readings::parse(&text.context("cannot read the server's /metrics")?))
}

impl ReadingInterval<'_> {
    /// The increase of a counter.
    pub(super) fn rise(&self, name: &str) -> Option<f64> {
        Some(self.after.value(name)? - self.before.value(name)?)
    }

    /// Quantiles of a tick histogram; `None` if there were no ticks.
    pub(super) fn tick_ms(&self, histogram: &str) -> Option<TickMs> {
        let before = self.before.buckets(histogram);
        let after = self.after.buckets(histogram);
        let pairs = after.iter().zip(&before);
        let rises: Vec<(f64, f64)> = pairs.map(|((end, n), (_, m))| (*end, n - m)).collect();
        let all = rises.last().map(|(_, n)| *n).filter(|n| *n > 0.0)?;
        let at_ms = |share: f64| {
            let end = rises.iter().find(|(_, n)| *n >= share * all).map_or(f64::INFINITY, |r| r.0);
            // JSON has no infinity; use the last finite bound, which the sample exceeded.
            let last = rises.iter().rev().map(|r| r.0).find(|end| end.is_finite());
            let end_s = if end.is_finite() { end } else { 10.0 * last.unwrap_or(0.0) };
            (1e6 * end_s).round() / 1e3
        };
        Some(TickMs { p50: at_ms(0.5), p99: at_ms(0.99), max: at_ms(1.0) })
    }
}

async fn ask(address: SocketAddr) -> Result<String> {
    let answer = Dialer::at(address.into(), address).get("/metrics").await?;
    ensure!(answer.status == StatusCode::OK, "unexpected status {}", answer.status);
    Ok(String::from_utf8(answer.body.into())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;

    #[test]
    fn quantiles_cover_the_interval_between_readings() {
        let metrics = Metrics::new();
        for _ in 0..1000 {
            metrics.tick_seconds.record(0.5);
        }
        metrics.bytes_in.increment(7);
        let before = Readings::parse(&metrics.render());
        for us in 1..=100 {
            metrics.tick_seconds.record(f64::from(us) * 40e-6);
        }
        metrics.bytes_in.increment(5);
        let after = Readings::parse(&metrics.render());
        let between = ReadingInterval { before: &before, after: &after };
        assert_eq!(between.tick_ms(TICK), Some(TickMs { p50: 2.0, p99: 4.0, max: 4.0 }));
        assert_eq!(between.rise("lagrange_bytes_in_total"), Some(5.0));
        assert_eq!(between.rise("lagrange_late_ticks_total"), Some(0.0));
        assert_eq!(between.rise("unheard_of"), None);
        let nothing = ReadingInterval { before: &after, after: &after };
        assert_eq!(nothing.tick_ms(TICK), None);
        metrics.tick_seconds.record(3.0);
        let beyond = Readings::parse(&metrics.render());
        let between = ReadingInterval { before: &after, after: &beyond };
        assert_eq!(between.tick_ms(TICK).unwrap().max, 9000.0, "beyond the last bucket");
    }
}
