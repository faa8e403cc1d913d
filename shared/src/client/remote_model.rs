//! What a model of the others is given in a frame, and what it gives: ships as they are drawn.

use alloc::sync::Arc;

use serde::Serialize;

use super::{everyone::Everyone, scene::PoseSource};
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
        world::Ground,
    },
};

/// A ship as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Drawn {
    /// The ship of the older snapshot: everything but the pose.
    pub(super) ship: Ship,
    /// Where, in u.
    pub(super) pos: Vec2,
    pub(super) pose: Pose,
    pub(super) source: PoseSource,
}

/// The snapshots that are kept, by their ticks.
pub(super) type States = TickRing<Arc<WorldState>>;

/// A frame of the screen.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Frame {
    /// How long ago the newest snapshot came.
    pub(super) since_newest: Micros,
    /// Since the frame before.
    pub(super) dt: Micros,
}

/// What the viewer knows of its own connection at a frame.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Gap {
    /// The viewer's clock.
    pub(super) realtime: Micros,
    /// The round trip by the creeping estimate.
    pub(super) latency: Micros,
    /// When the command was sent that the newest snapshot names as executed, if that is known.
    pub(super) acked_sent: Option<Micros>,
}

/// What a frame draws the others from.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemoteInputs<'a> {
    pub(super) states: &'a States,
    pub(super) ground: &'a Ground,
    pub(super) netcode: &'a PlayerNetcode,
    /// The viewer's ship, which is not drawn here.
    pub(super) own: ShipId,
    /// The viewer's ship as predicted.
    pub(super) own_ship: Option<&'a Ship>,
    /// The world of all ships, where everybody is predicted.
    pub(super) everyone: Option<&'a Everyone>,
    pub(super) frame: Frame,
    pub(super) gap: Gap,
}

impl Drawn {
    /// A ship of a snapshot, drawn at a place.
    pub(super) fn at(ship: &Ship, state: &WorldState, pos: Vec2, source: PoseSource) -> Self {
        Self::of(ship, state.tick, pos, source)
    }

    /// A ship of a tick, drawn at a place.
    pub(super) fn of(ship: &Ship, tick: Tick, pos: Vec2, source: PoseSource) -> Self {
        let pose = Pose { pos, ..Pose::of(ship, tick) };
        Self { ship: *ship, pos, pose, source }
    }
}
