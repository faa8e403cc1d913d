//! Every rule in the hit test, over a history like a live room's: shots at one crossing ship, at
//! ships in a row, behind cover, and under delayed synchronisation.

use shared::{
    base::{
        geometry::Vec2,
        state_hash::state_hash,
        time::{Micros, Tick},
    },
    history::{pose::Pair, sent::SentLog},
    judge::{
        hit_test::state::HitTest,
        rule::path,
        shot::{LinkStats, Shot},
    },
    netcode::{
        choices::{BoltPath, CoverVeto, HitRule},
        values::RoomNetcode,
    },
    report::closest_approach::closest_approaches,
    schemes::claims::ClaimRefusal,
    sim::{
        arena::Asteroid,
        event::{Decided, Decision, Finality, Weapon},
    },
};

use crate::support::{
    id, ship,
    stage::{AT, RATE, Stage},
};

/// A target that crosses downwards at 300 u/s, 400 u to the right, level with the shooter at tick
/// 100.
fn crossing(life_at: impl Fn(u32) -> u16) -> Stage {
    Stage::new(250, |tick| {
        let mut target = ship(1, AT + Vec2::new(400.0, (tick as f32 - 100.0) * 5.0));
        target.life = life_at(tick);
        vec![target]
    })
}

/// Every decision on a shot, with the ticks since it was fired.
fn decide(stage: &Stage, shot: Shot, ticks: u32) -> Vec<(u32, Decision)> {
    let decided = stage.run(shot, ticks).into_iter();
    decided.map(|(after, decided)| (after, decided.decision)).collect()
}

fn beam(stage: &Stage, fired: u32, seen: u32, rule: RoomNetcode) -> Vec<Decision> {
    let shot = stage.shot(Weapon::Beam, fired, seen, rule);
    decide(stage, shot, 2).into_iter().map(|(_, decision)| decision).collect()
}

fn rule(hit_rule: HitRule) -> RoomNetcode {
    RoomNetcode { hit_rule, ..RoomNetcode::default() }
}

fn victim(decisions: &[Decision]) -> Option<u16> {
    decisions.iter().find_map(|decision| match decision {
        Decision::Hit { victim, .. } => Some(victim.idx),
        _ => None,
    })
}

#[test]
fn a_beam_is_judged_at_the_moment_its_rule_looks_at() {
    let stage = crossing(|_| 1);
    let bound = |ms| RoomNetcode { rewind_bound_ms: ms, ..rule(HitRule::SourceByLifeId) };
    let rows = [
        // (fired, seen, rule, hits)
        (100, 100, rule(HitRule::Present), true),
        (112, 100, rule(HitRule::Present), false),
        (112, 100, rule(HitRule::Targeting), false),
        (112, 100, rule(HitRule::Lagrange), true),
        (124, 100, rule(HitRule::Lagrange), true),
        (127, 100, rule(HitRule::Lagrange), true), // clamped 3 ticks, 15 u: still on the ship
        (128, 100, rule(HitRule::Lagrange), false), // clamped 4 ticks, 20 u
        (100, 112, rule(HitRule::Lagrange), true), // a future view counts as the present
        (112, 100, rule(HitRule::EtPerFrame), true),
        (126, 100, rule(HitRule::EtPerFrame), true), // the oldest of ten frames is 99
        (140, 100, rule(HitRule::EtPerFrame), false), // the oldest is 114: 70 u off
        (112, 100, rule(HitRule::EtPerCommand), false), // relabelled: a frame or more ahead
        (112, 100, bound(1000), true),
        (150, 100, bound(1000), true),
        (112, 100, rule(HitRule::SourceExact), true),
        (121, 100, rule(HitRule::DelayedSync), true), // 350 ms are 21 ticks
        (130, 100, rule(HitRule::DelayedSync), false), // judged at 109: 45 u off
    ];
    for (fired, seen, rule, hits) in rows {
        let decisions = beam(&stage, fired, seen, rule);
        let name = format!("{:?}, fired {fired}, seen {seen}", rule.hit_rule);
        assert_eq!(victim(&decisions), hits.then_some(1), "{name}: {decisions:?}");
        let at_once = matches!(decisions[0], Decision::Hit { finality: Finality::Final, .. });
        assert_eq!(at_once, hits, "{name}: a beam is final at once");
    }
    let shot = stage.shot(Weapon::Beam, 112, 100, rule(HitRule::Lagrange));
    let now = stage.rewind_source(112);
    let [Decided { distance_u, .. }] = HitTest::new(shot, &now).advance(&now)[..] else {
        panic!("a beam is decided at once")
    };
    assert!((distance_u - 384.0).abs() < 1e-3, "{distance_u}");
}

