//! The directory's state, and what happens to it: each event goes to the part that it concerns.
//!
//! [`flights`] answers hellos, [`own_rooms`] holds what is open here against its claims, [`drain`]
//! gives rooms away and adopts them, [`others`] is what is known of the other nodes, [`upkeep`]
//! what time alone brings.

mod drain;
mod effect;
mod flights;
mod others;
mod own_rooms;
#[cfg(test)]
mod tests;
mod upkeep;

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

use serde::de::DeserializeOwned;

pub use effect::{
    Config, Connection, Counts, Decision, Effect, Hello, KvResult, OpId, Outcome, ReplyTo,
    RequestId, Stage, Ticket, WatchEvent,
};

use self::flights::Flight;
use self::own_rooms::Room;
use self::upkeep::Namesake;
use crate::claims::{Claims, Entry};
use crate::identity::Identity;
use crate::key::{Revision, RoomKey};
use crate::message::{Beacon, Claim, Load, MessageError, Wishes, decode};
use crate::peers::Peers;
use crate::random::Random;
use crate::reason::Reason;

/// Which node owns which room, as one node knows it.
#[derive(Clone, Debug)]
pub struct Directory {
    config: Config,
    me: Identity,
    random: Random,
    stage: Stage,
    link: Link,
    peers: Peers,
    claims: Claims,
    /// The named rooms open here, or about to be.
    rooms: BTreeMap<RoomKey, Room>,
    /// The names asked for, one flight each.
    flights: BTreeMap<RoomKey, Flight>,
    ops: BTreeMap<OpId, (RoomKey, OpFor)>,
    requests: BTreeMap<RequestId, (RoomKey, RequestFor)>,
    /// Own rooms to be compared with their claims.
    to_check: BTreeSet<RoomKey>,
    /// Drained by the shell after each call, so it holds what one call makes: a few effects, or at
    /// most a few for each own room.
    effects: VecDeque<Effect>,
    load: Load,
    counts: Counts,
    namesake: Namesake,
    times: Times,
    /// The last number given to a ticket, an operation or a request.
    last_id: u64,
}

/// The connection to NATS, and what is known of its standing.
#[derive(Clone, Copy, Debug)]
struct Link {
    is_up: bool,
    /// When it was made.
    since: Duration,
    /// When this node's own beacon came back last.
    echo_at: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Times {
    started_at: Duration,
    next_beacon_at: Duration,
    next_reconcile_at: Duration,
    next_sweep_at: Duration,
    joined_at: Option<Duration>,
    /// When a beacon of another version was heard last.
    another_version_at: Option<Duration>,
    lobbies_moved: bool,
}

/// For what an operation is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OpFor {
    Flight,
    /// Compares an own room with its claim.
    Check,
    Recreate,
    ChangeWishes,
    Adopt(ReplyTo, Wishes),
    /// What became of a room that another node was asked to adopt.
    AdoptedBy,
    Orphan(Revision),
    Purge(Revision),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RequestFor {
    Alive,
    Adopt,
}

impl Directory {
    /// A node that has just started, not connected. The identity's incarnation and the seed are
    /// drawn from the system's randomness.
    #[must_use]
    pub fn new(now: Duration, config: Config, me: Identity, seed: u64) -> Self {
        let load = config.no_load();
        let times = Times {
            started_at: now,
            next_beacon_at: now,
            next_reconcile_at: now,
            next_sweep_at: now,
            joined_at: None,
            another_version_at: None,
            lobbies_moved: false,
        };
        Self {
            config,
            me,
            random: Random::new(seed),
            stage: Stage::Joining,
            link: Link { is_up: false, since: now, echo_at: now },
            peers: Peers::default(),
            claims: Claims::default(),
            rooms: BTreeMap::new(),
            flights: BTreeMap::new(),
            ops: BTreeMap::new(),
            requests: BTreeMap::new(),
            to_check: BTreeSet::new(),
            effects: VecDeque::new(),
            load,
            counts: Counts::default(),
            namesake: Namesake::default(),
            times,
            last_id: 0,
        }
    }

    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.me
    }

    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    #[must_use]
    pub const fn is_connected(&self) -> bool {
        self.link.is_up
    }

    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Nodes heard lately, this one among them if it is connected.
    #[must_use]
    pub fn n_nodes(&self, now: Duration) -> usize {
        self.peers.n_fresh(now) + usize::from(self.link.is_up)
    }

