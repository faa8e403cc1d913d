//! The two sides of a match: whether its ships fight on them, which side a ship is on, and whom its
//! shots may hit. Asked by the judge, the pilots and the client for each pair of ships.
//!
//! A ship's side follows from its seat: even seats are the first side, odd ones the second. So it
//! never changes, a held seat keeps it, and everybody who knows a ship's id knows its side.

use serde::{Deserialize, Serialize};

use super::ship::ShipId;

/// One of the two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The side of a seat, in a match that has sides.
    #[must_use]
    pub const fn of_seat(seat: u16) -> Self {
        if seat.is_multiple_of(2) { Self::First } else { Self::Second }
    }

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Its place in an array of two.
    #[must_use]
    pub const fn idx(self) -> usize {
        self as usize
    }
}

/// How the ships of a match are divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Division {
    /// Each fights all others.
    #[default]
    None,
    /// Two sides fight each other; shots pass through ships of their shooter's side.
    TwoSides,
}

impl Division {
    /// The side of a ship.
    #[must_use]
    pub const fn side_of(self, ship: ShipId) -> Option<Side> {
        match self {
            Self::None => None,
            Self::TwoSides => Some(Side::of_seat(ship.idx)),
        }
    }

    /// Whether two ships are on the same side. A ship is on its own.
    #[must_use]
    pub fn are_allies(self, one: ShipId, other: ShipId) -> bool {
        self.side_of(one).is_some_and(|side| Some(side) == self.side_of(other))
    }

    /// Whether the shots of a ship can hit another one.
    #[must_use]
    pub fn may_hit(self, shooter: ShipId, ship: ShipId) -> bool {
        shooter != ship && !self.are_allies(shooter, ship)
    }

    pub(crate) fn is_none(&self) -> bool {
        *self == Self::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_hit_the_other_side_only() {
        let ship = |idx| ShipId { idx, generation: idx };
        for (one, other, free, divided) in [
            (0, 1, true, true),
            (0, 2, true, false),
            (3, 1, true, false),
            (3, 4, true, true),
            (2, 2, false, false),
        ] {
            let (one, other) = (ship(one), ship(other));
            assert_eq!(Division::None.may_hit(one, other), free, "{one:?}, {other:?}");
            assert_eq!(Division::TwoSides.may_hit(one, other), divided, "{one:?}, {other:?}");
        }
        assert_eq!(Division::None.side_of(ship(1)), None);
        assert_eq!(Division::TwoSides.side_of(ship(1)), Some(Side::Second));
        assert_eq!(Side::ALL.map(Side::other), [Side::Second, Side::First]);
    }
}
