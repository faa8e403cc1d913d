//! A one-way link that delays, reorders, duplicates and drops packets.
//!
//! Each packet's draws are a hash of the seed, the link's number, the time slot and the packet's
//! index within the slot. A stream turns a loss into a stall followed by a burst, as TCP does.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use crate::{
    conditions::{LinkConditions, LinkMode},
    draws::{mix_all, unit_from_bits},
    time::{MICROS_PER_S, Micros},
};

/// Packets in flight on a link; further ones, reliable or not, are dropped at the tail, as in a
/// router.
pub const IN_FLIGHT_MAX: usize = 4096;
/// Newest packets that a link keeps for drawing.
pub const TRAFFIC_MAX: usize = 256;
/// Length of a time slot of the draws, in µs: a tick at 60 Hz.
const SLOT_MICROS: i64 = 16_667;
/// Shortest time before a stream retransmits a lost segment, in ms: the smallest retransmission
/// timeout of common TCP stacks.
const RETRANSMIT_MS_MIN: i64 = 200;

/// The delivery guarantee of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Delivery {
    /// Arrives, in order; a loss delays it and every reliable packet behind it.
    Reliable,
    /// On a datagram link it may be lost, duplicated and reordered.
    Unreliable,
}

/// The fate of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Fate {
    /// Arrives at this time.
    Arrives { at: Micros },
    /// Lost on the way.
    Lost,
    /// Dropped on sending: [`IN_FLIGHT_MAX`] packets were in flight.
    Refused,
}

/// A packet, for a diagram of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Packet {
    /// When it was sent.
    pub sent: Micros,
    pub fate: Fate,
    /// Its size, in bytes.
    pub bytes: u32,
    pub delivery: Delivery,
    /// Delay beyond latency and jitter: for bandwidth, retransmission (of this packet or of earlier
    /// ones) and reordering.
    pub stalled: Micros,
}

#[derive(Clone, Debug, Serialize)]
struct InFlight {
    deliver_at: Micros,
    bytes: Vec<u8>,
}

/// One direction of a connection.
#[derive(Clone, Debug, Serialize)]
pub struct Link {
    conditions: LinkConditions,
    seed: u64,
    id: u32,
    slot: i64,
    idx_in_slot: u32,
    /// When the last byte queued for bandwidth has been sent.
    clear_at: Micros,
    /// When the newest ordered packet arrives.
    ordered_until: Micros,
    /// In order of delivery.
    in_flight: VecDeque<InFlight>,
    dropped: u64,
    /// The newest packets, oldest first; up to [`TRAFFIC_MAX`].
    traffic: VecDeque<Packet>,
}

/// The independent random draws that decide a packet's fate.
#[derive(Clone, Copy)]
enum Draw {
    Loss,
    Jitter,
    Duplicate,
    DuplicateJitter,
    Reorder,
}

impl Link {
    /// A link with its own random draws under a seed; each direction of each connection has a
    /// number `id` of its own.
    #[must_use]
    pub fn new(conditions: LinkConditions, seed: u64, id: u32) -> Self {
        Self {
            conditions,
            seed,
            id,
            slot: i64::MIN,
            idx_in_slot: 0,
            clear_at: Micros(i64::MIN),
            ordered_until: Micros(i64::MIN),
            in_flight: VecDeque::new(),
            dropped: 0,
            traffic: VecDeque::new(),
        }
    }

    /// Sets the conditions for packets sent from now on.
    pub fn set_conditions(&mut self, conditions: LinkConditions) {
        self.conditions = conditions;
    }

    #[must_use]
    pub fn conditions(&self) -> LinkConditions {
        self.conditions
    }

    /// Packets lost or refused so far.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The newest packets and their fates, oldest first; up to [`TRAFFIC_MAX`].
    pub fn traffic(&self) -> impl DoubleEndedIterator<Item = &Packet> {
        self.traffic.iter()
    }

