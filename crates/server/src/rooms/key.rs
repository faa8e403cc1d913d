//! Turns the room name that a player typed in a hello into the key of a room.
//!
//! The key says whether the server owns the room. A name that can be mistaken for a lobby's never
//! opens another room: it leads to a lobby, and only the server opens those.
use std::fmt;

use shared::room::RoomKind;
use unicode_normalization::UnicodeNormalization;

use crate::limits::LOBBIES_MAX;
use crate::names::{normalised_untruncated, skeletons};

/// The name of the first lobby; the others have a number after it.
const LOBBY: &str = "lobby";
/// Name of experimental rooms, in which every player may change the rules. Digits or punctuation
/// may follow it, but no letter.
const EXPERIMENTAL: &str = "lab";

/// Identifies a room.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RoomKey {
    /// Owned by the server and open to every player.
    Lobby(Lobby),
    /// Opened by a player.
    Named(RoomName),
}

/// The number of a lobby, from 1 to [`LOBBIES_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Lobby(u8);

/// The name of a player's room: cleaned, and not to be mistaken for a lobby's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct RoomName(String);

impl Lobby {
    /// The lobby for players who name no other room. It is always open.
    pub(crate) const FIRST: Self = Self(1);

    /// Every possible lobby, in the order in which they fill.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (1..=LOBBIES_MAX).map(Self)
    }
}

impl RoomKey {
    /// The room that is always open.
    pub(crate) const DEFAULT: Self = Self::Lobby(Lobby::FIRST);

    /// The room that a typed name asks for. `None` if the name is too long: cut short, two
    /// different names could lead to the same room. A lobby that cannot exist becomes the first.
    pub(crate) fn from_typed(typed: &str) -> Option<Self> {
        let name = normalised_untruncated(typed)?;
        if name.is_empty() || reads_as_lobby(&name) {
            let own = skeletons(&name);
            let named =
                |lobby: &Lobby| skeletons(&lobby.to_string()).iter().zip(&own).any(|(a, b)| a == b);
            return Some(Self::Lobby(Lobby::all().find(named).unwrap_or(Lobby::FIRST)));
        }
        Some(Self::Named(RoomName(name)))
    }

    /// Whether a player who asks for this room may get a seat in `other`: only in the same room,
    /// or, for a lobby, in any lobby.
    pub(crate) fn leads_to(&self, other: &Self) -> bool {
        matches!((self, other), (Self::Lobby(_), Self::Lobby(_))) || self == other
    }

    /// Who may change the room's rules.
    pub(crate) fn kind(&self) -> RoomKind {
        match self {
            Self::Lobby(_) => RoomKind::Public,
            Self::Named(name) if name.is_experimental() => RoomKind::Experimental,
            Self::Named(_) => RoomKind::Private,
        }
    }
}

impl RoomName {
    fn is_experimental(&self) -> bool {
        let name = self.0.to_lowercase();
        let rest = name.strip_prefix(EXPERIMENTAL);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    }
}

impl fmt::Display for Lobby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FIRST => f.write_str(LOBBY),
            Self(n) => write!(f, "{LOBBY} {n}"),
        }
    }
}

impl fmt::Display for RoomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lobby(lobby) => lobby.fmt(f),
            Self::Named(RoomName(name)) => f.write_str(name),
        }
    }
}

/// Whether a player could mistake a room of this name for one of the server's: of its letters and
/// digits, ignoring anything in between, all but `lobby` look like digits.
fn reads_as_lobby(name: &str) -> bool {
    let letters = |text: &str| {
        skeletons(text)
            .map(|skeleton| -> String { skeleton.nfd().filter(|c| c.is_alphanumeric()).collect() })
    };
    let lobby_and_digits = letters(LOBBY).into_iter().zip(letters("0123456789"));
    letters(name).iter().zip(lobby_and_digits).any(|(name, (lobby, digits))| {
        let is_digit = |c: char| c.is_numeric() || digits.contains(c);
        let around = name.split_once(&lobby);
        around.is_some_and(|(before, after)| before.chars().chain(after.chars()).all(is_digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_read_as_a_lobby_lead_to_a_lobby() {
        for (typed, asked) in [
            ("", "lobby"),
            (" \u{202E} ", "lobby"),
            ("lobby", "lobby"),
            ("Lobby", "lobby"),
            ("lobby 2", "lobby 2"),
            ("LOBBY 2", "lobby 2"),
            ("\u{FF2C}obby \u{FF12}", "lobby 2"),
            ("lobby 16", "lobby 16"),
            // The server never opens any of these.
            ("lobby 17", "lobby"),
            ("lobby 0", "lobby"),
            ("lobby 1", "lobby"),
            ("lobby 05", "lobby"),
            ("lobby +5", "lobby"),
            ("lobby -5", "lobby"),
            ("lobby 100000", "lobby"),
            ("lobby 9999999999", "lobby"),
            ("lobby2", "lobby"),
            ("lobby  2", "lobby 2"),
            ("lobby #2", "lobby"),
            ("lobby\u{2461}", "lobby"),
            ("lobby \u{0662}", "lobby"),
            ("2 lobby", "lobby"),
            ("l.o.b.b.y", "lobby"),
            ("\u{AB}Lobby\u{BB}", "lobby"),
            ("lobb\u{FD}", "lobby"),
            ("Iobby", "lobby"),
            ("l0bby", "lobby"),
            ("l\u{43E}bby", "lobby"),
        ] {
            let key = RoomKey::from_typed(typed).unwrap();
            assert!(matches!(key, RoomKey::Lobby(_)), "{typed:?}");
            assert_eq!(key.to_string(), asked, "{typed:?}");
            assert_eq!(key.kind(), RoomKind::Public, "{typed:?}");
        }
    }

    #[test]
    fn other_names_are_private_rooms() {
        for name in ["duel", "lobbyists", "lobby of Ann", "the lobby", "hobby", "lob", "2"] {
            let key = RoomKey::from_typed(name).unwrap();
            assert_eq!((key.kind(), key.to_string()), (RoomKind::Private, name.into()));
        }
    }

    #[test]
    fn experimental_rooms_are_recognised_by_name() {
        for name in ["lab", "Lab", "LAB 3", "lab-3", "lab3", "lab."] {
            assert_eq!(RoomKey::from_typed(name).unwrap().kind(), RoomKind::Experimental, "{name}");
        }
        for name in ["label", "Labrador", "labyrinth", "lab\u{E9}", "my lab", "collab"] {
            assert_eq!(RoomKey::from_typed(name).unwrap().kind(), RoomKind::Private, "{name}");
        }
    }

    #[test]
    fn every_lobby_name_round_trips() {
        assert_eq!(Lobby::all().next(), Some(Lobby::FIRST));
        assert_eq!(Lobby::all().count(), usize::from(LOBBIES_MAX));
        for lobby in Lobby::all() {
            assert_eq!(RoomKey::from_typed(&lobby.to_string()), Some(RoomKey::Lobby(lobby)));
        }
    }

    #[test]
    fn overlong_names_are_rejected() {
        let sound =
            ["sixteen letters!", " tournament night ", &"\u{1F9D1}\u{200D}\u{1F680}".repeat(5)];
        for name in sound {
            let key = RoomKey::from_typed(name).map(|key| key.to_string());
            assert_eq!(key.as_deref(), Some(name.trim()));
        }
        let rocket = "\u{1F9D1}\u{200D}\u{1F680}".repeat(6);
        for name in ["tournament night A", "tournament night B", "lobby of all the pilots", &rocket]
        {
            assert_eq!(RoomKey::from_typed(name), None, "{name}");
        }
    }
}
