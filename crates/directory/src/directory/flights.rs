//! Hellos: for each name asked for there is one flight, in which all who ask wait for one answer.
//!
//! ```text
//! deciding ┬ open here ──────────────────────────────────────────▶ Here
//!          ├ claimed by another ─▶ asking ┬ alive ───────────────▶ Moved
//!          │                              ├ evidence ─▶ claiming (update)
//!          │                              └ not yet ──▶ pausing ─▶ reading ─▶ deciding
//!          ├ claimed by this process ────▶ claiming (update)
//!          └ unclaimed ┬ another is less loaded ─────────────────▶ Moved, chosen
//!                      └ here ────────────▶ claiming (create)
//! claiming ┬ written ─▶ opening ─────────────────────────────────▶ Open, then Here
//!          ├ somebody was first ─▶ reading ─▶ deciding
//!          └ unknown ────────────▶ pausing ─▶ reading ─▶ deciding
//! ```

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

use super::effect::{Decision, Effect, Hello, KvResult, OpId, Outcome, RequestId, Stage, Ticket};
use super::own_rooms::RoomState;
use super::{Directory, OpFor, RequestFor};
use crate::claims::Entry;
use crate::evidence::{Unanswered, Verdict, judge};
use crate::key::{Revision, RoomKey};
use crate::limits::{
    ASK_AGAIN, FLIGHT_MAX, FLIGHTS_MAX, MOVES_MAX, ROUNDS_MAX, TICKETS_PER_FLIGHT_MAX,
};
use crate::message::{Claim, Hop, Reply, Request, Wishes, encode};
use crate::reason::Reason;
use shared::wire::route::NodeName;

/// A name that is asked for.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    waiting: VecDeque<Waiting>,
    phase: Phase,
    give_up_at: Duration,
    /// Whether the claim was read, and not only copied.
    is_read: bool,
    /// How often somebody else wrote the claim first.
    rounds: u32,
}

#[derive(Clone, Debug)]
struct Waiting {
    ticket: Ticket,
    hop: Hop,
    wishes: Wishes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    Deciding,
    Reading(OpId),
    Asking {
        id: RequestId,
        asked: Asked,
    },
    /// Before the claim is read again; the reason is said if the hello cannot wait so long.
    Pausing {
        until: Duration,
        reason: Reason,
    },
    Claiming {
        op: OpId,
        wishes: Wishes,
        from: ClaimFrom,
    },
    /// The shell opens the room.
    Opening,
    /// The claim of a room that has ended is being deleted.
    Ending(OpId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ClaimFrom {
    Nobody,
    This,
    Dead,
}

/// The owner that is asked, and the claim as it was then.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Asked {
    claim: Claim,
    /// `None` if the claim is only remembered.
    revision: Option<Revision>,
}

impl Flight {
    fn new(now: Duration, phase: Phase) -> Self {
        let give_up_at = now + FLIGHT_MAX;
        Self { waiting: VecDeque::new(), phase, give_up_at, is_read: false, rounds: 0 }
    }

    /// Whether it will take a place for a room that is not counted yet.
    pub(super) const fn is_claiming(&self) -> bool {
        matches!(self.phase, Phase::Claiming { .. })
    }

    /// When it has something to do.
    pub(super) fn due_at(&self) -> Option<Duration> {
        match self.phase {
            Phase::Pausing { until, .. } => Some(until.min(self.give_up_at)),
            _ if self.waiting.is_empty() => None,
            _ => Some(self.give_up_at),
        }
    }
}

impl Directory {
    /// Somebody asks for a room. The ticket is answered by [`Effect::Answer`], often at once.
    pub fn handle_hello(&mut self, now: Duration, hello: Hello) -> Ticket {
        let ticket = Ticket(self.next_id());
        let Hello { key, wishes, hop } = hello;
        self.board(now, key, Waiting { ticket, hop, wishes });
        self.advance(now);
        ticket
    }

    /// Who asked is gone.
    pub fn handle_gone(&mut self, now: Duration, ticket: Ticket) {
        for flight in self.flights.values_mut() {
            flight.waiting.retain(|waiting| waiting.ticket != ticket);
        }
        // What is written or opened goes on: its end is known only by its result.
        self.flights.retain(|_, flight| {
            let lasts =
                matches!(flight.phase, Phase::Claiming { .. } | Phase::Opening | Phase::Ending(_));
            lasts || !flight.waiting.is_empty()
        });
        self.advance(now);
    }

