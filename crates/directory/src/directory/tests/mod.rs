//! Single rules, each by the events that call for it.

mod any_events;

use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use super::*;
use crate::identity::Incarnation;
use crate::limits::{
    FLIGHT_MAX, FLIGHTS_MAX, FORGOTTEN_AFTER, JOINING, MOVES_MAX, STANDING, SWEEP_EVERY,
    TICKETS_PER_FLIGHT_MAX, TOMBSTONE_KEPT,
};
use crate::message::{Hop, MESSAGE_VERSION, NodeStage, Reply, Request, encode};
use shared::wire::route::NodeName;

const MS: Duration = Duration::from_millis(1);

/// A node, its clock, and what it asked for since it was looked at last.
struct Bench {
    directory: Directory,
    now: Duration,
    effects: Vec<Effect>,
}

impl Bench {
    /// Not connected.
    fn new() -> Self {
        let config = Config { protocol: 1, rooms_max: 2 };
        let now = Duration::from_secs(1000);
        let me = identity("me", 5);
        Self { directory: Directory::new(now, config, me, 3), now, effects: Vec::new() }
    }

    /// Connected for long, and alone.
    fn live() -> Self {
        let mut bench = Self::new();
        bench.connect();
        bench.pass(JOINING + STANDING);
        assert_eq!(bench.directory.stage(), Stage::Live);
        bench.effects.clear();
        bench
    }

    fn connect(&mut self) {
        self.directory.handle_connection(self.now, Connection::Connected);
        self.directory.handle_watch(self.now, WatchEvent::Started);
        self.directory.handle_watch(self.now, WatchEvent::Synced);
        self.poll();
    }

    /// Time passes, in steps of the directory's own; its beacons come back.
    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while self.directory.poll_timeout() <= end {
            self.now = self.now.max(self.directory.poll_timeout());
            self.directory.handle_time(self.now);
            assert!(self.directory.poll_timeout() > self.now, "it wakes itself up for ever");
            self.poll();
        }
        self.now = end;
    }

    fn poll(&mut self) {
        while let Some(effect) = self.directory.poll_effect() {
            if let Effect::Beacon { body } = effect {
                self.directory.handle_beacon(self.now, &body);
            } else {
                self.effects.push(effect);
            }
        }
    }

    fn hello(&mut self, key: RoomKey, hop: Hop) -> Ticket {
        let wishes = Wishes::try_from(vec![7]).unwrap();
        let ticket = self.directory.handle_hello(self.now, Hello { key, wishes, hop });
        self.poll();
        ticket
    }

    fn asks(&mut self, key: RoomKey) -> Option<Decision> {
        let ticket = self.hello(key, Hop::default());
        self.answer_of(ticket)
    }

    fn answer_of(&mut self, ticket: Ticket) -> Option<Decision> {
        let answers =
            |effect: &Effect| matches!(effect, Effect::Answer { ticket: t, .. } if *t == ticket);
        let at = self.effects.iter().position(answers)?;
        match self.effects.remove(at) {
            Effect::Answer { decision, .. } => Some(decision),
            _ => None,
        }
    }

    /// Ends the operation on the bucket that is under way.
    fn kv(&mut self, result: KvResult) -> Effect {
        let at = self.effects.iter().position(|effect| op_of(effect).is_some()).unwrap();
        let effect = self.effects.remove(at);
        let op = op_of(&effect).unwrap();
        self.directory.handle_kv_result(self.now, op, result);
        self.poll();
        effect
    }

    /// Ends the request that is under way.
    fn outcome(&mut self, outcome: Outcome<'_>) -> (Identity, Vec<u8>) {
        let is_request = |effect: &Effect| matches!(effect, Effect::Request { .. });
        let at = self.effects.iter().position(is_request).unwrap();
        let Effect::Request { id, to, body } = self.effects.remove(at) else { unreachable!() };
        self.directory.handle_outcome(self.now, id, outcome);
        self.poll();
        (to, body)
    }

    fn watch(&mut self, key: RoomKey, revision: u64, value: Option<&[u8]>) {
        let key = key.to_string();
        let event = WatchEvent::Entry { key: &key, revision: Revision(revision), value };
        self.directory.handle_watch(self.now, event);
        self.poll();
    }

    fn beacon(&mut self, change: impl FnOnce(&mut Beacon)) {
        let mut beacon = other_beacon();
        change(&mut beacon);
        self.directory.handle_beacon(self.now, &encode(&beacon));
        self.poll();
    }

    /// A room opened here, by its hello.
    fn open(&mut self, key: RoomKey, revision: u64) {
        let ticket = self.hello(key, Hop { moves: 0, chosen: true });
        self.kv(KvResult::Written(Revision(revision)));
        assert!(matches!(self.answer_of(ticket), Some(Decision::Open { .. })));
        self.directory.handle_opened(self.now, key);
        self.poll();
    }
}

