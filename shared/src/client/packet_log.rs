//! A log of the packets of the last seconds in both directions: time, size, and what the bits were
//! spent on. Updated by every message; read by the net graph.
//!
//! Lost packets are inferred from the next one: the gap in ticks gives how many snapshots are
//! missing, and the server's choke counter how many of those it never sent.

use alloc::{collections::VecDeque, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        limits::{NET_GRAPH_MS, NET_GRAPH_PACKETS_MAX},
        queue::{drop_while, push_bounded},
        time::{Micros, Tick},
    },
    wire::bits::{Category, Tally},
};

/// How a received packet was classified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PacketKind {
    /// A snapshot newer than all before it.
    Snapshot,
    /// A snapshot that arrived after a newer one.
    Late,
    /// A duplicate snapshot.
    Repeated,
    /// A snapshot whose baseline was never received. It cannot be decoded, so its bits cannot be
    /// attributed either.
    Unusable,
    #[default]
    Control,
}

/// A received packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PacketIn {
    /// On the client's clock.
    pub at: Micros,
    pub kind: PacketKind,
    /// Whether it is a keyframe: a snapshot without a baseline.
    pub full: bool,
    pub bytes: u32,
    /// Its bits by category; the sum is eight times `bytes`.
    pub bits: Tally,
    /// Snapshots missing between the previous one and this one, without the choked ones.
    pub lost: u16,
    /// Snapshots between the two that the server choked.
    pub choked: u16,
    /// The tick of this snapshot and of the previous one.
    shows: Option<(Tick, Tick)>,
    /// The prediction error that it revealed, in u.
    pub error_u: f32,
}

/// A sent packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketOut {
    /// On the client's clock.
    pub at: Micros,
    pub bytes: u32,
    /// New commands in it.
    pub commands: u8,
}

impl PacketIn {
    /// The tick of the snapshot, if another one preceded it.
    pub(super) fn tick(&self) -> Option<Tick> {
        self.shows.map(|(tick, _)| tick)
    }

    /// The snapshots missing between the previous one and this one, lost or choked: their number,
    /// and the ticks of the two.
    pub(super) fn missing(&self) -> Option<(u16, [Tick; 2])> {
        let (tick, before) = self.shows?;
        let n = self.lost + self.choked;
        (n > 0).then_some((n, [before, tick]))
    }
}

/// A message to send, and the number of new commands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outgoing {
    pub(super) message: Vec<u8>,
    pub(super) commands: u8,
}

impl From<Vec<u8>> for Outgoing {
    fn from(message: Vec<u8>) -> Self {
        Self { message, commands: 0 }
    }
}

/// A received snapshot, for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    pub(super) kind: PacketKind,
    /// Whether it is a keyframe.
    pub(super) full: bool,
    pub(super) tick: Tick,
    /// The server's counter of choked snapshots, modulo 256.
    pub(super) choked: u8,
    /// The bits of its body by category.
    pub(super) body: Tally,
}

/// The packets of the last [`NET_GRAPH_MS`], oldest first.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PacketLog {
    /// The latest time passed in.
    now: Micros,
    received: VecDeque<PacketIn>,
    sent: VecDeque<PacketOut>,
    /// The newest snapshot tick.
    newest: Option<Tick>,
    /// The last value of the choke counter.
    choked: u8,
    /// Ticks between snapshots.
    interval: u32,
}

impl PacketLog {
    /// Advances the time and drops old packets.
    pub(super) fn handle_time(&mut self, now: Micros) {
        self.now = self.now.max(now);
        let since = self.now - Micros::from_ms(NET_GRAPH_MS.into());
        drop_while(&mut self.received, |packet| packet.at <= since);
        drop_while(&mut self.sent, |packet| packet.at <= since);
    }

