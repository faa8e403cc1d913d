//! Shots in a room of two sides: they pass through ships of the shooter's side and hit the enemy
//! behind, under every rule and every preset; claims on allies are refused; pilots never fire
//! through one.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick},
    },
    client::Controls,
    judge::{
        hit_test::state::HitTest,
        shot::{HitClaim, Shot},
    },
    netcode::{
        choices::{BoltPath, CoverVeto, HitRule, Piercing},
        preset::Preset,
        values::RoomNetcode,
    },
    report::closest_approach::closest_approaches,
    room::{Room, RoomConfig},
    schemes::claims::ClaimRefusal,
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand},
        event::{Decision, EventKind, Finality, ShotId, Weapon},
        rules::SHIP_HEALTH,
        ship::ShipId,
        side::{Division, Side},
    },
    wire::{
        conditions::Conditions,
        message::{ClientControl, Refusal, ServerControl, ServerMessage},
        sides::Sides,
    },
};

use crate::support::{
    guest::{Party, config_of},
    id, room, seconds, ship,
    stage::{AT, Stage},
};

/// The tick at which a shot is fired, to the right.
const FIRED: u32 = 60;
/// The seats of the shooter's ally and of the enemy behind it.
const ALLY: u16 = 2;
const ENEMY: u16 = 1;

fn in_line(division: Division) -> Stage {
    let others = [(ALLY, 150.0), (ENEMY, 300.0)];
    let mut stage = Stage::new(300, |_| {
        let mut ships = others.map(|(idx, ahead_u)| ship(idx, AT + Vec2::new(ahead_u, 0.0)));
        ships.sort_by_key(|ship| ship.id);
        ships.into()
    });
    stage.params.division = division;
    stage
}

fn shot(stage: &Stage, weapon: Weapon, rule: RoomNetcode) -> Shot {
    let shot = stage.shot(weapon, FIRED, FIRED, rule);
    Shot { view: shot.fired - Micros::from_ms(rule.delay_ms.into()), ..shot }
}

/// The ships that a shot hit for good, and those that its record names.
fn run(stage: &Stage, shot: Shot) -> (Vec<u16>, Vec<u16>) {
    let (_, hit_test) = stage.run_test(shot, 100);
    assert!(hit_test.over(), "{:?}", shot.rule.hit_rule);
    let moments = (FIRED..FIRED + 100).map(|now| stage.rewind_source(now));
    let nearest = closest_approaches(&hit_test, moments).nearest;
    let hits = hit_test.hits().iter().map(|(ship, _)| ship.idx);
    (hits.collect(), nearest.iter().map(|target| target.ship.idx).collect())
}

#[test]
fn a_shot_passes_through_an_ally_and_hits_the_enemy_behind() {
    let by_room = || HitRule::ALL.iter().filter(|rule| !rule.by_claim());
    for (&hit_rule, weapon) in by_room()
        .zip([Weapon::Laser].iter().cycle())
        .chain(by_room().zip([Weapon::Beam].iter().cycle()))
    {
        for cover_veto in CoverVeto::ALL {
            let rule = RoomNetcode { hit_rule, cover_veto: *cover_veto, ..RoomNetcode::default() };
            let what = format!("{hit_rule:?}, {weapon:?}, {cover_veto:?}");
            let stage = in_line(Division::TwoSides);
            let (hits, named) = run(&stage, shot(&stage, *weapon, rule));
            assert_eq!((hits, named), (vec![ENEMY], vec![ENEMY]), "{what}");
            let stage = in_line(Division::None);
            let (hits, _) = run(&stage, shot(&stage, *weapon, rule));
            assert_eq!(hits, [ALLY], "{what}: without sides the first is hit");
        }
    }
}

#[test]
fn a_piercing_bolt_pierces_enemies_only() {
    for &hit_rule in HitRule::ALL.iter().filter(|rule| !rule.by_claim()) {
        let rule = RoomNetcode { hit_rule, piercing: Piercing::On, ..RoomNetcode::default() };
        let stage = in_line(Division::TwoSides);
        assert_eq!(run(&stage, shot(&stage, Weapon::Laser, rule)).0, [ENEMY], "{hit_rule:?}");
    }
}

