//! Everything to draw in one frame, as plain data for any renderer. Built once a frame.
//!
//! Positions are in u, in arena coordinates. Nothing here feeds back into the simulation.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    sim::{command::Thrust, event::ShotId, ship::ShipId},
};

/// Everything to draw in one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The camera's focus: the own ship as drawn, or where it died.
    pub focus: Vec2,
    /// Living ships, including the own one, in id order.
    pub ships: Vec<SceneShip>,
    /// Distant ships known only from the chart.
    pub far: Vec<FarShip>,
    pub bolts: Vec<SceneBolt>,
    /// Beams that still glow.
    pub beams: Vec<SceneBeam>,
    /// Sparks, explosions and rings.
    pub effects: Vec<SceneEffect>,
    /// Hits on the viewer's ship, oldest first.
    pub hurts: Vec<SceneHurt>,
    /// Ghosts: where the newest snapshot has a ship, where the viewer saw it, and where it was
    /// judged.
    pub ghosts: Vec<SceneGhost>,
    /// From the moment at which interpolated ships are drawn to the newest snapshot, whose poses
    /// the ghosts [`GhostKind::Server`] show; negative where it is the older of the two. `None`
    /// before the first snapshot. Not part of a match's hashes, which do not depend on it.
    pub newest_ahead: Option<Micros>,
}

/// A distant ship, on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarShip {
    pub owner: PlayerKind,
    /// Approximate, in u.
    pub pos: Vec2,
}

/// Who owns something, relative to the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum PlayerKind {
    You,
    /// Another player; one of the other side, if there are sides.
    Player,
    Bot,
    /// A player of the viewer's side.
    Ally,
    AllyBot,
}

impl PlayerKind {
    /// In the order in which they are drawn: the viewer's last.
    pub const BACK_TO_FRONT: [Self; 5] =
        [Self::Bot, Self::AllyBot, Self::Player, Self::Ally, Self::You];

    /// Whether its shots can hit the viewer, and the viewer's shots it.
    #[must_use]
    pub const fn is_hostile(self) -> bool {
        match self {
            Self::Player | Self::Bot => true,
            Self::You | Self::Ally | Self::AllyBot => false,
        }
    }
}

/// How a ship's drawn pose was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PoseSource {
    /// Predicted from the viewer's own commands.
    Predicted,
    /// As in the newest snapshot.
    Newest,
    /// Blended between two snapshots.
    Interpolated,
    /// Extrapolated beyond the newest snapshot.
    Extrapolated,
    /// Chasing the position and velocity of the newest snapshot.
    Chasing,
    /// Held in place: out of data.
    Held,
}

/// A ship to draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneShip {
    pub id: ShipId,
    pub owner: PlayerKind,
    /// Its centre.
    pub pos: Vec2,
    /// Its velocity, in u/s.
    pub vel: Vec2,
    pub aim: Turn,
    /// Where its engine pushes.
    pub thrust: Thrust,
    /// Hit points, 1 to 100.
    pub health: u8,
    /// Whether its spawn shield is up.
    pub shielded: bool,
    /// How many hits on it can still be undone.
    pub tentative: u8,
    /// How recently it was hit: 1 just now, 0 long ago.
    pub flash: f32,
    pub source: PoseSource,
}

/// A bolt to draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneBolt {
    pub shot: ShotId,
    pub owner: PlayerKind,
    /// Its tip.
    pub pos: Vec2,
    /// The unit vector of its flight.
    pub dir: Vec2,
}

/// A beam to draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneBeam {
    pub shot: ShotId,
    pub owner: PlayerKind,
    /// The muzzle.
    pub from: Vec2,
    /// Where it ends.
    pub to: Vec2,
    /// Its glow: 1 just fired, 0 gone.
    pub glow: f32,
}

impl Scene {
    /// A ship as drawn on this screen.
    #[must_use]
    pub fn ship(&self, id: ShipId) -> Option<&SceneShip> {
        self.ships.iter().find(|ship| ship.id == id)
    }

