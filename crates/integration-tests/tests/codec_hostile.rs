//! Feeds corrupted snapshots to every codec. Real snapshots of a fight are truncated, bit-flipped,
//! spliced, replaced by noise, and decoded against the wrong baseline.
//!
//! For any bytes and any baseline, decoding never panics, its memory is bounded, and it returns a
//! typed error or a well-formed state: each ship once, in order, on the grid and within the seats
//! (though perhaps outside the arena), and no more events and bolts than the limits allow.
//!
//! `Replay` promises more where it carries a hash, in keyframes and in the first delta of every
//! second: a body that decodes to other ships than the server's is refused, except for one in
//! 65,536, and the client asks for a keyframe. The hash covers the tick and every field of the
//! ships, but neither bolts nor events. A delta without a hash may decode to wrong ships unnoticed:
//! under `Replay` until the next hash, up to a second later; under the other codecs without limit.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot continue fails, and prints what it measured"
)]

#[path = "support/counting.rs"]
mod counting;
#[path = "support/newcomer.rs"]
mod newcomer;
mod support;

use std::sync::LazyLock;

use counting::most_held;
use newcomer::newcomer;
use proptest::{collection::vec, prelude::*, sample::Index};
use shared::{
    base::{
        geometry::{Steps, Turn},
        limits::{BOLTS_MAX, EVENTS_PER_SNAPSHOT_MAX},
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    client::{Client, Controls},
    sim::{command::Thrust, ship::Ship, state::WorldState, world::WorldParams},
    wire::{
        codec::{Baseline, CodecContext, CodecId, DecodedSnapshot, SnapshotInput},
        command_packet::CommandPacket,
        message::{ClientMessage, snapshot_message},
        snapshot::{SnapshotError, SnapshotHead, ViewerHead, encode},
    },
};
use support::{
    config,
    guest::config_of,
    mutate::{mutate, mutations},
};
use testkit::workload::{Viewer, Workload};

/// The most memory in bytes that decoding a snapshot may hold at once, whatever its contents.
const HELD_MAX: i64 = 8 << 20;
/// Seats in the fight.
const SEATS: u16 = 64;
/// Ticks between snapshots, and the number of snapshots: a little over 6 s.
const INTERVAL: u32 = 3;
const SNAPSHOTS: usize = 130;
/// The longest distance from a snapshot to its baseline, in ticks.
const SPAN_MAX: u32 = 255;

struct Snapshot {
    /// The state that was encoded.
    state: WorldState,
    /// One encoded body per codec.
    bodies: Vec<Vec<u8>>,
}

struct Recorded {
    /// Each a delta against the one before it; the first is a keyframe.
    snapshots: Vec<Snapshot>,
    params: WorldParams,
}

static RECORDED: LazyLock<Recorded> = LazyLock::new(|| {
    let workload = Workload::named("battle-64").unwrap();
    let mut trace = workload.start(TickRate::DEFAULT).unwrap();
    let mut viewer = Viewer::new(SEATS);
    let mut snapshots = Vec::new();
    // Until every ship has spawned.
    (0..120).for_each(|_| trace.step());
    while snapshots.len() < SNAPSHOTS {
        trace.step();
        let state = trace.journal().state().clone();
        if state.tick.0.is_multiple_of(INTERVAL) {
            let encode = |codec: CodecId| viewer.encode(codec, &trace).0;
            let bodies = CodecId::ALL.into_iter().map(encode).collect();
            viewer.note(&state);
            snapshots.push(Snapshot { state, bodies });
        }
    }
    Recorded { snapshots, params: trace.world().params().clone() }
});

impl Recorded {
    fn context(&self) -> CodecContext<'_> {
        CodecContext { params: &self.params, seats: SEATS }
    }

    /// The baseline that the viewer of a snapshot holds.
    fn baseline(&self, n: usize) -> Option<Baseline<'_>> {
        let at = |n: usize| Some(&self.snapshots.get(n)?.state);
        let state = at(n.checked_sub(1)?)?;
        Some(Baseline { state, before: n.checked_sub(2).and_then(at) })
    }

    /// The `Replay` deltas that carry a hash: the first of each second.
    fn hashed(&self) -> impl Iterator<Item = (usize, &Snapshot)> {
        let second = |snapshot: &Snapshot| snapshot.state.tick.0 / 60;
        self.snapshots
            .iter()
            .enumerate()
            .skip(1)
            .filter(move |(n, snapshot)| second(snapshot) != second(&self.snapshots[n - 1]))
    }
}

