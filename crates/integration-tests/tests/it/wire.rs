//! Properties of the wire: random histories and extreme states survive a round trip to the bit.

use proptest::{collection::vec, prelude::*};
use shared::{
    base::{
        geometry::{Steps, Turn},
        state_hash::state_hash,
        time::{Tick, TickRate},
    },
    sim::{
        arena::Arena,
        bolt::Bolt,
        command::Thrust,
        event::{Event, EventKind, Finality, ShotId, Weapon},
        journal::events_of,
        ship::{Body, Ship, ShipId},
        state::{WorldState, carry_bolts},
        world::WorldParams,
    },
    wire::{
        bits::Category,
        codec::{Baseline, CodecContext, CodecId, DecodedSnapshot, SnapshotInput},
    },
};

use crate::support::{
    config, number,
    worlds::{Liveliness, RandomMatch},
};

/// Encodes and decodes, and compares to the bit.
fn check_roundtrip(
    codec: CodecId,
    context: &CodecContext,
    input: &SnapshotInput,
) -> Result<(), TestCaseError> {
    let SnapshotInput { baseline, state, events, .. } = *input;
    let (body, written) = codec.encode(context, input);
    let decoded = codec.decode(None, context, baseline, state.tick, &body);
    let got = decoded.expect("encoded data decodes");
    prop_assert_eq!(&got.state, state);
    prop_assert_eq!(&got.events, events);
    prop_assert_eq!(state_hash(&got.state), state_hash(state), "signs of zeros too");
    prop_assert_eq!(state_hash(&got.events), state_hash(events));
    prop_assert_eq!(written, got.tally, "bits are counted alike");
    for ship in state.ships.iter().step_by(1 + state.ships.len() / 3) {
        let viewer = Some(ship.id);
        let decoded = codec.decode(viewer, context, baseline, state.tick, &body);
        let DecodedSnapshot { tally, .. } = decoded.expect("it is the same for every viewer");
        prop_assert_eq!(tally.total(), got.tally.total());
        if codec == CodecId::Fields {
            let (own, ships) = (tally.bits(Category::OwnShip), tally.bits(Category::Ships));
            prop_assert!(own > 0, "a ship takes a bit at least");
            prop_assert_eq!(own + ships, got.tally.bits(Category::Ships));
        }
    }
    Ok(())
}

/// The same for a tick of a match, against an older one or none, by every codec.
fn check_tick(
    played: &RandomMatch,
    baseline: Option<Tick>,
    before: Option<Tick>,
) -> Result<(), TestCaseError> {
    let seats = played.seats();
    let context = CodecContext { params: played.world.params(), seats };
    let state = played.state(played.tick());
    let records = baseline.and_then(|tick| played.journal.between(tick, state.tick));
    let at = |tick| played.state(tick);
    let baseline = baseline.filter(|_| records.is_some());
    let baseline = baseline.map(|tick| Baseline { state: at(tick), before: before.map(at) });
    let records = records.unwrap_or_default();
    let events = match baseline {
        Some(_) => events_of(&records),
        None => played.events_between(state.tick.minus(20), state.tick).to_vec(),
    };
    let input = SnapshotInput { baseline, state, records: &records, events: &events, area: None };
    CodecId::ALL.into_iter().try_for_each(|codec| check_roundtrip(codec, &context, &input))
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn every_state_of_a_random_match_comes_back_from_any_baseline(
        seed in any::<u64>(),
        seats in 1_u16..40,
        hz in 20_u16..=128,
        back in vec((1_usize..160, 0_u32..=255), 24),
    ) {
        let rate = TickRate::new(hz).unwrap();
        let ships = seats * 3 / 4;
        let mut played = RandomMatch::new(seats, ships, rate, seed, Liveliness::WILD);
        played.run(10);
        for (ticks, back) in back {
            played.run(ticks / 8);
            let tick = played.tick();
            let baseline = tick.minus(back).max(Tick(1));
            let before = Some(baseline.minus(back / 3)).filter(|before| before.0 > 0);
            check_tick(&played, Some(baseline).filter(|baseline| *baseline < tick), before)?;
        }
    }

    #[test]
    fn snapshots_that_build_upon_each_other_never_drift(
        seed in any::<u64>(),
        late in vec(1_u32..60, 60),
    ) {
        // The viewer holds only what it decoded itself.
        let mut played = RandomMatch::new(24, 20, TickRate::DEFAULT, seed, Liveliness::WILD);
        for codec in CodecId::ALL {
            check_chain(&mut played, codec, &late)?;
        }
    }
}

