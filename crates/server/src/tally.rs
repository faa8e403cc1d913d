//! Counts how many of a thing there are: made with the thing and dropped with it.
use metrics::Gauge;

/// One more on a gauge, until it is dropped.
pub(crate) struct Tally(Gauge);

impl Tally {
    pub(crate) fn of(gauge: &Gauge) -> Self {
        gauge.increment(1.0);
        Self(gauge.clone())
    }
}

impl Drop for Tally {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}
