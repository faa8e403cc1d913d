//! What a room sends is true: a decoded snapshot equals the world to the bit, and every verdict
//! matches the outcome of its shot.

use std::collections::BTreeSet;

use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        state_hash::state_hash,
        time::{Tick, ViewTime},
    },
    sim::{
        arena::{Arena, Asteroid},
        command::{Thrust, Trigger, UserCommand, View},
        event::{Decision, EventKind, ShotId},
        ship::ShipId,
        state::WorldState,
    },
    wire::{message::ServerMessage, snapshot::decode},
};

use crate::support::guest::{Party, config_of};

#[test]
fn who_fell_in_the_same_tick_is_not_hit_again() {
    // Four beams at once; three of 34 hit points each are enough.
    let mut party = Party::new(config_of(8, 0, Arena::empty(), 3), 5);
    let victim = party.guests[4].ship;
    for _ in 0..70 {
        party.step();
    }
    let tick = party.room.tick().next();
    for guest in 0..5 {
        let own = party.guests[guest].ship;
        let x = if own == victim { 1000.0 } else { 400.0 + 100.0 * f32::from(own.idx) };
        party.room.world_mut().place(own, Vec2::new(x, 400.0 + 150.0 * f32::from(own.idx)));
    }
    let target = party.room.world().ship(victim).unwrap().body.pos;
    for guest in 0..4 {
        let own = party.room.world().ship(party.guests[guest].ship).unwrap().body.pos;
        let aim = Turn::of(target - own);
        let view = View::present(tick);
        let beam = UserCommand { aim, view, trigger: Trigger::Beam, ..UserCommand::default() };
        party.say(guest, None, vec![UserCommand { tick, ..beam }]);
    }
    party.step();
    let verdicts: Vec<bool> = party.guests[..4]
        .iter()
        .map(|guest| matches!(guest.records[0].verdict, Decision::Hit { .. }))
        .collect();
    assert_eq!(verdicts, [true, true, true, false]);
    assert_eq!(party.guests[3].records[0].verdict, Decision::Void { victim });
    assert!(!party.room.world().ship(victim).unwrap().alive());
}

/// Every command that has no effect is counted and reported to its player: the commands executed
/// plus those reported account for all that came.
#[test]
fn commands_that_are_too_late_or_too_early_are_reported() {
    let mut party = Party::new(config_of(4, 0, Arena::empty(), 3), 1);
    for _ in 0..70 {
        party.step();
    }
    let tick = party.room.tick();
    let keyed = |key: Tick| UserCommand { tick: key, ..UserCommand::default() };
    let counted = 2 + 4;
    // One is for the next tick and in time. Those that are too early are sent again, with one more.
    for (n, key) in [(2, tick.minus(1)), (1, tick.next()), (3, tick.plus(100)), (4, tick.plus(100))]
    {
        party.say(0, None, (0..n).map(|after| keyed(key.plus(after))).collect());
    }
    party.step();
    party.step();
    let newest = party.guests[0].messages.iter().rev().find_map(|message| {
        match ServerMessage::decode(message) {
            Ok(ServerMessage::Snapshot(bytes)) => decode(bytes).ok(),
            _ => None,
        }
    });
    assert_eq!(newest.map(|(head, _)| u32::from(head.viewer.mistimed)), Some(counted));
}

/// A small field, so that players meet and fight.
fn ring() -> Arena {
    let rock = |x_u, y_u, radius_u| Asteroid { x_u, y_u, radius_u };
    let asteroids = [rock(300, 300, 60), rock(800, 500, 90)].into();
    Arena { width_u: 1200, height_u: 800, asteroids }
}

/// Fires at the nearest ship, by the newest snapshot.
fn duellist(own: ShipId, tick: Tick, state: &WorldState, rng: &mut Rng) -> UserCommand {
    let at = |id| state.ship(id).map_or(Vec2::ZERO, |ship| ship.body.pos);
    let here = at(own);
    let others = state.ships.iter().filter(|ship| ship.id != own && ship.alive());
    let nearest = others.min_by(|a, b| {
        let distance = |ship: &shared::sim::ship::Ship| (ship.body.pos - here).length_squared();
        distance(a).total_cmp(&distance(b))
    });
    let aim = nearest.map_or(Turn(0), |ship| Turn::of(ship.body.pos - here));
    UserCommand {
        tick,
        thrust: Thrust::ALL[(tick.0 as usize / 30 + usize::from(own.idx)) % 9],
        aim: Turn(aim.0.wrapping_add(rng.below(1500) as u16).wrapping_sub(750)),
        trigger: Trigger::from_pressed((rng.below(3) > 0, rng.below(3) == 0)),
        view: View { time: ViewTime::from_tick(state.tick), older: state.tick, span: 0 },
    }
}

#[test]
fn players_decode_the_world_to_the_bit_and_verdicts_are_what_happened() {
    for seed in 0..6 {
        let mut party = Party::new(config_of(12, 6, ring(), seed), 6);
        let mut rng = Rng::new(seed, 9);
        for _ in 0..1500 {
            let tick = party.room.tick().next();
            for n in 0..6 {
                let guest = &party.guests[n];
                let Some(newest) = guest.states.last() else {
                    continue;
                };
                // Acknowledgements are late by a different time for each player, and sometimes
                // missing. The first player always acknowledges, so it receives every event.
                let back = rng.below(1 + 8 * n as u32) as usize;
                let acked = guest.states.iter().rev().nth(back).map(|state| state.tick);
                let ack = acked.filter(|_| n == 0 || rng.below(50) > 0);
                let command = duellist(guest.ship, tick, newest, &mut rng);
                party.say(n, ack, vec![command]);
            }
            party.step();
            let want = WorldState::of(party.room.world());
            for guest in party.guests.iter().filter(|g| g.newest() == Some(want.tick)) {
                let got = guest.states.last().unwrap();
                assert_eq!(state_hash(got), state_hash(&want), "seed {seed}, {got:?} {want:?}");
            }
        }
        check_verdicts(&party, seed);
    }
}

/// A shot judged a hit is reported as a hit, and no other shot is.
fn check_verdicts(party: &Party, seed: u64) {
    let guest = &party.guests[0];
    let until = guest.newest().unwrap();
    let reported: BTreeSet<ShotId> = guest
        .events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Hit { shot, .. } => Some(shot),
            _ => None,
        })
        .collect();
    let mut hits = 0;
    for record in party.guests.iter().flat_map(|guest| &guest.records) {
        if record.judged_at <= until {
            let hit = matches!(record.verdict, Decision::Hit { .. });
            assert_eq!(reported.contains(&record.shot), hit, "seed {seed}, {record:?}");
            hits += u32::from(hit);
        }
    }
    let stats = party.room.stats();
    println!("seed {seed}: {hits} hits, {stats:?}");
    assert!(hits > 50, "seed {seed}: {hits} hits");
    assert!(stats.keyframes > 10 && stats.keyframes < stats.snapshots / 2, "{stats:?}");
}