    fn board(&mut self, now: Duration, key: RoomKey, waiting: Waiting) {
        let n_flights = self.flights.len();
        if let Some(flight) = self.flights.get_mut(&key) {
            if flight.waiting.len() >= TICKETS_PER_FLIGHT_MAX {
                self.answer(waiting.ticket, Decision::Wait(Reason::Busy));
                return;
            }
            if flight.waiting.is_empty() {
                flight.give_up_at = now + FLIGHT_MAX;
            }
            flight.waiting.push_back(waiting);
            return;
        }
        let phase = match self.rooms.get(&key).map(|room| &room.state) {
            Some(RoomState::Open) => return self.answer(waiting.ticket, Decision::Here),
            Some(RoomState::Leaving { to: Some(to) }) => {
                let decision = moved(waiting.hop, to.clone(), false);
                return self.answer(waiting.ticket, decision);
            }
            Some(RoomState::Leaving { to: None }) => {
                return self.answer(waiting.ticket, Decision::Wait(Reason::AnotherVersion));
            }
            Some(RoomState::Opening) => Phase::Opening,
            None => Phase::Deciding,
        };
        if self.stage == Stage::Joining
            && let Some(to) = self.elder(now, &self.me.node)
        {
            let decision = moved(waiting.hop, to, false);
            return self.answer(waiting.ticket, decision);
        }
        let reason = self.not_live().or((n_flights >= FLIGHTS_MAX).then_some(Reason::Busy));
        if let Some(reason) = reason {
            return self.answer(waiting.ticket, Decision::Wait(reason));
        }
        let is_decided = phase == Phase::Opening;
        let mut flight = Flight::new(now, phase);
        flight.waiting.push_back(waiting);
        self.flights.insert(key, flight);
        if !is_decided {
            self.decide(now, key);
        }
    }

    /// From what the node knows, or by a read if it does not know enough.
    pub(super) fn decide(&mut self, now: Duration, key: RoomKey) {
        let Some(flight) = self.flights.get_mut(&key) else { return };
        let opening = flight.phase == Phase::Opening;
        if opening || (flight.waiting.is_empty() && self.link.is_up) {
            return;
        }
        flight.phase = Phase::Deciding;
        if !self.link.is_up {
            return self.decide_alone(key);
        }
        if !self.claims.is_synced() {
            return self.read_claim(key);
        }
        self.decide_on_copy(now, key);
    }

    /// Without NATS: rooms known are found, nothing is opened.
    fn decide_alone(&mut self, key: RoomKey) {
        let owner = match self.claims.get(key).map(|copied| &copied.entry) {
            Some(Entry::Claimed(claim)) if claim.owner != self.me => claim.owner.clone(),
            _ => return self.wait(key, Reason::Unreachable),
        };
        if self.speaks_another_protocol(&owner) {
            return self.wait(key, Reason::AnotherVersion);
        }
        let to = owner.node.clone();
        self.answer_flight(key, |hop| moved(hop, to.clone(), false));
    }

    fn read_claim(&mut self, key: RoomKey) {
        let Some(flight) = self.flights.get_mut(&key) else { return };
        flight.is_read = true;
        let op = self.read(key, OpFor::Flight);
        self.set_phase(key, Phase::Reading(op));
    }

    fn decide_on_copy(&mut self, now: Duration, key: RoomKey) {
        let Some(copied) = self.claims.get(key).cloned() else {
            let remembered = self.claims.remembered(key);
            return match remembered.filter(|claim| claim.owner != self.me).cloned() {
                Some(claim) => self.ask(key, Asked { claim, revision: None }),
                None => self.place(now, key),
            };
        };
        match copied.entry {
            Entry::Tombstone => self.place(now, key),
            Entry::Unreadable => self.decide_on_unreadable(now, key, copied.revision),
            Entry::Claimed(claim) if claim.owner != self.me => {
                self.ask(key, Asked { claim, revision: Some(copied.revision) });
            }
            // A claim of this process without a room: of an opening whose result was lost.
            Entry::Claimed(_) if self.stage == Stage::Draining => {
                let op = self.delete(key, copied.revision, OpFor::Flight);
                self.set_phase(key, Phase::Ending(op));
            }
            Entry::Claimed(claim) => {
                self.claim_room(key, ClaimFrom::This, Some(copied.revision), claim.wishes);
            }
        }
    }

