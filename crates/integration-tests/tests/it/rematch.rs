//! What follows a round: the next one at once if all players want it, and the series that rounds
//! add up to.

use shared::{
    room::{RoomConfig, RoomKind},
    sim::{arena::Arena, ship::ShipId},
    wire::{
        message::{ClientControl, ServerControl, ServerMessage},
        round::{Round, RoundLimits, RoundPhase, Winner},
        series::{BestOf, Series},
    },
};

use crate::support::guest::{Guest, Party, config_of};

const HZ: u32 = 60;

/// A party whose first round was over a tick ago. Nobody fights, so it is a draw.
fn after_a_round(guests: usize) -> Party {
    let limits = RoundLimits { kills: 10, time_ms: 2_000, players: 1 };
    let config = RoomConfig { rounds: Some(limits), ..config_of(4, 0, Arena::empty(), 21) };
    let mut party = Party::new(config, guests);
    while !round(&party).phase.is_over() {
        party.run(1);
    }
    party
}

fn round(party: &Party) -> &Round {
    party.room.round().unwrap()
}

/// Whether the second round runs after this many further ticks.
fn runs_after(party: &mut Party, ticks: u32) -> bool {
    party.run(ticks);
    let Round { number, phase, .. } = round(party);
    *number == 2 && matches!(phase, RoundPhase::Running { .. })
}

fn want(party: &mut Party, guest: usize) {
    party.say_bytes(guest, &ClientControl::Rematch.encode());
}

/// Who a guest was told wants the next round.
fn told(guest: &Guest) -> Vec<ShipId> {
    let rematch = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::Rematch { ship }) => Some(ship),
        _ => None,
    };
    guest.messages.iter().filter_map(rematch).collect()
}

#[test]
fn the_next_round_begins_once_all_players_want_it() {
    let mut party = after_a_round(3);
    for guest in [0, 2, 0] {
        want(&mut party, guest);
        assert!(!runs_after(&mut party, 10), "after {guest}");
    }
    let ships: Vec<ShipId> = party.guests.iter().map(|guest| guest.ship).collect();
    assert_eq!(round(&party).rematch, [ships[0], ships[2]]);
    for guest in &party.guests {
        assert_eq!(told(guest), [ships[0], ships[2]], "each once");
    }
    want(&mut party, 1);
    assert!(runs_after(&mut party, 1));
    assert!(round(&party).rematch.is_empty());
}

#[test]
fn whoever_is_not_there_has_no_say() {
    for is_lost in [false, true] {
        let mut party = after_a_round(2);
        want(&mut party, 0);
        let session = party.guests[1].session;
        if is_lost {
            party.room.handle_lost(session);
        } else {
            party.room.handle_leave(session);
        }
        assert!(runs_after(&mut party, 1), "lost: {is_lost}");
    }
    // The wish of one who left counts for nobody.
    let mut party = after_a_round(2);
    want(&mut party, 0);
    party.room.handle_leave(party.guests[0].session);
    assert!(!runs_after(&mut party, HZ));
    // Who joins in between has a say, and is told what the others want.
    let mut party = after_a_round(2);
    want(&mut party, 0);
    let joined = party.join();
    let ship = party.guests[0].ship;
    let known =
        party.guests[joined].messages.iter().find_map(|message| {
            match ServerMessage::decode(message).unwrap() {
                ServerMessage::Control(ServerControl::Round(round)) => Some(round.rematch),
                _ => None,
            }
        });
    assert_eq!(known, Some([ship].to_vec()));
    want(&mut party, 1);
    assert!(!runs_after(&mut party, 10));
    want(&mut party, joined);
    assert!(runs_after(&mut party, 1));
}