#[test]
fn a_bolt_meets_what_its_rule_says_is_there() {
    let stage = crossing(|_| 1);
    // 400 u at 900 u/s are 26.7 ticks. A shooter who saw tick 74 when firing at 86 hits, on its
    // screen, the target of tick 100; in the present the target is 60 u further by then.
    let seen = |fired: u32, path, hit_rule| {
        let netcode = RoomNetcode { bolt_path: path, rewind_bound_ms: 1000, ..rule(hit_rule) };
        let decisions = decide(&stage, stage.shot(Weapon::Laser, fired, 74, netcode), 90);
        let hit = decisions.iter().find(|(_, decision)| matches!(decision, Decision::Hit { .. }));
        hit.map(|(after, _)| *after)
    };
    use BoltPath::{Converge, FastForward, Jump, Muzzle};
    use HitRule::{EtPerFrame, Lagrange, Present, SourceByLifeId, SourceExact, Targeting};
    assert!((24..=27).contains(&seen(86, Muzzle, Lagrange).unwrap()));
    assert_eq!(seen(86, Muzzle, Present), None);
    assert_eq!(seen(86, Muzzle, EtPerFrame), None, "ET does not rewind for missiles");
    assert!((24..=27).contains(&seen(74, Muzzle, Present).unwrap()), "without lag all agree");
    for source in [SourceByLifeId, SourceExact] {
        let after = seen(86, FastForward, source).unwrap();
        assert!((12..=15).contains(&after), "12 ticks are flown at once: {after}");
    }
    // The lead of 50 ms is 3 ticks of 45 u in all: it saves 3 of the 12 ticks, and 15 of 60 u.
    assert_eq!(seen(86, Jump, Present), None);
    assert!(seen(77, Jump, Present).is_some(), "3 ticks late, 3 ticks ahead");
    assert!(seen(77, Converge, Targeting).is_some());
    assert_eq!(seen(86, Converge, Targeting), None);
}

#[test]
fn what_a_jump_skips_is_not_swept_and_what_converges_is() {
    let near = Stage::new(120, |_| vec![ship(1, AT + Vec2::new(40.0, 0.0))]);
    let run = |path| {
        let netcode = RoomNetcode { bolt_path: path, ..rule(HitRule::Present) };
        let shot = near.shot(Weapon::Laser, 60, 60, netcode);
        let link = LinkStats { round_trip: Micros::from_ms(200), lead: Micros::from_ms(100) };
        decide(&near, Shot { link, ..shot }, 50)
            .iter()
            .any(|(_, r)| matches!(r, Decision::Hit { .. }))
    };
    assert!(run(BoltPath::Muzzle) && run(BoltPath::Converge) && run(BoltPath::ConvergeAsPublished));
    assert!(!run(BoltPath::Jump), "90 u ahead of the muzzle");
}

