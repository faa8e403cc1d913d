//! Names of ships and players in Japanese: the viewer is "あなた"; others go by player name, or by
//! which ship of the match it is.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use forensics::sentence::Person;

use crate::{
    lab::LabPlayer,
    names::{Names, ShipName},
};

pub(crate) const DEPARTED_PLAYER: &str = "退出した人";

/// Name of a ship.
pub(crate) fn ship(ship: &ShipName) -> String {
    match ship {
        ShipName::Called(name) => name.clone(),
        ShipName::Left => DEPARTED_PLAYER.to_string(),
        ShipName::Of(LabPlayer::You) => "自機".to_string(),
        ShipName::Of(LabPlayer::Other) => "相手の機体".to_string(),
        ShipName::Of(LabPlayer::Third) => "3機目".to_string(),
    }
}

/// A person, without a particle; any may follow.
pub(crate) fn called(person: Person, names: Names) -> String {
    match person {
        Person::You => "あなた".to_string(),
        Person::Ship(id) => ship(&names(id)),
    }
}

/// Possessive of a person.
pub(crate) fn whose(person: Person, names: Names) -> String {
    format!("{}の", called(person, names))
}

/// A list of persons: `Ann、Bob、Cy`.
pub(crate) fn all(persons: &[Person], names: Names) -> String {
    let all: Vec<String> = persons.iter().map(|person| called(*person, names)).collect();
    all.join("、")
}
