//! Names of ships and players in English: the viewer is "you"; others go by player name, or by
//! which ship of the match it is.

use alloc::{format, string::String, vec::Vec};

use forensics::sentence::Person;

use crate::{
    lab::LabPlayer,
    names::{Names, ShipName},
};

pub(crate) const DEPARTED_PLAYER: &str = "somebody who left";

/// Position of a word in its sentence.
#[derive(Clone, Copy)]
pub(crate) enum Position {
    SentenceStart,
    MidSentence,
}

/// Name of a ship, capitalised at the start of a sentence.
pub(crate) fn named(ship: &ShipName, begins: Position) -> String {
    let said = match (ship, begins) {
        (ShipName::Called(name), _) => name,
        (ShipName::Left, Position::SentenceStart) => "Somebody who left",
        (ShipName::Left, Position::MidSentence) => DEPARTED_PLAYER,
        (ShipName::Of(LabPlayer::You), Position::SentenceStart) => "Your ship",
        (ShipName::Of(LabPlayer::You), Position::MidSentence) => "your ship",
        (ShipName::Of(LabPlayer::Other), Position::SentenceStart) => "The other ship",
        (ShipName::Of(LabPlayer::Other), Position::MidSentence) => "the other ship",
        (ShipName::Of(LabPlayer::Third), Position::SentenceStart) => "The third ship",
        (ShipName::Of(LabPlayer::Third), Position::MidSentence) => "the third ship",
    };
    said.into()
}

/// The same within a sentence, or on its own.
pub(crate) fn ship(ship: &ShipName) -> String {
    named(ship, Position::MidSentence)
}

/// A person as subject or object.
pub(crate) fn called(person: Person, names: Names) -> String {
    match person {
        Person::You => "you".into(),
        Person::Ship(id) => ship(&names(id)),
    }
}

/// Possessive of a person.
pub(crate) fn whose(person: Person, begins: Position, names: Names) -> String {
    match (person, begins) {
        (Person::You, Position::SentenceStart) => "Your".into(),
        (Person::You, Position::MidSentence) => "your".into(),
        (Person::Ship(ship), begins) => format!("{}’s", named(&names(ship), begins)),
    }
}

/// A list of persons: `Ann`, `Ann and Bob`, or `Ann, Bob and Cy`.
pub(crate) fn all(persons: &[Person], names: Names) -> String {
    let all: Vec<String> = persons.iter().map(|person| called(*person, names)).collect();
    match &all[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