#[test]
fn a_claim_on_an_ally_is_refused() {
    for hit_rule in [HitRule::Claim, HitRule::Unverified] {
        let rule = RoomNetcode { hit_rule, bolt_path: BoltPath::Muzzle, ..RoomNetcode::default() };
        for (division, refused) in
            [(Division::TwoSides, Err(ClaimRefusal::Ally)), (Division::None, Ok(()))]
        {
            let stage = in_line(division);
            let shot = stage.shot(Weapon::Laser, FIRED, FIRED, rule);
            let mut hit_test = HitTest::new(shot, &stage.rewind_source(FIRED));
            let past = stage.rewind_source(FIRED + 15);
            // 134 u at 900 u/s.
            let claim = hit_test.claim(&past, id(ALLY), Micros::from_ms(149)).map(drop);
            assert_eq!(claim, refused, "{hit_rule:?}, {division:?}");
        }
    }
}

#[test]
fn a_page_that_claims_a_hit_on_an_ally_is_refused() {
    let netcode = Preset::Targeting.netcode().room;
    let netcode = RoomNetcode { hit_rule: HitRule::Claim, ..netcode };
    let sides = Some(Sides { round_trip_ms: [80, 80] });
    let config = RoomConfig { netcode, sides, ..config_of(4, 0, Arena::empty(), 5) };
    let mut party = Party::new(config, 3);
    party.run(10);
    for (seat, ahead_u) in [(0, 0.0), (ALLY, 150.0), (ENEMY, 300.0)] {
        party.room.world_mut().place(id(seat), Vec2::new(500.0 + ahead_u, 500.0));
    }
    party.run(5);
    let tick = party.room.tick().next();
    let fire = UserCommand { trigger: Trigger::Laser, ..UserCommand::neutral(tick, Turn(0)) };
    let ack = party.guests[0].newest();
    party.say(0, ack, vec![fire]);
    party.run(10);
    let shot = ShotId { tick, shooter: id(0), weapon: Weapon::Laser };
    let claim = HitClaim { shot, victim: id(ALLY), age: 9 * 256 };
    party.say_bytes(0, &ClientControl::Claim(claim).encode());
    party.run(2);
    let refused =
        party.guests[0].messages.iter().find_map(|message| {
            match ServerMessage::decode(message).unwrap() {
                ServerMessage::Control(ServerControl::Refused(refusal)) => Some(refusal),
                _ => None,
            }
        });
    assert_eq!(refused, Some(Refusal::Claim { claim, why: ClaimRefusal::Ally }));
    assert!(party.room.world().ships().all(|ship| ship.health == SHIP_HEALTH));
}

/// Fires to the right from the first ship for a while, with the second player beyond the third, in
/// line. Returns whom shots hit for good.
fn fire(preset: Preset, weapon: Trigger, sides: Option<Sides>) -> Vec<u16> {
    let netcode = preset.netcode();
    let config = RoomConfig { netcode: netcode.room, sides, ..room(Arena::empty(), 5) };
    let mut harness = Harness::new(config).unwrap();
    for _ in 0..3 {
        harness.add_player(netcode.player, Conditions::round_trip(80));
    }
    harness.run_until(seconds(2), &mut |_, _, _| Controls::default());
    let middle = harness.room().config().arena.size() * 0.5;
    for (seat, ahead_u) in [(0, 0.0), (ALLY, 150.0), (ENEMY, 300.0)] {
        harness.room_mut().world_mut().place(id(seat), middle + Vec2::new(ahead_u, 0.0));
    }
    harness.run_until(seconds(3), &mut |_, _, _| Controls::default());
    let mut hit = Vec::new();
    let mut last = Tick::ZERO;
    // The enemy dies after a second of laser fire at the earliest.
    for tenth in 30..42 {
        let until = Micros::from_ms(tenth * 100);
        harness.run_until(until, &mut |_, player, _| {
            let trigger = if player == 0 && tenth < 36 { weapon } else { Trigger::None };
            Controls { aim: Turn(0), trigger, ..Controls::default() }
        });
        for event in harness.room().events_after(last) {
            match event.kind {
                EventKind::Hit { finality: Finality::Tentative, .. } => {}
                EventKind::Hit { victim, .. } | EventKind::Settled { victim, .. } => {
                    hit.push(victim.idx);
                }
                _ => {}
            }
        }
        last = harness.room().tick();
    }
    hit.dedup();
    hit
}