    /// The viewer's own ship; `None` while it is down.
    #[must_use]
    pub fn own_ship(&self) -> Option<&SceneShip> {
        self.ships.iter().find(|ship| ship.owner == PlayerKind::You)
    }
}

impl SceneBeam {
    /// How long a beam glows.
    pub const GLOW: Micros = Micros::from_ms(220);
}

/// The kind of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum EffectKind {
    /// A bolt hits a ship on this screen; the server has not confirmed it yet.
    Spark,
    /// A bolt hits a wall or an asteroid.
    Dust,
    Explosion,
    /// A ship spawns.
    Arrival,
    /// The server confirmed a hit by the viewer: a closing ring.
    Confirmed,
    /// The server undid or refused a hit by the viewer: an opening ring, struck through.
    Undone,
}

impl EffectKind {
    /// How long it is visible.
    #[must_use]
    pub const fn duration(self) -> Micros {
        Micros::from_ms(match self {
            Self::Spark => 260,
            Self::Dust => 220,
            Self::Explosion => 800,
            Self::Arrival => 500,
            Self::Confirmed => 360,
            Self::Undone => 500,
        })
    }
}

/// An effect to draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneEffect {
    pub kind: EffectKind,
    pub pos: Vec2,
    /// Its progress: 0 just begun, 1 over.
    pub progress: f32,
    /// A seed, so that its particles differ from those of other effects.
    pub seed: u32,
    /// What its particles inherit. Not part of a match's hashes, which do not depend on it.
    #[serde(skip)]
    pub cause: EffectCause,
}

/// What the particles of an effect inherit from its cause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EffectCause {
    /// The velocity of the ship concerned, in u/s.
    pub vel: Vec2,
    /// The direction of the shot's flight: a unit vector, or zero if there was none.
    pub dir: Vec2,
    /// The ship destroyed, spawned or hit.
    pub hull: Option<EffectHull>,
    /// Who destroyed it.
    pub killer: Option<PlayerKind>,
}

impl EffectCause {
    /// The cause of sparks: a shot that flew in a direction.
    #[must_use]
    pub fn flight(dir: Vec2) -> Self {
        Self { dir, ..Self::default() }
    }
}

/// A recent hit on the viewer's ship.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneHurt {
    /// The unit vector towards where it came from.
    pub from: Vec2,
    pub damage: u8,
    /// How recent it is: 1 just reported, 0 long ago.
    pub fade: f32,
}

impl SceneHurt {
    /// How long it is shown.
    pub const SHOWN: Micros = Micros::from_ms(900);
}

/// A ship as last drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectHull {
    pub ship: ShipId,
    pub owner: PlayerKind,
    pub aim: Turn,
}

/// Where a ship was drawn lately, as its trail.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneTrail {
    pub owner: PlayerKind,
    /// Ages in s and positions in u, newest first, up to [`TRAIL_POINTS_MAX`].
    ///
    /// [`TRAIL_POINTS_MAX`]: crate::base::limits::TRAIL_POINTS_MAX
    pub points: Vec<(f32, Vec2)>,
}

/// The kind of a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum GhostKind {
    /// The newest pose received from the server.
    Server,
    /// What the viewer saw when firing.
    Saw,
    /// What the server judged the shot against.
    Judged,
}

/// A ghost to draw.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneGhost {
    pub kind: GhostKind,
    pub ship: ShipId,
    /// The shot it belongs to, if any.
    pub shot: Option<ShotId>,
    pub pos: Vec2,
    /// Its opacity: 1 fresh, 0 gone.
    pub fade: f32,
}

impl SceneGhost {
    /// A ghost of a shot that stays as long as the shot is spoken of.
    #[must_use]
    pub fn lasting(kind: GhostKind, ship: ShipId, shot: ShotId, pos: Vec2) -> Self {
        Self { kind, ship, shot: Some(shot), pos, fade: 1.0 }
    }
}
