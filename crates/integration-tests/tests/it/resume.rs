//! Players who lose their connection and come back keep the seat, the ship and the score for a
//! while, and no other player is kept out by that.

use shared::{
    base::{geometry::Vec2, time::Micros},
    room::{HeldSeats, JoinError, ResumeError, RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand, View},
        ship::Ship,
    },
    wire::{
        close_reason::CloseReason,
        message::{Access, Announced, ClientControl, Hello, Refusal, ServerControl, ServerMessage},
    },
};

use crate::support::guest::{Party, config_of};

const HZ: u32 = 60;

fn party(guests: usize) -> Party {
    Party::new(config_of(4, 0, Arena::empty(), 3), guests)
}

fn ship(party: &Party, guest: usize) -> Option<Ship> {
    party.room.world().ship(party.guests[guest].ship).copied()
}

fn controls(party: &Party, guest: usize) -> Vec<ServerControl> {
    let messages = party.guests[guest].messages.iter();
    let decoded = messages.map(|message| ServerMessage::decode(message).unwrap());
    decoded
        .filter_map(|message| match message {
            ServerMessage::Control(control) => Some(control),
            _ => None,
        })
        .collect()
}

#[test]
fn seat_name_and_ship_are_held() {
    let mut party = party(2);
    party.run(2 * HZ);
    let (own, session) = (party.guests[0].ship, party.guests[0].session);
    // The ship flies to the right when its connection is lost.
    let tick = party.room.tick().next();
    let right = UserCommand { tick, thrust: Thrust::Right, ..UserCommand::default() };
    party.say(0, None, vec![right]);
    party.step();
    party.room.handle_lost(session);
    let lost_at = ship(&party, 0).unwrap().body.pos;
    party.run(HZ);
    let flies_on = ship(&party, 0).unwrap();
    assert!(flies_on.alive() && flies_on.body.pos.x > lost_at.x, "{flies_on:?}");
    assert_eq!((party.room.n_players(), party.room.n_held()), (2, 1));
    let announced = Announced::No;
    assert!(controls(&party, 1).contains(&ServerControl::Away { ship: own, announced }));

    let back = party.resume(session).unwrap();
    assert_eq!(party.guests[back].ship, own);
    let entry = party.room.roster().iter().find(|entry| entry.ship == own).unwrap();
    assert_eq!(entry.name, "guest 0", "the name is the seat's");
    assert_eq!(ship(&party, back).unwrap().life, flies_on.life, "the ship lives on");
    party.run(3);
    assert!(party.guests[back].newest().is_some(), "snapshots come again");
    assert!(controls(&party, 1).contains(&ServerControl::Back { ship: own, announced }));
    assert_eq!(party.resume(session), Err(ResumeError::Gone), "once");
}

#[test]
fn a_ship_leaves_the_arena_and_comes_back_with_its_score() {
    for (away_s, lives_on) in [(2, true), (4, false), (29, false)] {
        let mut party = party(2);
        party.run(2 * HZ);
        let before = ship(&party, 0).unwrap();
        let session = party.guests[0].session;
        party.room.handle_lost(session);
        party.run(away_s * HZ);
        assert_eq!(ship(&party, 0).unwrap().alive(), lives_on, "after {away_s} s");
        // No other screen shows it any more.
        let shown = party.guests[1].states.last().unwrap().ship(before.id).unwrap().alive();
        assert_eq!(shown, lives_on, "after {away_s} s");
        let back = party.resume(session).unwrap();
        party.run(3);
        let after = ship(&party, back).unwrap();
        assert!(after.alive(), "after {away_s} s");
        assert_eq!(after.life != before.life, !lives_on, "after {away_s} s");
        let score = |ship: &Ship| (ship.id, ship.kills, ship.deaths);
        assert_eq!(score(&after), score(&before), "leaving the arena is no death");
    }
}

#[test]
fn a_seat_is_given_up_in_the_end() {
    let mut party = party(2);
    party.run(HZ);
    let session = party.guests[0].session;
    party.room.handle_lost(session);
    party.run(30 * HZ - 1);
    assert_eq!((party.room.n_players(), party.given_up.len()), (2, 0));
    party.run(2);
    assert_eq!((party.room.n_players(), party.room.n_held()), (1, 0));
    assert_eq!(party.given_up, [session]);
    assert_eq!(party.resume(session), Err(ResumeError::Gone));
}

#[test]
fn a_stall_of_the_server_takes_nothing_from_it() {
    let mut party = party(2);
    party.run(HZ);
    let session = party.guests[0].session;
    party.room.handle_lost(session);
    let stalled = party.room.poll_time() + Micros::from_ms(60_000);
    party.room.handle_time(stalled);
    assert_eq!(party.room.n_held(), 1);
    assert!(ship(&party, 0).unwrap().alive(), "its ship remains");
    assert!(party.resume(session).is_ok());
}

#[test]
fn a_newcomer_gets_the_seat_that_was_held_for_longest() {
    let mut party = party(4);
    party.run(HZ);
    let sessions: Vec<_> = party.guests.iter().map(|guest| guest.session).collect();
    for guest in [2, 1] {
        party.room.handle_lost(sessions[guest]);
        party.run(HZ);
    }
    party.join();
    assert_eq!(party.given_up, [sessions[2]]);
    party.join();
    assert_eq!(party.given_up, [sessions[2], sessions[1]]);
    assert_eq!(party.resume(sessions[1]), Err(ResumeError::Gone));
}