#[test]
fn a_wish_at_another_time_is_ignored() {
    let mut party = after_a_round(1);
    want(&mut party, 0);
    assert!(runs_after(&mut party, 1));
    let told_before = told(&party.guests[0]).len();
    want(&mut party, 0);
    party.run(HZ);
    assert!(round(&party).rematch.is_empty());
    assert_eq!(told(&party.guests[0]).len(), told_before);
    assert_eq!(party.guests[0].closed, None);
    // In an endless match too.
    let mut party = Party::new(config_of(2, 0, Arena::empty(), 22), 1);
    want(&mut party, 0);
    party.run(10);
    assert!(party.guests[0].closed.is_none() && told(&party.guests[0]).is_empty());
}

fn series(party: &Party) -> &Series {
    round(party).series.as_ref().unwrap()
}

/// A room in which bots shoot down a guest who does nothing, and win rounds.
fn bots_win(players: u8, best_of: BestOf) -> RoomConfig {
    let limits = RoundLimits { kills: 1, time_ms: 600_000, players };
    let config = config_of(4, 4, Arena::empty(), 23);
    let kind = RoomKind::Simulated;
    RoomConfig { rounds: Some(limits), series: Some(best_of), kind, ..config }
}

#[test]
fn a_series_ends_with_its_winner_and_the_next_begins() {
    let best_of = BestOf::new(3).unwrap();
    let mut party = Party::new(bots_win(1, best_of), 1);
    let (mut n_rounds, mut n_series) = (0, 0);
    let mut before = RoundPhase::Waiting;
    for _ in 0..600 * HZ {
        party.run(1);
        let Round { phase, series, .. } = round(&party).clone();
        let series = series.unwrap();
        if phase == before {
            continue;
        }
        match phase {
            RoundPhase::Over { winner, next, .. } => {
                n_rounds += 1;
                let last = series.rounds.last().unwrap();
                assert_eq!((last.winner, series.rounds.len()), (winner, n_rounds), "{series:?}");
                assert!(last.kills > last.rival_kills, "{series:?}");
                let Winner::Ship(ship) = winner else { panic!("{winner:?}") };
                let is_won = series.won(ship) == best_of.majority();
                assert_eq!(series.winner(), is_won.then_some(winner), "{series:?}");
                let pause_ticks = next.since(party.room.tick());
                assert_eq!(pause_ticks > i64::from(10 * HZ), is_won, "{pause_ticks} ticks");
            }
            RoundPhase::Running { .. } if series.rounds.is_empty() && n_rounds > 0 => {
                n_series += 1;
                n_rounds = 0;
            }
            _ => assert_eq!(series.rounds.len(), n_rounds, "{series:?}"),
        }
        before = phase;
        if n_series == 2 {
            return;
        }
    }
    panic!("{n_series} series in ten minutes");
}

#[test]
fn who_leaves_loses_its_rounds_and_a_held_seat_keeps_them() {
    let mut party = Party::new(bots_win(2, BestOf::new(7).unwrap()), 2);
    while series(&party).rounds.len() < 3 {
        party.run(1);
    }
    // Bots make way for players, and lose the rounds that they won.
    let is_here = |party: &Party, winner: Winner| {
        let Winner::Ship(ship) = winner else { return false };
        party.room.world().ship(ship).is_some()
    };
    let kept = |party: &Party| {
        let rounds = series(party).rounds.iter();
        rounds.filter(|round| is_here(party, round.winner)).count()
    };
    let before = series(&party).rounds.len();
    party.join();
    assert!(kept(&party) == series(&party).rounds.len() && before >= kept(&party));
    party.join();
    assert_eq!(series(&party).rounds, [], "no bot is left");
    // A held seat keeps the series going; a round that has to wait ends it.
    let mut party = Party::new(bots_win(2, BestOf::new(7).unwrap()), 2);
    while series(&party).rounds.len() < 2 {
        party.run(1);
    }
    let session = party.guests[1].session;
    party.room.handle_lost(session);
    party.run(1);
    assert!(series(&party).rounds.len() >= 2);
    let back = party.resume(session).unwrap();
    party.run(1);
    assert!(series(&party).rounds.len() >= 2);
    party.room.handle_leave(party.guests[back].session);
    party.run(1);
    assert_eq!((round(&party).phase, series(&party).rounds.len()), (RoundPhase::Waiting, 0));
}
