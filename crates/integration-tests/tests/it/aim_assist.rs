//! Who uses aim assist is known to all players: at most a second later, to newcomers at once, and
//! for as long as the page says so.

use shared::{
    sim::arena::Arena,
    wire::message::{AimAssist, ClientControl, ServerControl, ServerMessage},
};

use crate::support::guest::{Party, config_of};

const HZ: u32 = 60;

fn party() -> Party {
    Party::new(config_of(4, 0, Arena::empty(), 3), 2)
}

/// What a guest was sent about aim assist: the seat and whether it is on, in order.
fn heard(party: &Party, guest: usize) -> Vec<(u16, AimAssist)> {
    let messages = party.guests[guest].messages.iter();
    let of_message = |message: &Vec<u8>| match ServerMessage::decode(message).unwrap() {
        ServerMessage::Control(ServerControl::AimAssist { ship, assist }) => {
            Some((ship.idx, assist))
        }
        _ => None,
    };
    messages.filter_map(of_message).collect()
}

fn say(party: &mut Party, guest: usize, assist: AimAssist) {
    party.say_bytes(guest, &ClientControl::AimAssist(assist).encode());
}

#[test]
fn all_players_are_told_and_newcomers_at_once() {
    let mut party = party();
    party.run(2 * HZ);
    assert_eq!(heard(&party, 1), [], "nobody uses aim assist unless a page says so");
    say(&mut party, 0, AimAssist::On);
    party.run(HZ);
    for guest in [0, 1] {
        assert_eq!(heard(&party, guest), [(0, AimAssist::On)], "guest {guest}");
    }
    let newcomer = party.join();
    party.step();
    assert_eq!(heard(&party, newcomer), [(0, AimAssist::On)]);
    say(&mut party, 0, AimAssist::Off);
    party.run(HZ);
    assert_eq!(heard(&party, newcomer), [(0, AimAssist::On), (0, AimAssist::Off)]);
}

#[test]
fn a_page_that_says_it_often_is_passed_on_once_a_second() {
    let mut party = party();
    for _ in 0..5 * HZ {
        say(&mut party, 0, AimAssist::On);
        say(&mut party, 0, AimAssist::Off);
        say(&mut party, 0, AimAssist::On);
        party.step();
    }
    assert_eq!(heard(&party, 1), [(0, AimAssist::On)]);
    for second in 0..5 {
        say(&mut party, 0, if second % 2 == 0 { AimAssist::Off } else { AimAssist::On });
        party.run(HZ);
    }
    assert_eq!(heard(&party, 1).len(), 6);
}

#[test]
fn who_comes_back_aims_without_help_until_the_page_says_so() {
    for says_again in [true, false] {
        let mut party = party();
        say(&mut party, 0, AimAssist::On);
        party.run(2 * HZ);
        let session = party.guests[0].session;
        party.room.handle_lost(session);
        let newcomer = party.join();
        party.step();
        assert_eq!(heard(&party, newcomer), [(0, AimAssist::On)], "the seat is held");
        let back = party.resume(session).unwrap();
        if says_again {
            say(&mut party, back, AimAssist::On);
        }
        party.run(2 * HZ);
        let told = heard(&party, 1);
        let want: &[_] =
            if says_again { &[AimAssist::On] } else { &[AimAssist::On, AimAssist::Off] };
        assert_eq!(told.iter().map(|(_, assist)| *assist).collect::<Vec<_>>(), want);
    }
}
