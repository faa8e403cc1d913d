//! Names of ships and players in Korean: the viewer is "나"; others go by player name, or by which
//! ship of the match it is.

use alloc::{format, string::String, vec::Vec};

use forensics::sentence::Person;

use crate::{
    lab::LabPlayer,
    names::{Names, ShipName},
};

pub(crate) const DEPARTED_PLAYER: &str = "나간 플레이어";

/// Role of a word in its sentence, marked by its particle.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    /// No particle.
    Alone,
    Topic,
    Subject,
    Object,
    /// Recipient or target.
    Dative,
}

/// Name of a ship.
pub(crate) fn ship(ship: &ShipName) -> String {
    match ship {
        ShipName::Called(name) => name.clone(),
        ShipName::Left => DEPARTED_PLAYER.into(),
        ShipName::Of(player) => ship_of(*player).into(),
    }
}

const fn ship_of(player: LabPlayer) -> &'static str {
    match player {
        LabPlayer::You => "내 기체",
        LabPlayer::Other => "상대 기체",
        LabPlayer::Third => "세 번째 기체",
    }
}

/// A person with a particle. A player name's reading is unknown, so it takes both forms of one.
pub(crate) fn called(person: Person, part: Part, names: Names) -> String {
    let name = match person {
        Person::You => return you(part).into(),
        Person::Ship(ship) => names(ship),
    };
    let particle = match (&name, part) {
        (_, Part::Alone) => "",
        (ShipName::Called(_), Part::Topic) => "은(는)",
        (ShipName::Called(_), Part::Subject) => "이(가)",
        (ShipName::Called(_), Part::Object) => "을(를)",
        (ShipName::Called(_) | ShipName::Left, Part::Dative) => "에게",
        (ShipName::Of(_) | ShipName::Left, Part::Topic) => "는",
        (ShipName::Of(_) | ShipName::Left, Part::Subject) => "가",
        (ShipName::Of(_) | ShipName::Left, Part::Object) => "를",
        (ShipName::Of(_), Part::Dative) => "에",
    };
    ship(&name) + particle
}

const fn you(part: Part) -> &'static str {
    match part {
        Part::Alone => "나",
        Part::Topic => "나는",
        Part::Subject => "내가",
        Part::Object => "나를",
        Part::Dative => "나에게",
    }
}

/// Possessive of a person.
pub(crate) fn whose(person: Person, names: Names) -> String {
    match person {
        Person::You => "내".into(),
        Person::Ship(id) => format!("{}의", ship(&names(id))),
    }
}

/// A list of persons, with a particle after the last: `Ann, Bob, Cy을(를)`.
pub(crate) fn all(persons: &[Person], part: Part, names: Names) -> String {
    let Some((last, first)) = persons.split_last() else { return String::new() };
    let first = first.iter().map(|person| called(*person, Part::Alone, names));
    let last = called(*last, part, names);
    first.chain([last]).collect::<Vec<_>>().join(", ")
}
