//! What happened in the world, as it is told to everyone.

use alloc::vec::Vec;
use core::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use super::ship::ShipId;
use crate::base::{
    geometry::{Turn, Vec2},
    limits::{TICK_MAX, VICTIMS_MAX},
    time::{Micros, Tick},
};

/// The two weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// Fires bolts that fly.
    Laser,
    /// Hits at once along a line.
    Beam,
}

/// A shot, named by who fired which weapon with the command of which tick: both ends know the
/// name before they speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ShotId {
    /// The key tick of the command that fired it.
    pub tick: Tick,
    /// Who fired.
    pub shooter: ShipId,
    pub weapon: Weapon,
}

/// As links write it: tick, seat, generation and weapon, `830.0.0.l`.
impl Display for ShotId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { tick, shooter, weapon } = self;
        let weapon = match weapon {
            Weapon::Laser => 'l',
            Weapon::Beam => 'b',
        };
        write!(formatter, "{}.{}.{}.{weapon}", tick.0, shooter.idx, shooter.generation)
    }
}

/// A text is no [`ShotId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no shot: a shot is TICK.SEAT.GENERATION.WEAPON, as 830.0.0.l")]
pub struct ShotIdError;

impl FromStr for ShotId {
    type Err = ShotIdError;

    fn from_str(text: &str) -> Result<Self, ShotIdError> {
        parse_shot_id(text).ok_or(ShotIdError)
    }
}

fn parse_shot_id(text: &str) -> Option<ShotId> {
    let mut parts = text.split('.');
    let tick = digits(parts.next()?).filter(|tick| *tick <= TICK_MAX)?;
    let shooter = ShipId { idx: digits(parts.next()?)?, generation: digits(parts.next()?)? };
    let weapon = match parts.next()? {
        "l" => Weapon::Laser,
        "b" => Weapon::Beam,
        _ => return None,
    };
    parts.next().is_none().then_some(ShotId { tick: Tick(tick), shooter, weapon })
}

/// A number without a sign.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a hit can still be undone, and whether its bolt ends with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Finality {
    /// It stands, and the bolt ends.
    Final,
    /// It may be undone until a later tick; the bolt flies on meanwhile.
    Tentative,
    /// It stands, and the bolt pierces the ship: it flies on.
    Piercing,
}

/// The ships that one bolt pierced, in order of its age; at least one, at most [`VICTIMS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<ShipId>", into = "Vec<ShipId>")]
pub struct Victims {
    ships: [ShipId; VICTIMS_MAX],
    n: u8,
}

impl Victims {
    /// The first ships of a list; `None` where it is empty.
    #[must_use]
    pub fn of(all: impl IntoIterator<Item = ShipId>) -> Option<Self> {
        let mut victims = Self { ships: [ShipId::default(); VICTIMS_MAX], n: 0 };
        for (place, ship) in victims.ships.iter_mut().zip(all) {
            *place = ship;
            victims.n += 1;
        }
        (victims.n > 0).then_some(victims)
    }

    /// The ships, in order of the bolt's age.
    #[must_use]
    pub fn ships(&self) -> &[ShipId] {
        &self.ships[..usize::from(self.n)]
    }

    /// The first ship.
    #[must_use]
    pub const fn first(&self) -> ShipId {
        self.ships[0]
    }
}

impl From<Victims> for Vec<ShipId> {
    fn from(victims: Victims) -> Self {
        victims.ships().into()
    }
}

/// A list of ships that no bolt can have pierced: it is empty, or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bolt does not pierce {n} ships")]
pub struct VictimsError {
    n: usize,
}

impl TryFrom<Vec<ShipId>> for Victims {
    type Error = VictimsError;

    fn try_from(ships: Vec<ShipId>) -> Result<Self, VictimsError> {
        let n = ships.len();
        Self::of(ships).filter(|_| n <= VICTIMS_MAX).ok_or(VictimsError { n })
    }
}

/// What a judge decides of a shot. The last decision on a shot is its verdict, but for the end of
/// one that cover vetoed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// It is over and hit nobody.
    Missed,
    /// It hits a ship.
    Hit {
        victim: ShipId,
        /// Whether that can still be undone.
        finality: Finality,
    },
    /// It is over; the first ship that it met does not count, for the life that was seen is over,
    /// or a shield holds.
    Void {
        /// Which ship it met.
        victim: ShipId,
    },
    /// It hit what was seen, but cover was in the way in the present. Another hit may follow, or
    /// the end of the shot.
    Vetoed {
        /// Which ship it would have hit.
        victim: ShipId,
    },
    /// A tentative hit stands.
    Settled {
        /// Which ship was hit.
        victim: ShipId,
    },
    /// A tentative hit is undone, for the shot had met another ship before. A hit on that one
    /// follows.
    Retracted {
        /// Which ship was not hit.
        victim: ShipId,
        by: ShipId,
    },
    /// A bolt that pierces is over, and hit ships on its way.
    Pierced {
        /// Which ones.
        victims: Victims,
    },
}

