//! A client of the floor. It sends messages of a player's size at a player's rate and discards what
//! it receives.
use std::collections::VecDeque;

use shared::base::time::Micros;
use shared::wire::message::commands_message;

use super::shape::Shape;
use crate::load::light::PING_EVERY;

/// A client of the floor.
#[derive(Debug)]
pub(in crate::load) struct Echo {
    shape: Shape,
    packet_every: Micros,
    packet_at: Micros,
    ping_at: Micros,
    outbox: VecDeque<Vec<u8>>,
    joined: bool,
}

impl Echo {
    /// Sends this many packets a second, the first after `target_margin`, so that clients do not
    /// all send at the same moment.
    pub(in crate::load) fn new(
        shape: Shape,
        packets_per_s: u16,
        target_margin: Micros,
        now: Micros,
    ) -> Self {
        let packet_every = Micros(1_000_000 / i64::from(packets_per_s.max(1)));
        let packet_at = now + target_margin;
        Self {
            shape,
            packet_every,
            packet_at,
            ping_at: packet_at,
            outbox: VecDeque::new(),
            joined: false,
        }
    }

    /// Any message counts as joined.
    pub(in crate::load) fn handle_message(&mut self) {
        self.joined = true;
    }

    /// Makes the messages that are due.
    pub(in crate::load) fn handle_time(&mut self, now: Micros) {
        if now >= self.packet_at {
            self.packet_at = later(self.packet_at, self.packet_every, now);
            let bytes = vec![0; self.shape.up_bytes.saturating_sub(1)];
            self.outbox.push_back(commands_message(&bytes));
        }
        if now >= self.ping_at {
            self.ping_at = later(self.ping_at, PING_EVERY, now);
            self.outbox.push_back(vec![0; self.shape.up_bytes]);
        }
    }

    /// When to call [`Self::handle_time`] next.
    pub(in crate::load) fn poll_time(&self) -> Micros {
        self.packet_at.min(self.ping_at)
    }

    /// The next message to the server.
    pub(in crate::load) fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.outbox.pop_front()
    }

    /// Whether any message has arrived.
    pub(in crate::load) fn joined(&self) -> bool {
        self.joined
    }
}

/// The next time of a periodic event. Missed ones are not made up for.
fn later(at: Micros, every: Micros, now: Micros) -> Micros {
    if now - at > every { now + every } else { at + every }
}

#[cfg(test)]
mod tests {
    use shared::wire::message::Lane;

    use super::*;

    #[test]
    fn sends_at_a_players_rates_and_sizes() {
        let shape = Shape {
            room_size: 1,
            snapshot_bytes: 98,
            message_bytes: 60,
            messages_per_snapshot: 0.2,
            up_bytes: 19,
        };
        let mut echo = Echo::new(shape, 30, Micros(12_000), Micros::ZERO);
        let (mut packets, mut pings) = (0, 0);
        for ms in 0..10_000 {
            let now = Micros::from_ms(ms);
            if now >= echo.poll_time() {
                echo.handle_time(now);
            }
            while let Some(message) = echo.poll_transmit() {
                assert_eq!(message.len(), 19);
                *(if Lane::of(&message) == Lane::Lossy { &mut packets } else { &mut pings }) += 1;
            }
        }
        assert_eq!((packets, pings), (300, 20));
    }
}
