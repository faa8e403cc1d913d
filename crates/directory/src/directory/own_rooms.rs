//! The rooms open here, against their claims: one that is missing is made again, one that is
//! another's is lost.

use alloc::vec::Vec;
use core::time::Duration;

use shared::wire::route::NodeName;

use super::effect::{Effect, KvResult, ReplyTo, RequestId, Stage};
use super::{Directory, OpFor};
use crate::claims::Entry;
use crate::identity::Identity;
use crate::key::{Revision, RoomKey};
use crate::limits::{CHECKS_AT_ONCE, RECONCILE_EVERY};
use crate::message::{Refusal, Reply, Wishes, encode};
use crate::reason::Reason;

/// A room that is open here, or about to be.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub(super) state: RoomState,
    /// Of this node's claim, as far as it knows.
    pub(super) revision: Revision,
    pub(super) wishes: Wishes,
    /// The claim does not say these wishes yet.
    pub(super) wishes_changed: bool,
    /// An operation on the claim is under way: there is one at a time.
    pub(super) is_busy: bool,
    /// Who asked this node to adopt it, and waits until it is open.
    pub(super) adopted_for: Option<ReplyTo>,
    /// Its round is over, or may not go on: another node may adopt it.
    pub(super) may_go: bool,
    pub(super) handover: Handover,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RoomState {
    Opening,
    Open,
    /// The shell is sending everybody there; `None` if there is no place to send them.
    Leaving {
        to: Option<NodeName>,
    },
}

/// How far a room of a draining node is given away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Handover {
    /// Not before this time.
    Waits(Duration),
    Asked {
        id: RequestId,
        to: Identity,
    },
    /// The answer did not come: the claim is read.
    Unknown,
}

impl Directory {
    /// The shell has opened the room that it was told to open.
    pub fn handle_opened(&mut self, now: Duration, key: RoomKey) {
        if let Some(room) = self.rooms.get_mut(&key).filter(|room| room.state == RoomState::Opening)
        {
            room.state = RoomState::Open;
            if let Some(to) = room.adopted_for.take() {
                self.counts.adopted += 1;
                self.effects.push_back(Effect::Reply { to, body: encode(&Reply::Adopted) });
            }
            self.note_entry(key);
        }
        self.flight_opened(key);
        self.advance(now);
    }

    /// The shell could not open the room that it was told to open.
    pub fn handle_open_failed(&mut self, now: Duration, key: RoomKey) {
        if let Some(room) = self.rooms.remove(&key) {
            if let Some(to) = room.adopted_for {
                let body = encode(&Reply::Refused(Refusal::OpenFailed));
                self.effects.push_back(Effect::Reply { to, body });
            }
            self.flight_open_failed(key);
            self.give_back(now, key, room.revision);
        }
        self.advance(now);
    }

    /// The room has ended: empty, moved, or by the shell's own decision.
    pub fn handle_ended(&mut self, now: Duration, key: RoomKey) {
        if let Some(room) = self.rooms.remove(&key) {
            self.to_check.remove(&key);
            if !matches!(room.state, RoomState::Leaving { .. }) {
                self.give_back(now, key, room.revision);
            }
        }
        self.advance(now);
    }

    /// The rules of an open room have changed: the claim will say so.
    pub fn change_wishes(&mut self, now: Duration, key: RoomKey, wishes: Wishes) {
        if let Some(room) = self.rooms.get_mut(&key) {
            room.wishes_changed |= room.wishes != wishes;
            room.wishes = wishes;
        }
        self.write_wishes(key);
        self.advance(now);
    }

    /// Where the room is, if it is known to be on another node. It may have ended meanwhile.
    #[must_use]
    pub fn owner_elsewhere(&self, key: RoomKey) -> Option<NodeName> {
        match self.rooms.get(&key).map(|room| &room.state) {
            Some(RoomState::Leaving { to }) => return to.clone(),
            Some(_) => return None,
            None => {}
        }
        let Entry::Claimed(claim) = &self.claims.get(key)?.entry else { return None };
        let is_other = claim.owner != self.me && !self.speaks_another_protocol(&claim.owner);
        is_other.then(|| claim.owner.node.clone())
    }

    /// Whether players of this name have their room here.
    #[must_use]
    pub fn is_open(&self, key: RoomKey) -> bool {
        self.rooms.get(&key).is_some_and(|room| room.state == RoomState::Open)
    }