impl Decision {
    /// As the last word on a shot: a tentative hit that stands is a final one, and so is one whose
    /// bolt flew on.
    #[must_use]
    pub const fn as_verdict(self) -> Self {
        match self {
            Self::Settled { victim } | Self::Hit { victim, finality: Finality::Piercing } => {
                Self::Hit { victim, finality: Finality::Final }
            }
            Self::Hit { .. }
            | Self::Retracted { .. }
            | Self::Vetoed { .. }
            | Self::Void { .. }
            | Self::Pierced { .. }
            | Self::Missed => self,
        }
    }

    /// The verdict on a shot so far, when this is decided after another: that a shot is over does
    /// not change that cover vetoed it.
    #[must_use]
    pub const fn after(self, before: Option<Self>) -> Self {
        match (before, self) {
            (Some(vetoed @ Self::Vetoed { .. }), Self::Missed | Self::Void { .. }) => vetoed,
            _ => self.as_verdict(),
        }
    }

    /// Whether it can be the last word on a shot.
    #[must_use]
    pub const fn is_verdict(&self) -> bool {
        !matches!(
            self,
            Self::Settled { .. }
                | Self::Retracted { .. }
                | Self::Hit { finality: Finality::Piercing, .. }
        )
    }

    /// The ship that it is about; of several the first.
    #[must_use]
    pub const fn victim(&self) -> Option<ShipId> {
        match *self {
            Self::Missed => None,
            Self::Pierced { victims } => Some(victims.first()),
            Self::Hit { victim, .. }
            | Self::Void { victim }
            | Self::Vetoed { victim }
            | Self::Settled { victim }
            | Self::Retracted { victim, .. } => Some(victim),
        }
    }

    /// The ship that it says is hit, tentatively or for good; of several the first.
    #[must_use]
    pub const fn hits(&self) -> Option<ShipId> {
        match *self {
            Self::Hit { victim, .. } | Self::Settled { victim } => Some(victim),
            Self::Pierced { victims } => Some(victims.first()),
            Self::Missed | Self::Void { .. } | Self::Vetoed { .. } | Self::Retracted { .. } => None,
        }
    }

    /// The ships that it is about, in order of the shot's age.
    pub fn names(&self) -> impl Iterator<Item = ShipId> + use<> {
        let (first, all) = match *self {
            Self::Pierced { victims } => (None, Some(victims)),
            _ => (self.victim(), None),
        };
        let all = all.into_iter().flat_map(|all| all.ships.into_iter().take(all.n.into()));
        first.into_iter().chain(all)
    }

    /// Whether it says that a ship is hit, tentatively or for good.
    #[must_use]
    pub fn is_hit_on(&self, ship: ShipId) -> bool {
        self.hits().is_some() && self.names().any(|victim| victim == ship)
    }

    /// As one of several victims is told: only of itself.
    #[must_use]
    pub fn as_sent_to(self, victim: ShipId) -> Self {
        match self {
            Self::Pierced { .. } if self.is_hit_on(victim) => {
                Self::Hit { victim, finality: Finality::Final }
            }
            _ => self,
        }
    }

    /// Whether a later decision on the same shot can change what it says.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Hit { finality: Finality::Tentative, .. } | Self::Retracted { .. })
    }
}

/// A decision, and where on its way the shot was when it met the ship; where it meets none, how far
/// it was judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    /// What is decided.
    pub decision: Decision,
    /// How far from its muzzle the shot was, in u.
    pub distance_u: f32,
    /// The shot's age.
    pub age: Micros,
}

/// Something that happened at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Event {
    pub tick: Tick,
    pub kind: EventKind,
}

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum EventKind {
    /// A ship began a life.
    Spawned {
        ship: ShipId,
        /// Where, on the position grid.
        at: Vec2,
    },
    /// A shot left its muzzle at this tick.
    Fired {
        shot: ShotId,
        /// The muzzle, on the position grid.
        origin: Vec2,
        /// Where it was aimed.
        aim: Turn,
    },
    /// A shot hurt a ship. A bolt ends with it, unless that is tentative or the bolt pierces.
    Hit {
        shot: ShotId,
        victim: ShipId,
        /// Hit points lost.
        damage: u8,
        /// How far from its muzzle the shot had come, in u, on the position grid.
        distance_u: f32,
        /// Whether it can still be undone, and whether the bolt ends.
        finality: Finality,
    },
    /// A tentative hit stands. Its bolt ends with it.
    Settled { shot: ShotId, victim: ShipId },
    /// A tentative hit was undone: its damage is given back.
    Retracted {
        shot: ShotId,
        /// Who gets the hit points back.
        victim: ShipId,
        /// Hit points given back.
        refund: u8,
    },
    /// A ship was shot down, finally.
    Died {
        victim: ShipId,
        /// The shot that did it.
        shot: ShotId,
    },
}
