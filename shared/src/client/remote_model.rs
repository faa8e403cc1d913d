//! The inputs of the models that draw remote ships, and their output: ships as drawn.

use alloc::sync::Arc;

use serde::Serialize;

use super::{predicted_world::PredictedWorld, scene::PoseSource};
use crate::{
    base::{
        geometry::Vec2,
        tick_ring::TickRing,
        time::{Micros, Tick},
    },
    history::pose::Pose,
    netcode::values::PlayerNetcode,
    sim::{
        ship::{Ship, ShipId},
        state::WorldState,
        world::WorldParams,
    },
};

/// A ship as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Drawn {
    /// The ship in the older snapshot, for everything but the pose.
    pub(super) ship: Ship,
    /// In u.
    pub(super) pos: Vec2,
    pub(super) pose: Pose,
    pub(super) source: PoseSource,
}

/// The snapshots held, by tick.
pub(super) type States = TickRing<Arc<WorldState>>;

/// The timing of a frame.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Frame {
    /// Time since the newest snapshot arrived.
    pub(super) since_newest: Micros,
    /// Time since the previous frame.
    pub(super) dt: Micros,
}

/// What the client knows about its connection at a frame.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct LinkTiming {
    /// The client's clock.
    pub(super) realtime: Micros,
    /// The round trip, by QuakeWorld's creeping estimate.
    pub(super) latency: Micros,
    /// When the command that the newest snapshot acknowledges was sent, if known.
    pub(super) acked_sent: Option<Micros>,
}

/// The inputs of a remote model in a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemoteInputs<'a> {
    pub(super) states: &'a States,
    pub(super) params: &'a WorldParams,
    pub(super) netcode: &'a PlayerNetcode,
    /// The viewer's ship, which is not drawn here.
    pub(super) own: ShipId,
    /// The viewer's ship as predicted.
    pub(super) own_ship: Option<&'a Ship>,
    /// The predicted world, when every ship is predicted.
    pub(super) predicted_world: Option<&'a PredictedWorld>,
    pub(super) frame: Frame,
    pub(super) link: LinkTiming,
}

impl Drawn {
    /// A ship of a snapshot, drawn at a position.
    pub(super) fn at(ship: &Ship, state: &WorldState, pos: Vec2, source: PoseSource) -> Self {
        Self::of(ship, state.tick, pos, source)
    }

    /// A ship at a tick, drawn at a position.
    pub(super) fn of(ship: &Ship, tick: Tick, pos: Vec2, source: PoseSource) -> Self {
        let pose = Pose { pos, ..Pose::of(ship, tick) };
        Self { ship: *ship, pos, pose, source }
    }
}