    /// Sends a packet. Times must not decrease from call to call.
    pub fn send(&mut self, now: Micros, delivery: Delivery, bytes: Vec<u8>) {
        self.enter_slot(now);
        let conditions = self.conditions;
        let ordered = conditions.mode == LinkMode::Stream || delivery == Delivery::Reliable;
        let lost = self.is_lost();
        let mut packet = Packet {
            sent: now,
            fate: Fate::Lost,
            bytes: bytes.len() as u32,
            delivery,
            stalled: Micros::ZERO,
        };
        let full = self.in_flight.len() >= IN_FLIGHT_MAX;
        if full || (lost && !ordered) {
            packet.fate = if full { Fate::Refused } else { Fate::Lost };
            self.note(packet);
            self.dropped += 1;
            return;
        }
        let sent_at = self.pass_bandwidth(now, bytes.len());
        let mut deliver_at = sent_at + self.delay(Draw::Jitter);
        let unhindered = deliver_at - (sent_at - now);
        if ordered {
            if lost {
                deliver_at +=
                    Micros::from_ms(RETRANSMIT_MS_MIN.max(2 * i64::from(conditions.latency_ms)));
            }
            deliver_at = deliver_at.max(self.ordered_until);
            self.ordered_until = deliver_at;
        } else {
            if self.chance(Draw::Reorder, conditions.reorder_permille) {
                deliver_at += Micros(2 * SLOT_MICROS);
            }
            if self.chance(Draw::Duplicate, conditions.duplicate_permille) {
                let again = sent_at + self.delay(Draw::DuplicateJitter);
                self.note(Packet { fate: Fate::Arrives { at: again }, ..packet });
                self.enqueue(again, bytes.clone());
            }
        }
        packet.stalled = deliver_at - unhindered;
        self.note(Packet { fate: Fate::Arrives { at: deliver_at }, ..packet });
        self.enqueue(deliver_at, bytes);
    }

    /// The next packet that has arrived by `now`; call it until it returns `None`.
    pub fn poll_deliver(&mut self, now: Micros) -> Option<Vec<u8>> {
        if self.next_delivery()? > now {
            return None;
        }
        self.in_flight.pop_front().map(|packet| packet.bytes)
    }

    /// When the next packet arrives; `None` if none is in flight.
    #[must_use]
    pub fn next_delivery(&self) -> Option<Micros> {
        self.in_flight.front().map(|packet| packet.deliver_at)
    }

    fn note(&mut self, packet: Packet) {
        if self.traffic.len() == TRAFFIC_MAX {
            self.traffic.pop_front();
        }
        self.traffic.push_back(packet);
    }

    fn enter_slot(&mut self, now: Micros) {
        let slot = now.0.div_euclid(SLOT_MICROS);
        if slot == self.slot {
            self.idx_in_slot += 1;
        } else {
            self.slot = slot;
            self.idx_in_slot = 0;
        }
    }

    fn draw(&self, draw: Draw) -> u32 {
        let words = [
            self.seed,
            u64::from(self.id),
            self.slot as u64,
            u64::from(self.idx_in_slot),
            draw as u64,
        ];
        (mix_all(&words) >> 32) as u32
    }

    fn chance(&self, draw: Draw, permille: u16) -> bool {
        permille > 0 && self.draw(draw) % 1000 < u32::from(permille)
    }

    fn delay(&self, draw: Draw) -> Micros {
        let latency = i64::from(self.conditions.latency_ms) * 1000;
        let jitter = i64::from(self.conditions.jitter_ms) * 1000;
        let deviation = (unit_from_bits(self.draw(draw)) * (2 * jitter) as f32) as i64 - jitter;
        Micros((latency + deviation).max(0))
    }

    fn is_lost(&self) -> bool {
        self.chance(Draw::Loss, self.conditions.loss_permille) || self.in_burst()
    }

    /// A burst covers this slot if it began in any slot within its length before it.
    fn in_burst(&self) -> bool {
        let LinkConditions { burst_permille, burst_ms, .. } = self.conditions;
        if burst_permille == 0 {
            return false;
        }
        let slots = (i64::from(burst_ms) * 1000).div_euclid(SLOT_MICROS).max(1);
        (0..slots).any(|back| {
            let words = [self.seed, u64::from(self.id), (self.slot - back) as u64, 0xB0257];
            (mix_all(&words) >> 32) % 1000 < u64::from(burst_permille)
        })
    }

    fn pass_bandwidth(&mut self, now: Micros, bytes: usize) -> Micros {
        let per_s = i64::from(self.conditions.bandwidth_bytes_per_s);
        if per_s == 0 {
            return now;
        }
        self.clear_at = self.clear_at.max(now) + Micros(bytes as i64 * MICROS_PER_S / per_s);
        self.clear_at
    }

