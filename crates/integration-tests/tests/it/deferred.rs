//! Compares delayed synchronisation in random cross-fires with a naive reference, which looks at
//! every age of every ship at the end of the match.

use shared::{
    base::{
        geometry::{Segment, Turn, Vec2, first_contact},
        rng::Rng,
        time::{Tick, TickRate},
    },
    history::store::History,
    judge::{hit_test::state::HitTest, shooter_history::ShooterHistory, shot::Shot},
    netcode::{choices::HitRule, values::RoomNetcode},
    sim::{
        arena::Arena,
        bolt::Bolt,
        event::{Decision, Finality, ShotId, Weapon},
        ship::{Ship, ShipId},
        world::WorldParams,
    },
};

const RATE: TickRate = TickRate::DEFAULT;
const FIRED: u32 = 120;
const TICKS: u32 = 220;

/// What happens to a ship, and how many ticks after the trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HitEvent {
    Retracted,
    Final,
    Tentative,
}

/// The rule as published: every ship's smallest age, then every pair of ships.
fn naive(history: &History, bolt: &Bolt, d_ticks: i64) -> Vec<(i64, HitEvent, u16)> {
    let at = |tick: i64, seat| history.pose(seat, Tick(tick as u32)).unwrap().pos;
    let reach_ticks = f64::from(bolt.reach_u) / 15.0;
    let mut ages: Vec<(f64, u16)> = Vec::new();
    for seat in 1..history.poses(Tick(FIRED)).count() as u16 {
        let age = (0..reach_ticks.ceil() as i64).find_map(|a| {
            let flight = |a: i64| bolt.point_at(bolt.distance_at(a as f32, RATE));
            let seen = |a: i64| at(i64::from(FIRED) - d_ticks + a, seat);
            let path = Segment::new(flight(a), flight(a + 1));
            let target = Segment::new(seen(a), seen(a + 1));
            first_contact(path, target, 16.0).map(|fraction| a as f64 + f64::from(fraction))
        });
        ages.extend(age.map(|age| (age, seat)));
    }
    let mut all = Vec::new();
    let Some(&(least, first)) = ages.iter().min_by(|a, b| a.partial_cmp(b).unwrap()) else {
        return all;
    };
    for &(age, seat) in &ages {
        let felt = (age - d_ticks as f64).max(0.0);
        let undone = ages.iter().any(|(other, _)| *other > felt && *other < age);
        let gone = ages.iter().any(|(other, who)| *other <= felt && *who != seat);
        if !gone {
            all.push((felt.ceil() as i64, HitEvent::Tentative, seat));
            if undone {
                all.push((least.ceil() as i64, HitEvent::Retracted, seat));
            }
        }
    }
    all.push((least.ceil() as i64, HitEvent::Final, first));
    all.sort_unstable();
    all
}

/// Runs one cross-fire. Returns how many hits were felt, and how many of them undone.
fn check(seed: u64) -> (usize, usize) {
    let mut rng = Rng::new(seed, 0);
    let start = Vec2::new(300.0, 900.0);
    let ships: Vec<(Vec2, Vec2)> = (0..1 + rng.below(8))
        .map(|_| {
            let at = Vec2::new(rng.range(60.0, 900.0), rng.range(-250.0, 250.0));
            (start + at, Vec2::new(rng.range(-7.0, 7.0), rng.range(-4.0, 4.0)))
        })
        .collect();
    let mut history = History::new(RATE);
    for tick in 0..=TICKS {
        let spawned = |seat: usize, pos| {
            let mut ship = Ship::new(ShipId { idx: seat as u16, generation: 0 }, Tick::ZERO);
            ship.spawn(pos, Tick::ZERO);
            ship
        };
        let t = tick as f32 - 110.0;
        let others = ships.iter().enumerate().map(|(n, (at, vel))| spawned(n + 1, *at + *vel * t));
        let all: Vec<Ship> = core::iter::once(spawned(0, start)).chain(others).collect();
        history.record(Tick(tick), all.iter());
    }
    let arena = Arena { width_u: 10_000, height_u: 8_000, ..Arena::empty() };
    let params = WorldParams::new(RATE, arena);
    let shooter = ShipId { idx: 0, generation: 0 };
    let shot = ShotId { tick: Tick(FIRED), shooter, weapon: Weapon::Laser };
    let aim = Turn((rng.below(4000) as u16).wrapping_sub(2000));
    let bolt = Bolt::new(shot, Tick(FIRED), start, aim, &params.arena);
    // In whole ticks, so that the reference can count.
    let d_ticks = rng.below(85);
    let view = RATE.micros_at(Tick(FIRED - d_ticks));
    let delay_ms = (RATE.micros_at(Tick(FIRED)) - view).as_ms() as u16;
    let rule = RoomNetcode { hit_rule: HitRule::DelayedSync, delay_ms, ..RoomNetcode::default() };
    let rewind_source = |now| ShooterHistory {
        history: &history,
        params: &params,
        now: Tick(now),
        sent: None,
        marker_rates_hz: &[],
        died: &[],
    };
    let shot = Shot { view, ..Shot::of_bolt(&bolt, RATE, rule) };
    let mut hit_test = HitTest::new(shot, &rewind_source(FIRED));
    let mut got = Vec::new();
    for after in 0..=i64::from(TICKS - FIRED) {
        for decided in hit_test.advance(&rewind_source(FIRED + after as u32)) {
            match decided.decision {
                Decision::Hit { victim, finality } => {
                    got.push((after, HitEvent::Tentative, victim.idx));
                    if finality == Finality::Final {
                        got.push((after, HitEvent::Final, victim.idx));
                    }
                }
                Decision::Settled { victim } => got.push((after, HitEvent::Final, victim.idx)),
                Decision::Retracted { victim, .. } => {
                    got.push((after, HitEvent::Retracted, victim.idx));
                }
                _ => assert!(decided.decision.is_verdict(), "seed {seed}"),
            }
        }
    }
    got.sort_unstable();
    let want = naive(&history, &bolt, d_ticks.into());
    // A moment within a rounding error of a whole tick may fall on either side of it.
    let same = |a: &(i64, HitEvent, u16), b: &(i64, HitEvent, u16)| {
        (a.1, a.2) == (b.1, b.2) && (a.0 - b.0).abs() <= 1
    };
    let close = got.len() == want.len() && got.iter().zip(&want).all(|(a, b)| same(a, b));
    assert!(close, "seed {seed}: got {got:?}, want {want:?}, D {d_ticks} ticks");
    assert!(hit_test.over(), "seed {seed}");
    let n = |what| got.iter().filter(|(_, is, _)| *is == what).count();
    (n(HitEvent::Tentative), n(HitEvent::Retracted))
}

#[test]
fn the_smallest_age_wins_and_later_ones_are_undone() {
    let (mut felt, mut undone) = (0, 0);
    for seed in 0..8000 {
        let (more_felt, more_undone) = check(seed);
        felt += more_felt;
        undone += more_undone;
    }
    println!("{felt} hits felt, {undone} of them undone");
    assert!(felt > 1000 && undone > 100, "{felt} felt, {undone} undone");
}
