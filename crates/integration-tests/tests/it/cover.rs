//! Favour the defender: a bolt meets a ship where its shooter saw it, and a rock is between that
//! point and the ship's present position. Runs each rule that rewinds bolts over a history like a
//! live room's.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    judge::{
        hit_test::state::{Cover, HitTest},
        shot::Shot,
    },
    netcode::{
        choices::{CoverVeto, HitRule, Piercing},
        values::RoomNetcode,
    },
    schemes::claims::ClaimRefusal,
    sim::{
        arena::Asteroid,
        event::{Decision, Finality, Weapon},
    },
};

use crate::support::{
    id, ship,
    stage::{AT, RATE, Stage},
};

/// The tick at which it fires, to the right. Its view is 200 ms old.
const FIRED: u32 = 60;
const SEEN: u32 = FIRED - 12;
/// When the bolt is 300 u from its muzzle, a third of a second old.
const MET: u32 = FIRED + 20;
/// The rock of the rules: radius 20 at (308, 30) from the muzzle.
const ROCK: Asteroid = Asteroid { x_u: 508, y_u: 930, radius_u: 20 };

/// A ship seen at (316, 0) that is at (316, 60) when the bolt comes, and another one behind it.
/// Positions count from the muzzle.
fn turning_a_corner(rocks: &[Asteroid]) -> Stage {
    let mut stage = Stage::new(240, |tick| {
        let down = (tick as f32 - (FIRED + 10) as f32).clamp(0.0, 6.0) * 10.0;
        vec![ship(1, AT + Vec2::new(316.0, down)), ship(2, AT + Vec2::new(616.0, 0.0))]
    });
    stage.params.arena.asteroids = rocks.to_vec().try_into().unwrap();
    stage
}

fn shot(stage: &Stage, rule: RoomNetcode, transit_ms: i64) -> Shot {
    let shot = stage.shot(Weapon::Laser, FIRED, SEEN, rule);
    Shot { transit: Micros::from_ms(transit_ms), ..shot }
}

/// Every decision, and the cover that vetoed.
fn run(stage: &Stage, rule: RoomNetcode, transit_ms: i64) -> (Vec<Decision>, Option<Cover>) {
    let (decided, hit_test) = stage.run_test(shot(stage, rule, transit_ms), 120);
    assert!(hit_test.over(), "{rule:?}");
    (decided.into_iter().map(|(_, decided)| decided.decision).collect(), hit_test.cover())
}

fn veto(hit_rule: HitRule, cover_veto: CoverVeto) -> RoomNetcode {
    RoomNetcode { hit_rule, cover_veto, delay_ms: 200, ..RoomNetcode::default() }
}

fn hit(idx: u16) -> Decision {
    Decision::Hit { victim: id(idx), finality: Finality::Final }
}

fn saved() -> Decision {
    Decision::Vetoed { victim: id(1) }
}

#[test]
fn a_rock_between_the_bolt_and_the_ship_now_saves_it() {
    use CoverVeto::{All, Beams, Off};
    use HitRule::{EtPerFrame, Lagrange, Present, SourceByLifeId, SourceExact};
    let rows = [
        // (rule, veto, rocks, what is decided)
        (Lagrange, All, vec![ROCK], vec![saved(), hit(2)]),
        (Lagrange, All, vec![], vec![hit(1)]),
        (Lagrange, Off, vec![ROCK], vec![hit(1)]),
        (Lagrange, Beams, vec![ROCK], vec![hit(1)]),
        (SourceByLifeId, All, vec![ROCK], vec![saved(), hit(2)]),
        (SourceExact, All, vec![ROCK], vec![saved(), hit(2)]),
        (SourceByLifeId, Off, vec![ROCK], vec![hit(1)]),
        // These judge bolts in the present: the ship is gone, and there is nothing to veto.
        (Present, All, vec![ROCK], vec![hit(2)]),
        (EtPerFrame, All, vec![ROCK], vec![hit(2)]),
    ];
    for (rule, choice, rocks, want) in rows {
        let (decided, cover) = run(&turning_a_corner(&rocks), veto(rule, choice), 0);
        assert_eq!(decided, want, "{rule:?}, {choice:?}, {} rocks", rocks.len());
        let vetoed = want.contains(&saved());
        assert_eq!(cover, vetoed.then_some(Cover::Rock), "{rule:?}: the report names the veto");
    }
}

#[test]
fn under_delayed_synchronisation_now_is_when_the_hit_is_applied() {
    let stage = turning_a_corner(&[ROCK]);
    let rule = veto(HitRule::DelayedSync, CoverVeto::All);
    // Applied 133 ms after the trigger, the ship is still where it was seen; after 300 ms it is
    // gone.
    let (decided, _) = run(&stage, rule, 0);
    assert_eq!(decided.last().unwrap().as_verdict(), hit(1));
    let (decided, cover) = run(&stage, rule, 300);
    assert_eq!((decided[0], cover), (saved(), Some(Cover::Rock)));
    assert_eq!(decided.last().unwrap().as_verdict(), hit(2), "the bolt flies on past that ship");
}

#[test]
fn a_claim_on_a_ship_behind_cover_is_refused() {
    for (rocks, want) in [(vec![ROCK], Err(ClaimRefusal::Cover)), (vec![], Ok(hit(1)))] {
        let stage = turning_a_corner(&rocks);
        let shot = shot(&stage, veto(HitRule::Claim, CoverVeto::All), 0);
        let mut hit_test = HitTest::new(shot, &stage.rewind_source(FIRED));
        let age = RATE.micros_at(Tick(MET)) - RATE.micros_at(Tick(FIRED));
        let got = hit_test.claim(&stage.rewind_source(MET), id(1), age);
        assert_eq!(got.map(|decided| decided.decision), want);
    }
}

#[test]
fn a_ship_that_is_saved_is_saved_for_good() {
    let stage = turning_a_corner(&[ROCK]);
    let mut rule = veto(HitRule::Lagrange, CoverVeto::All);
    rule.piercing = Piercing::On;
    let (decided, _) = run(&stage, rule, 0);
    let of_first = decided.iter().filter(|decision| decision.victim() == Some(id(1)));
    assert_eq!(of_first.count(), 1, "met in many ticks, judged once: {decided:?}");
    let Some(Decision::Pierced { victims }) = decided.last() else { panic!("{decided:?}") };
    assert_eq!(victims.ships(), [id(2)]);
}

#[test]
fn the_end_of_a_bolt_does_not_change_that_cover_vetoed_it() {
    let end = Asteroid { x_u: 700, y_u: 900, radius_u: 30 };
    let rule = veto(HitRule::Lagrange, CoverVeto::All);
    let (decided, _) = run(&turning_a_corner(&[ROCK, end]), rule, 0);
    assert_eq!(decided, [saved(), Decision::Missed]);
    let verdict = decided.iter().fold(None, |before, decision| Some(decision.after(before)));
    assert_eq!(verdict, Some(saved()));
}
