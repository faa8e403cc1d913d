//! Measures how long the server has been silent. After a while the page tells the player, and later
//! it times the connection out. Polled a few times a second, and reset by every message.

use crate::base::time::Micros;

/// After this much silence the page tells the player.
const NOTICE_AFTER: Micros = Micros::from_ms(3000);
/// After this much silence the page closes the connection.
pub(super) const SILENCE_MAX: Micros = Micros::from_ms(20_000);
/// The same, where another server may have the room by then.
pub(super) const SILENCE_AMONG_SEVERAL_MAX: Micros = Micros::from_ms(10_000);
/// Cap on the time counted per poll: a page that polled less often was suspended and could not
/// receive.
const POLL_GAP_MAX: Micros = Micros::from_ms(1500);

/// How long the server has been silent while the page was running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Silence {
    /// How much of it times the connection out.
    max: Micros,
    elapsed: Micros,
    polled_at: Option<Micros>,
}

/// The link, judged by the silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkState {
    /// Messages are arriving.
    Receiving,
    /// Silent for this many seconds; the page tells the player.
    SilentFor { s: i64 },
    /// Silent for so long that the page closes the connection.
    TimedOut,
}

impl Silence {
    pub(super) fn new(max: Micros) -> Self {
        Self { max, elapsed: Micros::ZERO, polled_at: None }
    }

    pub(super) fn max(&self) -> Micros {
        self.max
    }

    /// Resets the silence when a message arrives.
    pub(super) fn reset(&mut self) {
        self.elapsed = Micros::ZERO;
    }

    /// Advances the silence to `now`.
    pub(super) fn check(&mut self, now: Micros) -> LinkState {
        let since = self.polled_at.replace(now).map_or(Micros::ZERO, |polled_at| now - polled_at);
        self.elapsed += since.min(POLL_GAP_MAX);
        self.link()
    }

    /// The link at the last check.
    pub(super) fn link(&self) -> LinkState {
        if self.elapsed >= self.max {
            LinkState::TimedOut
        } else if self.elapsed >= NOTICE_AFTER {
            LinkState::SilentFor { s: self.elapsed.as_ms() / 1000 }
        } else {
            LinkState::Receiving
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;

    fn ask_every(silence: &mut Silence, ms: i64, until_ms: i64) -> Vec<LinkState> {
        let mut heard: Vec<LinkState> =
            (0..=until_ms / ms).map(|n| silence.check(Micros::from_ms(n * ms))).collect();
        heard.dedup();
        heard
    }

    #[test]
    fn silence_is_reported_after_3_s_and_times_out_after_20_s() {
        let mut silence = Silence::new(SILENCE_MAX);
        let heard = ask_every(&mut silence, 250, 20_000);
        let mut want = vec![LinkState::Receiving];
        want.extend((3..20).map(|s| LinkState::SilentFor { s }));
        want.push(LinkState::TimedOut);
        assert_eq!(heard, want);
    }

    #[test]
    fn a_message_ends_the_silence() {
        let mut silence = Silence::new(SILENCE_MAX);
        for n in 0..200 {
            assert_eq!(silence.check(Micros::from_ms(n * 250)), LinkState::Receiving);
            if n % 10 == 0 {
                silence.reset();
            }
        }
    }

    #[test]
    fn sleep_does_not_count_as_silence() {
        let mut silence = Silence::new(SILENCE_MAX);
        silence.check(Micros::ZERO);
        assert_eq!(silence.check(Micros::from_ms(3_600_000)), LinkState::Receiving);
        let hidden = ask_every(&mut Silence::new(SILENCE_MAX), 60_000, 600_000);
        assert_eq!(hidden.last(), Some(&LinkState::SilentFor { s: 15 }), "asked once a minute");
    }
}
