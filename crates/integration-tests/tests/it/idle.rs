//! Idle players in a full room are asked whether they are there, and keep their seats by any
//! answer.

use shared::{
    base::time::TickRate,
    room::RoomConfig,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand},
    },
    wire::{
        close_reason::CloseReason,
        message::{ClientControl, ServerControl, ServerMessage},
    },
};

use crate::support::guest::{Party, config_of};

const HZ: u32 = 20;

/// A full room of two.
fn full_room() -> Party {
    let rate = TickRate::new(HZ as u16).unwrap();
    Party::new(RoomConfig { rate, ..config_of(2, 0, Arena::empty(), 3) }, 2)
}

/// Runs some seconds in which both acknowledge and only the first one flies.
fn seconds(party: &mut Party, s: u32) {
    for _ in 0..s * HZ {
        let tick = party.room.tick().next();
        for guest in 0..party.guests.len() {
            let thrust = if guest == 0 { Thrust::Up } else { Thrust::None };
            let command = UserCommand { tick, thrust, ..UserCommand::default() };
            party.say(guest, party.guests[guest].newest(), vec![command]);
        }
        party.step();
    }
}

/// The questions that the idle player was asked, in order.
fn asked(party: &Party) -> Vec<Option<u32>> {
    let messages = party.guests[1].messages.iter();
    messages
        .filter_map(|message| match ServerMessage::decode(message).unwrap() {
            ServerMessage::Control(ServerControl::AreYouThere { answer_within_ms }) => {
                Some(answer_within_ms)
            }
            _ => None,
        })
        .collect()
}

#[test]
fn who_does_nothing_is_asked_and_gives_the_seat_up() {
    let mut party = full_room();
    seconds(&mut party, 179);
    assert_eq!(asked(&party), []);
    seconds(&mut party, 3);
    assert_eq!(asked(&party), [Some(30_000)]);
    seconds(&mut party, 27);
    assert_eq!(party.guests[1].closed, None);
    seconds(&mut party, 5);
    assert_eq!(party.guests[1].closed, Some(CloseReason::Idle));
    assert_eq!((party.guests[0].closed, party.room.n_players()), (None, 1));
    assert_eq!(party.room.n_held(), 0, "the seat is free");
}

#[test]
fn any_answer_keeps_the_seat() {
    for fires in [true, false] {
        let mut party = full_room();
        seconds(&mut party, 200);
        assert_eq!(asked(&party), [Some(30_000)]);
        if fires {
            let tick = party.room.tick().next();
            let trigger = Trigger::Laser;
            party.say(1, None, vec![UserCommand { tick, trigger, ..UserCommand::default() }]);
        } else {
            party.say_bytes(1, &ClientControl::Here.encode());
        }
        seconds(&mut party, 170);
        assert_eq!((party.guests[1].closed, asked(&party).len()), (None, 1));
        seconds(&mut party, 20);
        assert_eq!(asked(&party).len(), 2, "and is asked again as long after");
    }
}

#[test]
fn nobody_is_asked_where_a_seat_is_free() {
    let mut party = full_room();
    seconds(&mut party, 190);
    // The other player leaves: no one waits for a seat any more.
    let session = party.guests[0].session;
    party.room.handle_leave(session);
    seconds(&mut party, 2);
    assert_eq!(asked(&party), [Some(30_000), None]);
    seconds(&mut party, 400);
    assert_eq!((party.guests[1].closed, asked(&party).len()), (None, 2));
}
