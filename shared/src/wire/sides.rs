//! The two sides of a room, as its players know them: the round trip that each side plays with, and
//! the kills of ships that are gone.

use core::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    base::{limits::SIDE_ROUND_TRIP_MS_MAX, time::Micros},
    sim::side::Side,
};

/// How far below its side's round trip a compliant player's measured one may be: it is measured in
/// whole ms, over other messages than the player's page measures.
const SLACK: Micros = Micros::from_ms(30);

/// The setting of a room whose players fight on two sides. Its text is the round trips of both
/// sides in ms, `20/150`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// The round trip that each side plays with, in ms, up to [`SIDE_ROUND_TRIP_MS_MAX`]. Pages
    /// with a shorter one simulate the rest.
    pub round_trip_ms: [u16; 2],
}

impl Sides {
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.round_trip_ms.iter().all(|ms| *ms <= SIDE_ROUND_TRIP_MS_MAX)
    }

    /// The round trip of a side.
    #[must_use]
    pub fn round_trip(&self, side: Side) -> Micros {
        Micros::from_ms(self.round_trip_ms[side.idx()].into())
    }

    /// The round trip that a page adds to the least one it measured: `max(0, S − RTT)`.
    #[must_use]
    pub fn added(&self, side: Side, least_round_trip: Micros) -> Micros {
        (self.round_trip(side) - least_round_trip).max(Micros::ZERO)
    }

    /// Whether a player keeps to its side's round trip, by the measured one. The server delays
    /// nothing, so a page that does not comply can only be marked.
    #[must_use]
    pub fn keeps_to(&self, side: Side, round_trip: Micros) -> bool {
        round_trip + SLACK > self.round_trip(side)
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.round_trip_ms;
        write!(f, "{first}/{second}")
    }
}

/// Why a text is not a setting of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SidesError {
    #[error("expected the round trips of both sides in ms, such as `20/150`")]
    Format,
    #[error("the round trip of a side is 0 to {SIDE_ROUND_TRIP_MS_MAX} ms")]
    Range,
}

impl FromStr for Sides {
    type Err = SidesError;

    fn from_str(text: &str) -> Result<Self, SidesError> {
        let (first, second) = text.split_once('/').ok_or(SidesError::Format)?;
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if ![first, second].into_iter().all(is_number) {
            return Err(SidesError::Format);
        }
        let ms = |text: &str| text.parse().map_err(|_| SidesError::Range);
        let sides = Self { round_trip_ms: [ms(first)?, ms(second)?] };
        if sides.is_valid() { Ok(sides) } else { Err(SidesError::Range) }
    }
}

/// The sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SidesState {
    pub sides: Sides,
    /// The kills of ships that have left, by side: in this round, or in an endless match. A bot's
    /// kills stay with its side when a player takes its place.
    pub departed_kills: [u16; 2],
}

impl SidesState {
    /// The state of a match that begins.
    #[must_use]
    pub fn new(sides: Sides) -> Self {
        Self { sides, departed_kills: [0; 2] }
    }

    /// The kills of a side, from those of its ships.
    #[must_use]
    pub fn kills(&self, side: Side, of_ships: impl Iterator<Item = u16>) -> u16 {
        of_ships.fold(self.departed_kills[side.idx()], u16::saturating_add)
    }

    /// Keeps the kills of a ship that leaves.
    pub(crate) fn keep(&mut self, side: Side, kills: u16) {
        let kept = &mut self.departed_kills[side.idx()];
        *kept = kept.saturating_add(kills);
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn sides_survive_their_text() {
        for text in ["20/150", "0/0", "1000/1"] {
            assert_eq!(text.parse::<Sides>().unwrap().to_string(), text);
        }
        for (text, why) in [
            ("", SidesError::Format),
            ("20", SidesError::Format),
            ("20/", SidesError::Format),
            ("20/150/3", SidesError::Format),
            ("+20/150", SidesError::Format),
            ("20/1001", SidesError::Range),
            ("99999/20", SidesError::Range),
        ] {
            assert_eq!(text.parse::<Sides>(), Err(why), "{text}");
        }
    }

    #[test]
    fn a_page_adds_what_its_own_round_trip_lacks() {
        let sides = Sides { round_trip_ms: [20, 150] };
        for (side, own, added) in [
            (Side::First, 4, 16),
            (Side::First, 20, 0),
            (Side::First, 90, 0),
            (Side::Second, 4, 146),
            (Side::Second, 151, 0),
        ] {
            let own = Micros::from_ms(own);
            let with_added = own + sides.added(side, own);
            assert_eq!(sides.added(side, own).as_ms(), added, "{side:?}, {own:?}");
            assert!(sides.keeps_to(side, with_added));
        }
        for (round_trip, keeps) in [(120, false), (121, true), (300, true)] {
            assert_eq!(sides.keeps_to(Side::Second, Micros::from_ms(round_trip)), keeps);
        }
    }

    #[test]
    fn kills_of_the_departed_count() {
        let mut state = SidesState::new(Sides { round_trip_ms: [20, 150] });
        state.keep(Side::Second, 3);
        state.keep(Side::Second, 4);
        assert_eq!(state.kills(Side::Second, [1, 2].into_iter()), 10);
        assert_eq!(state.kills(Side::First, [1, 2].into_iter()), 3);
        state.keep(Side::First, u16::MAX);
        assert_eq!(state.kills(Side::First, [1].into_iter()), u16::MAX);
    }
}