#[test]
fn a_held_seat_is_firm_for_ten_seconds() {
    let mut party = party(4);
    party.run(HZ);
    let session = party.guests[0].session;
    party.room.handle_lost(session);
    let newcomer = Hello::new("newcomer", "");
    let check = |party: &Party, held| party.room.check_join(&newcomer, held);
    assert_eq!(check(&party, HeldSeats::Any), Ok(()));
    party.run(10 * HZ - 1);
    assert_eq!(check(&party, HeldSeats::LongHeld), Err(JoinError::Full { seats: 4 }));
    let now = party.now();
    let refused = party.room.handle_join_taking(now, &newcomer, HeldSeats::LongHeld);
    assert_eq!(refused, Err(JoinError::Full { seats: 4 }));
    assert_eq!(party.room.n_held(), 1, "the seat is still held");
    party.run(1);
    assert_eq!(check(&party, HeldSeats::LongHeld), Ok(()));
}

#[test]
fn a_founders_right_lasts_as_long_as_its_seat_was_promised() {
    // It comes back, or not.
    for comes_back in [false, true] {
        let mut party = party(4);
        party.run(HZ);
        let (founder, ship) = (party.guests[0].session, party.guests[0].ship);
        party.room.handle_lost(founder);
        party.run(HZ);
        let newcomer = party.join();
        assert_eq!(party.given_up, [founder]);
        assert!(party.room.keeps_founders_right(founder));
        let theirs = Access::FirstOnly { first: ship };
        let mut other = party.room.config().netcode;
        other.rewind_bound_ms = 100;
        for guest in [1, newcomer] {
            party.say_bytes(guest, &ClientControl::SetRules(other).encode());
            let refused = ServerControl::Refused(Refusal::Rules(theirs));
            assert_eq!(controls(&party, guest).last(), Some(&refused), "guest {guest}");
        }
        party.run(29 * HZ - 1);
        assert!(party.room.keeps_founders_right(founder), "until the tick before");
        let may = ServerControl::Access(Access::May);
        if comes_back {
            party.room.handle_leave(party.guests[newcomer].session);
            let back = party.join();
            let session = party.guests[back].session;
            party.room.handle_founder_back(session, founder);
            party.run(2 * HZ);
            assert!(controls(&party, back).contains(&may), "the player is the founder again");
            assert!(!controls(&party, 1).contains(&may));
        } else {
            assert!(!controls(&party, 1).contains(&may));
            party.run(2);
            assert!(!party.room.keeps_founders_right(founder));
            assert!(controls(&party, 1).contains(&may), "the next player");
            assert!(!controls(&party, newcomer).contains(&may));
        }
    }
}

#[test]
fn who_resumes_twice_closes_the_first_connection() {
    let mut party = party(2);
    party.run(HZ);
    let session = party.guests[0].session;
    let second = party.resume(session).unwrap();
    assert_eq!(party.guests[0].closed, Some(CloseReason::Replaced));
    assert_eq!(party.guests[second].ship, party.guests[0].ship);
    assert_eq!(party.room.n_players(), 2);
    // Messages of the first connection no longer have any effect.
    let tick = party.room.tick().next();
    let left = UserCommand { tick, thrust: Thrust::Left, ..UserCommand::default() };
    party.say(0, None, vec![left]);
    party.step();
    assert_ne!(ship(&party, second).unwrap().thrust, Thrust::Left);
    let third = party.resume(party.guests[second].session).unwrap();
    assert_eq!(party.guests[second].closed, Some(CloseReason::Replaced));
    assert_eq!(ship(&party, third).unwrap().id, party.guests[0].ship);
}

#[test]
fn rules_are_still_those_of_who_comes_back() {
    for kind in [RoomKind::Public, RoomKind::Private] {
        let config = RoomConfig { kind, ..config_of(4, 0, Arena::empty(), 3) };
        let own = config.netcode;
        let mut party = Party::new(config, 1);
        party.run(HZ);
        let mut other = own;
        other.rewind_bound_ms = 100;
        party.say_bytes(0, &ClientControl::SetRules(other).encode());
        party.run(HZ);
        assert_eq!(party.room.config().netcode, other);
        let session = party.guests[0].session;
        party.room.handle_lost(session);
        party.run(HZ);
        assert_eq!(party.room.config().netcode, other, "{kind:?}: the seat is held");
        if kind == RoomKind::Private {
            // Another player joins meanwhile, and is not the first.
            party.join();
        }
        let back = party.resume(session).unwrap();
        let access = controls(&party, back).into_iter().find_map(|control| match control {
            ServerControl::Welcome(welcome) => Some(welcome.access),
            _ => None,
        });
        assert_eq!(access, Some(Access::May), "{kind:?}: its player is still the first");
        assert_eq!(party.room.config().netcode, other);
    }
}

#[test]
fn a_ship_can_be_shot_down_while_its_player_is_away() {
    let mut party = party(2);
    party.run(3 * HZ);
    let session = party.guests[0].session;
    let (victim, shooter) = (party.guests[0].ship, party.guests[1].ship);
    party.room.world_mut().place(victim, Vec2::new(1000.0, 400.0));
    party.room.world_mut().place(shooter, Vec2::new(600.0, 400.0));
    party.room.handle_lost(session);
    let health = |party: &Party| ship(party, 0).unwrap().health;
    let before = health(&party);
    let tick = party.room.tick().next();
    let view = View::present(tick);
    let beam = UserCommand { tick, view, trigger: Trigger::Beam, ..UserCommand::default() };
    party.say(1, None, vec![beam]);
    party.run(2);
    assert!(health(&party) < before);
}
