//! Quantiles of measured times.

use std::time::Duration;

/// Measured times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, others: &Self) {
        self.0.extend_from_slice(&others.0);
    }

    /// The quantile in permille, in ms; `None` without times.
    pub(crate) fn ms_at(&self, permille: usize) -> Option<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * permille).div_ceil(1000).max(1) - 1;
        sorted.get(rank).map(|time| time.as_secs_f64() * 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_measured_values() {
        let mut times = Times::default();
        assert_eq!(times.ms_at(990), None);
        for ms in (1..=200).rev() {
            times.push(Duration::from_millis(ms));
        }
        for (permille, ms) in [(1, 1.0), (500, 100.0), (990, 198.0), (1000, 200.0)] {
            assert_eq!(times.ms_at(permille), Some(ms), "{permille} of 1,000");
        }
    }
}
