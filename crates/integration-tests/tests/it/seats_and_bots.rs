//! Bots fill the seats that players leave, but a held seat displaces no bot, so a player who joins
//! after others closed their tabs still meets ships. Also checks which departures are announced.

use shared::{
    room::SessionId,
    sim::arena::Arena,
    wire::message::{Announced, ServerControl, ServerMessage},
};

use crate::support::guest::{Party, config_of};

const HZ: u32 = 60;

/// Joins, stays for some ticks, and loses the connection.
fn close_a_tab(party: &mut Party, ticks_open: u32) -> SessionId {
    let guest = party.join();
    party.run(ticks_open);
    let session = party.guests[guest].session;
    party.room.handle_lost(session);
    session
}

#[test]
fn after_closed_tabs_a_visitor_meets_bots_at_once_and_from_then_on() {
    for (seed, ticks_open, pause) in
        [(1, 1, 0), (2, HZ, 0), (3, HZ, HZ), (4, 10, 4 * HZ), (5, 3 * HZ, 10)]
    {
        let case = format!("seed {seed}, open for {ticks_open}, then {pause} ticks");
        let mut party = Party::new(config_of(32, 3, Arena::strewn(seed), seed), 0);
        party.run(HZ);
        for _ in 0..3 {
            close_a_tab(&mut party, ticks_open);
            party.run(pause);
        }
        let visitor = party.join();
        for tick in 0..40 * HZ {
            party.run(1);
            assert_eq!(party.n_bots(), 2, "{case}, after {tick}");
            let Some(state) = party.guests[visitor].states.last() else { continue };
            let bots = party.room.roster().iter().filter(|entry| entry.bot);
            let seen = bots.filter(|entry| state.ship(entry.ship).is_some()).count();
            assert_eq!(seen, 2, "{case}, after {tick}");
        }
        let first = &party.guests[visitor].states[0];
        let others = first.ships.iter().filter(|ship| ship.id != party.guests[visitor].ship);
        assert!(others.filter(|ship| ship.alive()).count() >= 1, "{case}: the first snapshot");
    }
}

#[test]
fn a_bot_takes_the_place_of_a_ship_that_is_out_and_makes_way_again() {
    let mut party = Party::new(config_of(8, 4, Arena::empty(), 3), 3);
    party.run(HZ);
    let sessions: Vec<SessionId> = party.guests.iter().map(|guest| guest.session).collect();
    assert_eq!(party.n_bots(), 1);
    party.room.handle_lost(sessions[0]);
    party.room.handle_lost(sessions[1]);
    party.run(2 * HZ);
    assert_eq!(party.n_bots(), 1, "their ships still fly");
    party.run(2 * HZ);
    assert_eq!((party.n_bots(), party.room.n_held()), (3, 2));
    party.resume(sessions[0]).unwrap();
    assert_eq!(party.n_bots(), 2, "one makes way");
    // A seat given up explicitly is filled at once.
    party.room.handle_leave(sessions[2]);
    assert_eq!(party.n_bots(), 3);
    party.run(30 * HZ);
    assert_eq!((party.n_bots(), party.room.n_held()), (3, 0), "the seat that was given up");
}

#[test]
fn bots_keep_nobody_out_of_a_room_of_held_seats() {
    let mut party = Party::new(config_of(4, 4, Arena::empty(), 3), 0);
    for _ in 0..3 {
        close_a_tab(&mut party, HZ);
    }
    party.run(4 * HZ);
    assert_eq!((party.n_bots(), party.room.n_held(), party.room.n_ships()), (1, 3, 4));
    party.join();
    assert_eq!((party.n_bots(), party.room.n_held(), party.given_up.len()), (0, 3, 0));
    party.join();
    assert_eq!((party.room.n_held(), party.given_up.len()), (2, 1), "then held seats go");
}

/// The announcements of departures, losses and returns that a guest received.
fn news(party: &Party, guest: usize) -> Vec<(&'static str, Announced)> {
    let messages = party.guests[guest].messages.iter();
    let of = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::Left { announced, .. }) => Some(("left", announced)),
        ServerMessage::Control(ServerControl::Away { announced, .. }) => Some(("away", announced)),
        ServerMessage::Control(ServerControl::Back { announced, .. }) => Some(("back", announced)),
        _ => None,
    };
    messages.filter_map(of).collect()
}

#[test]
fn who_was_there_for_less_than_twenty_seconds_leaves_without_a_word() {
    for (stay_s, announced) in [(1, Announced::No), (19, Announced::No), (21, Announced::Yes)] {
        let mut party = Party::new(config_of(8, 0, Arena::empty(), 3), 1);
        let guest = party.join();
        party.run(stay_s * HZ);
        party.room.handle_leave(party.guests[guest].session);
        party.run(1);
        assert_eq!(news(&party, 0), [("left", announced)], "after {stay_s} s");

        let lost = close_a_tab(&mut party, stay_s * HZ);
        party.run(5 * HZ);
        let (late, back) = (party.join(), party.resume(lost).unwrap());
        party.run(HZ);
        party.room.handle_lost(party.guests[back].session);
        party.run(31 * HZ);
        // The time away counts towards the stay. The end of the stay is not announced again.
        let again = if stay_s + 6 < 20 { Announced::No } else { Announced::Yes };
        let rest = [("away", announced), ("back", announced), ("away", again)];
        let expected = [&[("left", announced)][..], &rest, &[("left", Announced::No)]].concat();
        assert_eq!(news(&party, 0), expected, "after {stay_s} s");
        // Newcomers receive no earlier announcements, and no player its own return.
        assert_eq!(news(&party, late)[0], ("away", Announced::No), "after {stay_s} s");
        assert_eq!(news(&party, back), [], "after {stay_s} s");
    }
}