    /// A claim is this node's: the shell is told to open the room.
    pub(super) fn hold(&mut self, now: Duration, key: RoomKey, revision: Revision, wishes: Wishes) {
        let room = Room {
            state: RoomState::Opening,
            revision,
            wishes,
            wishes_changed: false,
            is_busy: false,
            adopted_for: None,
            may_go: false,
            handover: Handover::Waits(now),
        };
        self.rooms.insert(key, room);
    }

    /// Compares all own rooms with their claims, and all own claims with the rooms.
    pub(super) fn reconcile(&mut self, now: Duration) {
        self.times.next_reconcile_at = now + RECONCILE_EVERY;
        self.to_check.extend(self.rooms.keys());
        if !self.claims.is_synced() {
            return;
        }
        for (key, revision) in self.claims.owned_by(&self.me) {
            self.delete_if_orphan(key, revision);
        }
    }

    /// The copy has another entry now: is it about a room of this node?
    pub(super) fn note_entry(&mut self, key: RoomKey) {
        let Some(copied) = self.claims.get(key) else { return };
        let revision = copied.revision;
        let is_mine = matches!(&copied.entry, Entry::Claimed(claim) if claim.owner == self.me);
        match self.rooms.get(&key) {
            Some(room) if !is_mine || room.revision != revision => {
                self.to_check.insert(key);
            }
            Some(_) => {}
            None if is_mine && self.claims.is_synced() => self.delete_if_orphan(key, revision),
            None => {}
        }
    }

    /// Reads the claims of rooms that are to be compared, some at once.
    pub(super) fn check_rooms(&mut self) {
        if !self.link.is_up || self.to_check.is_empty() {
            return;
        }
        let under_way = self.ops.values().filter(|(_, op)| *op == OpFor::Check).count();
        let mut places = CHECKS_AT_ONCE.saturating_sub(under_way);
        let keys: Vec<RoomKey> = self.to_check.iter().copied().collect();
        for key in keys {
            if places == 0 {
                break;
            }
            let Some(room) = self.rooms.get_mut(&key) else {
                self.to_check.remove(&key);
                continue;
            };
            let asked = matches!(room.handover, Handover::Asked { .. } | Handover::Unknown);
            if room.state != RoomState::Open || room.is_busy || asked {
                continue;
            }
            room.is_busy = true;
            self.to_check.remove(&key);
            self.read(key, OpFor::Check);
            places -= 1;
        }
    }

    pub(super) fn check_result(&mut self, key: RoomKey, result: KvResult) {
        self.not_busy(key);
        match result {
            KvResult::Missing => self.recreate(key),
            KvResult::Entry { .. } => self.compare(key),
            // The next comparison comes by itself.
            _ => {}
        }
    }

    /// Compares a room with the entry that was just read.
    pub(super) fn compare(&mut self, key: RoomKey) {
        let Some(room) = self.rooms.get_mut(&key) else { return };
        if room.state != RoomState::Open {
            return;
        }
        let Some(copied) = self.claims.get(key).cloned() else { return };
        match copied.entry {
            Entry::Claimed(claim) if claim.owner == self.me => {
                room.revision = copied.revision;
                room.wishes_changed = room.wishes != claim.wishes;
                self.write_wishes(key);
            }
            Entry::Claimed(claim) => self.lose(key, &claim.owner),
            Entry::Unreadable | Entry::Tombstone => {
                self.counts.lost += 1;
                self.leave(key, None, Reason::AnotherVersion);
            }
        }
    }

    fn recreate(&mut self, key: RoomKey) {
        let Some(room) = self.rooms.get_mut(&key) else { return };
        if room.state != RoomState::Open {
            return;
        }
        room.is_busy = true;
        let wishes = room.wishes.clone();
        let value = encode(&self.claim(wishes));
        let op = self.next_op(key, OpFor::Recreate);
        self.effects.push_back(Effect::Create { op, key, value });
    }

