//! How hard the server works is told to everybody, once for each change, and to newcomers.

use crate::support::guest::{Party, config_of};
use shared::{
    base::pressure::Pressure,
    sim::arena::Arena,
    wire::message::{ServerControl, ServerMessage},
};

fn told(party: &Party, guest: usize) -> Vec<Pressure> {
    let messages = party.guests[guest].messages.iter();
    messages
        .filter_map(|message| match ServerMessage::decode(message).unwrap() {
            ServerMessage::Control(ServerControl::Pressure(pressure)) => Some(pressure),
            _ => None,
        })
        .collect()
}

#[test]
fn every_change_is_told_to_everybody() {
    let mut party = Party::new(config_of(4, 0, Arena::empty(), 3), 2);
    for pressure in [Pressure::Calm, Pressure::Busy, Pressure::Busy, Pressure::Overloaded] {
        party.room.handle_pressure(pressure);
        party.step();
    }
    let late = party.join();
    party.room.handle_pressure(Pressure::Calm);
    party.step();
    let all = [Pressure::Busy, Pressure::Overloaded, Pressure::Calm];
    assert_eq!(told(&party, 0), all);
    assert_eq!(told(&party, 1), all);
    assert_eq!(told(&party, late), all[1..]);
}