/// Decodes a body and asserts that it stays within `HELD_MAX`.
fn read(
    codec: CodecId,
    context: &CodecContext,
    baseline: Option<Baseline>,
    tick: Tick,
    body: &[u8],
) -> Result<DecodedSnapshot, SnapshotError> {
    let (decoded, most) = most_held(|| codec.decode(None, context, baseline, tick, body));
    assert!(most <= HELD_MAX, "{codec:?} held {most} bytes over {} of a body", body.len());
    decoded
}

/// Asserts that decoding gives a typed error or a well-formed state.
fn check_any(
    codec: CodecId,
    context: &CodecContext,
    baseline: Option<Baseline>,
    tick: Tick,
    body: &[u8],
) -> Result<DecodedSnapshot, SnapshotError> {
    let decoded = read(codec, context, baseline, tick, body);
    match &decoded {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(DecodedSnapshot { state, events, .. }) => {
            assert_eq!(state.tick, tick);
            assert!(state.ships.is_sorted_by(|a, b| a.id.idx < b.id.idx), "each once, in order");
            assert!(state.ships.iter().all(|ship| ship.id.idx < context.seats && on_grid(ship)));
            assert!(events.len() <= EVENTS_PER_SNAPSHOT_MAX && state.bolts.len() <= BOLTS_MAX);
        }
    }
    decoded
}

fn on_grid(ship: &Ship) -> bool {
    let (pos, vel) = (ship.body.pos, ship.body.vel);
    let (at, along) = (Steps::of_pos(pos).pos(), Steps::of_vel(vel).vel());
    at == pos && along == vel && ship.aim == ship.aim.coarse()
}

/// Any codec, with its index.
fn codec() -> impl Strategy<Value = (usize, CodecId)> {
    (0..CodecId::ALL.len()).prop_map(|n| (n, CodecId::ALL[n]))
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn noise_is_an_error_or_a_state(
        (_, codec) in codec(),
        bytes in vec(any::<u8>(), 0..400),
        baseline in any::<Index>(),
        span in 1..=SPAN_MAX,
        keyframe in any::<bool>(),
    ) {
        let recorded = &*RECORDED;
        let n = baseline.index(SNAPSHOTS - 1) + 1;
        let baseline = recorded.baseline(n).filter(|_| !keyframe);
        let tick = recorded.snapshots[n - 1].state.tick.plus(span);
        let _ = check_any(codec, &recorded.context(), baseline, tick, &bytes);
    }

    #[test]
    fn snapshots_gone_wrong_are_errors_or_states(
        (nth, codec) in codec(),
        (of, other) in any::<(Index, Index)>(),
        mutations in mutations(),
    ) {
        let recorded = &*RECORDED;
        let (of, other) = (of.index(SNAPSHOTS), other.get(&recorded.snapshots));
        let Snapshot { state, bodies } = &recorded.snapshots[of];
        // `mutate` mostly leaves the first byte alone. A byte in front lets it change the body's
        // first.
        let message = [&[0], bodies[nth].as_slice()].concat();
        let body = mutate(&message, &other.bodies[nth], &mutations);
        let body = body.get(1..).unwrap_or_default();
        let _ = check_any(codec, &recorded.context(), recorded.baseline(of), state.tick, body);
    }

    #[test]
    fn snapshots_upon_any_other_are_errors_or_states(
        (nth, codec) in codec(),
        (of, upon) in any::<(Index, Index)>(),
        keyframe in any::<bool>(),
    ) {
        let recorded = &*RECORDED;
        let (of, upon) = (of.index(SNAPSHOTS), upon.index(SNAPSHOTS));
        let Snapshot { state, bodies } = &recorded.snapshots[of];
        let upon = recorded.baseline(upon).filter(|_| !keyframe);
        let far = upon.is_some_and(|upon| state.tick.since(upon.state.tick) > SPAN_MAX.into());
        if !far {
            let _ = check_any(codec, &recorded.context(), upon, state.tick, &bodies[nth]);
        }
    }
}

