//! Each player's round trip goes out to all players when it has changed, and to a newcomer at
//! once.

use lab::harness::Harness;
use shared::{
    client::Controls,
    netcode::values::PlayerNetcode,
    sim::arena::Arena,
    wire::{
        conditions::Conditions,
        message::{ServerControl, ServerMessage},
    },
};

use crate::support::{
    guest::{Party, config_of},
    room, seconds,
};

const SEED: u64 = 20_261_124;

/// The seats listed in each latencies message that a guest received.
fn latencies(party: &Party, guest: usize) -> Vec<Vec<u16>> {
    let messages = party.guests[guest].messages.iter();
    messages
        .filter_map(|message| match ServerMessage::decode(message).unwrap() {
            ServerMessage::Control(ServerControl::Latencies(all)) => {
                Some(all.iter().map(|latency| latency.ship.idx).collect())
            }
            _ => None,
        })
        .collect()
}

/// Runs `ticks` ticks in which every guest acknowledges what it received.
fn play(party: &mut Party, ticks: u32) {
    for _ in 0..ticks {
        party.step();
        for guest in 0..party.guests.len() {
            party.say(guest, party.guests[guest].newest(), Vec::new());
        }
    }
}

#[test]
fn an_unchanged_latency_is_sent_once() {
    let mut party = Party::new(config_of(8, 0, Arena::empty(), 3), 3);
    play(&mut party, 600);
    for guest in 0..3 {
        assert_eq!(latencies(&party, guest), [[0, 1, 2]], "guest {guest}");
    }
    let newcomer = party.join();
    play(&mut party, 600);
    assert_eq!(latencies(&party, newcomer), [[0, 1, 2, 3]], "of all players");
    for guest in 0..3 {
        assert_eq!(latencies(&party, guest), [vec![0, 1, 2], vec![3]], "guest {guest}");
    }
}

#[test]
fn of_many_who_move_at_once_each_has_its_turn() {
    let mut party = Party::new(config_of(300, 0, Arena::empty(), 3), 300);
    play(&mut party, 60 * 300 / 16 + 60);
    let mut known: Vec<u16> = latencies(&party, 7).concat();
    assert_eq!(known.len(), 300, "no player is sent twice");
    known.sort_unstable();
    assert_eq!(known, (0..300).collect::<Vec<u16>>());
}

#[test]
fn a_changed_latency_is_sent_again() {
    println!("seed {SEED}");
    let mut harness = Harness::new(room(Arena::empty(), SEED)).unwrap();
    for round_trip_ms in [20, 90] {
        harness.add_player(PlayerNetcode::default(), Conditions::round_trip(round_trip_ms));
    }
    let play_until = |harness: &mut Harness, s| {
        while harness.now() < seconds(s) {
            harness.step(&mut |_, _, _| Controls::default());
        }
    };
    let known = |harness: &Harness| {
        let latencies = harness.client(0).latencies();
        let own = harness.client(1).own_id();
        let found = latencies.iter().find(|latency| Some(latency.ship) == own);
        found.expect("every player has a latency").round_trip_ms
    };
    play_until(&mut harness, 12);
    // An echo waits for the tick that reads it.
    assert!((90..90 + 17 + 8).contains(&known(&harness)), "{} ms", known(&harness));
    harness.set_conditions(1, Conditions::round_trip(200));
    play_until(&mut harness, 30);
    assert!((200..200 + 17 + 8).contains(&known(&harness)), "{} ms", known(&harness));
}
