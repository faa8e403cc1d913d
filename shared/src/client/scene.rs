//! What is to be drawn at one instant: plain data, made once a frame, read by any renderer.
//!
//! Positions in u, in the arena's coordinates. Nothing here flows back into the simulation.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    sim::{command::Thrust, event::ShotId, ship::ShipId},
};

/// Everything to draw at one instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Where the camera looks: the own ship as drawn, or the place where it died.
    pub focus: Vec2,
    /// Ships that fly, in the order of their ids; the own one among them.
    pub ships: Vec<SceneShip>,
    /// Ships far away, of which no more is known.
    pub far: Vec<FarShip>,
    /// Bolts in flight.
    pub bolts: Vec<SceneBolt>,
    /// Beams that still glow.
    pub beams: Vec<SceneBeam>,
    /// Sparks, explosions and rings.
    pub effects: Vec<SceneEffect>,
    /// Ghosts: where the server has a ship, where you saw it, where it was judged.
    pub ghosts: Vec<SceneGhost>,
}

/// A ship far away, on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FarShip {
    pub owner: PlayerKind,
    /// About where, in u.
    pub pos: Vec2,
}

/// Whose something is, from the viewer's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum PlayerKind {
    /// The viewer's own.
    You,
    /// Another player's.
    Player,
    /// A bot's.
    Bot,
}

/// How a ship's pose on the screen came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PoseSource {
    /// Predicted from the viewer's own commands.
    Predicted,
    /// Where the newest snapshot has it.
    Newest,
    /// Blended between two snapshots.
    Interpolated,
    /// Continued beyond the newest snapshot.
    Extrapolated,
    /// Chasing where the newest snapshot and its speed have it.
    Chasing,
    /// Held: out of data.
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
    /// Where it points.
    pub aim: Turn,
    /// Where its engine pushes.
    pub thrust: Thrust,
    /// Hit points, 1 to 100.
    pub health: u8,
    /// Whether the shield of its respawn holds.
    pub shielded: bool,
    /// How many hits on it can still be undone.
    pub tentative: u8,
    /// How recently it was hurt: 1 just now, 0 long ago.
    pub flash: f32,
    /// How the pose came about.
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
    /// A ship, where this screen draws it.
    #[must_use]
    pub fn ship(&self, id: ShipId) -> Option<&SceneShip> {
        self.ships.iter().find(|ship| ship.id == id)
    }
}

impl SceneBeam {
    /// How long a beam glows.
    pub const GLOW: Micros = Micros::from_ms(220);
}

/// What a passing effect shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum EffectKind {
    /// A bolt ends on a ship, as seen on this screen; the server has not spoken yet.
    Spark,
    /// A bolt ends on a wall or an asteroid.
    Dust,
    /// A ship explodes.
    Explosion,
    /// A ship appears.
    Arrival,
    /// The server confirms a hit of the viewer's: a ring that closes.
    Confirmed,
    /// The server undid or refused a hit of the viewer's: a ring that opens, struck through.
    Undone,
}

impl EffectKind {
    /// How long it is to be seen.
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

/// A passing effect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SceneEffect {
    /// What it shows.
    pub kind: EffectKind,
    pub pos: Vec2,
    /// How far along it is: 0 just begun, 1 over.
    pub progress: f32,
    /// A number of its own, so that its particles can differ from the next one's.
    pub seed: u32,
}

/// Which of the three truths a ghost shows.
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
    /// Which truth.
    pub kind: GhostKind,
    /// Of which ship.
    pub ship: ShipId,
    /// Of which shot, if of one.
    pub shot: Option<ShotId>,
    pub pos: Vec2,
    /// How visible: 1 fresh, 0 gone.
    pub fade: f32,
}