fn name(text: &str) -> NodeName {
    NodeName::try_from(text.to_string()).unwrap()
}

fn identity(node: &str, incarnation: u64) -> Identity {
    Identity { node: name(node), incarnation: Incarnation(incarnation) }
}

fn other_beacon() -> Beacon {
    let load = Load { players: 0, seats: 100, rooms: 0, rooms_max: 9, pressure_permille: 0 };
    Beacon {
        node: name("other"),
        incarnation: Incarnation(6),
        stage: NodeStage::Open,
        protocol: 1,
        age_s: 60,
        load,
    }
}

fn others_claim() -> Vec<u8> {
    let wishes = Wishes::try_from(vec![9]).unwrap();
    encode(&Claim { owner: identity("other", 6), wishes })
}

fn op_of(effect: &Effect) -> Option<OpId> {
    match effect {
        Effect::Create { op, .. }
        | Effect::Update { op, .. }
        | Effect::Delete { op, .. }
        | Effect::Purge { op, .. }
        | Effect::Read { op, .. } => Some(*op),
        _ => None,
    }
}

fn duel() -> RoomKey {
    RoomKey::of("duel")
}

const fn wait(reason: Reason) -> Option<Decision> {
    Some(Decision::Wait(reason))
}

#[test]
fn who_asks_too_early_is_told_why() {
    let mut bench = Bench::new();
    assert_eq!(bench.asks(duel()), wait(Reason::Unreachable));
    bench.connect();
    assert_eq!(bench.asks(duel()), wait(Reason::Starting));
    bench.pass(JOINING);
    assert_eq!(bench.asks(duel()), None, "the claim is written first");
}

#[test]
fn one_flight_a_name_answers_all_who_ask() {
    let mut bench = Bench::live();
    let founder = bench.hello(duel(), Hop::default());
    let second = bench.hello(duel(), Hop::default());
    let created = bench.kv(KvResult::Written(Revision(1)));
    assert!(matches!(created, Effect::Create { .. }));
    assert!(matches!(bench.answer_of(founder), Some(Decision::Open { .. })));
    assert_eq!(bench.answer_of(second), None, "it is not open yet");
    bench.directory.handle_opened(bench.now, duel());
    bench.poll();
    assert_eq!(bench.answer_of(second), Some(Decision::Here));
    assert_eq!(bench.asks(duel()), Some(Decision::Here), "NATS is not asked");
}

#[test]
fn a_room_that_cannot_be_opened_gives_its_claim_back() {
    let mut bench = Bench::live();
    let (founder, second) =
        (bench.hello(duel(), Hop::default()), bench.hello(duel(), Hop::default()));
    bench.kv(KvResult::Written(Revision(1)));
    bench.answer_of(founder).unwrap();
    bench.directory.handle_open_failed(bench.now, duel());
    bench.poll();
    assert_eq!(bench.answer_of(second), wait(Reason::OpenFailed));
    let deleted = bench.kv(KvResult::Written(Revision(2)));
    assert!(matches!(deleted, Effect::Delete { revision: Revision(1), .. }), "{deleted:?}");
}

#[test]
fn a_claim_whose_founder_has_gone_is_deleted() {
    let mut bench = Bench::live();
    let founder = bench.hello(duel(), Hop::default());
    bench.directory.handle_gone(bench.now, founder);
    bench.kv(KvResult::Written(Revision(1)));
    let deleted = bench.kv(KvResult::Written(Revision(2)));
    assert!(matches!(deleted, Effect::Delete { revision: Revision(1), .. }), "{deleted:?}");
}

#[test]
fn on_a_time_out_nothing_is_opened() {
    let mut bench = Bench::live();
    let ticket = bench.hello(duel(), Hop::default());
    assert!(matches!(bench.kv(KvResult::Unavailable), Effect::Create { .. }));
    bench.pass(300 * MS);
    assert!(matches!(bench.kv(KvResult::Unavailable), Effect::Read { .. }));
    assert_eq!(bench.answer_of(ticket), wait(Reason::Unreachable));
}

