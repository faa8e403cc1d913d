//! Counts live objects on a gauge: create it with the object, drop it with the object.
use metrics::Gauge;

/// Adds one to a gauge until it is dropped.
pub(crate) struct Tally(Gauge);

impl Tally {
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.increment(1.0);
        Self(gauge.clone())
    }
}

impl Drop for Tally {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}
