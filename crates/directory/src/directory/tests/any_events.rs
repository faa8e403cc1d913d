//! Any events in any order: what must hold whatever happens.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;

/// An event; numbers choose among what is under way.
#[derive(Clone, Debug)]
enum Any {
    Hello(u8, u8, bool),
    Kv(u8, u8),
    Outcome(u8, u8),
    Watch(u8, u8, u8),
    Beacon(u8, u8),
    Bytes(u8, Vec<u8>),
    Request(u8, bool),
    Pass(u16),
    Connection(bool),
    Shell(u8, u8),
    Wishes(u8, u8),
    Drain,
}

fn any_event() -> impl Strategy<Value = Any> {
    prop_oneof![
        4 => (0..3_u8, 0..5_u8, any::<bool>()).prop_map(|(k, m, c)| Any::Hello(k, m, c)),
        6 => (any::<u8>(), 0..6_u8).prop_map(|(n, r)| Any::Kv(n, r)),
        4 => (any::<u8>(), 0..6_u8).prop_map(|(n, r)| Any::Outcome(n, r)),
        3 => (0..3_u8, any::<u8>(), 0..4_u8).prop_map(|(k, r, v)| Any::Watch(k, r, v)),
        3 => (0..4_u8, 0..3_u8).prop_map(|(n, s)| Any::Beacon(n, s)),
        1 => (0..5_u8, prop::collection::vec(any::<u8>(), 0..40))
            .prop_map(|(w, b)| Any::Bytes(w, b)),
        2 => (0..3_u8, any::<bool>()).prop_map(|(k, a)| Any::Request(k, a)),
        4 => (0..6000_u16).prop_map(Any::Pass),
        1 => any::<bool>().prop_map(Any::Connection),
        4 => (0..3_u8, 0..3_u8).prop_map(|(k, w)| Any::Shell(k, w)),
        1 => (0..3_u8, any::<u8>()).prop_map(|(k, w)| Any::Wishes(k, w)),
        1 => Just(Any::Drain),
    ]
}

/// What must hold whatever happens.
#[derive(Default)]
struct Observer {
    waiting: BTreeSet<Ticket>,
    /// Told to open, and not ended since.
    open: BTreeSet<RoomKey>,
}

impl Observer {
    fn look(&mut self, bench: &mut Bench) {
        bench.poll();
        for effect in &bench.effects {
            if let Effect::Answer { ticket, decision } = effect {
                assert!(self.waiting.remove(ticket), "answered twice, or never asked");
                if let Decision::Moved { hop, .. } = decision {
                    assert!(hop.moves <= MOVES_MAX);
                }
            }
        }
        bench.effects.retain(|effect| {
            matches!(effect, Effect::Request { .. } | Effect::Answer { .. })
                || op_of(effect).is_some()
        });
        bench.effects.retain(|effect| !matches!(effect, Effect::Answer { .. }));
        assert!(bench.directory.rooms.len() <= 3 && bench.directory.flights.len() <= 3);
        self.open.retain(|key| bench.directory.rooms.contains_key(key));
        let timeout = bench.directory.poll_timeout();
        bench.directory.handle_time(bench.now.max(timeout));
        assert!(bench.directory.poll_timeout() > bench.now, "it wakes itself up for ever");
    }
}

fn value(n: u8) -> Option<Vec<u8>> {
    match n {
        0 => None,
        1 => Some(others_claim()),
        2 => Some(encode(&Claim { owner: identity("me", 5), wishes: Wishes::default() })),
        _ => Some(vec![9, 9]),
    }
}

fn end_op(bench: &mut Bench, n: u8, result: u8) {
    let ops: Vec<usize> =
        (0..bench.effects.len()).filter(|n| op_of(&bench.effects[*n]).is_some()).collect();
    let Some(at) = ops.get(usize::from(n) % ops.len().max(1)) else { return };
    let effect = bench.effects.remove(*at);
    let revision = Revision(u64::from(n));
    let result = match result {
        0 => KvResult::Written(revision),
        1 => KvResult::WrongRevision,
        2 => KvResult::Missing,
        3 => KvResult::Unavailable,
        n => KvResult::Entry { revision, value: value(n - 3).unwrap() },
    };
    bench.directory.handle_kv_result(bench.now, op_of(&effect).unwrap(), result);
}

