//! The real round trip of the connection, without the simulated link: from when a ping leaves for
//! the socket to when its answer comes from there. Reads the messages of both directions there.

use std::collections::VecDeque;

use shared::{
    base::{queue::push_bounded, time::Micros},
    wire::message::{ClientControl, ClientMessage, ServerControl, ServerMessage},
};

/// Pings without an answer that are remembered.
const ASKED_MAX: usize = 16;
/// Round trips among which the least one is taken: those of 15 s.
const SAMPLES_MAX: usize = 30;
/// No ping and no answer is longer, in bytes.
const BYTES_MAX: usize = 8;

/// Recent round trips of a connection.
#[derive(Clone, Debug, Default)]
pub struct RealRoundTrip {
    /// The stamps of pings with the times at which they left.
    asked: VecDeque<(u32, Micros)>,
    /// Newest last.
    samples: VecDeque<Micros>,
}

impl RealRoundTrip {
    /// Looks at a message that leaves for the socket.
    pub fn note_sent(&mut self, now: Micros, message: &[u8]) {
        if message.len() > BYTES_MAX {
            return;
        }
        if let Ok(ClientMessage::Control(ClientControl::Ping { stamp })) =
            ClientMessage::decode(message)
        {
            push_bounded(&mut self.asked, (stamp, now), ASKED_MAX);
        }
    }

    /// Looks at a message that came from the socket.
    pub fn note_received(&mut self, now: Micros, message: &[u8]) {
        if message.len() > BYTES_MAX {
            return;
        }
        if let Ok(ServerMessage::Control(ServerControl::Pong { stamp })) =
            ServerMessage::decode(message)
            && let Some(at) = self.asked.iter().position(|(asked, _)| *asked == stamp)
            && let Some((_, sent)) = self.asked.remove(at)
        {
            push_bounded(&mut self.samples, (now - sent).max(Micros::ZERO), SAMPLES_MAX);
        }
    }

    /// The least of the recent round trips, if there was one.
    #[must_use]
    pub fn least(&self) -> Option<Micros> {
        self.samples.iter().min().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: i64) -> Micros {
        Micros::from_ms(ms)
    }

    #[test]
    fn the_least_recent_round_trip_counts() {
        let mut real = RealRoundTrip::default();
        assert_eq!(real.least(), None);
        for (n, round_trip) in [30, 12, 40].into_iter().enumerate() {
            let (stamp, at) = (n as u32, ms(500 * n as i64));
            real.note_sent(at, &ClientControl::Ping { stamp }.encode());
            real.note_received(at + ms(round_trip), &ServerControl::Pong { stamp }.encode());
        }
        assert_eq!(real.least(), Some(ms(12)));
        // An answer nobody asked for, and one to an older ping, after newer ones.
        real.note_received(ms(0), &ServerControl::Pong { stamp: 99 }.encode());
        assert_eq!(real.least(), Some(ms(12)));
        for n in 3..3 + SAMPLES_MAX as u32 {
            let at = ms(500 * i64::from(n));
            real.note_sent(at, &ClientControl::Ping { stamp: n }.encode());
            real.note_received(at + ms(25), &ServerControl::Pong { stamp: n }.encode());
        }
        assert_eq!(real.least(), Some(ms(25)), "the connection has changed");
    }

    #[test]
    fn other_messages_are_ignored() {
        let mut real = RealRoundTrip::default();
        real.note_sent(ms(0), &ClientControl::FullUpdate.encode());
        real.note_sent(ms(0), &[9; 300]);
        real.note_received(ms(5), &ServerControl::Probe { nonce: 1 }.encode());
        real.note_received(ms(5), &[]);
        assert_eq!(real.least(), None);
    }
}
