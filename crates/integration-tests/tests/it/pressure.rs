//! A lasting change of the server's load level is announced to all players, once per change, and to
//! newcomers.

use shared::{
    base::pressure::Pressure,
    sim::arena::Arena,
    wire::message::{ServerControl, ServerMessage},
};

use crate::support::guest::{Party, config_of};

fn levels(party: &Party, guest: usize) -> Vec<Pressure> {
    let messages = party.guests[guest].messages.iter();
    messages
        .filter_map(|message| match ServerMessage::decode(message).unwrap() {
            ServerMessage::Control(ServerControl::Pressure(pressure)) => Some(pressure),
            _ => None,
        })
        .collect()
}

/// Applies a load level for some seconds, measured once a second as the shell does.
fn press(party: &mut Party, pressure: Pressure, seconds: u32) {
    for _ in 0..seconds {
        for _ in 0..60 {
            let ack = party.guests[0].newest();
            for guest in 0..party.guests.len() {
                party.say(guest, ack, Vec::new());
            }
            party.step();
        }
        party.room.handle_pressure(pressure);
    }
    party.step();
}

#[test]
fn every_lasting_change_is_broadcast() {
    let mut party = Party::new(config_of(4, 0, Arena::empty(), 3), 2);
    press(&mut party, Pressure::Busy, 4);
    press(&mut party, Pressure::Calm, 1);
    assert_eq!(levels(&party, 0), [], "four seconds");
    press(&mut party, Pressure::Busy, 5);
    assert_eq!(levels(&party, 0), [Pressure::Busy]);
    press(&mut party, Pressure::Overloaded, 2);
    press(&mut party, Pressure::Busy, 2);
    assert_eq!(levels(&party, 0), [Pressure::Busy], "a short overload");
    press(&mut party, Pressure::Overloaded, 6);
    let late = party.join();
    press(&mut party, Pressure::Calm, 1);
    let all = [Pressure::Busy, Pressure::Overloaded, Pressure::Calm];
    assert_eq!(levels(&party, 0), all, "less pressure at once");
    assert_eq!(levels(&party, 1), all);
    assert_eq!(levels(&party, late), all[1..]);
}