#[test]
fn another_life_or_a_shield_makes_a_hit_void() {
    let stage = crossing(|tick| if tick < 105 { 1 } else { 2 });
    for hit_rule in [HitRule::Lagrange, HitRule::DelayedSync] {
        let fired = if hit_rule == HitRule::DelayedSync { 121 } else { 112 };
        assert_eq!(victim(&beam(&stage, fired, 100, rule(hit_rule))), None, "{hit_rule:?}");
    }
    assert_eq!(victim(&beam(&stage, 104, 100, rule(HitRule::Lagrange))), Some(1));
    let shot = stage.shot(Weapon::Beam, 112, 100, rule(HitRule::Lagrange));
    let mut hit_test = HitTest::new(shot, &stage.rewind_source(112));
    let decided = hit_test.advance(&stage.rewind_source(112));
    let decisions: Vec<Decision> = decided.iter().map(|decided| decided.decision).collect();
    assert_eq!((decisions, hit_test.over()), (vec![Decision::Void { victim: id(1) }], true));
    let shielded = Stage::new(120, |_| {
        let mut target = ship(1, AT + Vec2::new(300.0, 0.0));
        target.shield_until = Tick(100);
        vec![target]
    });
    assert_eq!(victim(&beam(&shielded, 99, 99, rule(HitRule::Lagrange))), None);
    assert_eq!(
        victim(&beam(&shielded, 100, 99, rule(HitRule::Lagrange))),
        Some(1),
        "the target is gone"
    );
}

#[test]
fn the_pair_that_was_drawn_is_the_pair_that_is_judged() {
    // The ship turns at tick 101: the chord from 100 to 104 is not where it flew.
    let ys = [0.0, 50.0, 50.0, 50.0, 40.0];
    let mut stage = Stage::new(110, |tick| {
        let y = ys[(tick.clamp(100, 104) - 100) as usize];
        vec![ship(1, AT + Vec2::new(400.0, y))]
    });
    let mut log = SentLog::new(RATE);
    [100, 102, 104].into_iter().for_each(|tick| log.record(Tick(tick)));
    stage.sent = Some(log);
    let pair = |older, newer| Some(Pair { older: Tick(older), newer: Tick(newer) });
    for (pair, y) in [(pair(100, 104), 10.0), (pair(100, 102), 25.0), (None, 25.0)] {
        let shot = stage.shot(Weapon::Beam, 104, 101, rule(HitRule::Lagrange));
        let mut hit_test = HitTest::new(Shot { pair, ..shot }, &stage.rewind_source(104));
        hit_test.advance(&stage.rewind_source(104));
        let looks = closest_approaches(&hit_test, [stage.rewind_source(104)].into_iter());
        let judged = looks.nearest[0].judged.y - AT.y;
        assert!((judged - y).abs() < 1e-3, "{pair:?}: {judged} for {y}");
    }
}

#[test]
fn the_first_target_wins_and_of_equals_the_lowest_seat() {
    let stage = Stage::new(20, |_| {
        [(1, 200.0), (2, 200.0), (3, 300.0)].map(|(n, x)| ship(n, AT + Vec2::new(x, 0.0))).into()
    });
    for hit_rule in [HitRule::Lagrange, HitRule::Present, HitRule::SourceByLifeId] {
        let shot = stage.shot(Weapon::Beam, 9, 9, rule(hit_rule));
        let mut hit_test = HitTest::new(shot, &stage.rewind_source(9));
        let decided = hit_test.advance(&stage.rewind_source(9));
        let first = decided.first().and_then(|decided| decided.decision.hits());
        assert_eq!(first, Some(id(1)), "{hit_rule:?}");
        let looks = closest_approaches(&hit_test, [stage.rewind_source(9)].into_iter());
        assert_eq!((looks.nearest.len(), looks.n_seen), (3, 3));
    }
}

