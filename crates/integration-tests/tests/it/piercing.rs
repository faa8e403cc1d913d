//! Piercing bolts, over a history like a live room's: which ships one hits and when, that a ship is
//! hit once whatever its life, and when hits are final under each rule.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    judge::{hit_test::state::HitTest, shot::Shot},
    netcode::{
        choices::{BoltPath, HitRule, Piercing},
        values::RoomNetcode,
    },
    schemes::claims::ClaimRefusal,
    sim::{
        arena::Asteroid,
        event::{Decided, Decision, Finality, Victims, Weapon},
        ship::Ship,
    },
};

use crate::support::{
    id, ship,
    stage::{AT, RATE, Stage},
};

/// The tick at which it fires, to the right.
const FIRED: u32 = 60;
/// The published positions of two ships in line: distance from the muzzle, in u.
const IN_LINE: [f32; 2] = [216.0, 466.0];

/// A shot whose view lags by its rule's delay.
fn shot(stage: &Stage, weapon: Weapon, rule: RoomNetcode) -> Shot {
    let shot = stage.shot(weapon, FIRED, FIRED, rule);
    Shot { view: shot.fired - Micros::from_ms(rule.delay_ms.into()), ..shot }
}

/// Every decision on a shot, with the ticks since it was fired.
fn run(stage: &Stage, shot: Shot) -> Vec<(u32, Decided)> {
    let (decided, hit_test) = stage.run_test(shot, 100);
    assert!(hit_test.over(), "{:?}", shot.rule.hit_rule);
    decided
}

fn standing_in_line() -> Stage {
    Stage::new(300, |_| in_line().into())
}

fn in_line() -> [Ship; 2] {
    [1, 2].map(|idx| ship(idx, AT + Vec2::new(IN_LINE[usize::from(idx) - 1], 0.0)))
}

fn pierce(hit_rule: HitRule) -> RoomNetcode {
    RoomNetcode { hit_rule, piercing: Piercing::On, ..RoomNetcode::default() }
}

fn pierced(ships: &[u16]) -> Decision {
    Decision::Pierced { victims: Victims::of(ships.iter().map(|idx| id(*idx))).unwrap() }
}

/// The hits through which the bolt flew on: the victim, the age in tenths of a ms, and the tick.
fn hits(decided: &[(u32, Decided)]) -> Vec<(u16, i64, u32)> {
    let hit = |(after, decided): &(u32, Decided)| match decided.decision {
        Decision::Hit { victim, finality: Finality::Piercing } => {
            Some((victim.idx, (decided.age.0 + 50) / 100, *after))
        }
        _ => None,
    };
    decided.iter().filter_map(hit).collect()
}

#[test]
fn a_bolt_hits_both_ships_in_line_under_every_rule() {
    let stage = standing_in_line();
    for &hit_rule in HitRule::ALL.iter().filter(|rule| !rule.by_claim()) {
        let decided = run(&stage, shot(&stage, Weapon::Laser, pierce(hit_rule)));
        let ages: Vec<(u16, i64)> =
            hits(&decided).iter().map(|(ship, age, _)| (*ship, *age)).collect();
        assert_eq!(ages, [(1, 2222), (2, 5000)], "{hit_rule:?}: 222.2 and 500.0 ms");
        let (_, last) = decided.last().unwrap();
        assert_eq!(last.decision, pierced(&[1, 2]), "{hit_rule:?}");
        let ending = RoomNetcode { hit_rule, ..RoomNetcode::default() };
        let decided = run(&stage, shot(&stage, Weapon::Laser, ending));
        let (_, last) = decided.last().unwrap();
        let first = Decision::Hit { victim: id(1), finality: Finality::Final };
        assert_eq!(last.decision.as_verdict(), first, "{hit_rule:?}: the bolt ends with the first");
    }
}

#[test]
fn a_beam_ends_with_the_first_ship_whatever_bolts_do() {
    let stage = standing_in_line();
    for &hit_rule in HitRule::ALL.iter().filter(|rule| !rule.by_claim()) {
        let decided = run(&stage, shot(&stage, Weapon::Beam, pierce(hit_rule)));
        let [(0, Decided { decision, .. })] = decided[..] else { panic!("{decided:?}") };
        let first = Decision::Hit { victim: id(1), finality: Finality::Final };
        assert_eq!(decision, first, "{hit_rule:?}");
    }
}

#[test]
fn a_deferred_hit_is_final_when_it_is_applied() {
    let stage = standing_in_line();
    let after_ms = |ms: i64| RATE.tick_at(Micros::from_ms(ms) + Micros(16_665)).0;
    let rule = RoomNetcode { delay_ms: 350, ..pierce(HitRule::DelayedSync) };
    // The near ship is met at 222.2 ms; `T_f − D + a` is then still less than the transit.
    for (transit_ms, felt_ms) in [(0, [0, 150]), (80, [80, 150]), (200, [200, 200])] {
        let shot =
            Shot { transit: Micros::from_ms(transit_ms), ..shot(&stage, Weapon::Laser, rule) };
        let felt: Vec<u32> = hits(&run(&stage, shot)).iter().map(|(.., after)| *after).collect();
        assert_eq!(felt, felt_ms.map(after_ms), "transit {transit_ms} ms");
    }
    let ending = RoomNetcode { piercing: Piercing::Off, ..rule };
    let shot = Shot { transit: Micros::from_ms(80), ..shot(&stage, Weapon::Laser, ending) };
    let decided = run(&stage, shot);
    let of_far = decided.iter().filter(|(_, decided)| decided.decision.victim() == Some(id(2)));
    let of_far: Vec<(u32, Decision)> = of_far.map(|(after, d)| (*after, d.decision)).collect();
    let tentative = Decision::Hit { victim: id(2), finality: Finality::Tentative };
    let undone = Decision::Retracted { victim: id(2), by: id(1) };
    let when = [(after_ms(150), tentative), (after_ms(222), undone)];
    assert_eq!(of_far, when, "with bolts that end the second is tentative, and undone");
}

