//! The server's own measure of a round trip: questions go out, their answers come in, and the least
//! and the greatest of the newest round trips come out. Runs when a probe is sent and answered.
//!
//! The least says how far away a player is. The greatest says how old its views may be: the packets
//! that a view came from may have been slower than most echoes.

use alloc::collections::VecDeque;

use serde::Serialize;

use crate::base::time::Micros;

/// Round trips remembered.
const ECHO_WINDOW: usize = 5;

/// The server's own measure of a round trip.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct RttEstimator {
    nonce: u32,
    /// When the question was asked that is not answered yet.
    asked_at: Option<Micros>,
    extra_probe: ExtraProbe,
    /// In µs, newest last, at most [`ECHO_WINDOW`].
    samples: VecDeque<i64>,
}

/// Whether it is doubted that the answers so far still hold. From one question that is due to the
/// next only one more is asked, so that the window of answers still spans seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum ExtraProbe {
    #[default]
    NotNeeded,
    /// The next question is to be asked before it is due.
    Due,
    /// It was asked.
    Sent,
}

impl RttEstimator {
    /// Asks: the number to send. An unanswered question is given up.
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

    /// Something came later than the answers so far explain: the connection may have changed.
    pub(super) fn request_extra_probe(&mut self) {
        if self.extra_probe == ExtraProbe::NotNeeded {
            self.extra_probe = ExtraProbe::Due;
        }
    }

    /// Whether to ask before the next question is due.
    pub(super) fn should_ask(&self) -> bool {
        self.extra_probe == ExtraProbe::Due && self.asked_at.is_none()
    }

    /// An answer; one to an older question, or a second one, is not counted.
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

    /// Gives up the question that is unanswered: a stall of the process would be in the answer.
    pub(super) fn give_up(&mut self) {
        self.asked_at = None;
    }

    /// The least round trip of the window, in µs.
    pub(super) fn round_trip_micros(&self) -> Option<i64> {
        self.samples.iter().copied().min()
    }

    /// The greatest round trip of the window, in µs.
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