    fn enqueue(&mut self, deliver_at: Micros, bytes: Vec<u8>) {
        let after = self.in_flight.partition_point(|other| other.deliver_at <= deliver_at);
        self.in_flight.insert(after, InFlight { deliver_at, bytes });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a numbered unreliable packet every 10 ms. Returns (number, arrival in µs).
    fn run(conditions: LinkConditions, n: u8) -> Vec<(u8, i64)> {
        let mut link = Link::new(conditions, 7, 1);
        let mut got = Vec::new();
        for ms in 0..5000_i64 {
            let now = Micros::from_ms(ms);
            while let Some(bytes) = link.poll_deliver(now) {
                got.push((bytes[0], now.0));
            }
            if ms % 10 == 0 && ms / 10 < i64::from(n) {
                link.send(now, Delivery::Unreliable, alloc::vec![(ms / 10) as u8, 0]);
            }
        }
        got
    }

    #[test]
    fn a_perfect_link_is_immediate_and_a_delay_is_exact() {
        assert!(LinkConditions::default().is_perfect());
        let got = run(LinkConditions::delay(80), 100);
        assert_eq!(got.len(), 100);
        assert!(got.iter().all(|(n, at)| *at == i64::from(*n) * 10_000 + 80_000));
    }

    #[test]
    fn jitter_stays_within_its_bound_and_uses_it() {
        let conditions = LinkConditions {
            jitter_ms: 30,
            mode: LinkMode::Datagram,
            ..LinkConditions::delay(100)
        };
        let got = run(conditions, 200);
        let delays: Vec<i64> = got.iter().map(|(n, at)| at - i64::from(*n) * 10_000).collect();
        let (least, most) = (delays.iter().min().unwrap(), delays.iter().max().unwrap());
        assert!(*least >= 70_000 && *least < 76_000, "{least}");
        assert!(*most <= 131_000 && *most > 124_000, "{most}");
    }

    #[test]
    fn datagrams_are_lost_at_the_rate_and_streams_only_stall() {
        let lossy = LinkConditions { loss_permille: 200, ..LinkConditions::delay(20) };
        let datagrams = run(LinkConditions { mode: LinkMode::Datagram, ..lossy }, 250);
        assert!((180..220).contains(&datagrams.len()), "{}", datagrams.len());
        let stream = run(lossy, 250);
        assert_eq!(stream.len(), 250, "a stream loses nothing");
        assert!(stream.windows(2).all(|two| two[0].0 < two[1].0), "and keeps the order");
        let lates = stream.iter().filter(|(n, at)| at - i64::from(*n) * 10_000 > 150_000).count();
        assert!(lates > 20, "losses show as stalls: {lates}");
    }

    #[test]
    fn reliable_packets_survive_a_datagram_link() {
        let conditions = LinkConditions {
            loss_permille: 500,
            mode: LinkMode::Datagram,
            ..LinkConditions::delay(20)
        };
        let mut link = Link::new(conditions, 3, 0);
        for n in 0..50 {
            link.send(Micros(n * 1000), Delivery::Reliable, alloc::vec![n as u8]);
        }
        let got: Vec<u8> = core::iter::from_fn(|| link.poll_deliver(Micros::from_ms(9000)))
            .map(|bytes| bytes[0])
            .collect();
        assert_eq!(got, (0..50).collect::<Vec<u8>>());
    }

    #[test]
    fn duplicates_bursts_reordering_and_bandwidth_take_effect() {
        let datagram = LinkConditions { mode: LinkMode::Datagram, ..LinkConditions::delay(20) };
        let twice = run(LinkConditions { duplicate_permille: 1000, ..datagram }, 50);
        assert_eq!(twice.len(), 100);
        let bursts = LinkConditions { burst_permille: 20, burst_ms: 200, ..datagram };
        let kept = run(bursts, 250);
        let longest = kept.windows(2).map(|two| two[1].0 - two[0].0).max().unwrap();
        assert!(longest > 15, "a burst takes many in a row: {longest}");
        let mixed = run(LinkConditions { reorder_permille: 300, ..datagram }, 100);
        assert!(mixed.windows(2).any(|two| two[0].0 > two[1].0), "some overtake others");
        let narrow = run(LinkConditions { bandwidth_bytes_per_s: 100, ..datagram }, 100);
        let (n, at) = narrow.last().unwrap();
        assert_eq!((*n, *at), (99, 2_020_000), "200 bytes at 100 bytes/s, and the delay");
    }

    #[test]
    fn fates_depend_on_seed_link_and_slot_alone() {
        let conditions = LinkConditions {
            loss_permille: 300,
            jitter_ms: 20,
            mode: LinkMode::Datagram,
            ..LinkConditions::delay(50)
        };
        assert_eq!(run(conditions, 100), run(conditions, 100));
        let mut a = Link::new(conditions, 1, 1);
        let mut b = a.clone();
        // What was sent in earlier slots does not matter.
        a.send(Micros(0), Delivery::Unreliable, alloc::vec![1, 1, 2, 3]);
        while a.poll_deliver(Micros::from_ms(500)).is_some() {}
        for ms in (1000..2000).step_by(20) {
            a.send(Micros::from_ms(ms), Delivery::Unreliable, alloc::vec![1]);
            b.send(Micros::from_ms(ms), Delivery::Unreliable, alloc::vec![1]);
            assert_eq!(a.next_delivery(), b.next_delivery());
        }
    }
}