fn end_request(bench: &mut Bench, n: u8, outcome: u8) {
    let is_request = |n: &usize| matches!(bench.effects[*n], Effect::Request { .. });
    let requests: Vec<usize> = (0..bench.effects.len()).filter(is_request).collect();
    let Some(at) = requests.get(usize::from(n) % requests.len().max(1)) else { return };
    let Effect::Request { id, .. } = bench.effects.remove(*at) else { return };
    let reply = match outcome {
        0 => Some(encode(&Reply::Adopted)),
        1 => Some(encode(&Reply::Refused(crate::message::Refusal::ClaimLost))),
        2 => Some(encode(&Reply::Alive { protocol: 1, holds: n < 128 })),
        3 => Some(vec![1, 200]),
        _ => None,
    };
    let silent = if outcome == 4 { Outcome::NoResponders } else { Outcome::TimedOut };
    let outcome = reply.as_deref().map_or(silent, Outcome::Reply);
    bench.directory.handle_outcome(bench.now, id, outcome);
}

fn apply(bench: &mut Bench, observer: &mut Observer, event: Any) {
    let key = |n: u8| RoomKey::of(&format!("room {n}"));
    match event {
        Any::Hello(k, moves, chosen) => {
            // The answer comes in `look`, after the ticket is known.
            let hello =
                Hello { key: key(k), wishes: Wishes::default(), hop: Hop { moves, chosen } };
            observer.waiting.insert(bench.directory.handle_hello(bench.now, hello));
        }
        Any::Kv(n, result) => end_op(bench, n, result),
        Any::Outcome(n, outcome) => end_request(bench, n, outcome),
        Any::Watch(k, revision, v) => bench.watch(key(k), revision.into(), value(v).as_deref()),
        Any::Beacon(n, stage) => bench.beacon(|beacon| {
            beacon.node = name(["other", "third", "fourth", "me"][usize::from(n)]);
            beacon.stage =
                [NodeStage::Open, NodeStage::Draining, NodeStage::Joining][usize::from(stage)];
            beacon.age_s = 0;
        }),
        Any::Bytes(to, bytes) => match to {
            0 => bench.directory.handle_beacon(bench.now, &bytes),
            1 => bench.directory.handle_request(bench.now, ReplyTo(1), &bytes),
            n => bench.watch(key(n - 2), 3, Some(&bytes)),
        },
        Any::Request(k, alive) => {
            let (key, wishes) = (key(k), Wishes::default());
            let adopt = Request::Adopt { key, revision: Revision(1), wishes, protocol: 1 };
            let request = if alive { Request::Alive { key } } else { adopt };
            bench.directory.handle_request(bench.now, ReplyTo(1), &encode(&request));
        }
        Any::Pass(ms) => bench.now += u32::from(ms) * MS,
        Any::Connection(true) => bench.connect(),
        Any::Connection(false) => {
            bench.directory.handle_connection(bench.now, Connection::Lost);
        }
        Any::Shell(k, 0) => bench.directory.handle_opened(bench.now, key(k)),
        Any::Shell(k, 1) => bench.directory.handle_open_failed(bench.now, key(k)),
        Any::Shell(k, _) => bench.directory.handle_ended(bench.now, key(k)),
        Any::Wishes(k, n) => {
            let wishes = Wishes::try_from(vec![n]).unwrap();
            bench.directory.change_wishes(bench.now, key(k), wishes);
        }
        Any::Drain => {
            bench.directory.begin_drain(bench.now);
            (0..4).for_each(|k| bench.directory.give_away(bench.now, key(k)));
        }
    }
}

proptest! {
    #[test]
    fn any_events_end_in_one_answer_each(events in prop::collection::vec(any_event(), 1..120)) {
        let mut bench = Bench::live();
        let mut observer = Observer::default();
        for event in events {
            apply(&mut bench, &mut observer, event);
            observer.look(&mut bench);
        }
        // Every room in opening is opened, nothing else ever answers: then all who wait hear why.
        for n in 0..3 {
            bench.directory.handle_opened(bench.now, RoomKey::of(&format!("room {n}")));
        }
        observer.look(&mut bench);
        for _ in 0..8 {
            bench.now += FLIGHT_MAX;
            bench.directory.handle_time(bench.now);
            observer.look(&mut bench);
        }
        prop_assert!(observer.waiting.is_empty(), "{:?}", observer.waiting);
    }
}