#[test]
fn bounds_are_said_in_words() {
    let mut bench = Bench::live();
    for _ in 0..TICKETS_PER_FLIGHT_MAX {
        assert_eq!(bench.asks(duel()), None);
    }
    assert_eq!(bench.asks(duel()), wait(Reason::Busy));
    let mut bench = Bench::live();
    bench.watch(duel(), 1, Some(&others_claim()));
    for n in 0..FLIGHTS_MAX {
        let key = RoomKey::of(&format!("room {n}"));
        bench.watch(key, n as u64 + 1, Some(&others_claim()));
        assert_eq!(bench.asks(key), None, "its owner is asked");
    }
    assert_eq!(bench.asks(RoomKey::of("one more")), wait(Reason::Busy));
}

#[test]
fn a_full_node_sends_on_or_says_so() {
    let mut bench = Bench::live();
    bench.open(RoomKey::of("a"), 1);
    bench.open(RoomKey::of("b"), 2);
    assert_eq!(bench.asks(duel()), wait(Reason::Full));
    bench.beacon(|_| {});
    let Some(Decision::Moved { to, hop }) = bench.asks(duel()) else { panic!("not moved") };
    assert_eq!((to.as_str(), hop), ("other", Hop { moves: 1, chosen: true }));
    let last = bench.hello(duel(), Hop { moves: MOVES_MAX, chosen: true });
    assert_eq!(bench.answer_of(last), wait(Reason::ThreeMoves));
}

#[test]
fn a_new_room_goes_to_a_less_loaded_node_once() {
    let mut bench = Bench::live();
    let load = Load { players: 50, seats: 100, ..Load::default() };
    bench.directory.handle_load(load);
    bench.beacon(|beacon| beacon.load.players = 48);
    assert_eq!(bench.asks(RoomKey::of("equal")), None, "equal loads: here");
    bench.beacon(|_| {});
    let moved = bench.asks(duel());
    assert!(matches!(moved, Some(Decision::Moved { hop: Hop { chosen: true, .. }, .. })));
    let chosen = bench.hello(duel(), Hop { moves: 1, chosen: true });
    assert_eq!(bench.answer_of(chosen), None, "who was sent here stays");
}

#[test]
fn an_owner_that_lives_is_followed_in_equal_versions_only() {
    let alive = |protocol, holds| encode(&Reply::Alive { protocol, holds });
    let mut bench = Bench::live();
    bench.watch(duel(), 4, Some(&others_claim()));
    let ticket = bench.hello(duel(), Hop::default());
    let (to, body) = bench.outcome(Outcome::Reply(&alive(1, true)));
    assert_eq!((to, body), (identity("other", 6), encode(&Request::Alive { key: duel() })));
    let Some(Decision::Moved { to, hop }) = bench.answer_of(ticket) else { panic!("not moved") };
    assert_eq!((to.as_str(), hop), ("other", Hop { moves: 1, chosen: false }));
    let ticket = bench.hello(duel(), Hop::default());
    bench.outcome(Outcome::Reply(&alive(2, true)));
    assert_eq!(bench.answer_of(ticket), wait(Reason::AnotherVersion));
    let ticket = bench.hello(duel(), Hop { moves: MOVES_MAX, chosen: false });
    bench.outcome(Outcome::Reply(&alive(1, true)));
    assert_eq!(bench.answer_of(ticket), wait(Reason::ThreeMoves));
    let ticket = bench.hello(duel(), Hop::default());
    bench.outcome(Outcome::Reply(&alive(1, false)));
    let read = bench.kv(KvResult::Missing);
    assert!(matches!(read, Effect::Read { .. }), "the copy may be wrong");
    assert!(bench.answer_of(ticket).is_none());
}

#[test]
fn evidence_moves_a_claim_with_its_wishes() {
    let mut bench = Bench::live();
    bench.watch(duel(), 4, Some(&others_claim()));
    let ticket = bench.hello(duel(), Hop::default());
    bench.outcome(Outcome::NoResponders);
    let taken = bench.kv(KvResult::Written(Revision(5)));
    assert!(matches!(taken, Effect::Update { revision: Revision(4), .. }), "{taken:?}");
    let wishes = Wishes::try_from(vec![9]).unwrap();
    assert_eq!(bench.answer_of(ticket), Some(Decision::Open { wishes }));
    assert_eq!(bench.directory.counts().taken, 1);
}