/// The target passes behind a rock: seen before it, judged when it is behind.
#[test]
fn cover_vetoes_a_rewound_hit_and_the_shot_counts_in_the_present() {
    let mut stage = crossing(|_| 1);
    stage.params.arena.asteroids = [Asteroid { x_u: 400, y_u: 960, radius_u: 50 }].into();
    let veto = |on| RoomNetcode { cover_veto: on, ..rule(HitRule::EtPerFrame) };
    // At tick 124 the target is 120 u down, behind the rock as seen from the muzzle.
    assert_eq!(victim(&beam(&stage, 124, 100, veto(CoverVeto::Off))), Some(1));
    let decisions = beam(&stage, 124, 100, veto(CoverVeto::Beams));
    assert_eq!(decisions, [Decision::Vetoed { victim: id(1) }], "missed in the present");
    // At tick 103 it is still on the line, so nothing is in the way.
    assert_eq!(victim(&beam(&stage, 103, 100, veto(CoverVeto::Beams))), Some(1));
    // A vetoed shot hits another ship in its line in the present.
    let mut row = Stage::new(140, |tick| {
        let crossing = AT + Vec2::new(400.0, (tick as f32 - 100.0) * 5.0);
        vec![ship(1, crossing), ship(2, AT + Vec2::new(700.0, 0.0))]
    });
    row.params.arena.asteroids = stage.params.arena.asteroids.clone();
    let decisions = beam(&row, 124, 100, veto(CoverVeto::Beams));
    assert_eq!(decisions[0], Decision::Vetoed { victim: id(1) });
    assert_eq!(victim(&decisions), Some(2));
}

#[test]
fn a_jump_of_64_units_ends_the_past_only_where_the_seed_is_exact() {
    for (jump_u, exact) in [(64.0, Some(1)), (64.5, None)] {
        let stage = Stage::new(110, |tick| {
            let y = if tick < 103 { 0.0 } else { jump_u };
            vec![ship(1, AT + Vec2::new(400.0, y))]
        });
        assert_eq!(
            victim(&beam(&stage, 106, 100, rule(HitRule::SourceExact))),
            exact,
            "{jump_u} u"
        );
        assert_eq!(victim(&beam(&stage, 106, 100, rule(HitRule::SourceByLifeId))), Some(1));
    }
}

#[test]
fn a_deferred_hit_is_tentative_until_every_story_has_come_to_it() {
    // At rest 400 u away: met at 384 u, 25.6 ticks; true time 4.6 ticks after the trigger.
    let stage = Stage::new(250, |_| vec![ship(1, AT + Vec2::new(400.0, 0.0))]);
    let decisions =
        decide(&stage, stage.shot(Weapon::Laser, 100, 79, rule(HitRule::DelayedSync)), 100);
    let kinds: Vec<(u32, bool)> = decisions
        .iter()
        .map(|(after, decision)| (*after, matches!(decision, Decision::Settled { .. })))
        .collect();
    assert_eq!(kinds, [(5, false), (26, true)], "{decisions:?}");
    assert!(matches!(decisions[0].1, Decision::Hit { finality: Finality::Tentative, .. }));
}

#[test]
fn a_deferred_hit_is_undone_when_another_ship_was_hit_before() {
    // Ship 1 is met at 484 u, age 32.3, true time 11.3 ticks after the trigger. Ship 2, which is
    // out of the line until tick 95, is met at 284 u, age 18.9, true time 2.1 before the trigger.
    // Ship 1 learns of ship 2's hit only at 18.9.
    let stage = |comes_at: u32| {
        Stage::new(250, move |tick| {
            let aside = if tick >= comes_at { 0.0 } else { 200.0 };
            vec![ship(1, AT + Vec2::new(500.0, 0.0)), ship(2, AT + Vec2::new(300.0, aside))]
        })
    };
    let run = |stage: &Stage| -> Vec<(u32, u16, char)> {
        let shot = stage.shot(Weapon::Laser, 100, 79, rule(HitRule::DelayedSync));
        let short = |(after, decision): (u32, Decision)| match decision {
            Decision::Hit { victim, finality: Finality::Tentative, .. } => (after, victim.idx, '?'),
            Decision::Hit { victim, .. } => (after, victim.idx, '!'),
            Decision::Settled { victim } => (after, victim.idx, '!'),
            Decision::Retracted { victim, .. } => (after, victim.idx, '-'),
            other => panic!("{other:?}"),
        };
        decide(stage, shot, 100).into_iter().map(short).collect()
    };
    assert_eq!(run(&stage(95)), [(0, 2, '?'), (12, 1, '?'), (19, 1, '-'), (19, 2, '!')]);
    // It enters the line after the bolt has passed: ship 1 keeps its hit.
    assert_eq!(run(&stage(110)), [(12, 1, '?'), (33, 1, '!')]);
}