    /// Claims in the copy, tombstones among them.
    #[must_use]
    pub fn n_claims(&self) -> usize {
        self.claims.len()
    }

    /// Something to do; `None` when all is done.
    pub fn poll_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// The connection was made or lost. A connection that is made while one stands replaces it.
    pub fn handle_connection(&mut self, now: Duration, connection: Connection) {
        match connection {
            Connection::Connected => {
                self.link = Link { is_up: true, since: now, echo_at: now };
                self.claims.begin();
                self.times.next_beacon_at = now;
                self.begin_joining(now);
                self.reconcile(now);
            }
            Connection::Lost => {
                self.link.is_up = false;
                self.namesake = Namesake::default();
                self.times.joined_at = None;
                let keys: Vec<RoomKey> = self.flights.keys().copied().collect();
                keys.into_iter().for_each(|key| self.decide(now, key));
            }
        }
        self.advance(now);
    }

    /// The watch of the bucket showed something.
    pub fn handle_watch(&mut self, now: Duration, event: WatchEvent<'_>) {
        match event {
            WatchEvent::Started => self.claims.begin(),
            WatchEvent::Synced => {
                self.claims.synced(now);
                self.reconcile(now);
            }
            WatchEvent::Entry { key, revision, value } => {
                // Others may write other keys into the bucket: they are no rooms.
                let Some(key) = RoomKey::parse(key) else { return };
                let entry = match value {
                    None => Entry::Tombstone,
                    Some(bytes) => self.entry(bytes),
                };
                if self.claims.watched(now, key, revision, entry) {
                    self.note_entry(key);
                }
            }
        }
        self.advance(now);
    }

    /// An operation on the bucket ended.
    pub fn handle_kv_result(&mut self, now: Duration, op: OpId, result: KvResult) {
        let Some((key, what_for)) = self.ops.remove(&op) else { return };
        self.note_result(now, key, &result);
        match what_for {
            OpFor::Flight => self.flight_result(now, key, op, result),
            OpFor::Check => self.check_result(key, result),
            OpFor::Recreate => self.recreate_result(now, key, result),
            OpFor::ChangeWishes => self.wishes_result(now, key, result),
            OpFor::Adopt(reply_to, wishes) => {
                self.adopt_written(now, key, reply_to, wishes, result);
            }
            OpFor::AdoptedBy => self.adopted_by(now, key, result),
            OpFor::Orphan(revision) => self.orphan_result(now, key, revision, result),
            OpFor::Purge(revision) => self.purge_result(now, key, revision, result),
        }
        self.advance(now);
    }

    /// A beacon came, maybe this node's own.
    pub fn handle_beacon(&mut self, now: Duration, body: &[u8]) {
        let n_before = self.counts.another_version;
        let Some(beacon) = self.decode_counted::<Beacon>(body) else {
            if self.counts.another_version > n_before {
                self.times.another_version_at = Some(now);
            }
            return;
        };
        if beacon.identity() == self.me {
            self.link.echo_at = now;
            self.advance(now);
            return;
        }
        if beacon.node == self.me.node {
            self.meet_namesake(now, &beacon);
        }
        if !self.peers.heard(now, beacon) {
            self.counts.peers_full += 1;
        }
        self.advance(now);
    }

    /// A request to another node ended.
    pub fn handle_outcome(&mut self, now: Duration, id: RequestId, outcome: Outcome<'_>) {
        let Some((key, what_for)) = self.requests.remove(&id) else { return };
        match what_for {
            RequestFor::Alive => self.alive_outcome(now, key, id, outcome),
            RequestFor::Adopt => self.adopt_outcome(now, key, id, outcome),
        }
        self.advance(now);
    }

