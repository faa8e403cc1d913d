//! The reusable buffers of a room's tick, not part of its state, and the snapshot bodies of a tick,
//! each encoded once for all viewers with the same baseline.

use alloc::vec::Vec;

use super::{collected_events::CollectedEvents, output::SessionId, truce::TruceChange};
use crate::{
    base::time::Tick,
    judge::{hit_test::state::HitTest, shot::HitClaim},
    pilot::sights::Sights,
    schemes::claims::ClaimRefusal,
    sim::{
        collision::Solids, command::UserCommand, event::Decided, ship::ShipId, state::WorldState,
        world::Stepped,
    },
    wire::codec::CodecId,
};

/// The buffers of a room.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub(super) tick: TickScratch,
    pub(super) judge: JudgeScratch,
    pub(super) parts: Parts,
    pub(super) bodies: Bodies,
    pub(super) collected: CollectedEvents,
    pub(super) due: Vec<DueSnapshot>,
    pub(super) wanted_bodies: Vec<WantedBody>,
}

/// The buffers of judging.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgeScratch {
    pub(super) marker_rates_hz: Vec<u16>,
    pub(super) decided: Vec<Decided>,
    pub(super) refused: Vec<(HitClaim, ClaimRefusal)>,
    pub(super) orphan_claims: Vec<(SessionId, HitClaim, ClaimRefusal)>,
    /// Finished hit tests, whose buffers the next ones reuse.
    pub(super) spare: Vec<HitTest>,
}

/// The buffers of a tick.
#[derive(Clone, Debug, Default)]
pub(super) struct TickScratch {
    pub(super) commands: Vec<(ShipId, UserCommand)>,
    pub(super) solids: Solids,
    pub(super) stepped: Stepped,
    pub(super) sights: Sights,
    /// The ships that the room's bots spare.
    pub(super) spared: Vec<ShipId>,
    /// The truces that began or ended in it.
    pub(super) truces: Vec<(SessionId, TruceChange)>,
}

/// The states of one viewer of a large room; only their buffers are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) state: WorldState,
    pub(super) baseline: WorldState,
    pub(super) before: WorldState,
}

/// What a body depends on, in a given tick. Viewers with equal keys share a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BodyKey {
    pub(super) codec: CodecId,
    /// The snapshot's baseline; `None` for a keyframe.
    pub(super) baseline: Option<Tick>,
    /// That baseline's own baseline.
    pub(super) before: Option<Tick>,
}

/// An encoded body.
#[derive(Clone, Debug)]
pub(super) struct EncodedBody {
    /// The baseline that was actually used.
    pub(super) baseline: Option<Tick>,
    pub(super) bytes: Vec<u8>,
}

/// The bodies of a tick that contain every ship, one per key.
pub(super) type Bodies = Vec<(BodyKey, EncodedBody)>;

/// A snapshot to be sent in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueSnapshot {
    /// The viewer's seat.
    pub(super) seat: u16,
    pub(super) body: BodyKey,
}

/// A body wanted in a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct WantedBody {
    pub(super) key: BodyKey,
    /// The tick since which the longest-waiting of its sessions has waited.
    pub(super) since: Tick,
    pub(super) n_sessions: u32,
}
