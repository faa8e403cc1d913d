//! Draining: each room is given to a node that takes new ones, and that node adopts it by writing
//! the claim over the revision that it was told. Nobody else may take a claim from a live owner.

use alloc::vec::Vec;
use core::time::Duration;

use super::effect::{Effect, KvResult, Outcome, ReplyTo, RequestId, Stage};
use super::own_rooms::{Handover, Room, RoomState};
use super::{Directory, OpFor, RequestFor};
use crate::key::{Revision, RoomKey};
use crate::limits::{ADOPTED_OCCUPIED, ADOPTS_AT_ONCE, ASK_AGAIN};
use crate::message::{Refusal, Reply, Request, Wishes, encode};

impl Directory {
    /// The node is going to stop: it opens no room any more, and those it has wait until
    /// [each may go](Self::give_away). What nobody takes stays open until the shell ends it.
    pub fn begin_drain(&mut self, now: Duration) {
        if self.stage != Stage::Draining {
            self.stage = Stage::Draining;
            // The others hear it before they choose this node once more.
            self.times.next_beacon_at = now;
        }
        self.advance(now);
    }

    /// The room's round is over, or must not go on: if the node drains, another one adopts it.
    pub fn give_away(&mut self, now: Duration, key: RoomKey) {
        if let Some(room) = self.rooms.get_mut(&key) {
            room.may_go = true;
        }
        self.advance(now);
    }