    /// A claim of another version: its owner cannot be asked. If no node of another version is
    /// heard, it is as dead as one that does not answer.
    fn decide_on_unreadable(&mut self, now: Duration, key: RoomKey, revision: Revision) {
        let heard_at = self.times.another_version_at.unwrap_or(Duration::ZERO);
        let seen = self.observe(now, heard_at, Unanswered::TimedOut);
        let Some(founder) = self.flights.get(&key).and_then(|flight| flight.waiting.front()) else {
            return;
        };
        let wishes = founder.wishes.clone();
        match judge(seen) {
            Verdict::Dead => self.take(now, key, revision, wishes),
            Verdict::NotBefore(_) => self.wait(key, Reason::AnotherVersion),
        }
    }

    fn ask(&mut self, key: RoomKey, asked: Asked) {
        let body = encode(&Request::Alive { key });
        let id = self.request(key, RequestFor::Alive, asked.claim.owner.clone(), body);
        self.set_phase(key, Phase::Asking { id, asked });
    }

    pub(super) fn alive_outcome(
        &mut self,
        now: Duration,
        key: RoomKey,
        id: RequestId,
        outcome: Outcome<'_>,
    ) {
        let Some(Flight { phase: Phase::Asking { id: asking, asked }, .. }) =
            self.flights.get(&key)
        else {
            return;
        };
        if *asking != id {
            return;
        }
        let asked = asked.clone();
        match outcome {
            Outcome::Reply(body) => match self.decode_counted(body) {
                Some(Reply::Alive { protocol, holds }) => {
                    self.owner_lives(now, key, &asked, protocol, holds);
                }
                _ => self.wait(key, Reason::AnotherVersion),
            },
            Outcome::NoResponders => {
                self.owner_is_silent(now, key, &asked, Unanswered::NoResponders);
            }
            Outcome::TimedOut => self.owner_is_silent(now, key, &asked, Unanswered::TimedOut),
        }
    }

    fn owner_lives(
        &mut self,
        now: Duration,
        key: RoomKey,
        asked: &Asked,
        protocol: u32,
        holds: bool,
    ) {
        if asked.revision.is_none() && !holds {
            return self.place(now, key);
        }
        // The copy may be wrong: a restored or an older claim is shown to nobody by the watch.
        let only_copied = self.flights.get(&key).is_some_and(|flight| !flight.is_read);
        if !holds && only_copied {
            return self.read_claim(key);
        }
        if protocol != self.config.protocol {
            return self.wait(key, Reason::AnotherVersion);
        }
        let to = asked.claim.owner.node.clone();
        self.answer_flight(key, |hop| moved(hop, to.clone(), false));
    }

    fn owner_is_silent(
        &mut self,
        now: Duration,
        key: RoomKey,
        asked: &Asked,
        unanswered: Unanswered,
    ) {
        let peer = self.peers.get(&asked.claim.owner);
        let heard_at = peer.map_or(Duration::ZERO, |peer| peer.heard_at);
        let verdict = judge(self.observe(now, heard_at, unanswered));
        match (verdict, asked.revision) {
            (Verdict::Dead, Some(revision)) => {
                self.take(now, key, revision, asked.claim.wishes.clone());
            }
            (Verdict::Dead, None) => self.place(now, key),
            (Verdict::NotBefore(time), _) => {
                // A node that has just started cannot tell yet; one that runs for longer can.
                if let Some(to) = self.elder(now, &asked.claim.owner.node) {
                    return self.answer_flight(key, |hop| moved(hop, to.clone(), false));
                }
                let until = now + time.max(ASK_AGAIN);
                // A time-out may be a loss: asking again soon may find the owner alive.
                let soon = unanswered == Unanswered::TimedOut;
                let until = if soon { now + ASK_AGAIN } else { until };
                self.pause(now, key, until, Reason::OwnerSilent);
            }
        }
    }

    fn take(&mut self, now: Duration, key: RoomKey, revision: Revision, wishes: Wishes) {
        if self.stage == Stage::Live && self.has_place() {
            self.claim_room(key, ClaimFrom::Dead, Some(revision), wishes);
        } else {
            // Who is sent there finds the same evidence.
            self.send_on(now, key);
        }
    }