    pub(super) fn recreate_result(&mut self, now: Duration, key: RoomKey, result: KvResult) {
        self.not_busy(key);
        match (result, self.rooms.get_mut(&key)) {
            (KvResult::Written(revision), Some(room)) => {
                room.revision = revision;
                let wishes = room.wishes.clone();
                let entry = Entry::Claimed(self.claim(wishes));
                self.claims.read(now, key, Some((revision, entry)));
                self.counts.recreated += 1;
            }
            // It ended meanwhile.
            (KvResult::Written(revision), None) => self.delete_if_orphan(key, revision),
            // Somebody else's, or this node's own of a write whose result was lost.
            (KvResult::WrongRevision, Some(_)) => {
                self.to_check.insert(key);
            }
            _ => {}
        }
    }

    fn write_wishes(&mut self, key: RoomKey) {
        let Some(room) = self.rooms.get_mut(&key) else { return };
        let asked = !matches!(room.handover, Handover::Waits(_));
        let waits = room.is_busy || asked || room.state != RoomState::Open;
        if waits || !room.wishes_changed || !self.link.is_up {
            return;
        }
        room.is_busy = true;
        room.wishes_changed = false;
        let (revision, wishes) = (room.revision, room.wishes.clone());
        let value = encode(&self.claim(wishes));
        let op = self.next_op(key, OpFor::ChangeWishes);
        self.effects.push_back(Effect::Update { op, key, revision, value });
    }

    pub(super) fn wishes_result(&mut self, now: Duration, key: RoomKey, result: KvResult) {
        self.not_busy(key);
        match (result, self.rooms.get_mut(&key)) {
            (KvResult::Written(revision), Some(room)) => {
                room.revision = revision;
                let claim = self.claim(self.rooms[&key].wishes.clone());
                self.claims.read(now, key, Some((revision, Entry::Claimed(claim))));
                self.write_wishes(key);
            }
            (KvResult::Written(revision), None) => self.delete_if_orphan(key, revision),
            // The comparison sees whether they are written.
            (_, Some(_)) => {
                self.to_check.insert(key);
            }
            (_, None) => {}
        }
    }

    /// Another node has the claim: everybody goes there.
    pub(super) fn lose(&mut self, key: RoomKey, to: &Identity) {
        if self.stage == Stage::Draining {
            self.counts.handed_over += 1;
        } else {
            self.counts.lost += 1;
        }
        if self.speaks_another_protocol(to) {
            self.leave(key, None, Reason::AnotherVersion);
        } else {
            let to = to.node.clone();
            self.leave(key, Some(to), Reason::Lost);
        }
    }

    fn leave(&mut self, key: RoomKey, to: Option<NodeName>, reason: Reason) {
        let Some(room) = self.rooms.get_mut(&key) else { return };
        room.state = RoomState::Leaving { to: to.clone() };
        self.effects.push_back(match to {
            Some(to) => Effect::MoveAll { key, to },
            None => Effect::EndRoom { key, reason },
        });
    }

    /// Deletes the claim of a room that has ended. Without NATS it stays until the next
    /// connection, and is found there as an orphan.
    fn give_back(&mut self, now: Duration, key: RoomKey, revision: Revision) {
        if self.link.is_up {
            self.flight_ends(now, key, revision);
        }
    }

    pub(super) fn delete_if_orphan(&mut self, key: RoomKey, revision: Revision) {
        if !self.rooms.contains_key(&key) && !self.flights.contains_key(&key) {
            self.delete_orphan(key, revision);
        }
    }

    /// A claim of this process without a room.
    pub(super) fn delete_orphan(&mut self, key: RoomKey, revision: Revision) {
        let orphan = (key, OpFor::Orphan(revision));
        let is_under_way = self.ops.values().any(|under_way| *under_way == orphan);
        if self.link.is_up && !is_under_way && !self.is_adopting(key) {
            self.delete(key, revision, OpFor::Orphan(revision));
        }
    }

    pub(super) fn orphan_result(
        &mut self,
        now: Duration,
        key: RoomKey,
        revision: Revision,
        result: KvResult,
    ) {
        let is_known = self.claims.get(key).is_some_and(|copied| copied.revision == revision);
        match result {
            KvResult::Written(tombstone) if is_known => {
                self.counts.orphans += 1;
                self.claims.read(now, key, Some((tombstone, Entry::Tombstone)));
            }
            KvResult::WrongRevision if is_known => self.claims.read(now, key, None),
            _ => {}
        }
    }

    fn not_busy(&mut self, key: RoomKey) {
        if let Some(room) = self.rooms.get_mut(&key) {
            room.is_busy = false;
        }
    }
}