    /// Whether nothing holds the process: no room is open, no claim is being written.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        let busy = |op: &OpFor| matches!(op, OpFor::Flight | OpFor::Orphan(_) | OpFor::Adopt(..));
        self.stage == Stage::Draining
            && self.rooms.is_empty()
            && !self.ops.values().any(|(_, op)| busy(op))
    }

    /// Asks nodes to adopt rooms, some at once.
    pub(super) fn give_rooms_away(&mut self, now: Duration) {
        if self.stage != Stage::Draining || !self.link.is_up {
            return;
        }
        self.move_lobbies(now);
        let waits = self.rooms.iter().filter(|(_, room)| {
            let due = matches!(room.handover, Handover::Waits(until) if until <= now);
            due && room.may_go && room.state == RoomState::Open && !room.is_busy
        });
        let places = ADOPTS_AT_ONCE.saturating_sub(self.n_asked_to_adopt());
        let keys: Vec<RoomKey> = waits.map(|(key, _)| *key).take(places).collect();
        for key in keys {
            self.ask_to_adopt(now, key);
        }
    }

    /// When a room may be offered again.
    pub(super) fn next_handover(&self) -> Option<Duration> {
        let asks = self.stage == Stage::Draining && self.link.is_up;
        if !asks || self.n_asked_to_adopt() >= ADOPTS_AT_ONCE {
            return None;
        }
        let waits = self.rooms.values().filter_map(|room| match room.handover {
            Handover::Waits(until) if room.may_go && room.state == RoomState::Open => {
                (!room.is_busy).then_some(until)
            }
            _ => None,
        });
        waits.min()
    }

    fn n_asked_to_adopt(&self) -> usize {
        let asked = |room: &&Room| matches!(room.handover, Handover::Asked { .. });
        self.rooms.values().filter(asked).count()
    }

    fn move_lobbies(&mut self, now: Duration) {
        if self.times.lobbies_moved {
            return;
        }
        let me = [self.me.clone()];
        let peer = self.peers.choose(now, self.config.protocol, &mut self.random, &me);
        if let Some(to) = peer.map(|peer| peer.beacon.identity()) {
            self.times.lobbies_moved = true;
            let to = to.node;
            self.effects.push_back(Effect::MoveLobbies { to });
        }
    }

    fn ask_to_adopt(&mut self, now: Duration, key: RoomKey) {
        let me = [self.me.clone()];
        let peer = self.peers.choose(now, self.config.protocol, &mut self.random, &me);
        let to = peer.map(|peer| peer.beacon.identity());
        let Some(room) = self.rooms.get_mut(&key) else { return };
        let Some(to) = to else {
            room.handover = Handover::Waits(now + ASK_AGAIN);
            return;
        };
        let (revision, wishes) = (room.revision, room.wishes.clone());
        let protocol = self.config.protocol;
        let body = encode(&Request::Adopt { key, revision, wishes, protocol });
        let id = self.request(key, RequestFor::Adopt, to.clone(), body);
        if let Some(room) = self.rooms.get_mut(&key) {
            room.handover = Handover::Asked { id, to };
        }
    }

    pub(super) fn adopt_outcome(
        &mut self,
        now: Duration,
        key: RoomKey,
        id: RequestId,
        outcome: Outcome<'_>,
    ) {
        let reply = match outcome {
            Outcome::Reply(body) => self.decode_counted::<Reply>(body),
            Outcome::NoResponders | Outcome::TimedOut => None,
        };
        let Some(room) = self.rooms.get_mut(&key) else { return };
        let Handover::Asked { id: asked, to } = &room.handover else { return };
        if *asked != id || room.state != RoomState::Open {
            return;
        }
        let to = to.clone();
        match (reply, outcome) {
            (Some(Reply::Adopted), _) => self.lose(key, &to),
            // Somebody else may have it: the claim tells.
            (Some(Reply::Refused(Refusal::ClaimLost)), _) | (None, _) => {
                room.handover = Handover::Unknown;
                self.read(key, OpFor::AdoptedBy);
            }
            (Some(_), _) => room.handover = Handover::Waits(now + ASK_AGAIN),
        }
    }

    /// The claim was read after an answer that did not come.
    pub(super) fn adopted_by(&mut self, now: Duration, key: RoomKey, result: KvResult) {
        let Some(room) = self.rooms.get_mut(&key) else { return };
        room.handover = Handover::Waits(now + ASK_AGAIN);
        match result {
            KvResult::Entry { .. } => self.compare(key),
            KvResult::Missing => {
                self.to_check.insert(key);
            }
            _ => {}
        }
    }

    pub(super) fn answer_request(&mut self, reply_to: ReplyTo, body: &[u8]) {
        match self.decode_counted::<Request>(body) {
            None => {}
            Some(Request::Alive { key }) => {
                let protocol = self.config.protocol;
                let opening = |room: &Room| !matches!(room.state, RoomState::Leaving { .. });
                let holds = self.rooms.get(&key).is_some_and(opening);
                self.reply(reply_to, &Reply::Alive { protocol, holds });
            }
            Some(Request::Adopt { key, revision, wishes, protocol }) => {
                self.adopt(reply_to, key, revision, wishes, protocol);
            }
        }
    }

    fn adopt(
        &mut self,
        reply_to: ReplyTo,
        key: RoomKey,
        revision: Revision,
        wishes: Wishes,
        protocol: u32,
    ) {
        let refusal = if self.stage != Stage::Live {
            Some(Refusal::NotOpen)
        } else if protocol != self.config.protocol {
            Some(Refusal::AnotherVersion)
        } else if self.rooms.contains_key(&key) || self.is_adopting(key) {
            // Asked before, and the answer was lost; or taken meanwhile: the claim tells.
            Some(Refusal::ClaimLost)
        } else if !self.has_place() {
            Some(Refusal::Full)
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return self.reply(reply_to, &Reply::Refused(refusal));
        }
        let value = encode(&self.claim(wishes.clone()));
        let op = self.next_op(key, OpFor::Adopt(reply_to, wishes));
        self.effects.push_back(Effect::Update { op, key, revision, value });
    }

    pub(super) fn is_adopting(&self, key: RoomKey) -> bool {
        self.ops.values().any(|(of, op)| *of == key && matches!(op, OpFor::Adopt(..)))
    }

    pub(super) fn adopt_written(
        &mut self,
        now: Duration,
        key: RoomKey,
        reply_to: ReplyTo,
        wishes: Wishes,
        result: KvResult,
    ) {
        let KvResult::Written(revision) = result else {
            return self.reply(reply_to, &Reply::Refused(Refusal::ClaimLost));
        };
        if self.rooms.contains_key(&key) {
            self.to_check.insert(key);
            return self.reply(reply_to, &Reply::Refused(Refusal::ClaimLost));
        }
        self.hold(now, key, revision, wishes.clone());
        if let Some(room) = self.rooms.get_mut(&key) {
            room.adopted_for = Some(reply_to);
        }
        self.flight_waits_for_opening(key);
        self.effects.push_back(Effect::Open { key, wishes, occupied_for: ADOPTED_OCCUPIED });
    }
}
