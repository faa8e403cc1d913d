//! Favour the defender: a bolt meets a ship where its shooter saw it, and a rock is between that
//! point and where the ship is now. Each rule that rewinds bolts, over a live room's history.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick, TickRate},
    },
    history::store::History,
    judge::{
        hit_test::state::{Cover, HitTest},
        shooter_history::ShooterHistory,
        shot::Shot,
    },
    netcode::{
        choices::{CoverVeto, HitRule, Piercing},
        values::RoomNetcode,
    },
    schemes::targeting::ClaimRefusal,
    sim::{
        arena::{Arena, Asteroid},
        bolt::Bolt,
        event::{Decision, Finality, ShotId, Weapon},
        world::Ground,
    },
};

use crate::support::{id, ship};

const RATE: TickRate = TickRate::DEFAULT;
/// The shooter's muzzle; all places count from here.
const AT: Vec2 = Vec2::new(200.0, 900.0);
/// The tick at which it fires, to the right, and what it saw: 200 ms before.
const FIRED: u32 = 60;
const SEEN: u32 = FIRED - 12;
/// When the bolt is 300 u from its muzzle, a third of a second old.
const MET: u32 = FIRED + 20;
/// The rock of the rules: radius 20 at (308, 30).
const ROCK: Asteroid = Asteroid { x_u: 508, y_u: 930, radius_u: 20 };

/// A ship that is seen at (316, 0) and is at (316, 60) by when the bolt comes, and another one that
/// stands behind.
struct Stage {
    history: History,
    ground: Ground,
}

impl Stage {
    fn new(rocks: &[Asteroid]) -> Self {
        let mut history = History::new(RATE);
        for tick in 0..=240 {
            let down = (tick as f32 - (FIRED + 10) as f32).clamp(0.0, 6.0) * 10.0;
            let ships = [
                ship(0, AT),
                ship(1, AT + Vec2::new(316.0, down)),
                ship(2, AT + Vec2::new(616.0, 0.0)),
            ];
            history.record(Tick(tick), ships.iter());
        }
        let arena = Arena { asteroids: rocks.into(), ..Arena::empty() };
        Self { history, ground: Ground::new(RATE, arena) }
    }

    fn rewind_source(&self, now: u32) -> ShooterHistory<'_> {
        ShooterHistory {
            history: &self.history,
            ground: &self.ground,
            now: Tick(now),
            sent: None,
            marker_rates_hz: &[60; 4],
            died: &[],
        }
    }

    fn hit_test(&self, rule: RoomNetcode, transit_ms: i64) -> HitTest {
        let shot = ShotId { tick: Tick(FIRED), shooter: id(0), weapon: Weapon::Laser };
        let bolt = Bolt::new(shot, Tick(FIRED), AT, Turn(0), &self.ground.arena);
        let shot = Shot::of_bolt(&bolt, RATE, rule);
        let view = RATE.micros_at(Tick(SEEN));
        let shot = Shot { view, transit: Micros::from_ms(transit_ms), ..shot };
        HitTest::new(shot, &self.rewind_source(FIRED))
    }

    /// Everything that is decided, and what cover was.
    fn run(&self, rule: RoomNetcode, transit_ms: i64) -> (Vec<Decision>, Option<Cover>) {
        let mut hit_test = self.hit_test(rule, transit_ms);
        let ticks = FIRED..FIRED + 120;
        let decided = ticks.flat_map(|now| hit_test.advance(&self.rewind_source(now)));
        let decided = decided.map(|decided| decided.decision).collect();
        assert!(hit_test.over(), "{rule:?}");
        (decided, hit_test.cover())
    }
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
    use HitRule::{EtPerFrame, Lagrange, Present, SourceExact, SourceLives};
    let rows = [
        // (rule, veto, rocks, what is decided)
        (Lagrange, All, vec![ROCK], vec![saved(), hit(2)]),
        (Lagrange, All, vec![], vec![hit(1)]),
        (Lagrange, Off, vec![ROCK], vec![hit(1)]),
        (Lagrange, Beams, vec![ROCK], vec![hit(1)]),
        (SourceLives, All, vec![ROCK], vec![saved(), hit(2)]),
        (SourceExact, All, vec![ROCK], vec![saved(), hit(2)]),
        (SourceLives, Off, vec![ROCK], vec![hit(1)]),
        // These look at bolts' targets in the present: the ship is away, and nothing to veto.
        (Present, All, vec![ROCK], vec![hit(2)]),
        (EtPerFrame, All, vec![ROCK], vec![hit(2)]),
    ];
    for (rule, choice, rocks, want) in rows {
        let (decided, cover) = Stage::new(&rocks).run(veto(rule, choice), 0);
        assert_eq!(decided, want, "{rule:?}, {choice:?}, {} rocks", rocks.len());
        let vetoed = want.contains(&saved());
        assert_eq!(cover, vetoed.then_some(Cover::Rock), "{rule:?}: what vetoed is told");
    }
}

#[test]
fn under_delayed_synchronisation_now_is_when_the_hit_is_applied() {
    let stage = Stage::new(&[ROCK]);
    let rule = veto(HitRule::Deferred, CoverVeto::All);
    // Applied 133 ms after the trigger the ship is where it was seen; 300 ms after it is away.
    let (decided, _) = stage.run(rule, 0);
    assert_eq!(decided.last().unwrap().as_verdict(), hit(1));
    let (decided, cover) = stage.run(rule, 300);
    assert_eq!((decided[0], cover), (saved(), Some(Cover::Rock)));
    assert_eq!(decided.last().unwrap().as_verdict(), hit(2), "the bolt flies on past that ship");
}

#[test]
fn a_claim_on_a_ship_behind_cover_is_refused() {
    for (rocks, want) in [(vec![ROCK], Err(ClaimRefusal::Cover)), (vec![], Ok(hit(1)))] {
        let stage = Stage::new(&rocks);
        let mut hit_test = stage.hit_test(veto(HitRule::Claim, CoverVeto::All), 0);
        let age = RATE.micros_at(Tick(MET)) - RATE.micros_at(Tick(FIRED));
        let got = hit_test.claim(&stage.rewind_source(MET), id(1), age);
        assert_eq!(got.map(|decided| decided.decision), want);
    }
}

#[test]
fn a_ship_that_is_saved_is_saved_for_good() {
    let stage = Stage::new(&[ROCK]);
    let mut rule = veto(HitRule::Lagrange, CoverVeto::All);
    rule.piercing = Piercing::On;
    let (decided, _) = stage.run(rule, 0);
    let of_first = decided.iter().filter(|decision| decision.victim() == Some(id(1)));
    assert_eq!(of_first.count(), 1, "met in many ticks, judged once: {decided:?}");
    let Some(Decision::Pierced { victims }) = decided.last() else { panic!("{decided:?}") };
    assert_eq!(victims.ships(), [id(2)]);
}

#[test]
fn the_end_of_a_bolt_does_not_change_that_cover_vetoed_it() {
    let end = Asteroid { x_u: 700, y_u: 900, radius_u: 30 };
    let rule = veto(HitRule::Lagrange, CoverVeto::All);
    let (decided, _) = Stage::new(&[ROCK, end]).run(rule, 0);
    assert_eq!(decided, [saved(), Decision::Missed]);
    let verdict = decided.iter().fold(None, |before, decision| Some(decision.after(before)));
    assert_eq!(verdict, Some(saved()));
}