#[test]
fn judging_asks_and_changes_nothing() {
    let stage = crossing(|_| 1);
    let before = state_hash(&stage.history);
    for &hit_rule in HitRule::ALL {
        for weapon in [Weapon::Laser, Weapon::Beam] {
            decide(&stage, stage.shot(weapon, 112, 100, rule(hit_rule)), 100);
        }
    }
    assert_eq!(state_hash(&stage.history), before);
}

#[test]
fn claims_are_verified_and_refused_with_a_reason() {
    let stage = crossing(|tick| if tick < 115 { 1 } else { 2 });
    let at = |ticks: i64| Micros(ticks * 1_000_000 / 60);
    let claim = |fired: u32, seen: u32, now: u32, who: u16, age| {
        let shot = stage.shot(Weapon::Laser, fired, seen, rule(HitRule::Claim));
        let mut hit_test = HitTest::new(shot, &stage.rewind_source(fired));
        hit_test.claim(&stage.rewind_source(now), id(who), age)
    };
    assert!(claim(86, 74, 112, 1, at(26)).is_ok());
    assert_eq!(claim(86, 74, 112, 9, at(26)), Err(ClaimRefusal::Gone));
    assert_eq!(claim(86, 74, 115, 1, at(26)), Err(ClaimRefusal::LifeOver));
    assert_eq!(claim(86, 74, 90, 1, at(26)), Err(ClaimRefusal::NotReached), "too early");
    assert_eq!(claim(86, 74, 112, 1, at(200)), Err(ClaimRefusal::NotReached));
    let far = claim(86, 74, 112, 1, at(20));
    assert!(matches!(far, Err(ClaimRefusal::TooFar { .. })), "{far:?}");
    assert_eq!(claim(86, 74, 130, 1, at(26)), Err(ClaimRefusal::BeyondBound { ms: 500 }));
    let shot = stage.shot(Weapon::Beam, 112, 100, rule(HitRule::Claim));
    let mut hit_test = HitTest::new(shot, &stage.rewind_source(112));
    assert_eq!(hit_test.advance(&stage.rewind_source(112)), [], "the shot waits for its shooter");
    assert!(hit_test.claim(&stage.rewind_source(113), id(1), Micros::ZERO).is_ok());
    assert_eq!(
        hit_test.claim(&stage.rewind_source(113), id(1), Micros::ZERO),
        Err(ClaimRefusal::Decided)
    );
}

#[test]
fn shots_without_a_claim_end_as_misses() {
    let stage = crossing(|_| 1);
    let decisions = decide(&stage, stage.shot(Weapon::Beam, 112, 100, rule(HitRule::Claim)), 100);
    assert_eq!(decisions.len(), 1);
    assert!(matches!(decisions[0], (31, Decision::Missed)), "500 ms are 30 ticks: {decisions:?}");
}

#[test]
fn every_path_is_swept_without_gaps_up_to_its_reach() {
    let stage = crossing(|_| 1);
    for &bolt_path in BoltPath::ALL {
        let netcode = RoomNetcode { bolt_path, ..rule(HitRule::Present) };
        let shot = Shot { reach_u: 300.0, ..stage.shot(Weapon::Laser, 60, 60, netcode) };
        let tick = |n: u32| RATE.micros_at(Tick(n));
        let mut last = path(&shot, tick(0), tick(0)).to;
        // The lead is 50 ms, 45 u.
        let from_u = if bolt_path == BoltPath::Jump { 45.0 } else { 0.0 };
        assert!(((last - AT).length() - from_u).abs() < 1e-3, "{bolt_path:?} begins at {last}");
        for n in 0..30 {
            let piece = path(&shot, tick(n), tick(n + 1));
            assert_eq!(piece.from, last, "{bolt_path:?}: no gap");
            assert!(piece.to.x >= piece.from.x, "{bolt_path:?}: never back");
            last = piece.to;
        }
        assert_eq!(last, shot.point_at(300.0), "{bolt_path:?}: not beyond its reach");
    }
}