/// A chain of snapshots, each a delta against what the viewer decoded earlier.
fn check_chain(
    played: &mut RandomMatch,
    codec: CodecId,
    late: &[u32],
) -> Result<(), TestCaseError> {
    let mut known: Vec<(WorldState, Option<Tick>)> = Vec::new();
    for late in late {
        played.run(2);
        let context = CodecContext { params: played.world.params(), seats: 24 };
        let state = played.state(played.tick());
        let find = |tick| known.iter().map(|known| &known.0).find(|known| known.tick == tick);
        let baseline = known.iter().rev().nth(*late as usize / 2);
        let baseline =
            baseline.map(|(state, parent)| Baseline { state, before: parent.and_then(find) });
        let records = baseline.and_then(|b| played.journal.between(b.state.tick, state.tick));
        let records = records.unwrap_or_default();
        let events = events_of(&records);
        let input =
            SnapshotInput { baseline, state, records: &records, events: &events, area: None };
        let (body, _) = codec.encode(&context, &input);
        let got = codec.decode(None, &context, baseline, state.tick, &body);
        let got = got.expect("encoded data decodes");
        prop_assert_eq!(state_hash(&got.state), state_hash(state));
        let parent = baseline.map(|baseline| baseline.state.tick);
        known.push((got.state, parent));
    }
    Ok(())
}

const SEATS: u16 = 1024;

fn steps() -> impl Strategy<Value = i32> {
    let far = 1 << 22;
    prop_oneof![4 => 0..819_200, 1 => -far..=far, 1 => Just(far), 1 => Just(-far)]
}

fn point() -> impl Strategy<Value = Steps> {
    (steps(), steps()).prop_map(|(x, y)| Steps { x, y })
}

prop_compose! {
    fn ship(idx: u16, now: u32)(
        generation in number(u16::MAX.into()),
        (pos, vel) in (point(), point()),
        aim in any::<u16>(),
        thrust in 0_u8..9,
        health in 0_u8..=100,
        ticks in [number(now * 2), number(now * 2), number(now * 2), number(now * 2)],
        counts in [number(u16::MAX.into()), number(u16::MAX.into()), number(u16::MAX.into())],
    ) -> Ship {
        let id = ShipId { idx, generation: generation as u16 };
        let [shield_until, laser_ready, beam_ready, respawn_at] = ticks.map(Tick);
        let [life, kills, deaths] = counts.map(|n| n as u16);
        Ship {
            body: Body { pos: pos.pos(), vel: vel.vel() },
            aim: Turn(aim).coarse(),
            thrust: Thrust::from_number(thrust).unwrap(),
            health,
            life,
            shield_until,
            laser_ready,
            beam_ready,
            kills,
            deaths,
            ..Ship::new(id, respawn_at)
        }
    }
}

/// The ships of some random seats, in order.
fn ships(now: u32) -> impl Strategy<Value = Vec<Ship>> {
    let seat = prop_oneof![4 => 0..12_u16, 1 => 0..SEATS, 1 => Just(SEATS - 1)];
    proptest::collection::btree_set(seat, 0..9).prop_flat_map(move |seats| {
        seats.into_iter().map(|idx| ship(idx, now).boxed()).collect::<Vec<_>>()
    })
}