    /// An unclaimed room: here, or on the less loaded of two random nodes.
    fn place(&mut self, now: Duration, key: RoomKey) {
        let Some(flight) = self.flights.get(&key) else { return };
        let Some(founder) = flight.waiting.front() else { return };
        let wishes = founder.wishes.clone();
        let stays = |waiting: &Waiting| waiting.hop.chosen || waiting.hop.moves >= MOVES_MAX;
        let stays = flight.waiting.iter().any(stays);
        if self.stage != Stage::Live || !self.has_place() {
            return self.send_on(now, key);
        }
        let better = if stays { None } else { self.less_loaded(now) };
        match better {
            Some(to) => self.answer_flight(key, |hop| moved(hop, to.clone(), true)),
            None => self.claim_room(key, ClaimFrom::Nobody, None, wishes),
        }
    }

    /// No room may be opened here: anywhere else.
    fn send_on(&mut self, now: Duration, key: RoomKey) {
        let me = [self.me.clone()];
        let peer = self.peers.choose(now, self.config.protocol, &mut self.random, &me);
        match peer.map(|peer| peer.beacon.identity()) {
            Some(to) => {
                let to = to.node;
                self.answer_flight(key, |hop| moved(hop, to.clone(), true));
            }
            None if self.stage == Stage::Draining => self.wait(key, Reason::Draining),
            None => self.wait(key, Reason::Full),
        }
    }

    /// Writes the claim: where none is, or over the revision that was read.
    fn claim_room(
        &mut self,
        key: RoomKey,
        from: ClaimFrom,
        revision: Option<Revision>,
        wishes: Wishes,
    ) {
        let value = encode(&self.claim(wishes.clone()));
        let op = self.next_op(key, OpFor::Flight);
        self.effects.push_back(match revision {
            None => Effect::Create { op, key, value },
            Some(revision) => Effect::Update { op, key, revision, value },
        });
        self.set_phase(key, Phase::Claiming { op, wishes, from });
    }

    pub(super) fn flight_result(
        &mut self,
        now: Duration,
        key: RoomKey,
        op: OpId,
        result: KvResult,
    ) {
        let phase = self.flights.get(&key).map(|flight| flight.phase.clone());
        match phase {
            Some(Phase::Reading(reading)) if reading == op => match result {
                KvResult::Unavailable => self.wait(key, Reason::Unreachable),
                _ if self.link.is_up => self.decide_on_copy(now, key),
                _ => self.decide(now, key),
            },
            Some(Phase::Claiming { op: claiming, wishes, from }) if claiming == op => {
                self.claim_result(now, key, (wishes, from), result);
            }
            Some(Phase::Ending(ending)) if ending == op => self.ending_result(now, key, &result),
            // A claim that was written after its flight had given up. A newer flight finds it.
            None => {
                if let KvResult::Written(revision) = result {
                    self.delete_if_orphan(key, revision);
                }
            }
            Some(_) => {}
        }
    }

    fn claim_result(
        &mut self,
        now: Duration,
        key: RoomKey,
        (wishes, from): (Wishes, ClaimFrom),
        result: KvResult,
    ) {
        match result {
            KvResult::Written(revision) => {
                match from {
                    ClaimFrom::Nobody => self.counts.created += 1,
                    ClaimFrom::Dead => self.counts.taken += 1,
                    ClaimFrom::This => {}
                }
                self.open_claimed(now, key, revision, wishes);
            }
            KvResult::Unavailable => {
                // Written or not: the claim itself will tell.
                self.pause(now, key, now + ASK_AGAIN, Reason::Unreachable);
            }
            _ => self.was_second(key),
        }
        self.drop_if_empty(key);
    }

    /// Somebody else wrote the claim first: theirs is read, unless that happens all the time.
    fn was_second(&mut self, key: RoomKey) {
        let Some(flight) = self.flights.get_mut(&key) else { return };
        flight.rounds += 1;
        if flight.rounds > ROUNDS_MAX {
            self.wait(key, Reason::Contended);
        } else {
            self.read_claim(key);
        }
    }

    /// The claim is this node's: who asked first opens the room.
    fn open_claimed(&mut self, now: Duration, key: RoomKey, revision: Revision, wishes: Wishes) {
        let entry = Entry::Claimed(self.claim(wishes.clone()));
        self.claims.read(now, key, Some((revision, entry)));
        let Some(flight) = self.flights.get_mut(&key) else { return };
        let Some(founder) = flight.waiting.pop_front() else {
            self.flights.remove(&key);
            self.delete_orphan(key, revision);
            return;
        };
        flight.phase = Phase::Opening;
        self.hold(now, key, revision, wishes.clone());
        self.answer(founder.ticket, Decision::Open { wishes });
    }

