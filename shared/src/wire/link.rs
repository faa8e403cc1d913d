//! Messages of the game over a link of [`link_emulator`], with the delivery guarantee that their
//! first byte implies.

use alloc::vec::Vec;

pub use link_emulator::{Delivery, Fate, IN_FLIGHT_MAX, Link, Packet};

use super::message::Lane;
use crate::base::time::Micros;

impl From<Lane> for Delivery {
    fn from(lane: Lane) -> Self {
        match lane {
            Lane::Reliable => Self::Reliable,
            Lane::Lossy => Self::Unreliable,
        }
    }
}

/// Sends a message on the lane its first byte implies.
pub fn send_message(link: &mut Link, now: Micros, message: Vec<u8>) {
    let lane = Lane::of(&message);
    link.send(now, lane.into(), message);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::conditions::{LinkConditions, LinkMode};

    #[test]
    fn the_first_byte_decides_whether_a_message_may_be_lost() {
        let conditions = LinkConditions {
            loss_permille: 1000,
            mode: LinkMode::Datagram,
            ..LinkConditions::delay(20)
        };
        for (kind, delivery, n_dropped) in
            [(0, Delivery::Reliable, 0), (1, Delivery::Unreliable, 1), (2, Delivery::Reliable, 0)]
        {
            let mut link = Link::new(conditions, 3, 0);
            send_message(&mut link, Micros::ZERO, alloc::vec![kind]);
            assert_eq!(link.dropped(), n_dropped, "{kind}");
            let sent: Vec<Delivery> = link.traffic().map(|packet| packet.delivery).collect();
            assert_eq!(sent, [delivery], "{kind}");
        }
    }
}
