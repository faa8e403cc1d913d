//! Ships and players in English: who is told is "you", everybody else has a name.

use alloc::{format, string::String, vec::Vec};

use shared::lab::forensics::sentence::Person;

use crate::names::Names;

/// Where a word stands.
#[derive(Clone, Copy)]
pub(crate) enum Begins {
    /// At the beginning of a sentence.
    Sentence,
    /// Somewhere else.
    Within,
}

/// A person as subject or object.
pub(crate) fn called(person: Person, names: Names) -> String {
    match person {
        Person::You => "you".into(),
        Person::Ship(ship) => names(ship),
    }
}

/// Before what a person has.
pub(crate) fn whose(person: Person, begins: Begins, names: Names) -> String {
    match (person, begins) {
        (Person::You, Begins::Sentence) => "Your".into(),
        (Person::You, Begins::Within) => "your".into(),
        (Person::Ship(ship), _) => format!("{}'s", names(ship)),
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
