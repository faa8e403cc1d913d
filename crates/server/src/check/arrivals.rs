//! When snapshots arrived, against the ticks that they show: whether something on the way gathers
//! them.
use std::time::Duration;

use hdrhistogram::Histogram;
use shared::base::time::{Tick, TickRate};
use tokio::time::Instant;

use super::finding::{Finding, Topic};

/// The longest gap that is resolved, in µs.
const GAP_MAX_US: u64 = 60_000_000;
/// Significant digits of the gaps.
const GAP_DIGITS: u8 = 3;
/// A snapshot arrives together with the one before it if it comes within this share of the time
/// between their ticks.
const TOGETHER_SHARE: f64 = 0.2;
/// Of how many snapshots that is more than a connection does by itself, in percent.
const TOGETHER_PERCENT_MAX: usize = 20;
/// A gap of this many times what is due is worth a note.
const STALL_TIMES: f64 = 6.0;
/// Snapshots without which nothing is said.
const SNAPSHOTS_MIN: usize = 20;

/// The arrivals of a round.
#[derive(Debug, Default)]
pub(super) struct Arrivals(Vec<(Instant, Tick)>);

/// The times between snapshots, in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gaps {
    /// Between the ticks that they show, at the median.
    due: f64,
    p50: f64,
    p99: f64,
    most: f64,
    /// Snapshots that arrived together with the one before.
    n_together: usize,
    n: usize,
}

impl Arrivals {
    pub(super) fn add(&mut self, at: Instant, tick: Tick) {
        self.0.push((at, tick));
    }

    /// Judges them; `None` if there are too few.
    pub(super) fn judge(&self, rate: TickRate) -> Option<Finding> {
        let Gaps { due, p50, p99, most, n_together, n } = self.gaps(rate)?;
        let times = format!(
            "one is due each {due:.0} ms, and {p50:.0} ms pass between two at the median, {p99:.0} \
             ms at the 99th percentile, {most:.0} ms at most"
        );
        if n_together * 100 > n * TOGETHER_PERCENT_MAX {
            let sentence = format!(
                "Snapshots are buffered on the way: {n_together} of {n} arrive together with the \
                 one before; {times}."
            );
            let advice = [
                "Switch off what gathers bytes before it passes them on (buffering, compression, \
                 scanning); in nginx: proxy_buffering off;",
            ];
            return Some(Finding::wrong(Topic::Snapshots, sentence, &advice));
        }
        if most > due * STALL_TIMES {
            let sentence = format!("The connection stalled: of {n} snapshots, {times}.");
            return Some(Finding::note(Topic::Snapshots, sentence));
        }
        Some(Finding::right(Topic::Snapshots, format!("Of {n} snapshots, {times}.")))
    }

    fn gaps(&self, rate: TickRate) -> Option<Gaps> {
        let mut gaps_us = Histogram::<u32>::new_with_bounds(1, GAP_MAX_US, GAP_DIGITS).ok()?;
        let mut due_us = gaps_us.clone();
        let mut n_together = 0;
        for pair in self.0.windows(2) {
            let [(before, older), (after, newer)] = pair else { continue };
            let gap = after.duration_since(*before);
            let due =
                Duration::from_secs_f64(newer.since(*older).max(0) as f64 / f64::from(rate.hz()));
            let us = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            gaps_us.saturating_record(us(gap));
            due_us.saturating_record(us(due));
            n_together += usize::from(gap.as_secs_f64() < due.as_secs_f64() * TOGETHER_SHARE);
        }
        let n = self.0.len();
        let ms = |of: &Histogram<u32>, quantile| of.value_at_quantile(quantile) as f64 / 1e3;
        let [p50, p99, most] = [0.5, 0.99, 1.0].map(|quantile| ms(&gaps_us, quantile));
        let due = ms(&due_us, 0.5);
        (n >= SNAPSHOTS_MIN).then_some(Gaps { due, p50, p99, most, n_together, n })
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Verdict;
    use super::*;

    /// Snapshots of every second tick of 60, `n` of them, that arrive by `delay_ms`.
    fn check(n: i64, delay_ms: impl Fn(i64) -> i64, verdict: Option<Verdict>, words: &str) {
        let start = Instant::now();
        let mut arrivals = Arrivals::default();
        for nth in 0..n {
            let us = nth * 1_000_000 / 30 + delay_ms(nth) * 1000;
            arrivals.add(start + Duration::from_micros(us as u64), Tick(2 * nth as u32));
        }
        let finding = arrivals.judge(TickRate::DEFAULT);
        assert_eq!(finding.as_ref().map(|finding| finding.verdict), verdict, "{finding:?}");
        assert!(finding.is_none_or(|finding| finding.sentence.contains(words)));
    }

    #[test]
    fn clumps_are_told_from_stalls_and_jitter() {
        check(100, |_| 5, Some(Verdict::Right), "due each 33 ms, and 33 ms pass");
        check(100, |nth| nth * 7 % 11, Some(Verdict::Right), "ms at most");
        // Three at a time, as a proxy's buffer fills.
        let clumped = |nth: i64| (2 - nth % 3) * 33;
        check(100, clumped, Some(Verdict::Wrong), "66 of 100 arrive together");
        // One loss that holds up ten.
        let stalled = |nth: i64| (10 - (nth - 40)).clamp(0, 10) * i64::from(nth >= 40) * 33;
        check(100, stalled, Some(Verdict::Note), "The connection stalled");
        check(19, |_| 0, None, "");
    }
}