#[test]
fn a_node_that_was_stopped_itself_takes_nothing_at_once() {
    let mut bench = Bench::live();
    bench.watch(duel(), 4, Some(&others_claim()));
    let ticket = bench.hello(duel(), Hop::default());
    bench.now += Duration::from_secs(20);
    bench.outcome(Outcome::TimedOut);
    bench.now += FLIGHT_MAX;
    bench.directory.handle_time(bench.now);
    bench.poll();
    assert_eq!(bench.answer_of(ticket), wait(Reason::OwnerSilent));
    assert_eq!(bench.directory.counts().taken, 0);
}

#[test]
fn without_nats_known_rooms_are_found_and_new_ones_wait() {
    let mut bench = Bench::live();
    bench.open(RoomKey::of("mine"), 1);
    bench.watch(duel(), 4, Some(&others_claim()));
    bench.directory.handle_connection(bench.now, Connection::Lost);
    bench.poll();
    assert_eq!(bench.asks(RoomKey::of("mine")), Some(Decision::Here));
    assert!(matches!(bench.asks(duel()), Some(Decision::Moved { .. })));
    assert_eq!(bench.asks(RoomKey::of("new")), wait(Reason::Unreachable));
}

#[test]
fn a_missing_claim_is_made_again_and_a_foreign_one_ends_the_room() {
    let mut bench = Bench::live();
    bench.open(duel(), 1);
    bench.watch(duel(), 2, None);
    assert!(matches!(bench.kv(KvResult::Missing), Effect::Read { .. }));
    assert!(matches!(bench.kv(KvResult::Written(Revision(3))), Effect::Create { .. }));
    assert_eq!(bench.directory.counts().recreated, 1);
    bench.watch(duel(), 4, Some(&others_claim()));
    bench.kv(KvResult::Entry { revision: Revision(4), value: others_claim() });
    assert!(matches!(&bench.effects[..], [Effect::MoveAll { to, .. }] if to.as_str() == "other"));
    bench.effects.clear();
    assert!(matches!(bench.asks(duel()), Some(Decision::Moved { .. })));
    bench.directory.handle_ended(bench.now, duel());
    bench.poll();
    assert_eq!(bench.effects, [], "the claim is the other's");
}

#[test]
fn a_claim_that_vanished_with_its_bucket_is_still_asked_for() {
    for holds in [true, false] {
        let mut bench = Bench::live();
        bench.watch(duel(), 4, Some(&others_claim()));
        bench.directory.handle_watch(bench.now, WatchEvent::Started);
        bench.directory.handle_watch(bench.now, WatchEvent::Synced);
        let ticket = bench.hello(duel(), Hop::default());
        bench.outcome(Outcome::Reply(&encode(&Reply::Alive { protocol: 1, holds })));
        let is_moved = matches!(bench.answer_of(ticket), Some(Decision::Moved { .. }));
        let is_created = matches!(bench.effects[..], [Effect::Create { .. }]);
        assert_eq!((is_moved, is_created), (holds, !holds));
    }
}

#[test]
fn changed_wishes_are_written_over_the_own_revision() {
    let mut bench = Bench::live();
    bench.open(duel(), 1);
    bench.directory.change_wishes(bench.now, duel(), Wishes::try_from(vec![1]).unwrap());
    bench.directory.change_wishes(bench.now, duel(), Wishes::try_from(vec![2]).unwrap());
    bench.poll();
    let first = bench.kv(KvResult::Written(Revision(2)));
    assert!(matches!(first, Effect::Update { revision: Revision(1), .. }));
    let Effect::Update { revision: Revision(2), value, .. } =
        bench.kv(KvResult::Written(Revision(3)))
    else {
        panic!("the second change is not written")
    };
    assert_eq!(decode::<Claim>(&value).unwrap().wishes.as_bytes(), [2]);
    assert_eq!(bench.effects, []);
}

