//! Ships and players in English: who is told is "you", everybody else has a name, or is called by
//! which ship it is.

use alloc::{format, string::String, vec::Vec};

use forensics::sentence::Person;

use crate::{
    lab::LabPlayer,
    names::{Names, ShipName},
};

pub(crate) const SOMEBODY_WHO_LEFT: &str = "somebody who left";

/// Where a word stands.
#[derive(Clone, Copy)]
pub(crate) enum Begins {
    /// At the beginning of a sentence.
    Sentence,
    /// Somewhere else.
    Within,
}

/// What a ship is called.
pub(crate) fn named(ship: &ShipName, begins: Begins) -> String {
    let said = match (ship, begins) {
        (ShipName::Called(name), _) => name,
        (ShipName::Left, Begins::Sentence) => "Somebody who left",
        (ShipName::Left, Begins::Within) => SOMEBODY_WHO_LEFT,
        (ShipName::Of(LabPlayer::You), Begins::Sentence) => "Your ship",
        (ShipName::Of(LabPlayer::You), Begins::Within) => "your ship",
        (ShipName::Of(LabPlayer::Other), Begins::Sentence) => "The other ship",
        (ShipName::Of(LabPlayer::Other), Begins::Within) => "the other ship",
        (ShipName::Of(LabPlayer::Third), Begins::Sentence) => "The third ship",
        (ShipName::Of(LabPlayer::Third), Begins::Within) => "the third ship",
    };
    said.into()
}

/// The same within a sentence, or by itself.
pub(crate) fn ship(ship: &ShipName) -> String {
    named(ship, Begins::Within)
}

/// A person as subject or object.
pub(crate) fn called(person: Person, names: Names) -> String {
    match person {
        Person::You => "you".into(),
        Person::Ship(id) => ship(&names(id)),
    }
}

/// Before what a person has.
pub(crate) fn whose(person: Person, begins: Begins, names: Names) -> String {
    match (person, begins) {
        (Person::You, Begins::Sentence) => "Your".into(),
        (Person::You, Begins::Within) => "your".into(),
        (Person::Ship(ship), begins) => format!("{}'s", named(&names(ship), begins)),
    }
}

/// Several of them: `Ann`, `Ann and Bob`, or `Ann, Bob and Cy`.
pub(crate) fn all(persons: &[Person], names: Names) -> String {
    let all: Vec<String> = persons.iter().map(|person| called(*person, names)).collect();
    match &all[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
