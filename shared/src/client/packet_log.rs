//! The packets of the last seconds, each way: what came or went, when, in how many bytes, and what
//! its bits were spent on. Runs with every message; the net graph reads it.
//!
//! What never came shows in the packet after it: the ticks between two snapshots say how many are
//! missing, and the server's counter how many of those it left out.

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

/// What a packet that came was good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PacketKind {
    /// A snapshot newer than all before it.
    Snapshot,
    /// A snapshot that came after a newer one.
    Late,
    /// A snapshot that had come already.
    Repeated,
    /// A snapshot that builds upon one that never came: of no use, and its bits cannot be told
    /// apart.
    Unusable,
    /// Any other message.
    #[default]
    Control,
}

/// A packet that came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PacketIn {
    /// When, on the client's clock.
    pub at: Micros,
    /// What it was good for.
    pub kind: PacketKind,
    /// Whether it is a snapshot that builds upon nothing: a full update.
    pub full: bool,
    /// Its bytes.
    pub bytes: u32,
    /// Its bits by what they are spent on; together eight times its bytes.
    pub bits: Tally,
    /// Snapshots between the one before and this one that have not come.
    pub lost: u16,
    /// Snapshots between the two that the server left out.
    pub choked: u16,
    /// The tick it shows, and the one that the snapshot before it shows.
    shows: Option<(Tick, Tick)>,
    /// The prediction error that it told of, in u.
    pub error_u: f32,
}

/// A packet that went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketOut {
    /// When, on the client's clock.
    pub at: Micros,
    /// Its bytes.
    pub bytes: u32,
    /// New commands in it.
    pub commands: u8,
}

impl PacketIn {
    /// The tick that it shows, where it is a snapshot after another one.
    pub(super) fn tick(&self) -> Option<Tick> {
        self.shows.map(|(tick, _)| tick)
    }

    /// The snapshots between the one before and this one that have not come: their number, and the
    /// ticks that the two show.
    pub(super) fn missing(&self) -> Option<(u16, [Tick; 2])> {
        let (tick, before) = self.shows?;
        let n = self.lost + self.choked;
        (n > 0).then_some((n, [before, tick]))
    }
}

/// A message to send, and how many new commands are in it.
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

/// A snapshot that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    pub(super) kind: PacketKind,
    /// Whether it builds upon nothing.
    pub(super) full: bool,
    pub(super) tick: Tick,
    /// Snapshots that the server left out, counted round.
    pub(super) choked: u8,
    /// What the bits of its body were spent on.
    pub(super) body: Tally,
}

/// The packets of the last [`NET_GRAPH_MS`], oldest first.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PacketLog {
    /// The time, as far as it was told.
    now: Micros,
    came: VecDeque<PacketIn>,
    went: VecDeque<PacketOut>,
    /// The newest tick that a snapshot showed.
    newest: Option<Tick>,
    /// The counter of choked snapshots as it came last.
    choked: u8,
    /// Ticks from one snapshot to the next.
    interval: u32,
}

impl PacketLog {
    /// Time goes on: what is too old is forgotten.
    pub(super) fn handle_time(&mut self, now: Micros) {
        self.now = self.now.max(now);
        let since = self.now - Micros::from_ms(NET_GRAPH_MS.into());
        drop_while(&mut self.came, |packet| packet.at <= since);
        drop_while(&mut self.went, |packet| packet.at <= since);
    }