#[test]
fn a_ship_is_hit_once_whatever_its_life() {
    // The ship is back in the bolt's way in a new life.
    let stage = Stage::new(300, |tick| {
        let place = if tick < FIRED + 20 { 216.0 } else { 700.0 };
        let mut target = ship(1, AT + Vec2::new(place, 0.0));
        target.life = if tick < FIRED + 20 { 1 } else { 2 };
        vec![target]
    });
    let decided = run(&stage, shot(&stage, Weapon::Laser, pierce(HitRule::Present)));
    assert_eq!(hits(&decided), [(1, 2222, 14)]);
    assert_eq!(decided.last().unwrap().1.decision, pierced(&[1]));
    // Without the first life, the second is hit.
    let stage = Stage::new(300, |_| vec![ship(1, AT + Vec2::new(700.0, 0.0))]);
    let decided = run(&stage, shot(&stage, Weapon::Laser, pierce(HitRule::Present)));
    assert_eq!(hits(&decided), [(1, 7600, 46)]);
}

#[test]
fn whom_a_shot_shot_down_itself_lives_to_it() {
    // The near ship is killed by this shot at its contact; under another rule the same shot would
    // meet it two ticks later.
    let stage = Stage::new(300, |tick| {
        let mut ships = in_line();
        if tick >= FIRED + 12 {
            ships[0].health = 0;
        }
        ships.into()
    });
    for (rule, want) in [
        (pierce(HitRule::Lagrange), [pierced(&[2]), pierced(&[1, 2])]),
        (
            RoomNetcode { hit_rule: HitRule::Lagrange, ..RoomNetcode::default() },
            [2, 1].map(|idx| Decision::Hit { victim: id(idx), finality: Finality::Final }),
        ),
    ] {
        for (killed, want) in [None, Some(id(1))].into_iter().zip(want) {
            let shot = shot(&stage, Weapon::Laser, rule);
            let first = stage.rewind_source(FIRED);
            let mut hit_test = HitTest::new(shot, &first).counting_alive(killed.into_iter());
            let ticks = FIRED..FIRED + 100;
            let decided = ticks.flat_map(|now| hit_test.advance(&stage.rewind_source(now)));
            assert_eq!(decided.last().unwrap().decision, want, "{killed:?}");
        }
    }
}

#[test]
fn rocks_and_the_reach_end_a_bolt_that_pierces() {
    let mut stage = Stage::new(300, |_| {
        let mut ships = Vec::from(in_line());
        ships.push(ship(3, AT + Vec2::new(1200.0, 0.0)));
        ships
    });
    let decided = run(&stage, shot(&stage, Weapon::Laser, pierce(HitRule::Lagrange)));
    assert_eq!(decided.last().unwrap().1.decision, pierced(&[1, 2]), "1200 u are out of reach");
    let rock = Asteroid { x_u: 540, y_u: 900, radius_u: 30 };
    stage.params.arena.asteroids = [rock].into();
    let decided = run(&stage, shot(&stage, Weapon::Laser, pierce(HitRule::Lagrange)));
    assert_eq!(decided.last().unwrap().1.decision, pierced(&[1]), "the rock is between them");
}

#[test]
fn claims_are_accepted_once_a_ship_and_reported_in_order_of_age() {
    let stage = standing_in_line();
    let rule = RoomNetcode { bolt_path: BoltPath::Muzzle, ..pierce(HitRule::Claim) };
    let shot = Shot { view: RATE.micros_at(Tick(FIRED)), ..shot(&stage, Weapon::Laser, rule) };
    let mut hit_test = HitTest::new(shot, &stage.rewind_source(FIRED));
    let past = stage.rewind_source(FIRED + 30);
    let mut claim = |idx, ms| hit_test.claim(&past, id(idx), Micros::from_ms(ms));
    let hit = |got: Result<Decided, ClaimRefusal>| got.map(|decided| decided.decision);
    let through = |idx| Ok(Decision::Hit { victim: id(idx), finality: Finality::Piercing });
    assert_eq!(hit(claim(2, 500)), through(2));
    assert_eq!(hit(claim(1, 222)), through(1), "the shot stays open");
    assert_eq!(hit(claim(2, 500)), Err(ClaimRefusal::Decided), "a ship is hit once");
    assert!(matches!(hit(claim(1, 400)), Err(ClaimRefusal::Decided)));
    // Its reach of 1080 u takes 1200 ms, and claims are accepted for another 500 ms.
    let over = (30..200).find_map(|after| {
        let decided = hit_test.advance(&stage.rewind_source(FIRED + after));
        decided.first().map(|decided| (after, decided.decision))
    });
    assert_eq!(over, Some((102, pierced(&[1, 2]))));
}