#[test]
fn of_two_live_processes_of_a_name_the_newer_gives_way() {
    // (other's incarnation, stage, age), and whether this node, whose incarnation is 5, gives way.
    let joining = [
        (9, NodeStage::Open, 60, true),
        (1, NodeStage::Open, 60, true),
        (9, NodeStage::Draining, 60, false),
        (9, NodeStage::Joining, 0, true),
        (1, NodeStage::Joining, 0, false),
    ];
    let live = [
        (9, NodeStage::Open, 60, true),
        (1, NodeStage::Open, 0, false),
        (9, NodeStage::Open, 6, true),
        (1, NodeStage::Open, 6, false),
        (9, NodeStage::Joining, 60, false),
        (9, NodeStage::Draining, 60, false),
    ];
    let check = |bench: &mut Bench, (incarnation, stage, age_s, gives_way)| {
        for n in 1..=2 {
            assert_ne!(bench.directory.stage(), Stage::Refused, "beacon {n}");
            bench.beacon(|beacon| {
                beacon.node = name("me");
                (beacon.incarnation, beacon.stage) = (Incarnation(incarnation), stage);
                beacon.age_s = age_s;
            });
        }
        let refused = bench.directory.stage() == Stage::Refused;
        assert_eq!(refused, gives_way, "{incarnation} {stage:?} {age_s}");
        let said = bench.effects.contains(&Effect::Refuse { reason: Reason::NameTaken });
        assert_eq!(said, gives_way);
        if refused {
            assert_eq!(bench.asks(duel()), wait(Reason::NameTaken));
        }
    };
    for row in joining {
        let mut bench = Bench::new();
        bench.connect();
        check(&mut bench, row);
    }
    for row in live {
        check(&mut Bench::live(), row);
    }
}

#[test]
fn a_young_node_sends_on_to_one_that_can_tell_who_is_gone() {
    let to = |bench: &mut Bench| match bench.asks(duel()) {
        Some(Decision::Moved { to, .. }) => Some(to.to_string()),
        _ => None,
    };
    for (age_s, stage, expected) in [
        (60, NodeStage::Open, Some("other")),
        // All have just been started, and who leaves takes nothing.
        (3, NodeStage::Open, None),
        (60, NodeStage::Draining, None),
    ] {
        let mut bench = Bench::new();
        bench.connect();
        bench.beacon(|beacon| (beacon.age_s, beacon.stage) = (age_s, stage));
        assert_eq!(to(&mut bench).as_deref(), expected, "{age_s} {stage:?}");
    }
    let is_settled = |age_s, time: Duration| {
        let mut bench = Bench::new();
        bench.connect();
        bench.pass(1600 * MS);
        bench.beacon(|beacon| beacon.age_s = age_s);
        bench.directory.is_settled(bench.now + time)
    };
    assert!(is_settled(3, Duration::ZERO) && !is_settled(60, Duration::ZERO));
    assert!(is_settled(60, STANDING));
    // A namesake that has just died is none.
    let mut bench = Bench::new();
    bench.connect();
    let me = bench.directory.identity().node.clone();
    bench.beacon(|beacon| (beacon.age_s, beacon.node) = (60, me));
    assert_eq!(to(&mut bench), None);
}

#[test]
fn draining_gives_rooms_to_nodes_that_take_them() {
    let mut bench = Bench::live();
    bench.open(duel(), 1);
    bench.directory.begin_drain(bench.now);
    bench.poll();
    assert_eq!(bench.effects, [], "there is nobody");
    bench.beacon(|_| {});
    bench.pass(300 * MS);
    assert!(matches!(bench.effects[..], [Effect::MoveLobbies { .. }]), "its round goes on");
    bench.effects.remove(0);
    bench.directory.give_away(bench.now, duel());
    bench.poll();
    let adopt = |revision| Request::Adopt {
        key: duel(),
        revision: Revision(revision),
        wishes: Wishes::try_from(vec![7]).unwrap(),
        protocol: 1,
    };
    let (to, body) = bench.outcome(Outcome::TimedOut);
    assert_eq!((to, body), (identity("other", 6), encode(&adopt(1))));
    // The claim is still this node's: asked again, and this time it is adopted.
    let value = encode(&bench.directory.claim(Wishes::try_from(vec![7]).unwrap()));
    bench.kv(KvResult::Entry { revision: Revision(1), value });
    bench.pass(300 * MS);
    bench.outcome(Outcome::Reply(&encode(&Reply::Adopted)));
    assert!(matches!(bench.effects[..], [Effect::MoveAll { .. }]), "{:?}", bench.effects);
    assert!(!bench.directory.is_drained());
    bench.directory.handle_ended(bench.now, duel());
    assert!(bench.directory.is_drained());
    assert_eq!(bench.directory.counts().handed_over, 1);
}