fn ship_id() -> impl Strategy<Value = ShipId> {
    (0..SEATS.min(14), number(u16::MAX.into()))
        .prop_map(|(idx, generation)| ShipId { idx, generation: generation as u16 })
}

fn shot_id(now: u32) -> impl Strategy<Value = ShotId> {
    let weapon = prop_oneof![Just(Weapon::Laser), Just(Weapon::Beam)];
    (number(now * 2), ship_id(), weapon).prop_map(|(tick, shooter, weapon)| ShotId {
        tick: Tick(tick),
        shooter,
        weapon,
    })
}

fn kind(now: u32) -> impl Strategy<Value = EventKind> {
    let hit_points = 0_u8..=100;
    prop_oneof![
        (ship_id(), point()).prop_map(|(ship, at)| EventKind::Spawned { ship, at: at.pos() }),
        (shot_id(now), point(), any::<u16>()).prop_map(|(shot, origin, aim)| {
            EventKind::Fired { shot, origin: origin.pos(), aim: Turn(aim) }
        }),
        (shot_id(now), ship_id(), hit_points.clone(), number(1 << 22), 0_usize..3).prop_map(
            |(shot, victim, damage, steps, finality)| {
                let distance_u = Steps { x: steps as i32, y: 0 }.pos().x;
                let all = [Finality::Final, Finality::Tentative, Finality::Piercing];
                let finality = all[finality];
                EventKind::Hit { shot, victim, damage, distance_u, finality }
            }
        ),
        (shot_id(now), ship_id(), hit_points)
            .prop_map(|(shot, victim, refund)| EventKind::Retracted { shot, victim, refund }),
        (ship_id(), shot_id(now)).prop_map(|(victim, shot)| EventKind::Died { victim, shot }),
    ]
}

/// A state, and events since any baseline: a keyframe may carry events too.
fn extreme(now: u32) -> impl Strategy<Value = (WorldState, Vec<Event>)> {
    let event =
        (number(now), kind(now)).prop_map(move |(ago, kind)| Event { tick: Tick(now - ago), kind });
    let bolt = (shot_id(now), number(now), point(), any::<u16>());
    (ships(now), vec(event, 0..12), vec(bolt, 0..6)).prop_map(move |(ships, events, bolts)| {
        let bolts = bolts.into_iter().map(|(shot, ago, origin, aim)| {
            Bolt::new(shot, Tick(now - ago), origin.pos(), Turn(aim), &Arena::strewn(1))
        });
        (WorldState { tick: Tick(now), ships, bolts: bolts.collect() }, events)
    })
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn extreme_states_come_back_in_keyframes(
        (state, events) in (1_u32..1_000_000_000).prop_flat_map(extreme),
    ) {
        let params = WorldParams::new(TickRate::DEFAULT, Arena::strewn(1));
        let context = CodecContext { params: &params, seats: SEATS };
        for codec in CodecId::ALL {
            let (state, events) = (&state, events.as_slice());
            let input = SnapshotInput { baseline: None, state, records: &[], events, area: None };
            check_roundtrip(codec, &context, &input)?;
        }
    }

    #[test]
    fn extreme_states_come_back_against_extreme_baselines(
        (old, (mut state, _)) in (1_u32..1_000_000_000, 1_u32..=255)
            .prop_flat_map(|(now, back)| (extreme(now), extreme(now + back))),
    ) {
        let params = WorldParams::new(TickRate::DEFAULT, Arena::strewn(1));
        let context = CodecContext { params: &params, seats: SEATS };
        let (old, _) = old;
        state.bolts =
            carry_bolts(&old.bolts, &[], state.tick, &params);
        let baseline = Some(Baseline { state: &old, before: None });
        for codec in CodecId::OF_STATES {
            let state = &state;
            let input = SnapshotInput { baseline, state, records: &[], events: &[], area: None };
            check_roundtrip(codec, &context, &input)?;
        }
    }
}
