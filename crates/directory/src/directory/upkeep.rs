//! What time alone brings: the start, beacons, comparisons, giving up, and removing what is old.

use core::time::Duration;

use super::effect::{Effect, KvResult, ReplyTo, Stage};
use super::{Directory, OpFor};
use crate::claims::Entry;
use crate::key::{Revision, RoomKey};
use crate::limits::{
    BEACON_EVERY, FORGOTTEN_AFTER, JOINING, NAMESAKE_BEACONS, SAME_AGE_S, SWEEP_EVERY,
    SWEPT_AT_ONCE, TOMBSTONE_KEPT,
};
use crate::message::{Beacon, Load, NodeStage, Reply, encode};
use crate::reason::Reason;

/// Another process of this node's name.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Namesake {
    /// Beacons heard of it that ask this node to give way.
    n_beacons: u32,
}

impl Directory {
    /// When [`handle_time`](Self::handle_time) is to be called, if nothing else is before.
    #[must_use]
    pub fn poll_timeout(&self) -> Duration {
        let flights = self.flights.values().filter_map(super::Flight::due_at).min();
        let times = [flights, self.times.joined_at, self.next_handover()];
        let due = times.into_iter().flatten().min();
        let times = &self.times;
        let regular = times.next_beacon_at.min(times.next_reconcile_at).min(times.next_sweep_at);
        due.map_or(regular, |due| due.min(regular))
    }

    /// Does what is due. Runs after every event, so that one event's consequences follow at once.
    pub(super) fn advance(&mut self, now: Duration) {
        self.finish_joining(now);
        if self.times.next_beacon_at <= now {
            self.times.next_beacon_at = now + BEACON_EVERY;
            self.send_beacon(now);
        }
        if self.times.next_reconcile_at <= now {
            self.reconcile(now);
        }
        if self.times.next_sweep_at <= now {
            self.times.next_sweep_at = now + SWEEP_EVERY;
            self.sweep(now);
        }
        self.claims.forget_old(now);
        self.advance_flights(now);
        self.give_rooms_away(now);
        self.check_rooms();
    }

    /// The node listens from now on whether its name is free.
    pub(super) fn begin_joining(&mut self, now: Duration) {
        if self.stage == Stage::Joining {
            self.namesake = Namesake::default();
            self.times.joined_at = Some(now + JOINING);
        }
    }

    fn finish_joining(&mut self, now: Duration) {
        if self.times.joined_at.is_some_and(|at| at <= now) {
            self.times.joined_at = None;
            if self.stage == Stage::Joining {
                self.stage = Stage::Live;
            }
        }
    }

    /// Of two live processes of one name the newer gives way, unless the elder drains.
    pub(super) fn meet_namesake(&mut self, now: Duration, other: &Beacon) {
        let lesser = self.me.incarnation < other.incarnation;
        let gives_way = match (self.stage, other.stage) {
            (Stage::Draining | Stage::Refused, _) | (_, NodeStage::Draining) => false,
            (Stage::Live, NodeStage::Joining) => false,
            (Stage::Joining, NodeStage::Open) => true,
            (Stage::Joining, NodeStage::Joining) => lesser,
            // Both are live, as after a partition.
            (Stage::Live, NodeStage::Open) => {
                let age_s = self.age_s(now);
                if age_s.abs_diff(other.age_s) < SAME_AGE_S { lesser } else { age_s < other.age_s }
            }
        };
        if !gives_way {
            return;
        }
        self.namesake.n_beacons += 1;
        if self.namesake.n_beacons >= NAMESAKE_BEACONS {
            self.stage = Stage::Refused;
            self.times.joined_at = None;
            self.effects.push_back(Effect::Refuse { reason: Reason::NameTaken });
        }
    }

    /// How long this process has run.
    pub(super) fn age(&self, now: Duration) -> Duration {
        now.saturating_sub(self.times.started_at)
    }

    fn age_s(&self, now: Duration) -> u32 {
        u32::try_from(self.age(now).as_secs()).unwrap_or(u32::MAX)
    }

    fn send_beacon(&mut self, now: Duration) {
        let stage = match self.stage {
            Stage::Joining => NodeStage::Joining,
            Stage::Live => NodeStage::Open,
            Stage::Draining => NodeStage::Draining,
            Stage::Refused => return,
        };
        if !self.link.is_up {
            return;
        }
        let rooms = u32::try_from(self.rooms.len()).unwrap_or(u32::MAX);
        let beacon = Beacon {
            node: self.me.node.clone(),
            incarnation: self.me.incarnation,
            stage,
            protocol: self.config.protocol,
            age_s: self.age_s(now),
            load: Load { rooms, rooms_max: self.config.rooms_max, ..self.load },
        };
        self.effects.push_back(Effect::Beacon { body: encode(&beacon) });
    }

    pub(super) fn reply(&mut self, to: ReplyTo, reply: &Reply) {
        self.effects.push_back(Effect::Reply { to, body: encode(reply) });
    }

    /// Removes what nobody will ask for: claims of nodes that were not heard for a day, and old
    /// tombstones. Each by its revision, so nothing newer is touched, whoever else does it.
    fn sweep(&mut self, now: Duration) {
        if !self.link.is_up || !self.claims.is_synced() {
            return;
        }
        let since = |at: Duration| now.saturating_sub(at);
        let other_version_at = self.times.another_version_at.unwrap_or(Duration::ZERO);
        let heard_at = |entry: &Entry| match entry {
            Entry::Claimed(claim) if claim.owner == self.me => Some(now),
            Entry::Claimed(claim) => self.peers.get(&claim.owner).map(|peer| peer.heard_at),
            // Of another version, as long as one is about.
            Entry::Unreadable => Some(other_version_at),
            Entry::Tombstone => None,
        };
        let is_old = |(_, copied): &(RoomKey, &crate::claims::Copied)| match copied.entry {
            Entry::Tombstone => since(copied.seen_at) >= TOMBSTONE_KEPT,
            _ => {
                let heard_at = heard_at(&copied.entry).unwrap_or(Duration::ZERO);
                since(copied.seen_at.max(heard_at)) >= FORGOTTEN_AFTER
            }
        };
        let old = self.claims.iter().filter(is_old).map(|(key, copied)| (key, copied.revision));
        let old: alloc::vec::Vec<(RoomKey, Revision)> = old.take(SWEPT_AT_ONCE).collect();
        for (key, revision) in old {
            let op = self.next_op(key, OpFor::Purge(revision));
            self.effects.push_back(Effect::Purge { op, key, revision });
        }
    }

    pub(super) fn purge_result(
        &mut self,
        now: Duration,
        key: RoomKey,
        revision: Revision,
        result: KvResult,
    ) {
        let is_known = self.claims.get(key).is_some_and(|copied| copied.revision == revision);
        let is_gone = !matches!(result, KvResult::Unavailable);
        if matches!(result, KvResult::Written(_)) {
            self.counts.purged += 1;
        }
        if is_known && is_gone {
            self.claims.read(now, key, None);
        }
    }
}