#[test]
fn a_room_is_adopted_once_its_claim_is_written_and_it_is_open() {
    let mut bench = Bench::live();
    let wishes = Wishes::try_from(vec![9]).unwrap();
    let ask = |protocol| {
        let (key, revision, wishes) = (duel(), Revision(4), wishes.clone());
        encode(&Request::Adopt { key, revision, wishes, protocol })
    };
    let refused = |bench: &mut Bench, refusal| {
        bench.poll();
        let body = encode(&Reply::Refused(refusal));
        assert_eq!(bench.effects.pop(), Some(Effect::Reply { to: ReplyTo(1), body }));
    };
    bench.directory.handle_request(bench.now, ReplyTo(1), &ask(2));
    refused(&mut bench, crate::message::Refusal::AnotherVersion);
    bench.directory.handle_request(bench.now, ReplyTo(1), &ask(1));
    bench.poll();
    bench.kv(KvResult::WrongRevision);
    refused(&mut bench, crate::message::Refusal::ClaimLost);
    bench.directory.handle_request(bench.now, ReplyTo(2), &ask(1));
    bench.poll();
    let taken = bench.kv(KvResult::Written(Revision(5)));
    assert!(matches!(taken, Effect::Update { revision: Revision(4), .. }));
    assert!(matches!(&bench.effects[..], [Effect::Open { wishes: with, .. }] if *with == wishes));
    bench.effects.clear();
    assert_eq!(bench.asks(duel()), None, "who comes waits until it is open");
    bench.directory.handle_opened(bench.now, duel());
    bench.poll();
    let body = encode(&Reply::Adopted);
    assert!(bench.effects.contains(&Effect::Reply { to: ReplyTo(2), body }));
    assert!(matches!(bench.effects[1], Effect::Answer { decision: Decision::Here, .. }));
}

#[test]
fn other_versions_and_garbage_are_counted_and_ignored() {
    let mut bench = Bench::live();
    let newer = |mut bytes: Vec<u8>| {
        bytes[0] = MESSAGE_VERSION + 1;
        bytes
    };
    bench.directory.handle_beacon(bench.now, &newer(encode(&other_beacon())));
    bench.directory.handle_request(
        bench.now,
        ReplyTo(1),
        &newer(encode(&Request::Alive { key: duel() })),
    );
    bench.watch(duel(), 1, Some(&newer(others_claim())));
    assert_eq!(bench.asks(duel()), wait(Reason::AnotherVersion), "such a node was just heard");
    bench.directory.handle_beacon(bench.now, &[MESSAGE_VERSION]);
    bench.directory.handle_request(bench.now, ReplyTo(2), &[]);
    let counts = bench.directory.counts();
    assert_eq!((counts.another_version, counts.malformed), (3, 2));
    assert_eq!(bench.effects, []);
    // Once no node of that version is heard any more, its claims are dead.
    bench.pass(Duration::from_secs(10));
    assert_eq!(bench.asks(duel()), None);
    assert!(matches!(bench.kv(KvResult::Written(Revision(2))), Effect::Update { .. }));
}

#[test]
fn what_nobody_will_ask_for_is_purged_by_its_revision() {
    let mut bench = Bench::live();
    bench.watch(duel(), 4, Some(&others_claim()));
    bench.watch(RoomKey::of("ended"), 5, None);
    bench.pass(TOMBSTONE_KEPT - SWEEP_EVERY);
    assert_eq!(bench.effects, []);
    bench.pass(2 * SWEEP_EVERY);
    let purged = bench.kv(KvResult::Written(Revision(5)));
    assert!(matches!(purged, Effect::Purge { revision: Revision(5), .. }), "{purged:?}");
    bench.pass(FORGOTTEN_AFTER - TOMBSTONE_KEPT - 2 * SWEEP_EVERY);
    assert_eq!((&bench.effects[..], bench.directory.n_claims()), (&[][..], 1));
    bench.pass(3 * SWEEP_EVERY);
    let purged = bench.kv(KvResult::WrongRevision);
    assert!(matches!(purged, Effect::Purge { revision: Revision(4), .. }), "{purged:?}");
    assert_eq!(bench.directory.n_claims(), 0);
}

#[test]
fn a_beacon_keeps_a_claim_from_being_purged() {
    let mut bench = Bench::live();
    bench.watch(duel(), 4, Some(&others_claim()));
    bench.pass(FORGOTTEN_AFTER - SWEEP_EVERY);
    bench.beacon(|_| {});
    bench.pass(3 * SWEEP_EVERY);
    assert_eq!(bench.effects, []);
}
