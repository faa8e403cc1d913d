//! What can be said of a shot, as values: every sentence with its numbers, its ships and who is
//! told. They are made from a case ([`Case::sentences`](super::Case::sentences)) when somebody
//! looks into a shot; the crate `words` says them, in whatever language.

use alloc::vec::Vec;

use shared::{
    judge::hit_test::state::{Cover, VoidCause},
    sim::ship::ShipId,
};

/// Places nearer to each other than this are told as the same place, in u.
const SAME_U: f32 = 0.5;

/// Whom a sentence speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// Who is told.
    You,
    /// Whoever flies a ship.
    Ship(ShipId),
}

impl Person {
    /// Whoever flies a ship, as it is told to one of the room, or to nobody in it.
    #[must_use]
    pub fn of(ship: ShipId, recipient: Option<ShipId>) -> Self {
        if recipient == Some(ship) { Self::You } else { Self::Ship(ship) }
    }
}

/// How far from each other two places of the same ship are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Separation {
    /// So little that they are the same place.
    Same { off_u: f32 },
    /// They are not the same place.
    Off { off_u: f32 },
}

impl Separation {
    /// Of a distance in u.
    #[must_use]
    pub fn of(off_u: f32) -> Self {
        if off_u <= SAME_U { Self::Same { off_u } } else { Self::Off { off_u } }
    }

    /// The distance, in u.
    #[must_use]
    pub const fn off_u(self) -> f32 {
        match self {
            Self::Same { off_u } | Self::Off { off_u } => off_u,
        }
    }
}

/// Which moment of the targets the server looked at. Every span is in ms before the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewoundMoment {
    /// Where the targets are.
    Present,
    /// The same moment for everybody.
    SharedDelay { back_ms: i64 },
    /// The shooter's moment, under a rule without a bound.
    Past { back_ms: i64 },
    /// The shooter's moment, under a bound.
    Bounded { back_ms: i64, bound_ms: i64, reach: Reach },
    /// The shooter's moment, under a cap by ping, to which the interpolation is added.
    Capped { back_ms: i64, cap_ms: i64, lerp_ms: i64, reach: Reach },
}

/// Where within a bound a moment lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Within,
    /// As far back as the bound allows.
    Limit,
}

/// A ship that a shot hit, and where it met it.
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
    /// In the present.
    Present {
        /// How far the shot passed from the ship's centre, in u.
        from_centre_u: f32,
        /// How far away the shooter's screen had the ship, in u, if that was another place.
        drawn_off_u: Option<f32>,
    },
    /// In the past: how far from where the shooter saw it.
    Past(Separation),
}

/// On which side a shot passed a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassingSide {
    /// In front of a ship that flies across.
    Ahead,
    Behind,
    /// As seen along the shot.
    Left,
    Right,
}

/// Why a shot that came near a ship missed it: what the server held against what was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MissReason {
    /// It looked into the past, and had the ship so far from where the shooter saw it.
    Past { looked: RewoundMoment, apart: Option<Separation> },
    /// It judged the present, and the shooter's picture was older.
    Present {
        /// How old it was, in ms.
        picture_ms: i64,
        /// How far the ship was from where the shooter saw it, in u.
        apart_u: Option<f32>,
    },
}

/// Why the server refused a hit that a shooter claimed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RefusalReason {
    UnknownShot,
    Decided,
    BeyondBound {
        back_ms: u32,
        bound_ms: i64,
    },
    NotReached,
    /// The shot passed so far beside the ship's edge, in u.
    TooFar {
        beside_u: f32,
    },
    LifeOver,
    Shielded,
    Gone,
    Cover,
}

/// Why the moment that the server used is not the one that the shooter's picture showed. Every span
/// is in ms before the shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClampReason {
    Bound {
        picture_ms: i64,
        bound_ms: i64,
        used_ms: i64,
    },
    /// The picture showed a moment so long after the shot, in ms.
    Future {
        after_ms: i64,
    },
    /// The picture of an earlier shot showed a later moment, which was used.
    Backwards {
        picture_ms: i64,
        used_ms: i64,
    },
    /// The connection does not explain so old a picture: it was used as far as it does.
    Unexplained {
        picture_ms: i64,
        used_ms: i64,
    },
    /// The round trip says another moment, which was used.
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

/// Which way a picture slipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockShift {
    /// It came to show a later moment.
    Ahead,
    Back,
}

/// A sentence on a shot.
#[derive(Clone, Debug, PartialEq)]
pub enum ShotSentence {
    /// It hit, where the server looked: one ship, or where bolts pierce, one after another.
    Hit { shooter: Person, looked: RewoundMoment, met: Vec<ShipMet> },
    /// Whom it hit was elsewhere by then, in u: the price of what the shooter saw.
    FurtherBy { off_u: f32 },
    /// That hit may yet be undone.
    CanBeUndone,
    /// It passed a ship's edge so far off, in u.
    Missed { ship: Person, shooter: Person, gap_u: f32, side: PassingSide, because: MissReason },
    /// It missed and came near nobody.
    NobodyNear,
    /// It missed: shooters say whom they hit, and this one said nothing.
    NothingClaimed { shooter: Person },
    /// It met a ship in the past, but something is in the way in the present; what, where that is
    /// known.
    Vetoed { looked: RewoundMoment, ship: Person, cover: Option<Cover> },
    /// It met a ship that could not be hit; why, where that is known.
    Void { ship: Person, cause: Option<VoidCause> },
    /// The hit on a ship was undone, for the bolt had met another one before.
    Undone { victim: Person, first: Person, refund: u8 },
    /// The shooter claimed a hit, and the server refused.
    Refused { shooter: Person, ship: Person, because: RefusalReason },
    /// The server did not use the moment of the shooter's picture.
    Clamped { shooter: Person, because: ClampReason },
    /// The shooter's screen guessed where the ship was, without news of it for so long.
    Guessed { shooter: Person, ship: Person, without_news_ms: i64, off_u: f32 },
    /// Snapshots were lost, and the shooter's screen drew the ship across the gap.
    Lost { shooter: Person, ship: Person, gap_ms: i64, off_u: f32 },
    /// While the bolt flew, the moment of the shooter's picture slipped, in ms.
    Slipped { shooter: Person, by_ms: f32, way: ClockShift },
}