/// Decodes every prefix of every body: no panic, and with a hash never a different state.
#[test]
fn every_truncation_is_an_error_or_a_state() {
    let recorded = &*RECORDED;
    let (mut read, mut refused) = ([0; CodecId::ALL.len()], [0; CodecId::ALL.len()]);
    for (n, Snapshot { state, bodies }) in recorded.snapshots.iter().enumerate().step_by(7) {
        for (nth, codec) in CodecId::ALL.into_iter().enumerate() {
            let body = &bodies[nth];
            for len in (0..body.len()).step_by(1 + body.len() / 100) {
                let upon = recorded.baseline(n);
                let decoded = check_any(codec, &recorded.context(), upon, state.tick, &body[..len]);
                match decoded {
                    Ok(_) => read[nth] += 1,
                    Err(_) => refused[nth] += 1,
                }
            }
        }
    }
    println!("{:?}: read {read:?}, refused {refused:?}", CodecId::ALL);
    assert!(refused.iter().all(|refused| *refused > 100));
}

/// Flips bits of bodies that carry a hash: decoding gives the original ships or an error.
#[test]
fn a_flipped_bit_of_a_snapshot_with_a_hash_never_leads_to_other_ships() {
    let recorded = &*RECORDED;
    let (mut same, mut refused) = (0, 0);
    let keyframe = recorded.snapshots.iter().enumerate().take(1);
    for (n, Snapshot { state, bodies }) in keyframe.chain(recorded.hashed()) {
        for bit in 0..bodies[0].len() * 8 {
            let mut body = bodies[0].clone();
            body[bit / 8] ^= 1 << (bit % 8);
            let upon = recorded.baseline(n);
            match check_any(CodecId::Replay, &recorded.context(), upon, state.tick, &body) {
                Err(_) => refused += 1,
                Ok(decoded) => {
                    assert_eq!(decoded.state.ships, state.ships, "bit {bit} of snapshot {n}");
                    same += 1;
                }
            }
        }
    }
    println!("{refused} refused, {same} decoded to the same ships");
    assert!(refused > 2000);
}