    /// A message came. All of it counts as header until somebody says more.
    pub(super) fn handle_message(&mut self, now: Micros, bytes: usize) {
        self.handle_time(now);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX / 8);
        let bits = Tally::default().and(Category::Header, bytes * 8);
        let packet = PacketIn { at: self.now, bytes, bits, ..PacketIn::default() };
        push_bounded(&mut self.came, packet, NET_GRAPH_PACKETS_MAX);
    }

    /// The message that came last is a snapshot; `interval` is how many ticks lie between two at
    /// the rate that was asked for last.
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
        let Some(packet) = self.came.back_mut() else { return };
        (packet.kind, packet.full) = (arrival.kind, arrival.full);
        let head = (packet.bytes * 8).saturating_sub(arrival.body.total());
        packet.bits = arrival.body.and(Category::Header, head);
        (packet.lost, packet.choked) = (lost, left_out);
        packet.shows = before.map(|before| (arrival.tick, before));
        packet.error_u = error_u;
    }

    /// A message goes.
    pub(super) fn handle_sent(&mut self, sent: &Outgoing) {
        let bytes = u32::try_from(sent.message.len()).unwrap_or(u32::MAX);
        let packet = PacketOut { at: self.now, bytes, commands: sent.commands };
        push_bounded(&mut self.went, packet, NET_GRAPH_PACKETS_MAX);
    }

    /// The packets that came, oldest first.
    pub(super) fn received(&self) -> &VecDeque<PacketIn> {
        &self.came
    }

    /// The packets that went, oldest first.
    pub(super) fn sent(&self) -> &VecDeque<PacketOut> {
        &self.went
    }

    /// The time, as far as it was told.
    pub(super) fn now(&self) -> Micros {
        self.now
    }

    /// How many snapshots lie between two that came. Where more a second were asked for, the
    /// server goes on in its old way until that has reached it.
    fn missing(&mut self, newest: Tick, arrival: &Arrival, interval: u32) -> u16 {
        let apart = u32::try_from(arrival.tick.since(newest)).unwrap_or(u32::MAX);
        if interval > self.interval || apart < self.interval {
            self.interval = interval;
        }
        let steps = apart / self.interval.max(1);
        u16::try_from(steps.saturating_sub(1)).unwrap_or(u16::MAX)
    }

    /// A snapshot that was counted as lost has come after all.
    fn mark_found(&mut self, tick: Tick) {
        let around = |packet: &&mut PacketIn| {
            packet.shows.is_some_and(|(shown, before)| before < tick && tick < shown)
        };
        if let Some(packet) = self.came.iter_mut().rev().find(around) {
            packet.lost = packet.lost.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Snapshots of these ticks and counters of choke, one each ms, at an interval; gives lost and
    /// choked ones of each packet.
    fn check(interval: u32, rows: &[(u32, u8, PacketKind)]) -> Vec<(u16, u16)> {
        let mut log = PacketLog::default();
        for (n, (tick, choked, kind)) in rows.iter().enumerate() {
            log.handle_message(Micros::from_ms(n as i64), 10);
            let body = Tally::default().and(Category::Ships, 20);
            let (kind, tick) = (*kind, Tick(*tick));
            let arrival = Arrival { kind, full: false, tick, choked: *choked, body };
            log.handle_snapshot(arrival, interval, 0.0);
        }
        assert!(log.came.iter().all(|packet| packet.bits.total() == 80));
        log.came.iter().map(|packet| (packet.lost, packet.choked)).collect()
    }

    #[test]
    fn what_is_missing_is_lost_or_choked() {
        use PacketKind::{Late, Repeated, Snapshot, Unusable};
        let rows = [(100, 250, Snapshot), (102, 250, Snapshot), (108, 250, Snapshot)];
        assert_eq!(check(2, &rows)[1..], [(0, 0), (2, 0)]);
        let rows = [(100, 255, Snapshot), (108, 1, Snapshot), (110, 1, Snapshot)];
        assert_eq!(check(2, &rows)[1..], [(1, 2), (0, 0)], "counted round");
        let rows = [(100, 0, Snapshot), (108, 0, Snapshot), (104, 0, Late), (104, 0, Repeated)];
        assert_eq!(check(2, &rows)[1..], [(2, 0), (0, 0), (0, 0)], "one came after all");
        let rows = [(100, 0, Snapshot), (104, 0, Unusable), (106, 0, Snapshot)];
        assert_eq!(check(2, &rows)[1..], [(1, 0), (0, 0)], "what is of no use has come");
    }

    #[test]
    fn nothing_is_lost_by_asking_for_more_snapshots() {
        let mut log = PacketLog::default();
        let snapshot = |log: &mut PacketLog, tick, interval| {
            log.handle_message(Micros::ZERO, 10);
            let kind = PacketKind::Snapshot;
            let (tick, body) = (Tick(tick), Tally::default());
            let arrival = Arrival { kind, full: false, tick, choked: 0, body };
            log.handle_snapshot(arrival, interval, 0.0);
            log.came.back().map_or(0, |packet| packet.lost)
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
    fn old_packets_are_forgotten_and_never_too_many_kept() {
        let mut log = PacketLog::default();
        for n in 0..2 * NET_GRAPH_PACKETS_MAX as i64 {
            log.handle_message(Micros(n), 1);
            log.handle_sent(&Outgoing::from(alloc::vec![0; 3]));
        }
        assert_eq!(
            (log.came.len(), log.went.len()),
            (NET_GRAPH_PACKETS_MAX, NET_GRAPH_PACKETS_MAX)
        );
        log.handle_time(Micros::from_ms(i64::from(NET_GRAPH_MS) * 2));
        assert!(log.came.is_empty() && log.went.is_empty());
    }
}
