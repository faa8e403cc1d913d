//! Ships and players in Japanese: who is told is "あなた", everybody else has a name, or is called
//! by which ship it is.

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

pub(crate) const SOMEBODY_WHO_LEFT: &str = "退出した人";

/// What a ship is called.
pub(crate) fn ship(ship: &ShipName) -> String {
    match ship {
        ShipName::Called(name) => name.clone(),
        ShipName::Left => SOMEBODY_WHO_LEFT.to_string(),
        ShipName::Of(LabPlayer::You) => "自機".to_string(),
        ShipName::Of(LabPlayer::Other) => "相手の機体".to_string(),
        ShipName::Of(LabPlayer::Third) => "3機目".to_string(),
    }
}

/// A person; whatever particle follows.
pub(crate) fn called(person: Person, names: Names) -> String {
    match person {
        Person::You => "あなた".to_string(),
        Person::Ship(id) => ship(&names(id)),
    }
}

/// Before what a person has.
pub(crate) fn whose(person: Person, names: Names) -> String {
    format!("{}の", called(person, names))
}

/// Several of them: `Ann、Bob、Cy`.
pub(crate) fn all(persons: &[Person], names: Names) -> String {
    let all: Vec<String> = persons.iter().map(|person| called(*person, names)).collect();
    all.join("、")
}