/// A name, and a change of one thing in a baseline.
type Corruption = (&'static str, fn(&mut WorldState, usize));

const WRONG: [Corruption; 8] = [
    ("a place, by a step", |state, n| {
        let moved = Steps { x: 1, y: 0 }.pos();
        state.ships[n].body.pos += moved;
    }),
    ("a velocity, by a step", |state, n| {
        state.ships[n].body.vel += Steps { x: 0, y: 1 }.vel();
    }),
    ("an aim", |state, n| {
        state.ships[n].aim = Turn(state.ships[n].aim.0.wrapping_add(256));
    }),
    ("a thrust", |state, n| {
        let other = (state.ships[n].thrust.number() + 1) % 9;
        state.ships[n].thrust = Thrust::from_number(other).unwrap();
    }),
    ("hit points", |state, n| state.ships[n].health ^= 1),
    ("kills", |state, n| state.ships[n].kills += 1),
    ("a ship that does not exist", |state, n| {
        state.ships.remove(n);
    }),
    ("a life", |state, n| state.ships[n].life += 1),
];

#[test]
fn with_a_hash_a_wrong_baseline_is_refused() {
    let recorded = &*RECORDED;
    let (mut refused, mut healed) = (0, 0);
    for (n, Snapshot { state, bodies }) in recorded.hashed() {
        let baseline = recorded.baseline(n).unwrap();
        for (what, spoil) in WRONG {
            for ship in 0..SEATS.into() {
                let mut wrong = baseline.state.clone();
                spoil(&mut wrong, ship);
                let upon = Some(Baseline { state: &wrong, ..baseline });
                let decoded =
                    check_any(CodecId::Replay, &recorded.context(), upon, state.tick, &bodies[0]);
                match decoded {
                    Err(_) => refused += 1,
                    // Decoding may not depend on the corrupted field, for example when the ship
                    // respawns in it.
                    Ok(decoded) => {
                        assert_eq!(
                            decoded.state.ships, state.ships,
                            "{what} of {ship}, snapshot {n}"
                        );
                        healed += 1;
                    }
                }
            }
        }
    }
    println!("{refused} refused, {healed} still decoded to the server's ships");
    assert!(refused > 10 * healed, "{refused} refused, {healed} healed");
}

/// Decodes against a state from another moment of the match, under the tick of the baseline.
#[test]
fn with_a_hash_another_moment_is_refused() {
    let recorded = &*RECORDED;
    for (n, Snapshot { state, bodies }) in recorded.hashed() {
        let baseline = recorded.baseline(n).unwrap();
        for (other, moment) in recorded.snapshots.iter().enumerate() {
            let tick = baseline.state.tick;
            let wrong = WorldState { tick, ..moment.state.clone() };
            if other != n - 1 {
                let upon = Some(Baseline { state: &wrong, ..baseline });
                let decoded =
                    check_any(CodecId::Replay, &recorded.context(), upon, state.tick, &bodies[0]);
                assert!(decoded.is_err(), "snapshot {n} upon {other}");
            }
        }
    }
}

/// The longest span and the largest room, with bytes that cause the most work.
#[test]
fn the_largest_snapshot_is_bounded() {
    let workload = Workload::named("swarm-1024").unwrap();
    let mut trace = workload.start(TickRate::DEFAULT).unwrap();
    (0..30).for_each(|_| trace.step());
    let context = CodecContext { params: trace.world().params(), seats: workload.ships };
    let state = trace.journal().state();
    let tick = state.tick.plus(SPAN_MAX);
    let mut rng = Rng::new(9, 9);
    for n in 0..60 {
        let bytes: Vec<u8> = (0..n * 100).map(|_| rng.next_u32() as u8).collect();
        let upon = Some(Baseline { state, before: None });
        let _ = check_any(CodecId::Replay, &context, upon, tick, &bytes);
    }
    for codec in CodecId::ALL {
        for byte in [0x00, 0x01, 0x55, 0x7F, 0xAA, 0xFE, 0xFF] {
            for len in [0, 16, 4096, 65_536] {
                let bytes = vec![byte; len];
                for upon in [None, Some(Baseline { state, before: None })] {
                    let _ = check_any(codec, &context, upon, tick, &bytes);
                }
            }
        }
    }
}

/// The tick that the client acknowledges after a frame.
fn acked(client: &mut Client, now: Micros) -> Option<Tick> {
    for frame in 0..8 {
        client.handle_frame(now + Micros(frame * 16_667), Controls::default());
    }
    let mut newest = None;
    while let Some(message) = client.poll_transmit() {
        if let Ok(ClientMessage::Commands(packet)) = ClientMessage::decode(&message) {
            newest = Some(CommandPacket::decode(packet).unwrap().ack);
        }
    }
    newest.expect("a client sends commands")
}

#[test]
fn a_client_that_cannot_follow_asks_for_a_keyframe_and_takes_it() {
    let recorded = &*RECORDED;
    let mut client = newcomer(config_of(SEATS, 0, RECORDED.params.arena.clone(), 1));
    let (hashed, _) = recorded.hashed().nth(2).unwrap();
    let message = |n: usize, body: &[u8]| {
        let state = &recorded.snapshots[n].state;
        let head = SnapshotHead {
            tick: state.tick,
            baseline: recorded.baseline(n).map(|upon| upon.state.tick),
            viewer: ViewerHead { executed: state.tick, ..ViewerHead::default() },
        };
        snapshot_message(&encode(&head, body))
    };
    let at = |n: usize| TickRate::DEFAULT.micros_at(recorded.snapshots[n].state.tick);
    for n in 0..hashed {
        client.handle_message(at(n), &message(n, &recorded.snapshots[n].bodies[0])).unwrap();
    }
    assert_eq!(client.ships(), recorded.snapshots[hashed - 1].state.ships);
    let newest = recorded.snapshots[hashed - 1].state.tick;
    assert_eq!(acked(&mut client, at(hashed)), Some(newest));
    // The same snapshot with one bit of its hash flipped; the hash comes first.
    let mut body = recorded.snapshots[hashed].bodies[0].clone();
    body[0] ^= 0x10;
    client.handle_message(at(hashed), &message(hashed, &body)).unwrap();
    assert_eq!(
        client.ships(),
        recorded.snapshots[hashed - 1].state.ships,
        "the client keeps its last good state"
    );
    assert_eq!(acked(&mut client, at(hashed + 4)), None, "the client requests a keyframe");
    let state = &recorded.snapshots[hashed + 5].state;
    let input = SnapshotInput { baseline: None, state, records: &[], events: &[], area: None };
    let (body, _) = CodecId::Replay.encode(&recorded.context(), &input);
    let head = SnapshotHead { tick: state.tick, ..SnapshotHead::default() };
    let keyframe = snapshot_message(&encode(&head, &body));
    client.handle_message(at(hashed + 5), &keyframe).unwrap();
    assert_eq!(client.ships(), state.ships);
    assert_eq!(acked(&mut client, at(hashed + 8)), Some(state.tick));
}