    /// Another node asks this one.
    pub fn handle_request(&mut self, now: Duration, reply_to: ReplyTo, body: &[u8]) {
        self.answer_request(reply_to, body);
        self.advance(now);
    }

    /// What the shell carries, said before each beacon. The rooms are counted here.
    pub fn handle_load(&mut self, load: Load) {
        self.load = load;
    }

    /// The time that [`poll_timeout`](Self::poll_timeout) named has come.
    pub fn handle_time(&mut self, now: Duration) {
        self.advance(now);
    }

    /// What was read or written is known before the watch shows it.
    fn note_result(&mut self, now: Duration, key: RoomKey, result: &KvResult) {
        match result {
            KvResult::Entry { revision, value } => {
                let entry = self.entry(value);
                self.claims.read(now, key, Some((*revision, entry)));
            }
            KvResult::Missing => self.claims.read(now, key, None),
            KvResult::Written(_) | KvResult::WrongRevision | KvResult::Unavailable => {}
        }
    }

    fn entry(&mut self, bytes: &[u8]) -> Entry {
        self.decode_counted::<Claim>(bytes).map_or(Entry::Unreadable, Entry::Claimed)
    }

    fn decode_counted<T: DeserializeOwned>(&mut self, bytes: &[u8]) -> Option<T> {
        match decode(bytes) {
            Ok(message) => Some(message),
            Err(MessageError::AnotherVersion(_)) => {
                self.counts.another_version += 1;
                None
            }
            Err(_) => {
                self.counts.malformed += 1;
                None
            }
        }
    }

    fn claim(&self, wishes: Wishes) -> Claim {
        Claim { owner: self.me.clone(), wishes }
    }

    /// Whether a process is known to speak another version of the game's protocol.
    fn speaks_another_protocol(&self, of: &Identity) -> bool {
        self.peers.get(of).is_some_and(|peer| peer.beacon.protocol != self.config.protocol)
    }

    /// Whether one more room fits, those about to be opened counted.
    fn has_place(&self) -> bool {
        let claiming = self.flights.values().filter(|flight| flight.is_claiming()).count();
        let adopting = self.ops.values().filter(|(_, op)| matches!(op, OpFor::Adopt(..))).count();
        self.rooms.len() + claiming + adopting < self.config.rooms_max as usize
    }

    fn next_op(&mut self, key: RoomKey, what_for: OpFor) -> OpId {
        let op = OpId(self.next_id());
        self.ops.insert(op, (key, what_for));
        op
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    fn request(
        &mut self,
        key: RoomKey,
        what_for: RequestFor,
        to: Identity,
        body: Vec<u8>,
    ) -> RequestId {
        let id = RequestId(self.next_id());
        self.requests.insert(id, (key, what_for));
        self.effects.push_back(Effect::Request { id, to, body });
        id
    }

    fn read(&mut self, key: RoomKey, what_for: OpFor) -> OpId {
        let op = self.next_op(key, what_for);
        self.effects.push_back(Effect::Read { op, key });
        op
    }

    fn delete(&mut self, key: RoomKey, revision: Revision, what_for: OpFor) -> OpId {
        let op = self.next_op(key, what_for);
        self.effects.push_back(Effect::Delete { op, key, revision });
        op
    }

    fn answer(&mut self, ticket: Ticket, decision: Decision) {
        match &decision {
            Decision::Moved { .. } => self.counts.moved += 1,
            Decision::Wait(_) => self.counts.waited += 1,
            Decision::Here | Decision::Open { .. } => {}
        }
        self.effects.push_back(Effect::Answer { ticket, decision });
    }

    /// Why a node that is not live has no named rooms.
    const fn not_live(&self) -> Option<Reason> {
        match self.stage {
            Stage::Live | Stage::Draining => None,
            Stage::Joining if self.link.is_up => Some(Reason::Starting),
            Stage::Joining => Some(Reason::Unreachable),
            Stage::Refused => Some(Reason::NameTaken),
        }
    }
}
