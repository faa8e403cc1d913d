//! Links to a room that the page does not understand, in English.

use alloc::{format, string::String};

use crate::game::{AddressFault, AddressWords};

pub(super) const WORDS: AddressWords =
    AddressWords { refusal: |piece, why| format!("The link contains `{piece}`: {}.", fault(why)) };

fn fault(why: &AddressFault) -> String {
    match why {
        AddressFault::NoPair => "not a key=value pair".into(),
        AddressFault::Encoding => "invalid percent encoding".into(),
        AddressFault::UnknownKey => "unknown key".into(),
        AddressFault::Twice => "given twice".into(),
        AddressFault::TickRate => "a room has 20 to 128 ticks a second".into(),
        AddressFault::Rounds(error) => format!("{error}"),
        AddressFault::Sides(error) => format!("{error}"),
        AddressFault::SidesInPublic => {
            "only a private room has two sides, so the link needs its name".into()
        }
        AddressFault::Link(error) => format!("{error}"),
        AddressFault::Bots => "bots can fill a room up to 8 ships".into(),
        AddressFault::Level => "bots play at a level from 1 to 31, or `adaptive`".into(),
        AddressFault::BestOf => "a series is the best of 3, 5 or 7 rounds".into(),
        AddressFault::WatchDelay => "watchers see a match 0 to 10 seconds late".into(),
        AddressFault::Listed => "`listed` is `yes`, or left out".into(),
        AddressFault::Node => "a server's name is 1 to 32 small letters, digits or -".into(),
        AddressFault::RoomWithoutName => "a room needs a name".into(),
        AddressFault::InvisibleInRoom => "a room name cannot contain invisible characters".into(),
        AddressFault::UnknownPreset => "unknown preset".into(),
        AddressFault::LaboratoryOnly => "available only in the laboratory".into(),
        AddressFault::UnknownValue { key, value } => format!("`{key}` has no value `{value}`"),
        AddressFault::NotWhole { key } => format!("`{key}` takes a whole number"),
        AddressFault::OutOfRange { key, min, max } => format!("`{key}` goes from {min} to {max}"),
    }
}