    /// Logs a received message. All of it counts as header until a snapshot is decoded from it.
    pub(super) fn handle_message(&mut self, now: Micros, bytes: usize) {
        self.handle_time(now);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX / 8);
        let bits = Tally::default().and(Category::Header, bytes * 8);
        let packet = PacketIn { at: self.now, bytes, bits, ..PacketIn::default() };
        push_bounded(&mut self.received, packet, NET_GRAPH_PACKETS_MAX);
    }

    /// Classifies the last message as a snapshot. `interval` is the ticks between snapshots at the
    /// rate last requested.
    pub(super) fn handle_snapshot(&mut self, arrival: Arrival, interval: u32, error_u: f32) {
        let (mut lost, mut left_out, mut before) = (0, 0, None);
        match self.newest {
            Some(newest) if arrival.tick <= newest => {
                if arrival.kind != PacketKind::Repeated {
                    self.mark_found(arrival.tick);
                }
            }
            newest => {
                before = newest;
                left_out = u16::from(arrival.choked.wrapping_sub(self.choked));
                self.choked = arrival.choked;
                let missing = newest.map_or(0, |newest| self.missing(newest, &arrival, interval));
                lost = missing.saturating_sub(left_out);
                self.newest = Some(arrival.tick);
            }
        }
        let Some(packet) = self.received.back_mut() else { return };
        (packet.kind, packet.full) = (arrival.kind, arrival.full);
        let head = (packet.bytes * 8).saturating_sub(arrival.body.total());
        packet.bits = arrival.body.and(Category::Header, head);
        (packet.lost, packet.choked) = (lost, left_out);
        packet.shows = before.map(|before| (arrival.tick, before));
        packet.error_u = error_u;
    }

    pub(super) fn handle_sent(&mut self, sent: &Outgoing) {
        let bytes = u32::try_from(sent.message.len()).unwrap_or(u32::MAX);
        let packet = PacketOut { at: self.now, bytes, commands: sent.commands };
        push_bounded(&mut self.sent, packet, NET_GRAPH_PACKETS_MAX);
    }

    /// The received packets, oldest first.
    pub(super) fn received(&self) -> &VecDeque<PacketIn> {
        &self.received
    }

    /// The sent packets, oldest first.
    pub(super) fn sent(&self) -> &VecDeque<PacketOut> {
        &self.sent
    }

    /// The latest time passed in.
    pub(super) fn now(&self) -> Micros {
        self.now
    }

    /// How many snapshots are missing between two received ones. After a request for a higher rate,
    /// the server keeps the old interval until the request reaches it.
    fn missing(&mut self, newest: Tick, arrival: &Arrival, interval: u32) -> u16 {
        let apart = u32::try_from(arrival.tick.since(newest)).unwrap_or(u32::MAX);
        if interval > self.interval || apart < self.interval {
            self.interval = interval;
        }
        let steps = apart / self.interval.max(1);
        u16::try_from(steps.saturating_sub(1)).unwrap_or(u16::MAX)
    }

    /// Corrects the loss count when a snapshot counted as lost arrives late.
    fn mark_found(&mut self, tick: Tick) {
        let spans = |packet: &&mut PacketIn| {
            packet.shows.is_some_and(|(shown, before)| before < tick && tick < shown)
        };
        if let Some(packet) = self.received.iter_mut().rev().find(spans) {
            packet.lost = packet.lost.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds in snapshots with these ticks and choke counters, one each ms. Returns the lost and
    /// choked counts of each packet.
    fn check(interval: u32, rows: &[(u32, u8, PacketKind)]) -> Vec<(u16, u16)> {
        let mut log = PacketLog::default();
        for (n, (tick, choked, kind)) in rows.iter().enumerate() {
            log.handle_message(Micros::from_ms(n as i64), 10);
            let body = Tally::default().and(Category::Ships, 20);
            let (kind, tick) = (*kind, Tick(*tick));
            let arrival = Arrival { kind, full: false, tick, choked: *choked, body };
            log.handle_snapshot(arrival, interval, 0.0);
        }
        assert!(log.received.iter().all(|packet| packet.bits.total() == 80));
        log.received.iter().map(|packet| (packet.lost, packet.choked)).collect()
    }

    #[test]
    fn missing_snapshots_are_lost_or_choked() {
        use PacketKind::{Late, Repeated, Snapshot, Unusable};
        let rows = [(100, 250, Snapshot), (102, 250, Snapshot), (108, 250, Snapshot)];
        assert_eq!(check(2, &rows)[1..], [(0, 0), (2, 0)]);
        let rows = [(100, 255, Snapshot), (108, 1, Snapshot), (110, 1, Snapshot)];
        assert_eq!(check(2, &rows)[1..], [(1, 2), (0, 0)], "counted round");
        let rows = [(100, 0, Snapshot), (108, 0, Snapshot), (104, 0, Late), (104, 0, Repeated)];
        assert_eq!(check(2, &rows)[1..], [(2, 0), (0, 0), (0, 0)], "one arrived late");
        let rows = [(100, 0, Snapshot), (104, 0, Unusable), (106, 0, Snapshot)];
        assert_eq!(check(2, &rows)[1..], [(1, 0), (0, 0)], "a useless packet has arrived");
    }

    #[test]
    fn a_change_of_the_update_rate_counts_no_loss() {
        let mut log = PacketLog::default();
        let snapshot = |log: &mut PacketLog, tick, interval| {
            log.handle_message(Micros::ZERO, 10);
            let kind = PacketKind::Snapshot;
            let (tick, body) = (Tick(tick), Tally::default());
            let arrival = Arrival { kind, full: false, tick, choked: 0, body };
            log.handle_snapshot(arrival, interval, 0.0);
            log.received.back().map_or(0, |packet| packet.lost)
        };
        let rows = [(60, 6, 0), (66, 6, 0), (72, 2, 0), (78, 2, 0), (80, 2, 0), (84, 2, 1)];
        for (tick, interval, lost) in rows {
            assert_eq!(snapshot(&mut log, tick, interval), lost, "at tick {tick}");
        }
        for (tick, interval) in [(86, 6), (88, 6), (90, 6), (96, 6)] {
            assert_eq!(snapshot(&mut log, tick, interval), 0, "fewer a second, at tick {tick}");
        }
    }

    #[test]
    fn the_log_is_bounded_in_time_and_packets() {
        let mut log = PacketLog::default();
        for n in 0..2 * NET_GRAPH_PACKETS_MAX as i64 {
            log.handle_message(Micros(n), 1);
            log.handle_sent(&Outgoing::from(alloc::vec![0; 3]));
        }
        assert_eq!(
            (log.received.len(), log.sent.len()),
            (NET_GRAPH_PACKETS_MAX, NET_GRAPH_PACKETS_MAX)
        );
        log.handle_time(Micros::from_ms(i64::from(NET_GRAPH_MS) * 2));
        assert!(log.received.is_empty() && log.sent.is_empty());
    }
}
