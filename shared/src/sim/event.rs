//! World events, as sent to every client.

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// Fires bolts that fly.
    Laser,
    /// Hits at once along a line.
    Beam,
}

/// A shot id: shooter, weapon and command tick. Server and client derive it independently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ShotId {
    /// Tick of the command that fired it.
    pub tick: Tick,
    pub shooter: ShipId,
    pub weapon: Weapon,
}

/// As written in links: tick, seat, generation and weapon, `830.0.0.l`.
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

/// A text that is not a [`ShotId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid shot; expected TICK.SEAT.GENERATION.WEAPON, e.g. 830.0.0.l")]
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

/// Whether a hit may still be retracted, and whether it ends the bolt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Finality {
    /// Stands, and ends the bolt.
    Final,
    /// May be retracted until a later tick; the bolt flies on meanwhile.
    Tentative,
    /// Stands, and the bolt pierces the ship and flies on.
    Piercing,
}

/// Ships pierced by one bolt, ordered by its age: one to [`VICTIMS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<ShipId>", into = "Vec<ShipId>")]
pub struct Victims {
    ships: [ShipId; VICTIMS_MAX],
    n: u8,
}

impl Victims {
    /// The first ships of a list; `None` if it is empty.
    #[must_use]
    pub fn of(all: impl IntoIterator<Item = ShipId>) -> Option<Self> {
        let mut victims = Self { ships: [ShipId::default(); VICTIMS_MAX], n: 0 };
        for (place, ship) in victims.ships.iter_mut().zip(all) {
            *place = ship;
            victims.n += 1;
        }
        (victims.n > 0).then_some(victims)
    }

    /// Ordered by the bolt's age.
    #[must_use]
    pub fn ships(&self) -> &[ShipId] {
        &self.ships[..usize::from(self.n)]
    }

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

/// An empty list of pierced ships, or one that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bolt cannot pierce {n} ships")]
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

/// A judge's decision on a shot. The last decision is its verdict, except that a shot vetoed by
/// cover keeps that verdict when it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// It ended without a hit.
    Missed,
    Hit {
        victim: ShipId,
        /// Whether the hit may still be retracted.
        finality: Finality,
    },
    /// It ended; the first ship that it met does not count, because the life that was seen is over
    /// or a shield holds.
    Void {
        /// The ship it met.
        victim: ShipId,
    },
    /// It hit on the shooter's view, but cover was in the way in the present. Another hit may
    /// follow, or the end of the shot.
    Vetoed {
        /// The ship it would have hit.
        victim: ShipId,
    },
    /// A tentative hit becomes final.
    Settled { victim: ShipId },
    /// A tentative hit is retracted because the shot had met another ship earlier. A hit on that
    /// ship follows.
    Retracted {
        /// The ship that was not hit after all.
        victim: ShipId,
        by: ShipId,
    },
    /// A piercing bolt ended after hitting ships on its way.
    Pierced { victims: Victims },
}

impl Decision {
    /// Normalised to a verdict: a settled tentative hit counts as final, and so does one whose bolt
    /// flew on.
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

    /// The verdict so far, given the one before this decision: the end of a shot does not override
    /// a cover veto.
    #[must_use]
    pub const fn after(self, before: Option<Self>) -> Self {
        match (before, self) {
            (Some(vetoed @ Self::Vetoed { .. }), Self::Missed | Self::Void { .. }) => vetoed,
            _ => self.as_verdict(),
        }
    }

    /// Whether it can be the last decision on a shot.
    #[must_use]
    pub const fn is_verdict(&self) -> bool {
        !matches!(
            self,
            Self::Settled { .. }
                | Self::Retracted { .. }
                | Self::Hit { finality: Finality::Piercing, .. }
        )
    }

    /// The ship it concerns; of several the first.
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

    /// The ship it counts as hit, tentatively or finally; of several the first.
    #[must_use]
    pub const fn hits(&self) -> Option<ShipId> {
        match *self {
            Self::Hit { victim, .. } | Self::Settled { victim } => Some(victim),
            Self::Pierced { victims } => Some(victims.first()),
            Self::Missed | Self::Void { .. } | Self::Vetoed { .. } | Self::Retracted { .. } => None,
        }
    }

    /// The ships it concerns, ordered by the shot's age.
    pub fn ships(&self) -> impl Iterator<Item = ShipId> + use<> {
        let (first, all) = match *self {
            Self::Pierced { victims } => (None, Some(victims)),
            _ => (self.victim(), None),
        };
        let all = all.into_iter().flat_map(|all| all.ships.into_iter().take(all.n.into()));
        first.into_iter().chain(all)
    }

    /// Whether it counts a ship as hit, tentatively or finally.
    #[must_use]
    pub fn is_hit_on(&self, ship: ShipId) -> bool {
        self.hits().is_some() && self.ships().any(|victim| victim == ship)
    }

    /// As sent to one of several victims, who learns only of its own hit.
    #[must_use]
    pub fn as_sent_to(self, victim: ShipId) -> Self {
        match self {
            Self::Pierced { .. } if self.is_hit_on(victim) => {
                Self::Hit { victim, finality: Finality::Final }
            }
            _ => self,
        }
    }

    /// Whether a later decision on the same shot can override it.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Hit { finality: Finality::Tentative, .. } | Self::Retracted { .. })
    }
}

/// A decision, and where along its path the shot was when it met the ship, or how far it was judged
/// if it met none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decided {
    pub decision: Decision,
    /// Distance of the shot from its muzzle, in u.
    pub distance_u: f32,
    /// The shot's age.
    pub age: Micros,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Event {
    pub tick: Tick,
    pub kind: EventKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum EventKind {
    /// A ship started a life.
    Spawned {
        ship: ShipId,
        /// On the position grid.
        at: Vec2,
    },
    /// A shot left its muzzle at this tick.
    Fired {
        shot: ShotId,
        /// The muzzle, on the position grid.
        origin: Vec2,
        aim: Turn,
    },
    /// A shot damaged a ship. It ends the bolt unless it is tentative or the bolt pierces.
    Hit {
        shot: ShotId,
        victim: ShipId,
        /// Hit points lost.
        damage: u8,
        /// Distance of the shot from its muzzle, in u, on the position grid.
        distance_u: f32,
        finality: Finality,
    },
    /// A tentative hit became final, which ends its bolt.
    Settled { shot: ShotId, victim: ShipId },
    /// A tentative hit was retracted and its damage refunded.
    Retracted {
        shot: ShotId,
        /// The ship that gets the hit points back.
        victim: ShipId,
        /// Hit points refunded.
        refund: u8,
    },
    /// A ship was shot down, finally.
    Died {
        victim: ShipId,
        /// The shot that killed it.
        shot: ShotId,
    },
}
