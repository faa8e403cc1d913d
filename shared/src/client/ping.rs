//! The client's own measurement of the round trip, by ping rather than inferred.

use serde::Serialize;

use crate::base::time::Micros;

/// Interval between pings.
const EVERY: Micros = Micros(500_000);

/// Round trips by ping.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Ping {
    asked_at: Option<Micros>,
    newest: Option<Micros>,
    /// Mean difference between consecutive round trips, in µs (a sixteenth of each new one, as in
    /// RFC 3550).
    jitter: i64,
}

impl Ping {
    /// The stamp of a ping, when one is due.
    pub(super) fn poll(&mut self, now: Micros) -> Option<u32> {
        if self.asked_at.is_some_and(|at| now - at < EVERY) {
            return None;
        }
        self.asked_at = Some(now);
        Some(now.0 as u32)
    }

    /// Handles a returned stamp. Stamps count µs and wrap after 71 minutes.
    pub(super) fn handle_pong(&mut self, now: Micros, stamp: u32) {
        let round_trip = i64::from((now.0 as u32).wrapping_sub(stamp));
        if let Some(last) = self.newest {
            self.jitter += ((round_trip - last.0).abs() - self.jitter) / 16;
        }
        self.newest = Some(Micros(round_trip));
    }

    pub(super) fn round_trip(&self) -> Option<Micros> {
        self.newest
    }

    pub(super) fn jitter(&self) -> Micros {
        Micros(self.jitter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_survive_the_wrap_of_their_stamps() {
        let mut ping = Ping::default();
        let start = Micros((1 << 32) - 10_000);
        let stamp = ping.poll(start).unwrap();
        assert_eq!(ping.poll(start + Micros(1)), None, "not yet");
        ping.handle_pong(start + Micros(50_000), stamp);
        assert_eq!(ping.round_trip(), Some(Micros(50_000)));
        let stamp = ping.poll(start + EVERY).unwrap();
        ping.handle_pong(start + EVERY + Micros(66_000), stamp);
        assert_eq!(ping.jitter(), Micros(1000), "a sixteenth of 16 ms");
    }
}
