//! Bots spare an idle player for a limited time, so that reading does not get you killed.
//! Players do not spare anyone.

use shared::{
    base::geometry::Vec2,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand, View},
        event::EventKind,
        ship::Ship,
    },
    wire::message::{ServerControl, ServerMessage},
};

use crate::support::guest::{Party, config_of};

const HZ: u32 = 60;
const SEEDS: [u64; 6] = [1, 2, 3, 4, 5, 6];

/// A room of three bots and `players` players.
fn party(seed: u64, players: u16) -> Party {
    let config = config_of(16, 3 + players, Arena::strewn(seed), seed);
    Party::new(config, players.into())
}

fn ship(party: &Party, guest: usize) -> Ship {
    *party.room.world().ship(party.guests[guest].ship).unwrap()
}

/// Runs one tick: the first player sends a command, the others stay idle.
fn tick(party: &mut Party, command: UserCommand) {
    for guest in 0..party.guests.len() {
        let ack = party.guests[guest].newest();
        let next = party.room.tick().next();
        let own = UserCommand { tick: next, view: View::present(next), ..command };
        party.say(guest, ack, if guest == 0 { vec![own] } else { Vec::new() });
    }
    party.step();
}

fn idle(party: &mut Party, ticks: u32) {
    (0..ticks).for_each(|_| tick(party, UserCommand::default()));
}

fn thrust() -> UserCommand {
    UserCommand { thrust: Thrust::Right, ..UserCommand::default() }
}

/// How often the first player is shot down while idle for `ticks` ticks.
fn deaths_while_idle(party: &mut Party, ticks: u32) -> u32 {
    let own = party.guests[0].ship;
    let mut deaths = 0;
    for _ in 0..ticks {
        idle(party, 1);
        let victims = party.room.events_now().filter_map(|event| match event.kind {
            EventKind::Died { victim, .. } => Some(victim),
            _ => None,
        });
        deaths += victims.filter(|victim| *victim == own).count() as u32;
    }
    deaths
}

/// The truces announced to the first player: the limit of each in ms, `None` for its end.
fn truces(party: &Party) -> Vec<Option<u32>> {
    let messages = party.guests[0].messages.iter();
    let of = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::Truce { ends_within_ms }) => Some(ends_within_ms),
        _ => None,
    };
    messages.filter_map(of).collect()
}

#[test]
fn nobody_is_shot_down_by_bots_who_reads() {
    for seed in SEEDS {
        let mut party = party(seed, 1);
        assert_eq!(deaths_while_idle(&mut party, 30 * HZ), 0, "seed {seed}");
        assert_eq!(truces(&party), [Some(58_000)], "seed {seed}");
    }
}

#[test]
fn who_acts_is_a_target_again_at_once() {
    let mut hurt = 0;
    for seed in SEEDS {
        let mut party = party(seed, 1);
        idle(&mut party, 5 * HZ);
        tick(&mut party, thrust());
        assert_eq!(truces(&party), [Some(58_000), None], "seed {seed}");
        let mut deaths = 0;
        for _ in 0..20 {
            tick(&mut party, thrust());
            deaths += deaths_while_idle(&mut party, HZ - 1);
        }
        hurt += u32::from(deaths > 0);
    }
    assert!(hurt >= 4, "shot down in {hurt} of {} rooms", SEEDS.len());
}

#[test]
fn after_a_minute_who_does_nothing_is_a_target() {
    let mut hurt = 0;
    for seed in &SEEDS[..3] {
        let mut party = party(*seed, 1);
        idle(&mut party, 63 * HZ);
        assert_eq!(truces(&party), [Some(58_000), None], "seed {seed}");
        hurt += u32::from(deaths_while_idle(&mut party, 30 * HZ) > 0);
    }
    assert!(hurt >= 2, "shot down in {hurt} of 3 rooms");
}

/// Hull points that the first player loses in the first two seconds of a life that starts in sight
/// of a bot, after `first` as its first command.
fn lost_at_first(seed: u64, first: UserCommand) -> u8 {
    let mut party = party(seed, 1);
    idle(&mut party, 5 * HZ);
    tick(&mut party, thrust());
    let own = party.guests[0].ship;
    let bot = party.room.world().ships().find(|ship| ship.id != own).unwrap().body.pos;
    let inwards = (Arena::strewn(seed).size() / 2.0 - bot).normalize();
    party.room.world_mut().place(own, bot + inwards * 200.0);
    tick(&mut party, first);
    let before = ship(&party, 0).health;
    idle(&mut party, 2 * HZ - 5);
    before - ship(&party, 0).health
}

#[test]
fn a_life_begins_spared() {
    let lost = |first| SEEDS.map(|seed| lost_at_first(seed, first));
    assert_eq!(lost(UserCommand::default()), [0; 6]);
    let lost = lost(thrust());
    assert!(lost.iter().filter(|points| **points > 0).count() >= 2, "who acts: {lost:?}");
}

#[test]
fn a_life_has_one_truce_and_the_next_life_another() {
    for act in [thrust(), UserCommand { trigger: Trigger::Laser, ..UserCommand::default() }] {
        let mut party = party(1, 1);
        let idle_unhurt = |party: &mut Party, ticks: u32| {
            for _ in 0..ticks {
                party.room.world_mut().shield_all();
                idle(party, 1);
            }
        };
        idle_unhurt(&mut party, 3 * HZ);
        assert_eq!(truces(&party), [Some(58_000)], "it starts protected, which is not its truce");
        tick(&mut party, act);
        assert_eq!(truces(&party), [Some(58_000), None]);
        party.guests[0].messages.clear();
        let life = ship(&party, 0).life;
        tick(&mut party, act);
        idle_unhurt(&mut party, 2 * HZ - 5);
        assert_eq!(truces(&party), [], "less than two seconds");
        idle_unhurt(&mut party, 10);
        assert_eq!(truces(&party), [Some(60_000)]);
        tick(&mut party, act);
        idle_unhurt(&mut party, 10 * HZ);
        assert_eq!(ship(&party, 0).life, life, "it was not shot down");
        assert_eq!(truces(&party), [Some(60_000), None], "no second one");
        let own = party.guests[0].ship;
        party.room.world_mut().place(own, Vec2::new(1000.0, 400.0));
        idle_unhurt(&mut party, 3 * HZ);
        assert_eq!(truces(&party), [Some(60_000), None, Some(58_000)]);
    }
}

#[test]
fn players_hit_whom_the_bots_spare() {
    let mut party = Party::new(config_of(16, 0, Arena::empty(), 1), 2);
    idle(&mut party, 2 * HZ);
    let [victim, shooter] = [0, 1].map(|guest: usize| party.guests[guest].ship);
    party.room.world_mut().place(victim, Vec2::new(1000.0, 400.0));
    party.room.world_mut().place(shooter, Vec2::new(600.0, 400.0));
    idle(&mut party, 3 * HZ);
    let next = party.room.tick().next();
    let view = View::present(next);
    let beam = UserCommand { tick: next, view, trigger: Trigger::Beam, ..UserCommand::default() };
    party.say(1, None, vec![beam]);
    idle(&mut party, 2);
    assert!(ship(&party, 0).health < 100);
    assert_eq!(truces(&party), [], "in a room without bots no truce is announced");
}