#[test]
fn nobody_hits_an_ally_under_any_preset() {
    let sides = Some(Sides { round_trip_ms: [80, 80] });
    for preset in Preset::ALL {
        for weapon in [Trigger::Laser, Trigger::Beam] {
            assert_eq!(fire(preset, weapon, sides), [ENEMY], "{preset:?}, {weapon:?}");
            assert_eq!(fire(preset, weapon, None), [ALLY], "{preset:?}, {weapon:?}: no sides");
        }
    }
}

/// Whether a ship's commands fire, and whether an ally is in the line of fire, near enough.
fn fires_through_ally(room: &Room, shooter: ShipId, aim: Turn) -> bool {
    let side = Side::of_seat(shooter.idx);
    let Some(own) = room.world().ship(shooter).filter(|ship| ship.alive()) else { return false };
    let mut allies = room
        .world()
        .ships()
        .filter(|ship| ship.id != shooter && ship.alive() && Side::of_seat(ship.id.idx) == side);
    allies.any(|ally| {
        let to = ally.body.pos - own.body.pos;
        let along = to.dot(aim.unit());
        (0.0..600.0).contains(&along) && (to - aim.unit() * along).length() < 8.0
    })
}

#[test]
fn pilots_fire_at_the_other_side_only_and_not_through_their_own() {
    for (seed, preset) in [(1, Preset::Lagrange), (2, Preset::Nothing), (3, Preset::DelayedSync)] {
        let arena = Arena::for_seats(8, seed);
        let sides = Some(Sides { round_trip_ms: [20, 150] });
        let config =
            RoomConfig { netcode: preset.netcode().room, sides, ..config_of(8, 8, arena, seed) };
        let mut party = Party::new(config, 0);
        let (mut shots, mut through, mut kills) = (0, 0, 0);
        for _ in 0..60 * 90 {
            party.step();
            for event in party.room.events_now() {
                match event.kind {
                    EventKind::Died { victim, shot } => {
                        kills += 1;
                        let sides = [victim, shot.shooter].map(|ship| Side::of_seat(ship.idx));
                        assert_ne!(sides[0], sides[1], "seed {seed}: {victim:?}");
                    }
                    EventKind::Hit { victim, shot, .. } => {
                        assert_ne!(victim.idx % 2, shot.shooter.idx % 2, "seed {seed}");
                    }
                    _ => {}
                }
            }
            for (shooter, command) in party.room.commands_now() {
                if command.trigger != Trigger::None {
                    shots += 1;
                    let is_through = fires_through_ally(&party.room, *shooter, command.aim);
                    through += u32::from(is_through);
                }
            }
        }
        println!("{preset:?}, seed {seed}: {kills} kills, {through} of {shots} triggers through");
        assert!(kills > 5, "seed {seed}: {kills} kills");
        // A ship may fly into the line within a pilot's reaction time, or the age of its view.
        assert!(through * 100 < shots, "seed {seed}: {through} of {shots}");
    }
}

#[test]
fn the_other_schemes_keep_the_rule_too() {
    // The judge run again with another rule asks the same past.
    let stage = in_line(Division::TwoSides);
    let fired = shot(&stage, Weapon::Laser, RoomNetcode::default());
    for preset in Preset::ALL {
        let rule = preset.netcode().room;
        if rule.hit_rule.by_claim() {
            continue;
        }
        let (decided, _) = stage.run_test(Shot { rule, ..fired }, 100);
        let named = decided.iter().flat_map(|(_, decided)| match decided.decision {
            Decision::Hit { victim, .. } => Some(victim.idx),
            _ => None,
        });
        assert!(named.clone().count() > 0 && named.clone().all(|idx| idx == ENEMY), "{preset:?}");
    }
}
