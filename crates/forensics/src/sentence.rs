//! What can be said about a shot, as values: each sentence with its numbers, ships and recipient.
//! Made from a case ([`Case::sentences`](super::Case::sentences)) when a shot is inspected; the
//! crate `words` phrases them in each language.

use alloc::vec::Vec;

use shared::{
    judge::hit_test::state::{Cover, VoidCause},
    sim::ship::ShipId,
};

/// Positions closer than this count as the same, in u.
const SAME_U: f32 = 0.5;

/// The subject of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// The recipient.
    You,
    /// The player of a ship.
    Ship(ShipId),
}

impl Person {
    /// The player of a ship, as addressed to a recipient in the room or to an outside viewer.
    #[must_use]
    pub fn of(ship: ShipId, recipient: Option<ShipId>) -> Self {
        if recipient == Some(ship) { Self::You } else { Self::Ship(ship) }
    }
}

/// The distance between two positions of one ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Separation {
    /// Small enough to count as the same position.
    Same {
        off_u: f32,
    },
    Off {
        off_u: f32,
    },
}

impl Separation {
    /// From a distance in u.
    #[must_use]
    pub fn of(off_u: f32) -> Self {
        if off_u <= SAME_U { Self::Same { off_u } } else { Self::Off { off_u } }
    }

    /// In u.
    #[must_use]
    pub const fn off_u(self) -> f32 {
        match self {
            Self::Same { off_u } | Self::Off { off_u } => off_u,
        }
    }
}

/// Which time the server rewound the targets to. All durations are in ms before the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewoundMoment {
    /// No rewind.
    Present,
    /// The present minus a fixed delay, equal for all players.
    SharedDelay { back_ms: i64 },
    /// The shooter's view time, under a rule without a bound.
    Past { back_ms: i64 },
    /// The shooter's view time, bounded.
    Bounded { back_ms: i64, bound_ms: i64, reach: Reach },
    /// The shooter's view time under a ping cap, to which the interpolation delay is added.
    Capped { back_ms: i64, cap_ms: i64, lerp_ms: i64, reach: Reach },
}

/// Where in the allowed range a time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Within,
    /// At the bound.
    Limit,
}

/// A ship that a shot hit, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShipMet {
    pub ship: Person,
    pub place: ImpactPlace,
}

/// Where a shot met a ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ImpactPlace {
    /// There is nothing to compare it with.
    Unknown,
    Present {
        /// Distance of the shot from the ship's centre, in u.
        from_centre_u: f32,
        /// How far away the shooter's screen drew the ship, in u, if that was another position.
        drawn_off_u: Option<f32>,
    },
    /// In the past: the distance from where the shooter saw it.
    Past(Separation),
}

/// Which side of a ship a shot passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassingSide {
    /// In front of a ship that crosses its path.
    Ahead,
    Behind,
    /// Seen along the shot.
    Left,
    Right,
}

/// Why a near miss missed: the server's position of the target against the seen one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MissReason {
    /// The target was rewound, and was this far from where the shooter saw it.
    Past { looked: RewoundMoment, apart: Option<Separation> },
    /// The present was judged, and the shooter's picture was older.
    Present {
        /// Age of the picture, in ms.
        picture_ms: i64,
        /// Distance of the ship from where the shooter saw it, in u.
        apart_u: Option<f32>,
    },
}

/// Why the server rejected a claimed hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RefusalReason {
    UnknownShot,
    Decided,
    BeyondBound {
        back_ms: u32,
        bound_ms: i64,
    },
    NotReached,
    /// The shot passed this far from the ship's edge, in u.
    TooFar {
        beside_u: f32,
    },
    LifeOver,
    Shielded,
    Gone,
    Cover,
    /// The ship is on the shooter's side.
    Ally,
}

/// Why the server did not use the view time of the shooter's picture. All durations are in ms
/// before the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClampReason {
    Bound {
        picture_ms: i64,
        bound_ms: i64,
        used_ms: i64,
    },
    /// The picture was this much later than the shot, in ms.
    Future {
        after_ms: i64,
    },
    /// An earlier shot had a later view time, which was used.
    Backwards {
        picture_ms: i64,
        used_ms: i64,
    },
    /// The connection does not explain so old a picture; the view was moved to what it does
    /// explain.
    Unexplained {
        picture_ms: i64,
        used_ms: i64,
    },
    /// The view time was derived from the round trip instead.
    RoundTrip {
        picture_ms: i64,
        used_ms: i64,
    },
    PingCap {
        picture_ms: i64,
        cap_ms: i64,
        lerp_ms: i64,
        used_ms: i64,
    },
    SharedDelay {
        picture_ms: i64,
        delay_ms: i64,
        used_ms: i64,
    },
}

/// Direction in which a view time slipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockShift {
    /// Towards a later time.
    Ahead,
    Back,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ShotSentence {
    /// It hit at the rewound positions: one ship, or several in turn with a piercing bolt.
    Hit { shooter: Person, looked: RewoundMoment, met: Vec<ShipMet> },
    /// The victim had moved on by this much, in u: the cost of honouring the shooter's view.
    FurtherBy { off_u: f32 },
    /// The hit may still be retracted.
    CanBeUndone,
    /// It missed a ship's edge by this much, in u.
    Missed { ship: Person, shooter: Person, gap_u: f32, side: PassingSide, because: MissReason },
    /// It missed and came near no ship.
    NobodyNear,
    /// It missed: under this rule shooters claim their hits, and this one claimed none.
    NothingClaimed { shooter: Person },
    /// It met a ship in the past, but the line of fire is obstructed in the present; by what, if
    /// known.
    Vetoed { looked: RewoundMoment, ship: Person, cover: Option<Cover> },
    /// It met a ship that could not be hit; why, if known.
    Void { ship: Person, cause: Option<VoidCause> },
    /// A hit was retracted because the bolt had met another ship earlier.
    Undone { victim: Person, first: Person, refund: u8 },
    /// The server rejected the shooter's claim.
    Refused { shooter: Person, ship: Person, because: RefusalReason },
    /// The server did not use the view time of the shooter's picture.
    Clamped { shooter: Person, because: ClampReason },
    /// The shooter's screen extrapolated the ship, without a snapshot for this long.
    Extrapolated { shooter: Person, ship: Person, since_snapshot_ms: i64, off_u: f32 },
    /// Snapshots were lost, and the shooter's screen interpolated the ship across the gap.
    Lost { shooter: Person, ship: Person, gap_ms: i64, off_u: f32 },
    /// The view time slipped while the bolt flew, in ms.
    Slipped { shooter: Person, by_ms: f32, way: ClockShift },
}