    /// The claim of an ended room is deleted, or not: who asked meanwhile begins anew.
    fn ending_result(&mut self, now: Duration, key: RoomKey, result: &KvResult) {
        if let KvResult::Written(tombstone) = result {
            self.claims.read(now, key, Some((*tombstone, Entry::Tombstone)));
        }
        if self.flights.get(&key).is_some_and(|flight| !flight.waiting.is_empty()) {
            self.read_claim(key);
        } else {
            self.flights.remove(&key);
        }
    }

    /// The room is adopted: who asks for it here waits until it is open.
    pub(super) fn flight_waits_for_opening(&mut self, key: RoomKey) {
        self.set_phase(key, Phase::Opening);
    }

    /// The shell has opened the room.
    pub(super) fn flight_opened(&mut self, key: RoomKey) {
        self.answer_flight(key, |_| Decision::Here);
    }

    /// The shell could not open the room.
    pub(super) fn flight_open_failed(&mut self, key: RoomKey) {
        self.wait(key, Reason::OpenFailed);
    }

    /// The room has ended: nobody claims its name here before the claim is deleted.
    pub(super) fn flight_ends(&mut self, now: Duration, key: RoomKey, revision: Revision) {
        let op = self.delete(key, revision, OpFor::Flight);
        let flight = self.flights.entry(key).or_insert_with(|| Flight::new(now, Phase::Deciding));
        flight.phase = Phase::Ending(op);
    }

    /// Asks again, or gives up.
    pub(super) fn advance_flights(&mut self, now: Duration) {
        let due = |flight: &Flight| flight.due_at().is_some_and(|at| at <= now);
        let flights = self.flights.iter().filter(|(_, flight)| due(flight));
        let due: Vec<RoomKey> = flights.map(|(key, _)| *key).collect();
        for key in due {
            let Some(flight) = self.flights.get(&key) else { continue };
            let late = flight.give_up_at <= now;
            match flight.phase.clone() {
                Phase::Pausing { until, .. } if until <= now && !late => self.read_claim(key),
                Phase::Pausing { reason, .. } => self.wait(key, reason),
                Phase::Deciding | Phase::Reading(_) | Phase::Claiming { .. } => {
                    self.wait(key, Reason::Unreachable);
                }
                Phase::Asking { .. } => self.wait(key, Reason::OwnerSilent),
                Phase::Opening | Phase::Ending(_) => self.wait(key, Reason::Busy),
            }
        }
    }

    fn pause(&mut self, now: Duration, key: RoomKey, until: Duration, reason: Reason) {
        let gives_up = self.flights.get(&key).is_some_and(|flight| flight.give_up_at <= now);
        if gives_up {
            self.wait(key, reason);
        } else {
            self.set_phase(key, Phase::Pausing { until, reason });
        }
    }

    fn wait(&mut self, key: RoomKey, reason: Reason) {
        self.answer_flight(key, |_| Decision::Wait(reason));
    }

    /// Answers all who wait. What is being written, opened or ended goes on without them.
    fn answer_flight(&mut self, key: RoomKey, decision: impl Fn(Hop) -> Decision) {
        let Some(flight) = self.flights.get_mut(&key) else { return };
        let waiting = core::mem::take(&mut flight.waiting);
        let goes_on = matches!(flight.phase, Phase::Ending(_))
            || (flight.phase == Phase::Opening
                && self.rooms.get(&key).is_some_and(|room| room.state == RoomState::Opening));
        if !goes_on {
            self.flights.remove(&key);
        }
        for waiting in waiting {
            let decision = decision(waiting.hop);
            self.answer(waiting.ticket, decision);
        }
    }

    fn drop_if_empty(&mut self, key: RoomKey) {
        let empty = self.flights.get(&key).is_some_and(|flight| {
            flight.waiting.is_empty() && !matches!(flight.phase, Phase::Opening | Phase::Ending(_))
        });
        if empty {
            self.flights.remove(&key);
        }
    }

    fn set_phase(&mut self, key: RoomKey, phase: Phase) {
        if let Some(flight) = self.flights.get_mut(&key) {
            flight.phase = phase;
        }
    }
}

/// Sends a page on, unless that happened too often.
fn moved(hop: Hop, to: NodeName, chosen: bool) -> Decision {
    if hop.moves >= MOVES_MAX {
        return Decision::Wait(Reason::ThreeMoves);
    }
    Decision::Moved { to, hop: Hop { moves: hop.moves + 1, chosen } }
}
