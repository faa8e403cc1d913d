//! The browser's clock: `performance.now` in microseconds, which never runs backwards.

use shared::base::time::Micros;
use web_sys::{Performance, Window};

use super::MissingResource;

pub struct Clock {
    performance: Performance,
}

impl Clock {
    /// The window's clock.
    ///
    /// # Errors
    /// When the browser has none.
    pub fn new(window: &Window) -> Result<Self, MissingResource> {
        let performance = window.performance();
        Ok(Self { performance: performance.ok_or(MissingResource::Capability("a clock"))? })
    }

    /// Time since the page was opened.
    #[must_use]
    pub fn now(&self) -> Micros {
        Micros((self.performance.now() * 1000.0) as i64)
    }
}

/// A seed for simulations, from `Math.random`.
#[must_use]
pub fn random_seed() -> u64 {
    let word = || (js_sys::Math::random() * 4_294_967_296.0) as u64;
    (word() << 32) | word()
}
