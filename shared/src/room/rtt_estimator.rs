//! Measures a session's round trip from the server: sends numbered probes and keeps the minimum and
//! maximum of the newest round trips. Runs when a probe is sent and answered.
//!
//! The minimum approximates the base round trip of the path. The maximum bounds the age of the
//! session's views: the packets that a view was made from may have been slower than most echoes.

use alloc::collections::VecDeque;

use serde::Serialize;

use crate::base::time::Micros;

/// Round trips remembered.
const ECHO_WINDOW: usize = 5;

/// Measures a session's round trip from the server.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct RttEstimator {
    nonce: u32,
    /// When the open probe was sent.
    asked_at: Option<Micros>,
    extra_probe: ExtraProbe,
    /// In µs, newest last, up to [`ECHO_WINDOW`].
    samples: VecDeque<i64>,
}

/// Whether the samples may be outdated. Only one extra probe is sent between two regular ones, so
/// that the window of samples still spans seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum ExtraProbe {
    #[default]
    NotNeeded,
    /// Send the next probe early.
    Due,
    /// The extra probe was sent.
    Sent,
}

impl RttEstimator {
    /// Starts a probe and returns its nonce. An unanswered probe is abandoned.
    pub(super) fn ask(&mut self, now: Micros) -> u32 {
        self.nonce = self.nonce.wrapping_add(1);
        self.asked_at = Some(now);
        self.extra_probe = if self.extra_probe == ExtraProbe::Due {
            ExtraProbe::Sent
        } else {
            ExtraProbe::NotNeeded
        };
        self.nonce
    }

    /// A packet was later than the samples explain, so the connection may have changed.
    pub(super) fn request_extra_probe(&mut self) {
        if self.extra_probe == ExtraProbe::NotNeeded {
            self.extra_probe = ExtraProbe::Due;
        }
    }

    /// Whether to probe before the next regular probe.
    pub(super) fn should_ask(&self) -> bool {
        self.extra_probe == ExtraProbe::Due && self.asked_at.is_none()
    }

    /// Takes an answer; late and duplicate answers are ignored.
    pub(super) fn answer(&mut self, now: Micros, nonce: u32) {
        let Some(asked_at) = self.asked_at.filter(|_| nonce == self.nonce) else {
            return;
        };
        self.asked_at = None;
        if self.samples.len() == ECHO_WINDOW {
            self.samples.pop_front();
        }
        self.samples.push_back((now - asked_at).0.max(0));
    }

    /// Abandons the open probe: its answer would include a stall of the process.
    pub(super) fn give_up(&mut self) {
        self.asked_at = None;
    }

    /// The minimum round trip of the window, in µs.
    pub(super) fn round_trip_micros(&self) -> Option<i64> {
        self.samples.iter().copied().min()
    }

    /// The maximum round trip of the window, in µs.
    pub(super) fn greatest_micros(&self) -> Option<i64> {
        self.samples.iter().copied().max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_round_trip_of_the_window_counts() {
        let mut echo = RttEstimator::default();
        assert_eq!(echo.round_trip_micros(), None);
        for (n, rtt) in [80_000, 50_000, 90_000, 70_000, 60_000, 75_000].into_iter().enumerate() {
            let at = Micros(n as i64 * 2_000_000);
            let nonce = echo.ask(at);
            echo.answer(at + Micros(10), nonce.wrapping_add(1));
            echo.answer(at + Micros(rtt), nonce);
            echo.answer(at + Micros(1), nonce);
        }
        assert_eq!(echo.round_trip_micros(), Some(50_000), "the first has left the window");
        let nonce = echo.ask(Micros::ZERO);
        echo.answer(Micros(99_000), nonce);
        assert_eq!(echo.round_trip_micros(), Some(60_000), "and now the second");
    }
}
